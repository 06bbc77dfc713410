#include "benchmark_summary.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "io/input_text.h"
#include "measure/json_number.h"
#include "measure/statistics.h"

namespace gapless::apps {
namespace {

using RunProperties = ompl::tools::Benchmark::RunProperties;

bool holds(const RunProperties& run, const std::string& property)
{
    const auto found = run.find(property + " BOOLEAN");
    return found != run.end() && found->second == "1";
}

void count(const RunProperties& run, SummaryRow& row)
{
    ++row.runs;
    row.failed += run.count("failure TEXT") ? 1 : 0;
    if (!holds(run, "solved"))
        return;
    ++row.solved;
    if (const auto time = run.find("time REAL"); time != run.end())
        row.times.push_back(parseNumber(time->second).value_or(std::nan("")));
    const bool is_simplified = run.count("simplified certified BOOLEAN") > 0;
    const bool missed = holds(run, "missed collision") || holds(run, "simplified missed collision");
    const bool certified = holds(run, "certified") && (!is_simplified || holds(run, "simplified certified"));
    const bool near = holds(run, "near miss") || holds(run, "simplified near miss");
    row.missed_collisions += missed;
    row.certified += certified;
    row.undecided += !missed && !certified;
    row.near_misses += near && !missed;
}

void add(const SummaryRow& more, SummaryRow& sum)
{
    sum.runs += more.runs;
    sum.solved += more.solved;
    sum.certified += more.certified;
    sum.missed_collisions += more.missed_collisions;
    sum.undecided += more.undecided;
    sum.near_misses += more.near_misses;
    sum.failed += more.failed;
    sum.times.insert(sum.times.end(), more.times.begin(), more.times.end());
}

/// The row with the names of `like`, made if there is none.
SummaryRow& rowLike(const SummaryRow& like, std::vector<SummaryRow>& rows)
{
    const auto found = std::find_if(rows.begin(), rows.end(), [&](const SummaryRow& row) {
        return row.set == like.set && row.planner == like.planner && row.validator == like.validator;
    });
    if (found != rows.end())
        return *found;
    rows.emplace_back();
    rows.back().set = like.set;
    rows.back().planner = like.planner;
    rows.back().validator = like.validator;
    return rows.back();
}

std::string seconds(double value)
{
    char text[32];
    std::snprintf(text, sizeof text, "%.3g", value);
    return std::isfinite(value) ? text : "-";
}

}  // namespace

void BenchmarkSummary::add(const std::string& set, const std::vector<ompl::tools::Benchmark::PlannerExperiment>& planners)
{
    for (std::size_t i = 0; i < planners.size(); ++i)
    {
        const auto& [planner, validator] = config_.combinations[i];
        SummaryRow names;
        names.set = set;
        names.planner = config_.planners[planner].label;
        names.validator = config_.validators[validator].label;
        SummaryRow& row = rowLike(names, rows_);
        for (const RunProperties& run : planners[i].runs)
            count(run, row);
    }
}

std::vector<SummaryRow> BenchmarkSummary::totals() const
{
    std::vector<SummaryRow> sums;
    for (const SummaryRow& row : rows_)
    {
        SummaryRow names = row;
        names.set = "all";
        gapless::apps::add(row, rowLike(names, sums));
    }
    return sums;
}

nlohmann::ordered_json BenchmarkSummary::toJson(const std::vector<SummaryRow>& rows)
{
    nlohmann::ordered_json json = nlohmann::ordered_json::array();
    for (const SummaryRow& row : rows)
        json.push_back({{"set", row.set},
                        {"planner", row.planner},
                        {"validator", row.validator},
                        {"runs", row.runs},
                        {"solved", row.solved},
                        {"certified", row.certified},
                        {"missed_collisions", row.missed_collisions},
                        {"undecided", row.undecided},
                        {"near_misses", row.near_misses},
                        {"failed", row.failed},
                        {"time_s_median", numberOrNull(median(row.times))},
                        {"time_s_95", numberOrNull(quantile(row.times, 0.95))}});
    return json;
}

std::string BenchmarkSummary::toText(const std::vector<SummaryRow>& rows)
{
    std::vector<std::vector<std::string>> cells{{"set", "planner", "validator", "runs", "solved", "certified", "missed",
                                                 "undecided", "near", "failed", "median s", "95 % s"}};
    for (const SummaryRow& row : rows)
    {
        cells.push_back({row.set, row.planner, row.validator});
        for (const int value :
             {row.runs, row.solved, row.certified, row.missed_collisions, row.undecided, row.near_misses, row.failed})
            cells.back().push_back(std::to_string(value));
        for (const double value : {median(row.times), quantile(row.times, 0.95)})
            cells.back().push_back(seconds(value));
    }
    std::vector<std::size_t> widths(cells.front().size(), 0);
    for (const auto& line : cells)
        for (std::size_t i = 0; i < line.size(); ++i)
            widths[i] = std::max(widths[i], line[i].size());
    std::string text;
    for (const auto& line : cells)
    {
        for (std::size_t i = 0; i < line.size(); ++i)
        {
            const std::string padding(widths[i] - line[i].size(), ' ');
            text += (i == 0 ? "" : "  ") + (i < 3 ? line[i] + padding : padding + line[i]);
        }
        text.erase(text.find_last_not_of(' ') + 1);
        text += "\n";
    }
    return text;
}

}  // namespace gapless::apps
