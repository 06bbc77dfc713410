#include "console_log.h"

#include <iostream>
#include <memory>
#include <sstream>

#include <ompl/util/Console.h>
#include <spdlog/sinks/ostream_sink.h>
#include <spdlog/spdlog.h>

namespace gapless::apps {
namespace {

constexpr const char* kPattern = "gapless: %l: %v";

std::ostringstream& heldBack()
{
    static std::ostringstream stream;
    return stream;
}

void logTo(std::ostream& stream, spdlog::level::level_enum level)
{
    const auto sink = std::make_shared<spdlog::sinks::ostream_sink_mt>(stream, true);
    const auto logger = std::make_shared<spdlog::logger>("gapless", sink);
    logger->set_pattern(kPattern);
    logger->set_level(level);
    spdlog::set_default_logger(logger);
}

/// What planners of ours warn of is for the user; OMPL's own messages are for who looks for faults.
class OmplMessages : public ompl::msg::OutputHandler
{
public:
    void log(const std::string& text, ompl::msg::LogLevel level, const char* /*file*/, int /*line*/) override
    {
        if (level >= ompl::msg::LOG_WARN && text.rfind("gapless::", 0) == 0)
            spdlog::warn("{}", text);
        else
            spdlog::debug("OMPL: {}", text);
    }
};

}  // namespace

void startLog(bool verbose)
{
    logTo(heldBack(), verbose ? spdlog::level::debug : spdlog::level::info);
    static OmplMessages ompl_messages;
    ompl::msg::useOutputHandler(&ompl_messages);
    ompl::msg::setLogLevel(verbose ? ompl::msg::LOG_DEBUG : ompl::msg::LOG_WARN);
}

void releaseLog()
{
    static bool released = false;
    if (released)
        return;
    released = true;
    const auto level = spdlog::default_logger()->level();
    logTo(std::cerr, level);
    std::cerr << heldBack().str() << std::flush;
}

}  // namespace gapless::apps
