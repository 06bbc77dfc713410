#include "measure/program.h"

#include <cstdlib>

#include <gapless/core/error.h>

#include "measure/statistics.h"

namespace gapless {

int runProgram(CLI::App& app, int argc, char** argv, const std::function<int()>& work)
{
    handleInterrupts();
    // What is measured and audited is worked out here and now.
    ::setenv("GAPLESS_CACHE_DIR", "", 1);
    try
    {
        app.parse(argc, argv);
        return work();
    }
    catch (const CLI::ParseError& error)
    {
        if (error.get_exit_code() == 0)
            return app.exit(error);  // --help
        std::cerr << app.get_name() << ": " << error.what() << " (see --help)" << std::endl;
    }
    catch (const std::exception& error)
    {
        std::cerr << app.get_name() << ": " << error.what() << std::endl;
    }
    return kBadInput;
}

double timeOfReading()
{
    std::vector<double> between(1001);
    for (double& time : between)
    {
        const double start = processorTime();
        time = processorTime() - start;
    }
    return median(between);
}

std::vector<std::pair<std::string, std::string>> readParameters(const std::vector<std::string>& texts)
{
    std::vector<std::pair<std::string, std::string>> parameters;
    for (const std::string& text : texts)
    {
        const std::size_t equals = text.find('=');
        if (equals == std::string::npos)
            throw InputError("'" + text + "' is no parameter; it has to be NAME=VALUE");
        parameters.emplace_back(text.substr(0, equals), text.substr(equals + 1));
    }
    return parameters;
}

}  // namespace gapless
