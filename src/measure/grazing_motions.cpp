// What motions cost that come very near to contact and do not touch (grazing_cases.h), by the gap that they keep, and by how much a budget
// of time is overrun.
//
// Each motion is judged --repeat times by one certifier, with half the gap as its tolerance: it has to be called free. Times are processor
// time of the thread, so that other work on the machine counts little; overruns are time by the clock, of reset() and run() together.
// Prints one JSON object per case and gap. Exit code 0, 2: bad input, 130: interrupted.

#include <algorithm>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <gapless/certify/motion_certifier.h>
#include <gapless/core/number_range.h>

#include "measure/grazing_cases.h"
#include "measure/program.h"
#include "measure/statistics.h"

namespace gapless {
namespace {

struct GrazingOptions
{
    std::vector<std::string> cases = test::grazingCaseNames();
    std::vector<double> gaps{1e-3, 1e-4};  ///< metres
    std::optional<int> cells;
    int repeat = 11;
    std::string validator = toString(ValidatorKind::Adaptive);
    std::optional<double> budget;  ///< seconds
};

/// None if interrupted.
std::optional<Json> measure(const std::string& name, double gap, const GrazingOptions& options)
{
    const test::GrazingCase motion = test::grazingCase(name, gap, options.cells);
    CertifyOptions certify;
    certify.tolerance = 0.5 * gap;
    const auto certifier = makeMotionCertifier(validatorKind(options.validator), motion.scene, certify);
    Budget budget;
    budget.seconds = options.budget.value_or(budget.seconds);
    budget.interrupted = interrupted;
    std::vector<double> total, reset;
    double overrun = 0.0;
    const double reading = timeOfReading();
    const auto microseconds = [](double seconds) { return 1e6 * std::max(0.0, seconds); };
    for (int i = 0; i < options.repeat; ++i)
    {
        const Stopwatch watch;
        const double begin = processorTime();
        certifier->reset(motion.q0, motion.q1);
        const double middle = processorTime();
        certifier->run(budget);
        total.push_back(microseconds(processorTime() - begin - 2.0 * reading));
        overrun = std::max(overrun, watch.seconds() - budget.seconds);
        reset.push_back(microseconds(middle - begin - reading));
        if (interrupted())
            return {};
    }
    const CertifyResult result = certifier->result();
    Json json;
    json["case"] = name;
    json["gap"] = gap;
    json["verdict"] = toString(result.verdict);
    json["median_us"] = numberOrNull(median(total));
    json["reset_us"] = numberOrNull(median(reset));
    json["configurations"] = result.statistics.configurations;
    json["distance_queries"] = result.statistics.distance_queries;
    json["bounding_volume_tests"] = result.statistics.bounding_volume_tests;
    if (options.budget)
        json["overrun_ms"] = numberOrNull(1e3 * overrun);
    return json;
}

int measureAll(const GrazingOptions& options)
{
    for (const double gap : options.gaps)
        NumberRange::positive("metres").require(gap, "--gaps");
    if (options.budget)
        NumberRange::positive("seconds").require(*options.budget, "--budget");
    for (const std::string& name : options.cases)
        for (const double gap : options.gaps)
        {
            const std::optional<Json> json = measure(name, gap, options);
            if (!json)
                return kInterrupted;
            std::cout << json->dump() << std::endl;
        }
    return kDone;
}

}  // namespace
}  // namespace gapless

int main(int argc, char** argv)
{
    gapless::GrazingOptions options;
    CLI::App app("constructed motions that come very near to contact and do not touch", "grazing_motions");
    app.add_option("--gaps", options.gaps, "smallest distances on the way, metres; default 1e-3 1e-4");
    app.add_option("--case", options.cases, "which of them; default all")
        ->check(CLI::IsMember(gapless::test::grazingCaseNames()));
    app.add_option("--cells", options.cells,
                   "along the edges of meshes, and teeth of each comb; default 20, of the slab over the knife 60")
        ->check(CLI::Range(1, 1000));
    app.add_option("--repeat", options.repeat, "runs, of which the median is told; default 11")->check(CLI::PositiveNumber);
    app.add_option("--validator", options.validator, "adaptive or articulated; default adaptive")
        ->check(CLI::IsMember({"adaptive", "articulated"}));
    app.add_option("--budget", options.budget, "seconds that each run may take; the largest overrun is told");
    return gapless::runProgram(app, argc, argv, [&] { return gapless::measureAll(options); });
}
