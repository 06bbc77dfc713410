#include "distance_report.h"

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <sstream>
#include <tuple>

#include <gapless/certify/minimum_distance.h>

#include "check_answer.h"
#include "measure/json_number.h"

namespace gapless::apps {
namespace {

constexpr double kRelativeWidth = 0.01;
/// Instants of one pair on one segment. Far more than a hundredth takes, unless two bodies go round each other at a constant distance that
/// is small against how far they go.
constexpr std::uint64_t kMostInstants = 3000;

}  // namespace

std::vector<PairReport> reportDistances(const std::shared_ptr<const Scene>& scene, const std::vector<Configuration>& path,
                                        double tolerance, const std::function<bool()>& stop)
{
    IndexedVector<PairIndex, PairReport> report(scene->pairs().size());
    for (const PairIndex i : report.indices())
    {
        std::tie(report[i].a, report[i].b) = pairNames(*scene, i);
        report[i].clearance = scene->pair(i).clearance;
        report[i].lower = std::numeric_limits<double>::infinity();
        report[i].is_complete = true;
    }
    MinimumDistanceSearch search(scene);
    MinimumDistanceOptions options;
    options.tolerance = tolerance;
    options.relative = kRelativeWidth;
    options.budget.steps = kMostInstants;
    options.budget.interrupted = stop;
    bool stopped = false;
    for (std::size_t segment = 0; segment == 0 || segment + 1 < path.size(); ++segment)
    {
        if (!stopped)
            search.reset(path[segment], path[std::min(segment + 1, path.size() - 1)]);
        for (const PairIndex i : report.indices())
        {
            PairReport& pair = report[i];
            if ((stopped = stopped || stop()))
            {
                pair.lower = 0.0;
                pair.is_complete = false;
                continue;
            }
            options.no_more_than = pair.upper;
            const MinimumDistance found = search.find(i, options);
            pair.lower = std::min(pair.lower, found.lower);
            pair.is_complete = pair.is_complete && found.is_complete;
            if (found.upper < pair.upper)
            {
                pair.upper = found.upper;
                pair.segment = segment;
                pair.t = found.t;
            }
        }
    }
    std::vector<PairReport> sorted = report.list();
    std::stable_sort(sorted.begin(), sorted.end(), [](const PairReport& x, const PairReport& y) { return x.upper < y.upper; });
    return sorted;
}

nlohmann::ordered_json toJson(const std::vector<PairReport>& report)
{
    nlohmann::ordered_json json = nlohmann::ordered_json::array();
    for (const PairReport& pair : report)
    {
        nlohmann::ordered_json entry;
        entry["pair"] = {pair.a, pair.b};
        entry["distance"] = {pair.lower, numberOrNull(pair.upper)};
        const bool looked = std::isfinite(pair.upper);
        entry["segment"] = looked ? nlohmann::ordered_json(pair.segment) : nlohmann::ordered_json(nullptr);
        entry["t"] = looked ? nlohmann::ordered_json(pair.t) : nlohmann::ordered_json(nullptr);
        entry["clearance"] = pair.clearance;
        entry["complete"] = pair.is_complete;
        json.push_back(entry);
    }
    return json;
}

std::string toText(const std::vector<PairReport>& report)
{
    std::ostringstream text;
    text << "smallest distance of each active pair, metres: proven to be in this interval\n"
         << "      at least       at most  segment         t  pair\n";
    for (const PairReport& pair : report)
    {
        text << std::setw(14) << pair.lower << std::setw(14) << pair.upper;
        if (std::isfinite(pair.upper))
            text << std::setw(9) << pair.segment << std::setw(10) << std::setprecision(4) << pair.t << std::setprecision(6);
        else
            text << std::setw(9) << "-" << std::setw(10) << "-";
        text << "  " << pair.a << " - " << pair.b << (pair.is_complete ? "" : "  (not finished)") << "\n";
    }
    return text.str();
}

}  // namespace gapless::apps
