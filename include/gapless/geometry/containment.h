// Is a body wholly inside a solid mesh? Surfaces that never touch cannot change the answer during a motion.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include <gapless/core/types.h>

namespace gapless {

/// The solid meshes of an object, and a few points of it that tell whether it has a point in common with another object.
///
/// An object A is the union of {points on a solid mesh M or with w_M != 0}, w_M the winding number of the whole of M, over its solid
/// meshes, of its primitives, and of its surfaces. L_A, what distances are measured from, is the union of all surfaces and primitives:
/// it lies in A and holds the boundary of A. Let L_A and L_B not meet. Then any connected part of L_A lies wholly in B or wholly
/// outside, since it does not meet the boundary of B: one point of it tells. Which parts have to be asked about?
///
/// Let A and B meet in p, K and J be the connected parts of A and B that hold p, U(K) the part of space without K that goes to infinity,
/// o(K) its boundary: connected (space is simply connected), in L_A, and with every point of K of largest x. Then o(K) lies in B or o(J)
/// in A. Else: o(K) does not meet the boundary of J, so it does not meet J; nor does o(J) meet K. J holds p, which is not in U(K),
/// and does not meet o(K), so it does not meet U(K): U(K) lies in U(J). Likewise U(J) in U(K): o(K) = o(J), in L_A and L_B. So it
/// is enough to ask about the parts of L_A that hold a point of largest x of their K. Left out are connected parts P of L_A of which it is
/// proven that A goes on to the right of a point v of P of largest x: w_M != 0 at v for a solid mesh M without the shells that belong
/// to P, as those wind round nothing to the right of v. (That P is connected to another part through the solid is not enough: of two
/// hollow balls about one centre, with walls from radius 1 to 3 and from 2 to 4, neither holds the other's sphere at 1 or at 4.)
///
/// Parts of L_A are connected shells; two are taken as one where a vertex of one is inside and another one outside of the other shell alone.
/// All of this is for the vertices as stored. The exact ones are within CollisionGeometry::placementError(), by less than which no proven
/// distance is too large: on the way from the ones to the others surfaces do not touch either, and what is inside stays so.
///
/// Primitives need nothing here but a point: their distance is zero inside.
class Containment
{
public:
    enum class Answer
    {
        Outside,
        Inside,
        Unknown,  ///< too close to the surface for doubles to tell
    };

    /// Adds a solid mesh (see TriangleMesh::isSolid) in the frame of the body.
    void addSolid(const std::vector<Vec3>& vertices, const std::vector<std::array<std::int32_t, 3>>& triangles);
    /// Adds a part of the object that is no solid mesh: a primitive or the connected part of a surface.
    void addPart(const Vec3& point) { loose_parts_.push_back(point); }
    /// Call once after all parts were added: finds the representatives.
    void finish();

    bool hasSolids() const { return !solids_.empty(); }
    /// The points to be asked about, in the frame of the body.
    const std::vector<Vec3>& representatives() const { return representatives_; }
    /// Some of representatives(), within `radius` (rounding counted) of `centre`: a cloud has a hundred thousand, few of which are near
    /// a link. (A BallTree's smaller balls take seconds for so many.)
    struct Group
    {
        Vec3 centre;
        double radius;
        std::size_t begin, end;
        /// Groups of parts of it follow, up to this one; none where it is the next.
        std::size_t skip_to;
    };
    /// The first has all, and parts of a group have all of it.
    const std::vector<Group>& groups() const { return groups_; }
    /// Is p (body frame) inside any of the solids, i.e. is the winding number of one of them about p not zero?
    [[nodiscard]] Answer contains(const Vec3& p) const;
    std::size_t memoryBytes() const;

private:
    // Node of a tree over triangles for rays in +x: the shadow on the yz plane and the farthest x.
    struct Node
    {
        double low_y, high_y, low_z, high_z, high_x;
        std::int32_t left, begin, end;
    };
    struct Box
    {
        Vec3 low, high;
        /// False for what is no number.
        bool isOutside(const Vec3& p) const { return (p.array() < low.array()).any() || (p.array() > high.array()).any(); }
    };
    struct Solid
    {
        std::vector<Vec3> vertices;
        std::vector<std::array<std::int32_t, 3>> triangles;
        std::vector<Node> nodes;
        Box box;
        std::vector<Box> shells;  ///< of each; empty where there is one, or too many to look at one by one
        double magnitude = 0.0;
    };

    /// Some of the shells of a solid.
    struct Shells
    {
        std::vector<int> of_triangle;  ///< the number of each triangle's shell
        std::vector<char> counts;      ///< whether a shell is one of them
        bool holds(int triangle) const
        {
            return counts[static_cast<std::size_t>(of_triangle[static_cast<std::size_t>(triangle)])];
        }
    };

    static void buildTree(Solid& solid, int node, int begin, int end);
    static Answer insideByRay(const Solid& solid, const Vec3& p, const Shells* shells = nullptr);
    static Answer insideByWinding(const Solid& solid, const Vec3& p, const Shells* shells = nullptr);
    static Answer inside(const Solid& solid, const Vec3& p);
    void group(std::size_t begin, std::size_t end);

    std::vector<Solid> solids_;
    std::vector<Vec3> loose_parts_;
    std::vector<Vec3> representatives_;
    std::vector<Group> groups_;
};

}  // namespace gapless
