// Where the balls of a cover are best centred: the object on a grid, with the depth of what is inside (ball_cover.cpp).
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "geometry/cover_pieces.h"

namespace gapless::cover {

/// Cells along the longest side of the box about the object: the less that has to be covered, the more.
inline constexpr double kMostCellsAlong = 40.0, kLeastCellsAlong = 16.0;
/// Cells that surfaces, and primitives, are to take, about.
inline constexpr double kSurfaceCells = 1000.0, kSolidCells = 500.0;
/// A cubic cell of the grid that has to be covered, or may be a centre.
struct Site
{
    Vec3 p = Vec3::Zero();
    double depth = 0.0;
};

/// The object on a grid.
class Grid
{
public:
    /// @param axes of the grid, columns; low and high are along them
    Grid(const std::vector<CoverPart>& bodies, const Mat3& axes, const Vec3& low, const Vec3& high) : axes_(axes)
    {
        double area = 0.0, volume = 0.0;
        for (const CoverPart& body : bodies)
        {
            area += areaOf(body);
            volume += volumeOf(body);
        }
        const double side = (high - low).maxCoeff();
        cell_ = std::max(std::sqrt(area / kSurfaceCells), std::cbrt(volume / kSolidCells));
        cell_ = std::min(std::max(cell_, side / kMostCellsAlong), side / kLeastCellsAlong);
        // One cell around, for the flood.
        origin_ = low - Vec3::Constant(1.5 * cell_);
        for (int k = 0; k < 3; ++k)
            size_[k] = static_cast<int>((high[k] - low[k]) / cell_) + 4;
        const auto count =
            static_cast<std::size_t>(size_[0]) * static_cast<std::size_t>(size_[1]) * static_cast<std::size_t>(size_[2]);
        sum_.assign(count, Vec3::Zero());
        marks_.assign(count, 0);
        wall_.assign(count, false);
        mark(bodies);
        flood();
        measureDepth();
    }

    double cell() const { return cell_; }

    /// What has to be covered, neighbours together.
    std::vector<Site> sites() const
    {
        constexpr int kBrick = 4;
        std::vector<Site> result;
        for (int z = 0; z < size_[2]; z += kBrick)
            for (int y = 0; y < size_[1]; y += kBrick)
                for (int x = 0; x < size_[0]; x += kBrick)
                    for (int k = z; k < std::min(z + kBrick, size_[2]); ++k)
                        for (int j = y; j < std::min(y + kBrick, size_[1]); ++j)
                            for (int i = x; i < std::min(x + kBrick, size_[0]); ++i)
                                if (marks_[at(i, j, k)] > 0)
                                    result.push_back(site(at(i, j, k)));
        return result;
    }

    /// Cells inside whose ball is not in that of a neighbour: of those every other, as on a chess board, for neighbours cover nearly the same.
    std::vector<Site> candidates() const
    {
        // Along the ridge to a corner, the depth grows by less than this with each step: the cosine of half the angle.
        constexpr double kSteep = 0.82;
        std::vector<Site> result;
        for (int z = 1; z + 1 < size_[2]; ++z)
            for (int y = 1; y + 1 < size_[1]; ++y)
                for (int x = 2 - (y + z) % 2; x + 1 < size_[0]; x += 2)
                {
                    const std::size_t i = at(x, y, z);
                    if (outside_[i])
                        continue;
                    bool ridge = true;
                    for (int k = 0; k < 27 && ridge; ++k)
                    {
                        const int dx = k % 3 - 1, dy = k / 3 % 3 - 1, dz = k / 9 - 1;
                        const double step = std::sqrt(static_cast<double>(dx * dx + dy * dy + dz * dz));
                        ridge = k == 13 || depth_[at(x + dx, y + dy, z + dz)] < depth_[i] + kSteep * step;
                    }
                    if (ridge)
                        result.push_back(site(i));
                }
        return result;
    }

    /// Depth at a point, interpolated.
    double depth(const Vec3& p) const
    {
        const Vec3 q = (axes_.transpose() * p - origin_) / cell_ - Vec3::Constant(0.5);
        std::array<int, 3> i{};
        Vec3 t;
        for (int k = 0; k < 3; ++k)
        {
            const double x = std::min(std::max(q[k], 0.0), static_cast<double>(size_[k] - 2));
            i[static_cast<std::size_t>(k)] = static_cast<int>(x);
            t[k] = x - std::floor(x);
        }
        double result = 0.0;
        for (int k = 0; k < 8; ++k)
        {
            const int dx = k & 1, dy = k >> 1 & 1, dz = k >> 2;
            result += (dx ? t.x() : 1.0 - t.x()) * (dy ? t.y() : 1.0 - t.y()) * (dz ? t.z() : 1.0 - t.z())
                      * depth_[at(i[0] + dx, i[1] + dy, i[2] + dz)];
        }
        return (result - kBeyondSurface) * cell_;
    }

private:
    // From the middle of a cell outside to the middle of one at the surface it is a cell, a part of which is beyond the surface.
    static constexpr double kBeyondSurface = 0.75;

    std::size_t at(int x, int y, int z) const
    {
        return static_cast<std::size_t>(x)
               + static_cast<std::size_t>(size_[0])
                     * (static_cast<std::size_t>(y) + static_cast<std::size_t>(size_[1]) * static_cast<std::size_t>(z));
    }

    int coordinate(double p, int axis) const
    {
        const double x = (p - origin_[axis]) / cell_;
        return static_cast<int>(std::min(std::max(x, 1.0), static_cast<double>(size_[axis] - 2)));
    }

    Vec3 middle(int x, int y, int z) const { return origin_ + cell_ * Vec3(x + 0.5, y + 0.5, z + 0.5); }

    Site site(std::size_t i) const
    {
        const auto nx = static_cast<std::size_t>(size_[0]), ny = static_cast<std::size_t>(size_[1]);
        Site result;
        result.p =
            axes_
            * (marks_[i] > 0 ? Vec3(sum_[i] / static_cast<double>(marks_[i]))
                             : middle(static_cast<int>(i % nx), static_cast<int>(i / nx % ny), static_cast<int>(i / nx / ny)));
        result.depth = std::max(depth_[i] - kBeyondSurface, 0.0) * cell_;
        return result;
    }

    void markPoint(const Vec3& along)
    {
        const Vec3 p = axes_.transpose() * along;
        const std::size_t i = at(coordinate(p.x(), 0), coordinate(p.y(), 1), coordinate(p.z(), 2));
        sum_[i] += p;
        ++marks_[i];
    }

    template <class Visit>
    void visitBox(const Vec3& low, const Vec3& high, const Visit& visit)
    {
        for (int z = coordinate(low.z(), 2); z <= coordinate(high.z(), 2); ++z)
            for (int y = coordinate(low.y(), 1); y <= coordinate(high.y(), 1); ++y)
                for (int x = coordinate(low.x(), 0); x <= coordinate(high.x(), 0); ++x)
                    visit(x, y, z);
    }

    void mark(const std::vector<CoverPart>& bodies)
    {
        // Samples this far apart leave no hole in a surface (see markTriangle), unless there would be too many of them.
        constexpr double kMostSamples = 0x1p19;
        double spacing = 0.6 * cell_, area = 0.0;
        for (const CoverPart& body : bodies)
            area += areaOf(body);
        spacing = std::max(spacing, std::sqrt(area / kMostSamples));
        for (const CoverPart& body : bodies)
            switch (body.kind)
            {
                case CoverPart::Kind::Ball: markBall(body); break;
                case CoverPart::Kind::Cell: markCell(body); break;
                case CoverPart::Kind::Triangle: markTriangle(body, spacing); break;
                case CoverPart::Kind::Frustum: markFrustum(body); break;
            }
    }

    static int steps(double length, double spacing) { return 1 + static_cast<int>(length / spacing); }

    void markBall(const CoverPart& body)
    {
        const Vec3 half = Vec3::Constant(body.swept), centre = axes_.transpose() * body.o;
        markPoint(body.o);
        visitBox(centre - half, centre + half, [&](int x, int y, int z) {
            const Vec3 p = middle(x, y, z);
            if ((p - centre).norm() <= body.swept)
                markPoint(axes_ * p);
        });
    }

    void markCell(const CoverPart& body)
    {
        const int nu = steps(body.u.norm(), cell_), nv = steps(body.v.norm(), cell_), nw = steps(body.w.norm(), cell_);
        for (int i = 0; i < nu; ++i)
            for (int j = 0; j < nv; ++j)
                for (int k = 0; k < nw; ++k)
                    markPoint(body.o + (i + 0.5) / nu * body.u + (j + 0.5) / nv * body.v + (k + 0.5) / nw * body.w);
    }

    void markFrustum(const CoverPart& body)
    {
        const int nz = steps(body.w.norm(), cell_);
        for (int k = 0; k < nz; ++k)
        {
            const double z = (k + 0.5) / nz, radius = body.radiusAt(z);
            const int n = steps(2.0 * radius, cell_);
            for (int i = 0; i < n; ++i)
                for (int j = 0; j < n; ++j)
                {
                    const double x = (2 * i + 1 - n) * radius / n, y = (2 * j + 1 - n) * radius / n;
                    if (x * x + y * y <= radius * radius)
                        markPoint(body.o + z * body.w + x * body.u + y * body.v);
                }
        }
    }

    // In rows along the longest side: no point is farther from a sample than half a spacing along and half a spacing across.
    void markTriangle(const CoverPart& body, double spacing)
    {
        const std::array<Vec3, 3> corner{body.o, body.o + body.u, body.o + body.v};
        std::size_t first = 0;
        double length = -1.0;
        for (std::size_t k = 0; k < 3; ++k)
            if ((corner[(k + 1) % 3] - corner[k]).norm() > length)
            {
                first = k;
                length = (corner[(k + 1) % 3] - corner[k]).norm();
            }
        const Vec3& from = corner[first];
        const Vec3 along = corner[(first + 1) % 3] - from, side = corner[(first + 2) % 3] - from;
        const int rows = steps(length > 0.0 ? along.cross(side).norm() / length : 0.0, spacing);
        for (int j = 0; j < rows; ++j)
        {
            const double t = (j + 0.5) / rows;
            const int n = steps((1.0 - t) * length, spacing);
            for (int i = 0; i < n; ++i)
            {
                const Vec3 p = from + t * side + (1.0 - t) * (i + 0.5) / n * along;
                markPoint(p);
                const Vec3 around = Vec3::Constant(0.75 * spacing), q = axes_.transpose() * p;
                if (spacing < cell_)
                    visitBox(q - around, q + around, [&](int x, int y, int z) { wall_[at(x, y, z)] = true; });
            }
        }
    }

    // What a flood reaches from outside without passing a wall, and the walls beside it that bear no mark.
    void flood()
    {
        outside_.assign(marks_.size(), false);
        const std::array<std::ptrdiff_t, 6> steps = neighbours();
        std::vector<std::size_t> stack;
        for (int z = 0; z < size_[2]; ++z)
            for (int y = 0; y < size_[1]; ++y)
                for (int x = 0; x < size_[0]; ++x)
                    if (x == 0 || y == 0 || z == 0 || x + 1 == size_[0] || y + 1 == size_[1] || z + 1 == size_[2])
                        outside_[at(x, y, z)] = true;
        const auto enter = [&](std::size_t i) {
            for (const std::ptrdiff_t step : steps)
            {
                const std::size_t j = i + static_cast<std::size_t>(step);
                if (outside_[j] || marks_[j] > 0)
                    continue;
                outside_[j] = true;
                if (!wall_[j])
                    stack.push_back(j);
            }
        };
        // The outermost layer holds no mark; the one within it is where the flood starts.
        for (int z = 1; z + 1 < size_[2]; ++z)
            for (int y = 1; y + 1 < size_[1]; ++y)
                for (int x = 1; x + 1 < size_[0]; ++x)
                    if (x == 1 || y == 1 || z == 1 || x + 2 == size_[0] || y + 2 == size_[1] || z + 2 == size_[2])
                    {
                        const std::size_t i = at(x, y, z);
                        if (outside_[i] || marks_[i] > 0)
                            continue;
                        outside_[i] = true;
                        if (!wall_[i])
                            stack.push_back(i);
                    }
        while (!stack.empty())
        {
            const std::size_t i = stack.back();
            stack.pop_back();
            enter(i);
        }
    }

    std::array<std::ptrdiff_t, 6> neighbours() const
    {
        const std::ptrdiff_t y = size_[0], z = y * size_[1];
        return {-1, 1, -y, y, -z, z};
    }

    // Distance to the nearest cell outside, in cells, from its squares along one axis after the other.
    void measureDepth()
    {
        // More than any square of a distance on the grid, and little enough that the parabolas below cross at finite places.
        constexpr double kFar = 1e6;
        depth_.assign(marks_.size(), 0.0);
        for (std::size_t i = 0; i < depth_.size(); ++i)
            depth_[i] = outside_[i] ? 0.0 : kFar;
        const std::array<std::size_t, 3> stride{1, static_cast<std::size_t>(size_[0]),
                                                static_cast<std::size_t>(size_[0]) * static_cast<std::size_t>(size_[1])};
        for (std::size_t axis = 0; axis < 3; ++axis)
        {
            const std::size_t i = (axis + 1) % 3, j = (axis + 2) % 3;
            for (std::size_t a = 0; a < static_cast<std::size_t>(size_[static_cast<int>(i)]); ++a)
                for (std::size_t b = 0; b < static_cast<std::size_t>(size_[static_cast<int>(j)]); ++b)
                    transformRow(a * stride[i] + b * stride[j], stride[axis], size_[static_cast<int>(axis)]);
        }
        for (double& d : depth_)
            d = std::sqrt(d);
    }

    // d(x) <- min over y of d(y) + (x - y)^2 along one row: the lower envelope of parabolas.
    void transformRow(std::size_t first, std::size_t stride, int count)
    {
        row_.clear();
        bool all_zero = true;
        for (int x = 0; x < count; ++x)
        {
            row_.push_back(depth_[first + static_cast<std::size_t>(x) * stride]);
            all_zero = all_zero && row_.back() == 0.0;
        }
        if (all_zero)
            return;
        apex_.assign(1, 0);
        from_.assign(1, -std::numeric_limits<double>::infinity());
        for (int x = 1; x < count; ++x)
        {
            const auto value = [&](int y) { return row_[static_cast<std::size_t>(y)] + static_cast<double>(y * y); };
            double crossing = 0.0;
            for (;;)
            {
                const int y = apex_.back();
                crossing = (value(x) - value(y)) / (2.0 * (x - y));
                if (crossing > from_.back())
                    break;
                apex_.pop_back();
                from_.pop_back();
            }
            apex_.push_back(x);
            from_.push_back(crossing);
        }
        std::size_t k = 0;
        for (int x = 0; x < count; ++x)
        {
            while (k + 1 < from_.size() && from_[k + 1] < x)
                ++k;
            const double d = x - apex_[k];
            depth_[first + static_cast<std::size_t>(x) * stride] = d * d + row_[static_cast<std::size_t>(apex_[k])];
        }
    }

    Mat3 axes_;
    double cell_ = 0.0;
    Vec3 origin_ = Vec3::Zero();
    Eigen::Vector3i size_ = Eigen::Vector3i::Zero();
    std::vector<Vec3> sum_;
    std::vector<int> marks_;
    std::vector<bool> wall_, outside_;
    std::vector<double> depth_;
    std::vector<double> row_, from_;
    std::vector<int> apex_;
};

}  // namespace gapless::cover
