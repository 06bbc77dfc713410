#include "io/urdf_text.h"

#include <exception>
#include <mutex>

#include <console_bridge/console.h>
#include <urdf_parser/urdf_parser.h>

#include "io/input_text.h"

namespace gapless {
namespace {

/// Keeps urdfdom's first complaint instead of printing all of them.
class FirstError : public console_bridge::OutputHandler
{
public:
    void log(const std::string& text, console_bridge::LogLevel level, const char*, int) override
    {
        if (message.empty() && level >= console_bridge::CONSOLE_BRIDGE_LOG_ERROR)
            message = text;
    }
    std::string message;
};

/// console_bridge has one output handler for the process: set it for the time of one parse, under a lock.
class HandlerScope
{
public:
    explicit HandlerScope(console_bridge::OutputHandler& handler) : lock_(mutex()) { console_bridge::useOutputHandler(&handler); }
    ~HandlerScope() { console_bridge::restorePreviousOutputHandler(); }
    HandlerScope(const HandlerScope&) = delete;
    HandlerScope& operator=(const HandlerScope&) = delete;

private:
    static std::mutex& mutex()
    {
        static std::mutex instance;
        return instance;
    }
    std::lock_guard<std::mutex> lock_;
};

}  // namespace

urdf::ModelInterfaceSharedPtr parseUrdfText(const std::string& text, const UrdfOutline& outline, const std::string& label)
{
    FirstError log;
    urdf::ModelInterfaceSharedPtr model;
    {
        const HandlerScope scope(log);
        try
        {
            model = urdf::parseURDF(text);
        }
        catch (const std::exception& error)
        {
            log.message = error.what();
        }
    }
    const std::string reason = log.message.empty() ? std::string() : ": " + log.message;
    if (!model)
        throw inputError(label, 0, "urdfdom refuses the robot" + reason);
    for (const UrdfOutline::Link& link : outline.links)
    {
        const urdf::LinkConstSharedPtr parsed = model->getLink(link.name);
        if (!parsed || parsed->collision_array.size() != link.collisions.size())
            throw inputError(label, link.line, "urdfdom cannot read all of link '" + link.name + "'" + reason);
    }
    for (const UrdfOutline::Joint& joint : outline.joints)
    {
        const urdf::JointConstSharedPtr parsed = model->getJoint(joint.name);
        if (!parsed || parsed->child_link_name != joint.child || parsed->parent_link_name != joint.parent)
            throw inputError(label, joint.line, "urdfdom cannot read joint '" + joint.name + "'" + reason);
    }
    return model;
}

}  // namespace gapless
