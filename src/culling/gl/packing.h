// Obstacles and swept pieces as the GPU sees them: floats about a common origin, rounded so that proofs survive.
//
// U = 2^-24 is the unit roundoff of float. Notation as in swept_piece.h: an exact leaf is far enough from a piece if its computed
// leaf, in double, is farther than `need` from the core.
// - Boxes are rounded outwards, so a float box holds the double one and disjoint boxes prove what they did.
// - A leaf's points move by at most U (largest coordinate) in each coordinate, less than 2 U times it in length: leafError() bounds that
//   over all leaves; half axes of boxes count too. A cylinder becomes the box about it, which is larger.
// - The centre of a piece may be any float; its offsets are taken from that float, so they are off by at most U |offset| (counted
//   in the shader) and a few double roundings (in need).
// So: the piece's float need = need + leafError() + those, rounded up.
#pragma once

#include <cstdint>
#include <vector>

#include "culling/swept_piece.h"

namespace gapless::gl {

// The layout of std430 structs in cull_shader.cpp: a vec3 and a scalar share 16 bytes.
struct GpuNode
{
    float low[3];
    std::int32_t skip;
    float high[3];
    std::int32_t first;
    std::int32_t count, group, unused[2];
};
static_assert(sizeof(GpuNode) == 48);

struct GpuLeaf
{
    // Triangle (segments and points too): corners a, b, c. Box: centre a, half axes b, c, d.
    float a[3];
    float radius;
    float b[3];
    std::int32_t obstacle;
    float c[3];
    std::int32_t is_box;
    float d[3];
    float unused;
};
static_assert(sizeof(GpuLeaf) == 64);

struct GpuPiece
{
    float centre[3];
    float need;
    float offset0[3];
    /// Largest coordinate of an offset.
    float extent;
    float offset1[3];
    std::int32_t volume;
    float offset2[3];
    std::int32_t mask;
    float offset3[3];
    std::int32_t unused0;
    float low[3];
    std::int32_t unused1;
    float high[3];
    std::int32_t unused2;
    /// Directions of length <= 1; all points within `need` of the core have axis.x - axis.centre in [slab_low, slab_high].
    float axis[3][4];  // the fourth is slab_low
    float slab_high[3];
    std::int32_t unused3;
};
static_assert(sizeof(GpuPiece) == 176);

/// Largest coordinates that the shader's error terms allow for, metres from the origin: squares of products of these stay finite.
constexpr double kLargestCoordinate = 1e6;

class PackedObstacles
{
public:
    explicit PackedObstacles(const StaticObstacles& obstacles);

    const std::vector<GpuNode>& nodes() const { return nodes_; }
    const std::vector<GpuLeaf>& leaves() const { return leaves_; }
    /// False if a coordinate is too large for the shader.
    bool fits() const { return fits_; }
    const Vec3& origin() const { return origin_; }
    double leafError() const { return leaf_error_; }
    /// Frees nodes and leaves once they are on the GPU.
    void forgetArrays()
    {
        nodes_ = {};
        leaves_ = {};
    }

    /// @return false, and `packed` is not to be used, if a coordinate is too large or not finite.
    bool pack(const SweptPiece& piece, std::int32_t volume, std::int32_t mask, GpuPiece& packed) const;

private:
    GpuLeaf packLeaf(const Convex& leaf, ObstacleIndex obstacle);

    Vec3 origin_ = Vec3::Zero();
    std::vector<GpuNode> nodes_;
    std::vector<GpuLeaf> leaves_;
    double leaf_error_ = 0.0;
    bool fits_ = true;
};

}  // namespace gapless::gl
