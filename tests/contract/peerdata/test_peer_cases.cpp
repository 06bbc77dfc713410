// Known answers of shared/peerdata: analytic cases answer right, mined edges are never free.
#include <fstream>

#include <nlohmann/json.hpp>

#include "contract/motion_validator_contract.h"
#include "measure/published_bisection.h"
#include "support/peer_data.h"
#include "support/sanitized.h"
#include "support/temporary_folder.h"

#include <gapless/certify/segment_certifier.h>
#include <gapless/convert/convert.h>
#include <gapless/io/problem_loader.h>

using namespace gapless;
using namespace gapless::test;

namespace {

CertifyResult segment(const std::shared_ptr<const Scene>& scene, const Configuration& q0, const Configuration& q1,
                      const CertifyOptions& options)
{
    SegmentCertifier certifier(scene, q0, q1, options);
    certifier.run();
    return certifier.result();
}

CertifyResult published(const std::shared_ptr<const Scene>& scene, const Configuration& q0, const Configuration& q1,
                        const CertifyOptions& options)
{
    return publishedBisection(*scene, q0, q1, options);
}

nlohmann::json jsonOf(const std::string& file)
{
    std::ifstream in(file);
    return nlohmann::json::parse(in);
}

}  // namespace

TEST_CASE("The analytic cases answer right at several tolerances, forwards and backwards")
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
        const Problem problem = loadProblem(files[0]);
        const auto expected = jsonOf(json).at("expected");
        for (double tolerance : {1e-3, 1e-6, 1e-10})
        {
            MotionCase motion;
            motion.name = name;
            motion.scene = problem.scene;
            motion.q0 = problem.start;
            motion.q1 = problem.goal.value();
            motion.options.tolerance = tolerance;
            // Rounding may be above the smaller tolerances.
            motion.must_decide = tolerance > 1e-4;
            if (expected.at("collides"))
                motion.contact = std::stod(std::string(expected.at("toc")));
            else
            {
                const double clearance = std::stod(std::string(expected.at("clearance")));
                motion.smallest_distance_at_most = clearance;
                motion.excess_at_least = clearance;
            }
            for (bool adaptive : {true, false})
            {
                // The yardstick has looser rounding terms: below 1e-9 it may stay undecided where the space is narrow.
                if (!adaptive && tolerance < 1e-9)
                    motion.excess_at_least.reset();
                for (const std::string& violation :
                     contractViolations(adaptive ? Validate(segment) : Validate(published), {motion}))
                    FAIL_CHECK((adaptive ? "SegmentCertifier: " : "publishedBisection: ") << violation);
            }
            ++count;
        }
    }
    CHECK(count == 3 * 27);
}

TEST_CASE("Edges that a sampled check passed although they collide are never free")
{
    const auto folder = peerDataFolder();
    if (!folder)
        return;
    for (const char* robot : {"panda", "ur5"})
    {
        const TemporaryFolder scratch;
        const std::string json = *folder + "/edges/" + robot + ".json";
        const auto edges = jsonOf(json).at("edges");
        const auto files = convertProblemSet(json, scratch.path());
        REQUIRE(files.size() == edges.size());
        ProblemLoader loader;
        // What the answers are, the other builds tell for all; here one in so many shows that they are reached cleanly.
        for (std::size_t i = 0; i < files.size(); i += kShare)
        {
            const Problem problem = loader.load(files[i]);
            for (double tolerance : {1e-3, 1e-6})
            {
                CertifyOptions options;
                options.tolerance = tolerance;
                options.last_valid_resolution = 1e-3;
                const CertifyResult result = segment(problem.scene, problem.start, problem.goal.value(), options);
                INFO(files[i] << " tolerance " << tolerance << " " << toString(result.verdict) << " last_valid "
                              << result.last_valid);
                CHECK(result.verdict == Verdict::Collision);
                // Found with all obstacles shrunk by 1e-5: a contact whatever FCL's rounding.
                if (!edges[i].at("robust_witness_t").is_null())
                    CHECK(result.last_valid <= edges[i].at("robust_witness_t").get<double>());
            }
        }
    }
}
