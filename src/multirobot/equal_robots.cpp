#include "multirobot/equal_robots.h"

#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "core/content_bytes.h"
#include "geometry/geometry_content.h"

namespace gapless {

namespace {

/// Objects of both, each by its number among its robot's, and their clearance.
using CrossPair = std::tuple<std::size_t, std::size_t, double>;
using CrossPairs = std::vector<CrossPair>;
using DigestsOfShapes = std::map<const CollisionGeometry*, Digest>;

int numberOf(const PartOfProblem& alone)
{
    return *alone.problem.scene->model().body(alone.problem.joints.front().body).robot;
}

/// Numbers bodies, or objects, of the robot apart from those that stand still: the latter are the same in the parts of all robots.
class OwnNumbers
{
public:
    explicit OwnNumbers(std::vector<bool> own)
    {
        std::uint32_t counts[2] = {0, 0};
        for (const bool is_own : own)
            numbers_.emplace_back(is_own, counts[is_own ? 1 : 0]++);
    }
    bool isOwn(std::size_t i) const { return numbers_[i].first; }
    std::uint32_t at(std::size_t i) const { return numbers_[i].second; }
    void put(ContentWriter& content, std::size_t i) const
    {
        content.put8(isOwn(i) ? 1 : 0);
        content.put32(at(i));
    }

private:
    std::vector<std::pair<bool, std::uint32_t>> numbers_;
};

void putJointOfRobot(ContentWriter& content, const Body& body, const OwnNumbers& bodies)
{
    bodies.put(content, body.parent.value());
    content.put(body.X_PJ);
    content.put8(static_cast<unsigned>(body.joint.type));
    content.put(body.joint.axis);
    for (const std::vector<double>* limits : {&body.joint.lower, &body.joint.upper})
    {
        content.put32(static_cast<std::uint32_t>(limits->size()));
        for (const double limit : *limits)
            content.putDouble(limit);
    }
    content.put8(body.joint.mimic ? 1 : 0);
    if (body.joint.mimic)
    {
        bodies.put(content, body.joint.mimic->master.value());
        content.putDouble(body.joint.mimic->multiplier);
        content.putDouble(body.joint.mimic->offset);
    }
    content.put8(body.is_static ? 1 : 0);
    if (body.is_static)
        content.put(body.X_WB);
}

void putPlanningJoint(ContentWriter& content, const PlanningJoint& joint, const OwnNumbers& bodies)
{
    bodies.put(content, joint.body.value());
    content.put32(static_cast<std::uint32_t>(joint.variable));
    content.put32(static_cast<std::uint32_t>(joint.count));
    content.put8(joint.steering ? 1 : 0);
    if (joint.steering)
    {
        content.put8(static_cast<unsigned>(joint.steering->type));
        content.putDouble(joint.steering->radius);
    }
}

void putOwnPairs(ContentWriter& content, const Scene& scene, const OwnNumbers& objects)
{
    std::vector<std::string> pairs;
    for (const ObjectPair& pair : scene.pairs())
    {
        ContentWriter one[2], both;
        objects.put(one[0], pair.a.value());
        objects.put(one[1], pair.b.value());
        both.put(std::min(one[0].bytes(), one[1].bytes()) + std::max(one[0].bytes(), one[1].bytes()));
        both.putDouble(pair.clearance);
        pairs.push_back(both.bytes());
    }
    std::sort(pairs.begin(), pairs.end());
    for (const std::string& pair : pairs)
        content.put(pair);
}

/// All that counts of one robot and what stands still. Each kind of thing comes after its number, so that no two robots are written alike.
std::string contentOf(const PartOfProblem& alone, DigestsOfShapes& digests)
{
    const Problem& problem = alone.problem;
    const Scene& scene = *problem.scene;
    const KinematicModel& model = scene.model();
    const int number = numberOf(alone);
    std::vector<bool> own_bodies, own_objects;
    for (const Body& body : model.bodies())
        own_bodies.push_back(body.robot == number);
    for (const CollisionObject& object : scene.objects())
        own_objects.push_back(own_bodies[object.body.value()]);
    const OwnNumbers bodies(own_bodies), objects(own_objects);

    ContentWriter content;
    std::vector<bool> plans(static_cast<std::size_t>(problem.start.size()), false);
    content.put32(static_cast<std::uint32_t>(problem.joints.size()));
    for (const PlanningJoint& joint : problem.joints)
    {
        putPlanningJoint(content, joint, bodies);
        for (int variable = joint.variable; variable < joint.variable + joint.count; ++variable)
            plans[static_cast<std::size_t>(variable)] = true;
    }
    content.put32(static_cast<std::uint32_t>(model.bodies().size()));
    for (const BodyIndex i : model.bodies().indices())
    {
        // Of every body, so that a configuration of one robot is one of the other.
        const Body& body = model.body(i);
        bodies.put(content, i.value());
        content.put32(static_cast<std::uint32_t>(body.variable.value_or(-1)));
        const int first = body.variable.value_or(0), count = body.variable ? variableCount(body.joint.type) : 0;
        for (int variable = first; variable < first + count; ++variable)
            content.putDouble(plans[static_cast<std::size_t>(variable)] ? 0.0 : problem.start[variable]);
        if (bodies.isOwn(i.value()))
            putJointOfRobot(content, body, bodies);
    }
    content.put32(static_cast<std::uint32_t>(scene.objects().size()));
    for (const ObjectIndex i : scene.objects().indices())
    {
        if (!objects.isOwn(i.value()))
            continue;
        const CollisionObject& object = scene.object(i);
        objects.put(content, i.value());
        bodies.put(content, object.body.value());
        const auto [digest, is_new] = digests.try_emplace(object.geometry.get());
        if (is_new)
            digest->second = digestOfShapes(object.geometry->shapes());
        content.put(digest->second);
    }
    putOwnPairs(content, scene, objects);
    return content.bytes();
}

/// Of every two robots, the lower number first, what is active between them.
class PairsBetween
{
public:
    PairsBetween(const Problem& problem, const IndexedVector<RobotIndex, const PartOfProblem*>& parts)
    {
        const Scene& scene = *problem.scene;
        std::map<int, RobotIndex> robots;
        for (const RobotIndex robot : parts.indices())
            robots.emplace(numberOf(*parts[robot]), robot);
        IndexedVector<RobotIndex, std::size_t> counts(parts.size(), 0);
        struct Owner
        {
            bool plans = false;
            RobotIndex robot;
            std::size_t number = 0;
        };
        IndexedVector<ObjectIndex, Owner> owners;
        for (const CollisionObject& object : scene.objects())
        {
            const std::optional<int> number = scene.model().body(object.body).robot;
            const auto found = number ? robots.find(*number) : robots.end();
            owners.push_back(found == robots.end() ? Owner{} : Owner{true, found->second, counts[found->second]++});
        }
        for (const ObjectPair& pair : scene.pairs())
        {
            const Owner &a = owners[pair.a], &b = owners[pair.b];
            if (!a.plans || !b.plans || a.robot == b.robot)
                continue;
            pairs_[{a.robot, b.robot}].emplace_back(a.number, b.number, pair.clearance);
            pairs_[{b.robot, a.robot}].emplace_back(b.number, a.number, pair.clearance);
        }
        for (auto& [robots_of, pairs] : pairs_)
            std::sort(pairs.begin(), pairs.end());
    }

    const CrossPairs& of(RobotIndex a, RobotIndex b) const
    {
        static const CrossPairs none;
        const auto found = pairs_.find({a, b});
        return found == pairs_.end() ? none : found->second;
    }

private:
    std::map<std::pair<RobotIndex, RobotIndex>, CrossPairs> pairs_;
};

}  // namespace

IndexedVector<RobotIndex, RobotIndex> firstEquals(const Problem& problem,
                                                  const IndexedVector<RobotIndex, const PartOfProblem*>& parts)
{
    DigestsOfShapes digests;
    IndexedVector<RobotIndex, std::string> contents;
    for (const PartOfProblem* part : parts)
        contents.push_back(contentOf(*part, digests));
    const PairsBetween between(problem, parts);
    const auto areEqual = [&](RobotIndex a, RobotIndex b) {
        bool are_equal = contents[a] == contents[b] && between.of(a, b) == between.of(b, a);
        for (const RobotIndex other : parts.indices())
            are_equal = are_equal && (other == a || other == b || between.of(a, other) == between.of(b, other));
        return are_equal;
    };
    IndexedVector<RobotIndex, RobotIndex> first;
    for (const RobotIndex robot : parts.indices())
    {
        RobotIndex equal(0);
        while (equal != robot && (first[equal] != equal || !areEqual(equal, robot)))
            equal = equal.next();
        first.push_back(equal);
    }
    return first;
}

}  // namespace gapless
