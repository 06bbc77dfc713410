#include "log_reader.h"

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "io/input_text.h"

namespace ot = ompl::tools;

namespace gapless::apps {
namespace {

/// Lines of a log, with the errors that say where it is none.
class LogLines
{
public:
    LogLines(const std::string& text, std::string file) : text_(text), file_(std::move(file)) {}

    std::string next()
    {
        std::string line;
        if (!std::getline(text_, line))
            fail("ends too early");
        ++number_;
        return line;
    }

    /// The number that the line begins with, which has to end with `what`.
    int count(const std::string& what)
    {
        const std::string line = next();
        const bool fits = line.size() > what.size() && line.compare(line.size() - what.size(), what.size(), what) == 0;
        const std::optional<double> value = parseNumber(line.substr(0, line.find(' ')));
        if (!fits || !value || *value < 0.0 || *value > 1e7)
            fail("'COUNT " + what + "' was expected");
        return static_cast<int>(*value);
    }

    std::pair<std::string, std::string> assignment()
    {
        const std::string line = next();
        const std::size_t equals = line.find(" = ");
        if (equals == std::string::npos)
            fail("'NAME = VALUE' was expected");
        return {line.substr(0, equals), line.substr(equals + 3)};
    }

    [[noreturn]] void fail(const std::string& message) const
    {
        throw inputError(file_, number_, "no log of this command: " + message);
    }

private:
    std::istringstream text_;
    std::string file_;
    int number_ = 0;
};

ot::Benchmark::RunProperties runOf(const std::string& line, const std::vector<std::string>& names)
{
    ot::Benchmark::RunProperties run;
    std::size_t begin = 0;
    for (const std::string& name : names)
    {
        const std::size_t end = std::min(line.find("; ", begin), line.size());
        if (end > begin)
            run[name] = line.substr(begin, end - begin);
        begin = std::min(end + 2, line.size());
    }
    return run;
}

ot::Benchmark::PlannerExperiment plannerOf(LogLines& lines)
{
    ot::Benchmark::PlannerExperiment planner;
    planner.name = lines.next();
    for (int left = lines.count("common properties"); left > 0; --left)
        planner.common.insert(lines.assignment());
    std::vector<std::string> names;
    for (int left = lines.count("properties for each run"); left > 0; --left)
        names.push_back(lines.next());
    for (int left = lines.count("runs"); left > 0; --left)
        planner.runs.push_back(runOf(lines.next(), names));
    while (lines.next() != ".")
    {}
    return planner;
}

}  // namespace

std::optional<LoggedExperiment> readExperimentLog(const std::string& file)
{
    if (!std::filesystem::exists(file))
        return std::nullopt;
    LogLines lines(readTextFile(file, "log"), file);
    LoggedExperiment log;
    lines.next();  // version
    lines.next();  // experiment
    for (int left = lines.count("experiment properties"); left > 0; --left)
        log.parameters.insert(lines.assignment());
    std::string line;
    do
        line = lines.next();
    while (line.rfind("status|", 0) != 0);
    for (int left = lines.count("planners"); left > 0; --left)
        log.planners.push_back(plannerOf(lines));
    return log;
}

}  // namespace gapless::apps
