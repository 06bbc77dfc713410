// Roadmaps that are built by others: the same bytes whoever made the parts, in whatever order they come, and nothing of what is wrong.
#include <algorithm>
#include <atomic>
#include <deque>
#include <filesystem>
#include <functional>

#include <catch2/catch.hpp>

#include <gapless/core/error.h>

#include "arm_roadmap.h"
#include "roadmap/roadmap_crew.h"
#include "roadmap/roadmap_work.h"
#include "support/temporary_folder.h"

namespace fs = std::filesystem;
using namespace gapless;
using namespace gapless::test;
using Catch::Contains;

namespace {

RoadmapBuildOptions manyParts()
{
    RoadmapBuildOptions options = smallRoadmap();
    options.nodes = 600;
    return options;
}

/// Members in this process. Their answers come late and the last one first, and may be changed on the way.
class LocalCrew : public RoadmapCrew
{
public:
    using Change = std::function<void(std::size_t member, std::string& answer)>;

    LocalCrew(const Problem& problem, const RoadmapBuildOptions& options, std::size_t count, Change change = {})
        : change_(std::move(change))
    {
        for (std::size_t i = 0; i < count; ++i)
            members_.push_back(std::make_unique<RoadmapMember>(problem, options));
        owes_.resize(count);
    }

    std::size_t size() const override { return members_.size(); }
    std::string name(std::size_t member) const override { return "member " + std::to_string(member); }
    void ask(std::size_t member, const std::string& order) override
    {
        REQUIRE_FALSE(owes_[member]);
        owes_[member] = 1;
        ++asked;
        Answer answer{member, members_[member]->answer(order)};
        if (change_)
            change_(member, answer.content);
        answers_.push_front(std::move(answer));
    }
    std::optional<Answer> answer() override
    {
        if (++looked_ % 3 != 0 || answers_.empty())
            return std::nullopt;
        const Answer first = answers_.front();
        answers_.pop_front();
        owes_[first.member] = 0;
        return first;
    }

    std::size_t asked = 0;

private:
    Change change_;
    std::vector<std::unique_ptr<RoadmapMember>> members_;
    std::vector<char> owes_;
    std::deque<Answer> answers_;
    int looked_ = 0;
};

}  // namespace

TEST_CASE("A crew builds the roadmap that one process builds, byte by byte", "[roadmap]")
{
    const TemporaryFolder folder;
    const Problem problem = problemOf({{{"pole", 1.2, 0.4, 0.1, true}}});
    const RoadmapBuildOptions options = manyParts();
    armRoadmap(problem, folder.path("one.gdrm"), options);
    const std::string one = contentOfFile(folder.path("one.gdrm"));
    for (const std::size_t members : {0, 1, 3, 40})
    {
        LocalCrew crew(problem, options, members);
        const RoadmapBuildReport report = buildRoadmap(problem, folder.path("crew.gdrm"), options, crew);
        REQUIRE(report.is_complete);
        CHECK(crew.asked == (members > 0 ? report.parts_made : 0));
        CHECK(report.parts_made > 5);
        CHECK(contentOfFile(folder.path("crew.gdrm")) == one);
    }
    // Interrupted now and then; each goes on from what the last one had, also those that have no crew.
    const std::string file = folder.path("often.gdrm");
    std::size_t asked = 0;
    bool is_complete = false;
    for (int patience = 4; !is_complete; patience += 6)
    {
        int looked = 0;
        RoadmapBuildOptions some = options;
        LocalCrew crew(problem, options, 2);
        std::atomic<bool> is_sampled{false};
        some.progress = [&](const std::string& stage, std::size_t, std::size_t) { is_sampled = is_sampled || stage != "nodes"; };
        some.interrupted = [&] { return is_sampled && ++looked > patience; };
        is_complete = buildRoadmap(problem, file, some, crew).is_complete;
        asked += crew.asked;
        REQUIRE(patience < 1000);
    }
    CHECK(asked > 5);
    CHECK(contentOfFile(file) == one);
}

TEST_CASE("What a member of a crew cannot make, or what comes damaged from it, ends the build and is not kept", "[roadmap]")
{
    const TemporaryFolder folder;
    const Problem problem = problemOf(ArmWorld());
    const RoadmapBuildOptions options = manyParts();
    const std::string file = folder.path("arm.gdrm");
    const auto outcome = [&](RoadmapCrew& crew) -> std::string {
        try
        {
            return buildRoadmap(problem, file, options, crew).is_complete ? "complete" : "interrupted";
        }
        catch (const InputError& error)
        {
            return error.what();
        }
    };
    {
        ArmWorld thicker;
        thicker.radius = 0.03;
        LocalCrew other(problemOf(thicker), options, 2);
        CHECK_THAT(outcome(other), Contains(": has another problem"));
        RoadmapBuildOptions seeds = options;
        seeds.seed = 5;
        LocalCrew seeded(problem, seeds, 2);
        CHECK_THAT(outcome(seeded), Contains(": has another problem"));
    }
    const auto changed = [&](const LocalCrew::Change& change) {
        LocalCrew crew(problem, options, 2, change);
        return outcome(crew);
    };
    CHECK(changed([](std::size_t, std::string& answer) { answer = "!"; }) == "interrupted");
    CHECK_THAT(changed([](std::size_t, std::string& answer) { answer = RoadmapMember::refusal("has no room"); }),
               Contains(": has no room"));
    CHECK_THAT(changed([](std::size_t, std::string& answer) { answer.clear(); }), Contains("no answer that can be read"));
    CHECK_THAT(changed([](std::size_t, std::string& answer) { answer.pop_back(); }), Contains("edges came damaged"));
    // Whole edges, of nodes that there are not, from a node to itself, and of other nodes than were asked for.
    const auto endsWith = [](std::uint32_t a, std::uint32_t b) {
        return [a, b](std::size_t, std::string& answer) { answer += bytesOfEdges({{a, b}}, 0, 1); };
    };
    CHECK_THAT(changed(endsWith(0, 600)), Contains("edges came damaged"));
    CHECK_THAT(changed(endsWith(0xffffffffu, 0xffffffffu)), Contains("edges came damaged"));
    CHECK_THAT(changed(endsWith(1, 1)), Contains("edges came damaged"));
    CHECK_THAT(changed(endsWith(598, 599)), Contains("edges came damaged"));
    // Every part of edges is right, and none of cells.
    std::size_t answers = 0;
    const std::size_t edge_parts = (options.nodes + 999 / options.neighbors) / (1000 / options.neighbors);
    CHECK_THAT(changed([&](std::size_t, std::string& answer) {
                   if (++answers > edge_parts)
                       answer.pop_back();
               }),
               Contains("cells came damaged"));
    CHECK_FALSE(fs::exists(file));
    LocalCrew crew(problem, options, 2);
    const RoadmapBuildReport report = buildRoadmap(problem, file, options, crew);
    REQUIRE(report.is_complete);
    CHECK(report.parts_found > 0);
    RoadmapBuildOptions plain = options;
    armRoadmap(problem, folder.path("one.gdrm"), plain);
    CHECK(contentOfFile(file) == contentOfFile(folder.path("one.gdrm")));
}

TEST_CASE("A member that is interrupted before it can begin says so whatever it is asked", "[roadmap]")
{
    RoadmapBuildOptions options = manyParts();
    options.interrupted = [] { return true; };
    RoadmapMember member(problemOf(ArmWorld()), options);
    CHECK(member.answer("anything") == "!");
}

TEST_CASE("An order that is none is answered, with what is wrong", "[roadmap]")
{
    RoadmapMember member(problemOf(ArmWorld()), manyParts());
    for (const std::string& order :
         {std::string(), std::string("edges"), std::string(41, '\0'), std::string(41, '\xff'), std::string(1000, 'x')})
        CHECK(member.answer(order).front() == '-');
}
