#include "moveit/conversion_contract.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include <gapless/certify/static_checker.h>
#include <gapless/core/error.h>
#include <gapless/kinematics/motion.h>

#include "moveit/converted_object.h"
#include "moveit/described_distance.h"
#include "moveit/described_kinematics.h"
#include "moveit/documented_pairs.h"
#include "support/random_input.h"

namespace gapless_moveit::test {

using gapless::ObjectIndex;
using gapless::Pose;
using gapless::Vec3;
using gapless::test::digits;
using gapless::test::Random;
using Kind = JointDescription::Kind;

namespace {

/// Rounding of both sides, metres: scenes are some metres large, and square roots of differences lose half of the digits.
constexpr double kRounding = 1e-7;
constexpr int kStates = 3;

/// One state of the group, as the description has it and as the converted scene has it.
struct StateOfBoth
{
    StateOfBoth(const SceneDescription& description, const ConvertedScene& converted, std::vector<double> group_values)
        : values(std::move(group_values)),
          X_WL(linkPoses(description, values)),
          q(configurationOf(converted, values)),
          motion(converted.scene->model(), q, q)
    {}

    Pose of(const DescribedObject& object) const { return object.link ? X_WL[*object.link] : Pose(); }
    Pose ofBody(gapless::BodyIndex body) const { return motion.worldPose(body, 0.0); }

    std::vector<double> values;
    gapless::IndexedVector<LinkIndex, Pose> X_WL;
    gapless::Configuration q;
    gapless::Motion motion;
};

class ConversionChecks
{
public:
    ConversionChecks(const SceneDescription& description, const ConversionOptions& options, const ConvertedScene& converted,
                     std::uint64_t seed)
        : description_(description),
          options_(options),
          converted_(converted),
          scene_(*converted.scene),
          random_(seed),
          described_(describedObjects(description))
    {}

    std::vector<std::string> violations()
    {
        if (converted_.names.size() != scene_.objects().size())
            return {"PAIRS: not every object has a name"};
        checkPairs();
        checkLayout();
        for (int i = 0; i < kStates; ++i)
        {
            const StateOfBoth state(description_, converted_, randomState(description_, random_));
            checkPlaces(state);
            checkDeviation(state);
            checkApartness(state);
            checkVerdict(state);
        }
        return violations_;
    }

private:
    /// A pair of the scene that is among the documented ones.
    struct Pair
    {
        gapless::PairIndex index;
        ObjectIndex object_a, object_b;
        const DescribedObject *a = nullptr, *b = nullptr;

        bool isAgainstWorld() const { return a->kind == DescribedObject::Kind::World || b->kind == DescribedObject::Kind::World; }
        const std::vector<PlacedDescribedShape>& shapesOfA() const { return a->shapesAgainst(*b); }
        const std::vector<PlacedDescribedShape>& shapesOfB() const { return b->shapesAgainst(*a); }
        std::string names() const { return a->name + " and " + b->name; }
    };

    void report(const std::string& violation) { violations_.push_back(violation); }
    double clearanceOf(const Pair& pair) const { return pair.isAgainstWorld() ? options_.clearance : options_.self_clearance; }
    double keptBy(const Pair& pair) const { return scene_.pair(pair.index).clearance; }

    void checkPairs()
    {
        const std::set<NamedPair> documented = documentedPairs(description_).checked;
        std::set<NamedPair> found;
        for (const gapless::PairIndex i : scene_.pairs().indices())
        {
            const gapless::ObjectPair& pair = scene_.pair(i);
            const std::string &a = converted_.names[pair.a], &b = converted_.names[pair.b];
            const NamedPair named = std::minmax(a, b);
            if (documented.count(named) == 0)
                report("PAIRS: " + a + " and " + b + " are checked, and should not be");
            else if (!found.insert(named).second)
                report("PAIRS: " + a + " and " + b + " are checked twice");
            else
                pairs_.push_back({i, pair.a, pair.b, &described_.at(a), &described_.at(b)});
        }
        for (const NamedPair& pair : documented)
            if (found.count(pair) == 0)
                report("PAIRS: " + pair.first + " and " + pair.second + " should be checked, and are not");
        for (const Pair& pair : pairs_)
            if (options_.deviation == 0.0 ? keptBy(pair) != clearanceOf(pair) : keptBy(pair) < clearanceOf(pair))
                report("CLEARANCE: " + pair.names() + " keep " + digits(keptBy(pair)) + " m instead of "
                       + digits(clearanceOf(pair)));
    }

    void checkLayout()
    {
        const StateOfBoth state(description_, converted_, randomState(description_, random_));
        const auto& bodies = converted_.planning_bodies;
        std::size_t planning = 0;
        bool long_way = false;
        for (const JointDescription& joint : description_.joints)
            if (joint.state_index && !joint.mimic && joint.kind != Kind::Fixed)
            {
                ++planning;
                long_way = long_way || (joint.kind == Kind::Floating && description_.long_way_between_quaternions);
            }
        if (bodies.size() != planning || converted_.layout.first.size() != planning)
            return report("LAYOUT: " + std::to_string(bodies.size()) + " joints plan instead of " + std::to_string(planning));
        if (converted_.long_way_between_quaternions != long_way)
            report("LAYOUT: the way between quaternions is not the one of this MoveIt");
        if (!std::is_sorted(converted_.layout.first.begin(), converted_.layout.first.end()))
            report("LAYOUT: joints are not in the order of their variables");
        for (std::size_t k = 0; k < bodies.size(); ++k)
        {
            const gapless::Body& body = scene_.model().body(bodies[k]);
            for (int j = 0; j < gapless::variableCount(body.joint.type); ++j)
            {
                const double wanted = state.values[converted_.layout.first[k] + static_cast<unsigned int>(j)];
                const bool wraps = body.joint.type == gapless::JointType::Continuous
                                   || (body.joint.type == gapless::JointType::Planar && j == 2);
                const double off = state.q[*body.variable + j] - wanted;
                if (std::abs(wraps ? std::remainder(off, 2.0 * M_PI) : off) > 1e-12)
                    report("LAYOUT: variable " + std::to_string(j) + " of " + body.joint.name + " is off");
            }
        }
    }

    /// Distances of an object at hand and as described, from points on the described one, about it, and from `others`.
    void checkPlace(ObjectIndex object, const DescribedObject& described, const std::vector<PlacedDescribedShape>& shapes,
                    bool against_world, const std::vector<Vec3>& others, const StateOfBoth& state)
    {
        const Pose X = state.of(described), X_WB = state.ofBody(scene_.object(object).body);
        std::vector<Vec3> points = others;
        // Planes are cut off where the robot does not get: nothing can be said about any other points there.
        if (!hasPlane(shapes))
            for (const Vec3& p : pointsOn(shapes, X, 4, random_))
            {
                points.push_back(p);
                points.push_back(p + random_.inCube(0.2));
            }
        for (const Vec3& p : points)
        {
            const double wanted = distanceFrom(shapes, X, p), found = distanceFrom(scene_.object(object), X_WB, p);
            if (std::abs(wanted - found) <= kRounding)
                continue;
            return report(std::string(against_world ? "WORLD: " : "SELF: ") + described.name + " is " + digits(found)
                          + " m from the point " + digits(p) + " instead of " + digits(wanted));
        }
    }

    void checkPlaces(const StateOfBoth& state)
    {
        struct Side
        {
            const DescribedObject* described;
            const std::vector<PlacedDescribedShape>* shapes;
            std::vector<Vec3> others;
        };
        // By object and kind of pair, so that each is looked at once.
        std::map<std::pair<ObjectIndex, bool>, Side> sides;
        for (const Pair& pair : pairs_)
        {
            const auto add = [&](ObjectIndex object, const DescribedObject& described,
                                 const std::vector<PlacedDescribedShape>& shapes,
                                 const std::vector<PlacedDescribedShape>& shapes_of_other, const DescribedObject& other) {
                Side& side = sides.insert({{object, pair.isAgainstWorld()}, {&described, &shapes, {}}}).first->second;
                if (described.kind == DescribedObject::Kind::World)
                    for (const Vec3& p : pointsOn(shapes_of_other, state.of(other), 2, random_))
                        side.others.push_back(p);
            };
            add(pair.object_a, *pair.a, pair.shapesOfA(), pair.shapesOfB(), *pair.b);
            add(pair.object_b, *pair.b, pair.shapesOfB(), pair.shapesOfA(), *pair.a);
        }
        for (const auto& [key, side] : sides)
            checkPlace(key.first, *side.described, *side.shapes, key.second, side.others, state);
    }

    /// The distance of a point of one object from the other changes by no more than the pair keeps for it.
    void checkDeviation(const StateOfBoth& state)
    {
        if (options_.deviation == 0.0)
            return;
        // A little less than the deviation, for rounding.
        const std::vector<double> values = nearbyState(description_, state.values, 0.999 * options_.deviation, random_);
        const StateOfBoth moved(description_, converted_, values);
        for (const Pair& pair : pairs_)
        {
            const bool from_b = hasPlane(pair.shapesOfA());
            const DescribedObject &a = from_b ? *pair.b : *pair.a, &b = from_b ? *pair.a : *pair.b;
            const Pose way_of_a = moved.of(a) * state.of(a).inverse();
            for (const Vec3& p : pointsOn(a.shapesAgainst(b), state.of(a), 2, random_))
            {
                const double before = distanceFrom(b.shapesAgainst(a), state.of(b), p);
                const double cost = std::abs(distanceFrom(b.shapesAgainst(a), moved.of(b), way_of_a * p) - before);
                if (cost <= keptBy(pair) - clearanceOf(pair) + 1e-12)
                    continue;
                report("DEVIATION: " + pair.names() + " keep " + digits(keptBy(pair) - clearanceOf(pair)) + " m for what costs "
                       + digits(cost));
                break;
            }
        }
    }

    /// Of the pair, an upper bound: distances of points on one object from the other.
    double sampledDistance(const Pair& pair, const StateOfBoth& state)
    {
        double nearest = std::numeric_limits<double>::infinity();
        const auto take = [&](const DescribedObject& a, const std::vector<PlacedDescribedShape>& of_a, const DescribedObject& b,
                              const std::vector<PlacedDescribedShape>& of_b) {
            for (const Vec3& p : pointsOn(of_a, state.of(a), 4, random_))
                nearest = std::min(nearest, distanceFrom(of_b, state.of(b), p));
        };
        // Points of planes may be where these are cut off.
        if (!hasPlane(pair.shapesOfA()))
            take(*pair.a, pair.shapesOfA(), *pair.b, pair.shapesOfB());
        if (!hasPlane(pair.shapesOfB()))
            take(*pair.b, pair.shapesOfB(), *pair.a, pair.shapesOfA());
        return nearest;
    }

    void checkApartness(const StateOfBoth& state)
    {
        for (const Pair& pair : pairs_)
        {
            const gapless::ApartWithinLimits& apart = scene_.apartWithinLimits(pair.index);
            const double distance = apart.open.empty() ? sampledDistance(pair, state) : apart.gap;
            if (distance < apart.gap - kRounding)
                report("APART: " + pair.names() + " are told to keep " + digits(apart.gap) + " m, and are " + digits(distance)
                       + " m apart");
        }
    }

    void checkVerdict(const StateOfBoth& state)
    {
        gapless::ClosePair close;
        const double tolerance = options_.tolerance;
        const gapless::Verdict verdict = gapless::StaticChecker(converted_.scene, tolerance).check(state.q, &close);
        for (const Pair& pair : pairs_)
        {
            if (verdict == gapless::Verdict::Free && sampledDistance(pair, state) < clearanceOf(pair) + tolerance - kRounding)
                return report("MISSED: " + pair.names());
            if (verdict != gapless::Verdict::Collision || pair.index != close.pair)
                continue;
            if (distanceFrom(pair.shapesOfA(), state.of(*pair.a), close.point_a) > kRounding
                || distanceFrom(pair.shapesOfB(), state.of(*pair.b), close.point_b) > kRounding
                || (close.point_a - close.point_b).norm() > keptBy(pair) + tolerance + kRounding)
                report("WITNESS: " + pair.names() + " at " + digits(close.point_a) + " and " + digits(close.point_b));
        }
    }

    const SceneDescription& description_;
    const ConversionOptions& options_;
    const ConvertedScene& converted_;
    const gapless::Scene& scene_;
    Random random_;
    std::map<std::string, DescribedObject> described_;
    std::vector<Pair> pairs_;
    std::vector<std::string> violations_;
};

}  // namespace

std::vector<std::string> conversionViolations(const Convert& convert, const SceneDescription& description,
                                              const ConversionOptions& options, GeometryStore& store, std::uint64_t seed)
{
    const bool conditional = !documentedPairs(description).conditional.empty();
    ConvertedScene converted;
    try
    {
        converted = convert(description, options, store);
    }
    catch (const gapless::InputError& error)
    {
        if (conditional)
            return {};
        return {std::string("REFUSED: ") + error.what()};
    }
    if (conditional)
        return {"ACCEPTED: in spite of a conditional entry"};
    try
    {
        return ConversionChecks(description, options, converted, seed).violations();
    }
    catch (const gapless::InputError& error)
    {
        // States of the group are sound: it is the conversion that does not know them.
        return {std::string("LAYOUT: ") + error.what()};
    }
}

}  // namespace gapless_moveit::test
