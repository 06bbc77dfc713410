// Motions whose first contact is known in closed form: ArticulatedCollision encloses its time, and says where it is.
#include <fstream>
#include <iostream>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "certify/articulated_cases.h"
#include "certify/articulated_variants.h"
#include "support/peer_data.h"
#include "support/sanitized.h"
#include "support/temporary_folder.h"

#include <gapless/convert/convert.h>

using namespace gapless;
using namespace gapless::test;

namespace {

ArticulatedResult articulated(const std::shared_ptr<const Scene>& scene, const Configuration& q0, const Configuration& q1,
                              const ArticulatedOptions& options, const Budget& budget)
{
    return ArticulatedCollision(scene, options).check(q0, q1, budget);
}

void expectNone(const std::vector<std::string>& violations)
{
    for (const std::string& violation : violations)
        FAIL_CHECK(violation);
}

std::vector<ArticulatedCase> with(const std::function<ArticulatedCase(const ArticulatedCase&)>& change)
{
    std::vector<ArticulatedCase> out;
    for (const ArticulatedCase& motion : articulatedCases())
        out.push_back(change(motion));
    return out;
}

const Vec3 kFarAway(1000, -1000, 500);

nlohmann::json jsonOf(const std::string& file)
{
    std::ifstream in(file);
    return nlohmann::json::parse(in);
}

ArticulatedCase peerCase(const std::string& name, const Problem& problem, const nlohmann::json& expected)
{
    ArticulatedCase motion;
    motion.name = name;
    motion.scene = problem.scene;
    motion.q0 = problem.start;
    motion.q1 = problem.goal.value();
    // Thirty digits, rounded to a double; the inputs are exact.
    motion.toc_error = 0x1p-52;
    const auto number = [&](const char* key) {
        return expected.at(key).is_null() ? std::nullopt : std::optional<double>(std::stod(std::string(expected.at(key))));
    };
    motion.toc = number("toc");
    if (!motion.toc)
        motion.distance = motion.excess = number("clearance");
    if (const auto end = number("contact_end_t"))
        motion.toc_backwards = 1.0 - *end;
    // Exactly touching, or sliding over each other within a plane.
    for (const char* touching : {"10_graze_touch_exact", "20_touch", "21_touch", "25_coplanar"})
        motion.touches_only = motion.touches_only || name.find(touching) == 0;
    return motion;
}

}  // namespace

TEST_CASE("The first contact is where and when the closed form has it")
{
    expectNone(articulatedViolations(articulated, articulatedCases()));
}

TEST_CASE("The order of the two objects of a pair does not matter")
{
    expectNone(articulatedViolations(articulated, with(swapped)));
}

TEST_CASE("A motion that is free is free backwards, and one that collides collides")
{
    expectNone(articulatedViolations(articulated, with(reversed)));
}

TEST_CASE("A scene that is moved by a kilometre answers the same up to rounding")
{
    expectNone(articulatedViolations(articulated, with([](const ArticulatedCase& motion) { return moved(motion, kFarAway); })));
    expectNone(articulatedViolations(articulated,
                                     with([](const ArticulatedCase& motion) { return moved(reversed(motion), kFarAway); })));
}

TEST_CASE("The stages do not change what is answered, only how fast")
{
    for (const bool boxes : {false, true})
        for (const bool volumes : {false, true})
            for (const bool equations : {false, true})
            {
                std::vector<ArticulatedOptions> options = {severalTolerances()[1]};
                options[0].stages.swept_boxes = boxes;
                options[0].stages.swept_volumes = volumes;
                INFO("swept boxes " << boxes << ", swept volumes " << volumes << ", equations " << equations);
                expectNone(articulatedViolations(equations ? solvingEquations : articulated, articulatedCases(), options));
            }
}

TEST_CASE("The equations of features answer right at every tolerance, also swapped, backwards and moved")
{
    for (const auto& variant : {std::function<ArticulatedCase(const ArticulatedCase&)>(swapped),
                                std::function<ArticulatedCase(const ArticulatedCase&)>(reversed),
                                std::function<ArticulatedCase(const ArticulatedCase&)>(
                                    [](const ArticulatedCase& motion) { return moved(motion, kFarAway); })})
        expectNone(articulatedViolations(solvingEquations, with(variant), severalTolerances()));
}

TEST_CASE("The analytic cases of other projects answer right, also swapped, backwards and moved")
{
    const auto folder = peerDataFolder();
    if (!folder)
        return;
    const TemporaryFolder scratch;
    int count = 0;
    for (const auto& entry : jsonOf(*folder + "/analytic/index.json"))
    {
        const std::string name = entry.at("case");
        const std::string json = *folder + "/analytic/" + name + "/problem.json";
        const auto files = convertProblemSet(json, scratch.path(name));
        REQUIRE(files.size() == 1);
        const ArticulatedCase motion = peerCase(name, loadProblem(files[0]), jsonOf(json).at("expected"));
        // Too small, or too far away already, to be moved with an answer that is still known.
        const bool movable = name.find("scale_2") == std::string::npos && name.find("offset_2") == std::string::npos;
        std::vector<ArticulatedCase> cases = {motion, swapped(motion), reversed(motion)};
        if (movable)
            cases.push_back(moved(motion, kFarAway));
        expectNone(articulatedViolations(articulated, cases));
        ++count;
    }
    CHECK(count == 27);
}
