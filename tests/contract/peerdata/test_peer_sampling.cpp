// One-way sampling on real robots: what a sample shows in collision is never free. GAPLESS_SAMPLED_MOTIONS sets how many per robot.
#include <iostream>

#include "support/peer_data.h"
#include "support/random_scene.h"
#include "support/sanitized.h"

#include <gapless/certify/segment_certifier.h>
#include <gapless/certify/static_checker.h>
#include <gapless/io/problem_description.h>
#include <gapless/kinematics/motion.h>

using namespace gapless;
using namespace gapless::test;

namespace {

/// Boxes, balls, a pole and a capsule about the robot, in YAML.
std::string obstaclesAround(Random& random)
{
    std::string out = "obstacles:\n";
    for (int i = 0; i < 6; ++i)
    {
        const Vec3 p = random.direction() * random.uniform(0.5, 1.2) + Vec3(0, 0, 0.5);
        const std::string pose = "pose: {xyz: [" + digits(p.x()) + ", " + digits(p.y()) + ", " + digits(p.z())
                                 + "], rpy: [0.3, -0.4, " + std::to_string(i) + "]}}\n";
        const char* const shapes[] = {"box: [0.2, 0.3, 0.02]", "sphere: 0.06", "cylinder: {radius: 0.02, length: 0.8}",
                                      "capsule: {radius: 0.01, length: 0.6}"};
        out += "  - {name: o" + std::to_string(i) + ", " + shapes[i % 4] + ", " + pose;
    }
    return out;
}

}  // namespace

TEST_CASE("No random motion of a real robot that a sample shows in collision is free")
{
    const auto folder = peerDataFolder();
    if (!folder)
        return;
    const char* wanted = std::getenv("GAPLESS_SAMPLED_MOTIONS");
    const int motions = wanted ? std::atoi(wanted) : 40 / kShare;
    const int samples = kSanitized ? 99 : 499;
    int all_free = 0, all_colliding = 0;
    for (const char* robot : {"irb2400", "panda", "ur5_bare", "puma560", "iiwa14"})
    {
        Random random(4711);
        const std::string base = *folder + "/robots/" + robot + "/" + robot;
        const Problem problem = buildProblem(parseProblem(
            "robots: [{urdf: '" + base + ".urdf', srdf: '" + base + ".srdf'}]\n" + obstaclesAround(random), *folder + "/p.yaml"));
        const KinematicModel& model = problem.scene->model();
        CertifyOptions options;
        const StaticChecker ends(problem.scene, options.tolerance), sampler(problem.scene, 1e-9);
        int free = 0, colliding = 0;
        for (int m = 0; m < motions; ++m)
        {
            Configuration q0 = randomWithinLimits(model, random);
            for (int tries = 0; tries < 300 && ends.check(q0) != Verdict::Free; ++tries)
                q0 = randomWithinLimits(model, random);
            const Configuration towards = randomWithinLimits(model, random);
            const double step = random.uniform(0.3, 3.0);
            const Configuration q1 = q0 + (towards - q0) * std::min(1.0, step / (towards - q0).cwiseAbs().maxCoeff());
            SegmentCertifier certifier(problem.scene, q0, q1, options);
            certifier.run();
            const CertifyResult result = certifier.result();
            INFO(robot << " motion " << m << " q0 " << digits(q0) << "\nq1 " << digits(q1) << "\n"
                       << toString(result.verdict) << " last_valid " << digits(result.last_valid));
            CHECK(result.verdict != Verdict::Undecided);
            free += result.verdict == Verdict::Free;
            colliding += result.verdict == Verdict::Collision;
            for (int k = 0; k <= samples; ++k)
            {
                const double t = static_cast<double>(k) / samples;
                ClosePair close;
                if (sampler.check(interpolate(model, q0, q1, t), &close) != Verdict::Collision)
                    continue;
                const double clearance = problem.scene->pair(close.pair).clearance;
                INFO("t " << digits(t) << " distance " << digits(close.distance));
                // An upper bound: where two bodies overlap it is some 1e-13 m, not 0.
                if (close.distance <= clearance + 1e-12)
                {
                    CHECK(result.verdict == Verdict::Collision);
                    CHECK(result.last_valid <= t);
                    break;
                }
                CHECK((result.verdict != Verdict::Free || result.certified_clearance <= close.distance));
            }
        }
        std::cout << robot << ": " << free << " motions free, " << colliding << " colliding\n";
        all_free += free;
        all_colliding += colliding;
    }
    CHECK(all_free >= motions);
    CHECK(all_colliding >= motions / 2);
}
