// The elementary tests of the leaf pairs of a frame, solved together over one interval of time.
//
// Redon, Kim, Lin, Manocha 2004, sections 5.2.2 and 5.2.3: two triangles that are apart first touch with a vertex of one and the face of the
// other, or with an edge of each. So if they are apart at the beginning of an interval, and none of their six vertex-face and nine
// edge-edge tests has a contact in it, they are apart throughout. Vertices move by the interval kinematics (interval_motion.h).
#pragma once

#include <deque>
#include <vector>

#include "certify/elementary_collision.h"

#include "certify/front.h"

namespace gapless {

/// One instance is used by one thread at a time; memory is kept from interval to interval.
class LeafEquations
{
public:
    /// Another motion, which must outlive the use.
    void reset(const Motion& motion);

    /// Whether the equations are about these: two triangles that are to be kept from touching, no more.
    static bool apply(const PairMotion& pair, const NodePair& leaves);

    void clear();
    /// @pre apply()
    void add(const PairMotion& pair, const NodePair& leaves);
    /// The earliest contact of the leaf pairs that were added. @pre they do not touch before t.lower
    ElementaryResult solve(const Interval& t, double time_tolerance, std::uint64_t budget);

    /// Which of the leaf pairs, in the order of adding, a test of the result is of.
    static std::size_t leafPairOf(int test) { return static_cast<std::size_t>(test) / kTests; }

private:
    static constexpr std::size_t kTests = 15;

    /// A vertex as it is stored is within `error` of the one that the shapes define.
    class LeafVertexPath : public VertexPath
    {
    public:
        LeafVertexPath(IntervalMotion& motion, BodyIndex body, const Vec3& p_B, double error)
            : motion_(&motion), body_(body), p_B_(p_B), error_(error)
        {}
        IntervalVec3 position(const Interval& t) const override;
        IntervalVec3 velocity(const Interval& t) const override;
        bool isAt(BodyIndex body, const Vec3& p_B) const { return body_ == body && p_B_ == p_B; }

    private:
        IntervalMotion* motion_;
        BodyIndex body_;
        Vec3 p_B_;
        double error_;
    };

    void vertices(const CollisionObject& object, NodeIndex node, const VertexPath* (&out)[3]);
    const VertexPath* path(const CollisionObject& object, const Vec3& p_B);

    const Motion* given_ = nullptr;
    bool is_current_ = false;  // the interval motion is made when it is first needed
    IntervalMotion motion_;
    std::deque<LeafVertexPath> paths_;
    std::vector<ElementaryTest> tests_;
};

}  // namespace gapless
