// Is a body wholly inside a solid mesh? Surfaces that never touch cannot change the answer during a motion.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include <gapless/core/types.h>

namespace gapless {

/// The solid meshes of an object, and one representative point for each of its connected parts.
///
/// If the surfaces of two objects do not touch, each connected part of one lies wholly inside or wholly outside each solid
/// of the other; its representative point tells which. Parts of one object are taken as connected where they share
/// vertices or where a vertex of one lies inside another solid part; primitives are parts of their own.
/// Solid primitives need nothing here: their distance is zero inside.
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
    /// Call once after all parts were added: joins connected parts, so that few points have to be asked about.
    void finish();

    bool hasSolids() const { return !solids_.empty(); }
    /// One point of each connected part, in the frame of the body.
    const std::vector<Vec3>& representatives() const { return representatives_; }
    /// Is p (body frame) inside any of the solids, i.e. is the winding number of one of them about p not zero?
    Answer contains(const Vec3& p) const;
    std::size_t memoryBytes() const;

private:
    // Node of a tree over triangles for rays in +x: the shadow on the yz plane and the farthest x.
    struct Node
    {
        double low_y, high_y, low_z, high_z, high_x;
        std::int32_t left, begin, end;
    };
    struct Solid
    {
        std::vector<Vec3> vertices;
        std::vector<std::array<std::int32_t, 3>> triangles;
        std::vector<Node> nodes;
        Vec3 low, high;
        double magnitude = 0.0;
    };

    static void buildTree(Solid& solid, int node, int begin, int end);
    static Answer insideByRay(const Solid& solid, const Vec3& p);
    static Answer insideByWinding(const Solid& solid, const Vec3& p);
    static Answer inside(const Solid& solid, const Vec3& p);

    std::vector<Solid> solids_;
    std::vector<Vec3> loose_parts_;
    std::vector<Vec3> representatives_;
};

/// Groups of triangles connected through shared vertices: for each triangle the number of its group; @return the number of groups.
int connectedParts(std::size_t vertex_count, const std::vector<std::array<std::int32_t, 3>>& triangles, std::vector<int>& group);

}  // namespace gapless
