// What came of a benchmark: counts and times by problem set, planner and validator.
#pragma once

#include <string>
#include <vector>

#include <ompl/tools/benchmark/Benchmark.h>
#include <nlohmann/json.hpp>

#include "benchmark_config.h"

namespace gapless::apps {

/// Of the solved runs each is certified, or a missed collision, or undecided. With simplification both paths of a run count: it is certified if both
/// are, missed if either is.
struct SummaryRow
{
    std::string set, planner, validator;
    int runs = 0;
    int solved = 0;  ///< exact solutions; approximate ones are none
    int certified = 0, missed_collisions = 0, undecided = 0;
    int near_misses = 0;        ///< among the certified and the undecided
    int failed = 0;             ///< runs that threw, crashed, ran out of memory or overran their time
    std::vector<double> times;  ///< planning times of the solved runs, seconds
};

class BenchmarkSummary
{
public:
    explicit BenchmarkSummary(const BenchmarkConfig& config) : config_(config) {}

    /// The runs of a problem, one entry for each combination of the configuration. @pre they are in its order.
    void add(const std::string& set, const std::vector<ompl::tools::Benchmark::PlannerExperiment>& planners);

    /// A row for each set and combination, in the order of the first appearance.
    const std::vector<SummaryRow>& rows() const { return rows_; }
    /// A row for each combination, over all sets.
    std::vector<SummaryRow> totals() const;

    /// An array of objects as in docs/benchmarking.md.
    static nlohmann::ordered_json toJson(const std::vector<SummaryRow>& rows);
    /// A table, columns padded.
    static std::string toText(const std::vector<SummaryRow>& rows);

private:
    const BenchmarkConfig& config_;
    std::vector<SummaryRow> rows_;
};

}  // namespace gapless::apps
