// What can collide with what: named collision objects on the bodies of one kinematic model, and the active pairs.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gapless/collision/allowed_collision_matrix.h>
#include <gapless/collision/apart_within_limits.h>
#include <gapless/core/number_range.h>
#include <gapless/geometry/collision_geometry.h>
#include <gapless/kinematics/kinematic_model.h>

namespace gapless {

/// Into Scene::objects().
using ObjectIndex = Index<struct CollisionObject>;
/// Into Scene::pairs().
using PairIndex = Index<struct ObjectPair>;

enum class ObjectKind
{
    Link,
    Obstacle,
    Attached,
};

/// A link, obstacle or attached part: geometry in the frame of the body that carries it.
struct CollisionObject
{
    std::string name;
    BodyIndex body = kWorld;
    ObjectKind kind = ObjectKind::Obstacle;
    std::shared_ptr<const CollisionGeometry> geometry;
    /// Attached only: names of the links it may touch.
    std::vector<std::string> touch_links;
    /// Link only: the nearest link above it in its robot's tree of links that has geometry, be it on the same body; empty: none.
    std::string parent_link = {};
};

inline constexpr NumberRange kClearanceRange = NumberRange::notNegative("metres");

/// Required gaps, in kClearanceRange. A pair's own value wins over self_clearance, which wins over clearance.
struct Clearances
{
    double all = 0.0;
    /// For pairs within one robot; none: the same as `all`.
    std::optional<double> self;
    struct PairValue
    {
        std::string a, b;
        double value = 0.0;
    };
    std::vector<PairValue> pairs;
};

/// Two objects to be kept apart, a < b as indices of Scene::objects().
struct ObjectPair
{
    ObjectIndex a, b;
    double clearance = 0.0;
};

/// Two objects that can move relative to each other and are not checked, a < b as in ObjectPair.
struct ExemptPair
{
    ObjectIndex a, b;
    ExemptReason reason = ExemptReason::Problem;
};

/// An immutable snapshot: an edit is a new Scene, so that nothing certified with the old one is taken for the new.
/// Safe to read from many threads.
///
/// Active are all pairs of objects that can move relative to each other, but
/// - a link and its `parent_link`, if exactly one joint that moves lies between their bodies, and it is revolute, continuous or prismatic
///   (a mimic joint counts as what it is): those touch by construction. Nothing else does: not what is fixed to one of the two, not
///   across a planar or floating joint, not what is attached;
/// - pairs in the allowed collision matrix, and an attached part with its touch links.
class Scene
{
public:
    /// What an `earlier` scene (may be null) knows to be apart within the joint limits is not proven anew: programs whose obstacles change
    /// from query to query keep the scene before. A pair whose proof came to nothing there is not tried again either.
    /// @throws InputError for two objects of one name, a `parent_link` that is no link above the link, a clearance that is negative, not
    ///         finite or of an unknown name.
    Scene(KinematicModel model, std::vector<CollisionObject> objects, AllowedCollisionMatrix allowed = {},
          Clearances clearances = {}, const Scene* earlier = nullptr);
    /// Exactly these pairs are active, but those whose objects cannot move relative to each other; for a caller that has rules of its own.
    /// @throws InputError as above, and for a pair that is none, given twice, or with a clearance that is negative or not finite.
    Scene(KinematicModel model, std::vector<CollisionObject> objects, const std::vector<ObjectPair>& pairs,
          const Scene* earlier = nullptr);
    Scene(const Scene&) = delete;
    Scene& operator=(const Scene&) = delete;

    /// Different for each scene of the process, also where one took the place of another in memory.
    std::uint64_t id() const { return id_; }
    const KinematicModel& model() const { return model_; }
    const IndexedVector<ObjectIndex, CollisionObject>& objects() const { return objects_; }
    const CollisionObject& object(ObjectIndex index) const { return objects_[index]; }
    const IndexedVector<PairIndex, ObjectPair>& pairs() const { return pairs_; }
    const ObjectPair& pair(PairIndex index) const { return pairs_[index]; }
    /// Pairs that move relatively and are not active, each with the first reason that holds, in the order of the enumerators. Empty for a
    /// scene with pairs of the caller's choice.
    const std::vector<ExemptPair>& exemptPairs() const { return exempt_; }
    /// What the joint limits keep apart of a pair.
    const ApartWithinLimits& apartWithinLimits(PairIndex pair) const { return apart_[pair]; }
    /// The pairs that the joint limits do not keep apart altogether.
    const std::vector<PairIndex>& openPairs() const { return open_pairs_; }
    /// The least gap that those limits guarantee of the others, metres; infinite without others.
    double leastGapWithinLimits() const { return least_gap_; }
    [[nodiscard]] std::optional<ObjectIndex> findObject(const std::string& name) const;

private:
    void requireSoundObjects() const;
    void proveLimits(const Scene* earlier);
    bool moveRelatively(const CollisionObject& a, const CollisionObject& b) const;
    /// By object: its `parent_link` where the two are exempt from each other.
    IndexedVector<ObjectIndex, std::optional<ObjectIndex>> joinedLinks() const;

    std::uint64_t id_;
    KinematicModel model_;
    IndexedVector<ObjectIndex, CollisionObject> objects_;
    IndexedVector<PairIndex, ObjectPair> pairs_;
    std::vector<ExemptPair> exempt_;
    IndexedVector<PairIndex, ApartWithinLimits> apart_;
    std::vector<PairIndex> open_pairs_;
    double least_gap_ = std::numeric_limits<double>::infinity();
};

}  // namespace gapless
