#include "plan_report.h"

#include <algorithm>
#include <ostream>

#include <nlohmann/json.hpp>

#include "check_answer.h"
#include "io/write_file.h"
#include "measure/interrupt.h"
#include "measure/json_number.h"
#include "output_file.h"

namespace gapless::apps {
namespace {

const char* verdictOf(const Plan& plan)
{
    if (plan.solved())
        return "solved";
    if (plan.certification.verdict == Verdict::Collision)
        return "not solved: a path was found, but it is not free";
    return interrupted() ? "not solved: interrupted before the path that was found was proven free"
                         : "not solved: a path was found, but it could not be proven free";
}

}  // namespace

void report(const Plan& plan, const Problem& problem, const PlanOptions& options)
{
    std::ostream& out = reportStream(options.output);
    CheckAnswer answer = answerOf(*problem.scene, plan.certification);
    explain(answer, problem.scene->model(), plan.path);
    answer.time_us = plan.certification_time * 1e6;
    answer.setStop(interrupted(), false);
    if (options.common.json)
    {
        nlohmann::ordered_json json;
        json["solved"] = plan.solved();
        json["certified"] = plan.solved();
        json["interrupted"] = !plan.solved() && interrupted();
        json["planner"] = options.planner;
        json["validator"] = options.common.validator;
        json["seed"] = options.common.seed;
        json["planning_time_s"] = plan.planning_time;
        json["path_length"] = plan.planned ? numberOrNull(plan.length) : nlohmann::ordered_json(nullptr);
        json["waypoints"] = plan.path.size();
        json["motions_checked"] = plan.motions_checked;
        if (plan.roadmap)
            json["roadmap"] = {{"milestones", (*plan.roadmap)[0]},
                               {"edges", (*plan.roadmap)[1]},
                               {"free_edges", (*plan.roadmap)[2]},
                               {"colliding_edges", (*plan.roadmap)[3]}};
        json["certification"] = plan.planned ? toJson(answer) : nlohmann::ordered_json(nullptr);
        out << json.dump() << std::endl;
        return;
    }
    if (!plan.planned)
        out << "not solved: " << (interrupted() ? "interrupted; " : "") << options.planner << " found no path in "
            << plan.planning_time << " s, " << plan.motions_checked << " motions checked" << std::endl;
    else
    {
        out << verdictOf(plan) << "; " << options.planner << ", " << plan.planning_time << " s, " << plan.motions_checked
            << " motions checked, path of " << plan.path.size() << " states, length " << plan.length << "\n"
            << toText(answer, std::max<std::size_t>(plan.path.size(), 2) - 1) << std::endl;
        if (plan.solved() && !options.output.empty() && !isStandardOutput(options.output))
            out << "written to " << options.output << std::endl;
    }
    if (plan.roadmap)
        out << "roadmap of " << (*plan.roadmap)[0] << " milestones and " << (*plan.roadmap)[1] << " edges, " << (*plan.roadmap)[2]
            << " proven free, " << (*plan.roadmap)[3] << " colliding"
            << (options.save_roadmap.empty() ? "" : ", written to " + options.save_roadmap) << std::endl;
}

}  // namespace gapless::apps
