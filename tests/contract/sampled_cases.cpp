// Random motions judged by brute-force sampling: one way only. A sample in contact proves contact; samples without contact prove
// freedom only as far as the distance exceeds what any point can travel between two samples.
#include "contract/motion_validator_contract.h"
#include "support/random_scene.h"
#include "support/reference_scene.h"

namespace gapless::test {
namespace {

constexpr int kSamples = 421;  // no dyadic instants but the ends

/// Crude bound of the speed of any point of the robot, metres per motion: all turns with the longest lever arm that exists.
double speedBound(const Scene& scene, const Configuration& q0, const Configuration& q1)
{
    double lever = 0.0, turns = 0.0, shifts = 0.0;
    for (const CollisionObject& object : scene.objects())
        if (object.body != kWorld)
            lever = std::max(lever, object.geometry->reach());
    const KinematicModel& model = scene.model();
    for (BodyIndex i(1); model.bodies().has(i); i = i.next())
    {
        const Body& body = model.body(i);
        if (body.parent != kWorld)
            lever += body.X_PJ.p.norm();
        const int v = body.variable.value_or(-1);
        const auto most = [&](int k) { return std::max(std::abs(q0[k]), std::abs(q1[k])); };
        switch (body.joint.type)
        {
            case JointType::Fixed: break;
            case JointType::Prismatic:
            case JointType::Revolute:
            case JointType::Continuous:
            {
                const auto value = [&](double t) { return jointValue<double>(model, i, q0, q1, t); };
                const double change = std::abs(value(1) - value(0));
                if (body.joint.type == JointType::Prismatic)
                {
                    shifts += change;
                    lever += std::max(std::abs(value(0)), std::abs(value(1)));
                }
                else
                    turns += change;
                break;
            }
            case JointType::Planar:
                shifts += std::hypot(q1[v] - q0[v], q1[v + 1] - q0[v + 1]);
                lever += most(v) + most(v + 1);
                turns += std::min(std::abs(q1[v + 2] - q0[v + 2]), 2 * M_PI);
                break;
            case JointType::Floating:
                shifts += (q1.segment<3>(v) - q0.segment<3>(v)).norm();
                lever += most(v) + most(v + 1) + most(v + 2);
                turns += 2 * std::acos(std::min(1.0, std::abs(q0.segment<4>(v + 3).dot(q1.segment<4>(v + 3)))));
                break;
        }
    }
    return (turns * lever + shifts) * 1.001;
}

void sample(MotionCase& motion)
{
    const ReferenceScene reference(*motion.scene);
    const auto& pairs = motion.scene->pairs();
    double smallest = 1e9, smallest_excess = 1e9;
    for (int k = 0; k <= kSamples; ++k)
    {
        const double t = static_cast<double>(k) / kSamples;
        const auto poses = reference.poses(motion.q0, motion.q1, t);
        for (const PairIndex p : pairs.indices())
        {
            const double clearance = pairs[p].clearance;
            const double known = std::max(smallest, smallest_excess + clearance);
            const double d = reference.pairDistance(poses, p, known);
            smallest = std::min(smallest, d);
            smallest_excess = std::min(smallest_excess, d - clearance);
            if (d <= clearance)
            {
                motion.contact = t;
                return;
            }
        }
    }
    motion.smallest_distance_at_most = smallest;
    if (!hasRoundSolid(*motion.scene))
        motion.excess_at_least = smallest_excess - 2 * speedBound(*motion.scene, motion.q0, motion.q1) * 0.5 / kSamples - 1e-12;
}

/// Does the motion start in contact?
bool startsInContact(const MotionCase& motion)
{
    const ReferenceScene reference(*motion.scene);
    const auto poses = reference.poses(motion.q0, motion.q1, 0.0);
    for (const PairIndex p : motion.scene->pairs().indices())
        if (reference.pairDistance(poses, p) <= motion.scene->pair(p).clearance)
            return true;
    return false;
}

std::vector<MotionCase> makeSampledCases()
{
    Random random(20020718);
    std::vector<MotionCase> out;
    int made = 0;
    while (out.size() < 240)
    {
        SceneBuilder builder;
        RandomRobotOptions robot;
        const int seed = made++;
        if (seed % 6 == 1)
            robot.base_offset = 0x1p20;
        if (seed % 6 == 2)
            robot.scale = 0x1p-10;
        addRandomRobot(builder, random, robot);
        const Vec3 about(robot.base_offset, -robot.base_offset, 0.5 * robot.base_offset);
        addRandomObstacles(builder, random, 1 + random.index(3), 1.5 * robot.scale, 0.4 * robot.scale, about);
        builder.clearances.all = random.chance(0.3) ? random.uniform(0, 0.05) * robot.scale : 0.0;
        MotionCase motion;
        motion.scene = builder.build();
        const KinematicModel& model = motion.scene->model();
        if (motion.scene->pairs().empty())
            continue;
        for (int m = 0; m < 4; ++m)
        {
            motion.contact.reset();
            motion.smallest_distance_at_most.reset();
            motion.excess_at_least.reset();
            motion.q0 = randomConfiguration(model, random, 0.7 * robot.scale);
            motion.q1 = random.chance(0.2) ? randomConfiguration(model, random, 0.7 * robot.scale)
                                           : nearbyConfiguration(model, random, motion.q0, random.logUniform(0.02, 1.5));
            if (robot.scale < 1.0)  // translations in step with the robot
                for (const Body& body : model.bodies())
                    if (body.variable && body.joint.type != JointType::Revolute && body.joint.type != JointType::Continuous)
                        for (int i = 0; i < (body.joint.type == JointType::Prismatic ? 1
                                             : body.joint.type == JointType::Planar  ? 2
                                                                                     : 3);
                             ++i)
                            motion.q1[*body.variable + i] =
                                motion.q0[*body.variable + i] + random.uniform(-0.3, 0.3) * robot.scale;
            motion.options.tolerance = (random.chance(0.5) ? 1e-3 : random.logUniform(1e-6, 1e-2)) * robot.scale;
            motion.name = "random scene " + std::to_string(seed) + " motion " + std::to_string(m);
            if (startsInContact(motion) && !random.chance(0.1))
                continue;
            sample(motion);
            out.push_back(motion);
        }
    }
    return out;
}

}  // namespace

const std::vector<MotionCase>& sampledCases()
{
    static const std::vector<MotionCase> cases = makeSampledCases();
    return cases;
}

}  // namespace gapless::test
