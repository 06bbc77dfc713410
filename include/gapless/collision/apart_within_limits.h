// What the joint limits of a robot keep apart: proven once per scene, never looked at again.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include <gapless/collision/apart_cells.h>
#include <gapless/geometry/pair_distance.h>
#include <gapless/kinematics/kinematic_model.h>

namespace gapless {

struct CollisionObject;
struct ObjectPair;
class Scene;
struct TurnedObjects;
using ObjectIndex = Index<CollisionObject>;
using PairIndex = Index<ObjectPair>;

/// In every configuration within the joint limits, any point of object a and any point of object b are farther apart than
/// `gap`, unless they lie in the two nodes of one of the node pairs `open`. `gap` is greater than the pair's clearance.
/// Nothing proven: `open` holds the two roots. Nothing left to check: `open` is empty.
struct ApartWithinLimits
{
    double gap = std::numeric_limits<double>::infinity();
    std::vector<NodePair> open{NodePair{}};

    /// Where in the box of the limits the two objects are apart all the same; null: not known. Shared by all pairs that are alike.
    std::shared_ptr<const ApartCells> cells;
    /// The cells are of one object and of what these sweep, the other among them, as the joint that carries them turns: they hold whatever
    /// that joint's value is (src/collision/turned_objects.h). Null: of the two objects.
    std::shared_ptr<const TurnedObjects> turned;
    bool is_a_turned = false;  ///< of the pair's objects, the first; else the second
    /// Cells of what the one of them that is of this pair sweeps by itself, for where `cells` say nothing. Null: there are none.
    std::shared_ptr<const ApartWithinLimits> alone;
    /// By variable of the cells: which of a configuration of the scene it is.
    std::array<int, ApartCells::kMostVariables> variables{};
    /// What `cells` and those of other pairs with the same variables and clearance are all apart in: one look for all of them. Null: there are no
    /// others.
    struct OfSeveral
    {
        std::vector<std::shared_ptr<const ApartCells>> joined;
        std::optional<ApartCells> cells;  ///< none where too little is apart in all
    };
    std::shared_ptr<const OfSeveral> of_several;

    /// What the cells say of the straight line between two configurations.
    struct OnMotion
    {
        /// A proven lower bound, greater than the pair's clearance, of the distance of the two objects in every configuration on it, and neither is
        /// inside the other there; or nothing. Other variables than the pair's may have any values, these have to be within their limits, which
        /// is looked at here.
        std::optional<double> gap;
        /// Where they may well touch if there is no gap, which nothing proves: below these nodes, at that fraction of the line.
        struct Meeting
        {
            static constexpr int kMostTests = 200;  ///< more is not worth to be spent there, of greedyDistance()
            NodePair within;
            double t;
        };
        std::optional<Meeting> meeting;
    };
    /// @pre both are configurations of the scene
    [[nodiscard]] OnMotion onMotion(const Configuration& q0, const Configuration& q1) const;
    [[nodiscard]] std::optional<double> gapOn(const Configuration& q0, const Configuration& q1) const
    {
        return onMotion(q0, q1).gap;
    }
    /// What some of these cells alone say, which other pairs may share.
    [[nodiscard]] ApartCells::OnLine onLineBy(const ApartCells& some, const Configuration& q0, const Configuration& q1) const;
    /// What `cells` say, as of this pair's objects.
    [[nodiscard]] OnMotion ofPair(const ApartCells::OnLine& line) const;
};

/// One proof per pair.
///
/// The relative pose of two links of a serial robot depends only on the joints between them. Where these are one or two (of three, see below)
/// bounded revolute or prismatic joints, the box of their limits is covered by cells: with eta a lower bound of the distance
/// of two nodes at a cell's centre and lambda a bound of the relative travel from the centre to any point of the cell (the
/// straight way there stays in the cell; lever arms over the whole cell, motion_bound.h), the distance is at least eta - lambda
/// all over the cell. Cells where that does not exceed the clearance are halved. A node pair that comes near in some cell, or
/// needs more work than the budget allows, is opened, and its children are tried; the budget is counted in tests, so that the
/// outcome is the same everywhere. A pair is without open nodes only if neither object is inside the other at the centre of
/// the box: since their distance stays positive over the whole box, that holds everywhere.
///
/// A proof of an earlier scene (may be null) is taken over where the same two geometries hang on the same joints, and the proven gap is
/// greater than the clearance asked for now: it rests on nothing else. So are the cells, where the clearance is the same; else they are
/// searched anew.
///
/// Cells (ApartCells) are searched for pairs that are left with open nodes: by the same inequality, of parts where the whole is not apart, and by planes that the body between
/// two joints carries (src/collision/limit_box.h). So they are for a link and several that one body carries, where one joint more lies between and turns that body: of the other joints'
/// values alone, as what is turned is replaced by what it sweeps (src/collision/limited_pairs.h): all that is, and, for where that is not enough, each alone. Two links with three joints between them of which
/// nothing is turned so get cells of all three values (without planes: there is no one body between), in a smaller budget; a pair that these show to be apart in all of the box has no open
/// nodes.
[[nodiscard]] IndexedVector<PairIndex, ApartWithinLimits> proveApartWithinLimits(
    const KinematicModel& model, const IndexedVector<ObjectIndex, CollisionObject>& objects,
    const IndexedVector<PairIndex, ObjectPair>& pairs, const Scene* earlier = nullptr);

/// Are all revolute and prismatic variables of q within their limits, so that these proofs hold? (On the motion between two such
/// configurations too: the box is convex.) @pre q is of the model's size
[[nodiscard]] bool isWithinLimits(const KinematicModel& model, const Configuration& q);
/// The same of all that is at most `deviation` away, variable by variable. @pre not negative, and of the same size
[[nodiscard]] bool isWithinLimits(const KinematicModel& model, const Configuration& q, const Configuration& deviation);

}  // namespace gapless
