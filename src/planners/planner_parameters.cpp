#include <typeinfo>

#include <ompl/base/SpaceInformation.h>
#include <ompl/base/spaces/RealVectorStateSpace.h>
#include <boost/core/demangle.hpp>

#include <gapless/core/error.h>
#include <gapless/planners/planner_registry.h>

#include "parameter_value.h"

namespace ob = ompl::base;

namespace gapless {
namespace {

/// The plane, all of it free.
ob::SpaceInformationPtr freePlane()
{
    const auto space = std::make_shared<ob::RealVectorStateSpace>(2);
    space->setBounds(-1.0, 1.0);
    auto si = std::make_shared<ob::SpaceInformation>(space);
    si->setStateValidityChecker([](const ob::State*) { return true; });
    si->setup();
    return si;
}

/// What OMPL's planners suggest is a hint for user interfaces; what ours suggest is what they take.
bool isOurs(const ob::Planner& planner)
{
    return boost::core::demangle(typeid(planner).name()).rfind("gapless::", 0) == 0;
}

std::string knownParameters(const ob::Planner& planner)
{
    if (planner.params().size() == 0)
        return "it has none";
    std::string known;
    for (const auto& [name, parameter] : planner.params().getParams())
        known += (known.empty() ? "it has " : ", ") + name;
    return known;
}

/// "range 0.:1.:10000." where the planner says one.
std::string allowed(const ob::GenericParam& parameter, bool enforced)
{
    const std::string& range = parameter.getRangeSuggestion();
    std::string text = describe(parameterType(parameter));
    if (!range.empty())
        text += (enforced ? ", within the range " : ", suggested is the range ") + range;
    return text;
}

}  // namespace

std::vector<PlannerParameter> plannerParameters(const std::string& name)
{
    // Not set up: what a planner works out for a space is no default, and some of ours refuse this one.
    const ob::PlannerPtr planner = findPlanner(name).allocate(freePlane());
    std::vector<PlannerParameter> parameters;
    for (const auto& [key, parameter] : planner->params().getParams())
        parameters.push_back({key, parameter->getValue(), parameter->getRangeSuggestion()});
    return parameters;
}

void setPlannerParameter(ob::Planner& planner, const std::string& name, const std::string& value)
{
    if (!planner.params().hasParam(name))
        throw InputError(planner.getName() + " has no parameter '" + name + "'; " + knownParameters(planner));
    ob::GenericParam& parameter = *planner.params().getParam(name);
    const bool enforced = isOurs(planner);
    const auto refusal = [&](const std::string& reason) {
        // The objection of one of ours to a number is that it is out of the range, which stands there anyway.
        const bool is_news = !reason.empty() && !(enforced && !parameter.getRangeSuggestion().empty());
        return InputError(planner.getName() + ": parameter '" + name + "' is '" + value + "'; it has to be "
                          + allowed(parameter, enforced) + (is_news ? " (" + reason + ")" : ""));
    };
    const std::optional<std::string> text = readValue(parameterType(parameter), value);
    if (!text)
        throw refusal("");
    bool accepted = false;
    try
    {
        accepted = parameter.setValue(*text);
    }
    catch (const std::exception& error)
    {
        // The planner's own objection, or a number that is too large for its type.
        throw refusal(error.what());
    }
    if (!accepted)
        throw refusal("");
}

}  // namespace gapless
