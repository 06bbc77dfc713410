// A small capsule about an object: the axis is found by trying, and only the radius about it is proven (line_swept_sphere.h).
//
// 1. Corners whose hull holds each leaf. A rim becomes a polygon of 24 sides drawn about it, which is 0.9 % larger (1 / cos(pi / 24)).
// 2. Of a large mesh the search looks at 128 corners at the most, those farthest out in directions on a Fibonacci spiral over the sphere:
//    an axis that is kept costs a look at all of them. What that misses makes the capsule a little larger, not wrong.
// 3. Starts: along the axes of the frame and the principal axes, through the middle of the extents; and balls about the same points.
// 4. Random steps of both ends, kept where the volume falls. One that is kept makes the next ones longer by half, any other shorter by
//    1.5 %: in balance where one in 28 is kept (0.985^27 = 1 / 1.5), and ever smaller where hardly any is. The generator has a fixed
//    seed, so that an object has the same capsule in every run.
// 5. The radius, over the corners of all leaves.
#include <gapless/culling/line_swept_sphere.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <utility>
#include <vector>

#include <Eigen/Eigenvalues>

#include <gapless/core/rounding.h>

namespace gapless {

namespace {

// A point and the radius of the ball about it that belongs to the object.
struct Corner
{
    Vec3 p;
    double radius;
};

// Corners whose hull, swept by their radius, holds the leaf.
void appendCorners(const Convex& leaf, std::vector<Corner>& corners)
{
    const auto add = [&](const Vec3& p) { corners.push_back({p, leaf.radius}); };
    switch (leaf.type)
    {
        case Convex::Type::Point: add(leaf.a); break;
        case Convex::Type::Segment:
            add(leaf.a);
            add(leaf.b);
            break;
        case Convex::Type::Triangle:
            add(leaf.a);
            add(leaf.b);
            add(leaf.c);
            break;
        case Convex::Type::Rectangle:
        case Convex::Type::Box:
        {
            const Vec3 d = leaf.type == Convex::Type::Box ? leaf.d : Vec3(Vec3::Zero());
            for (int i = 0; i < 8; ++i)
                add(leaf.a + ((i & 1) ? 1.0 : -1.0) * leaf.b + ((i & 2) ? 1.0 : -1.0) * leaf.c + ((i & 4) ? 1.0 : -1.0) * d);
            break;
        }
        case Convex::Type::Cylinder:
        case Convex::Type::Cone:
        {
            // Each rim in a polygon drawn about it; 1e-9 is far more than the rounding of its corners.
            constexpr int kSides = 24;
            const double r = leaf.c.x() / std::cos(M_PI / kSides) * (1.0 + 1e-9);
            const Vec3 u = leaf.d.unitOrthogonal(), v = leaf.d.cross(u);
            for (int i = 0; i < kSides; ++i)
            {
                const double angle = 2.0 * M_PI * i / kSides;
                const Vec3 rim = r * (std::cos(angle) * u + std::sin(angle) * v);
                if (leaf.type == Convex::Type::Cone)
                {
                    add(leaf.a + rim);
                    continue;
                }
                add(leaf.a + leaf.b + rim);
                add(leaf.a - leaf.b + rim);
            }
            if (leaf.type == Convex::Type::Cone)
                add(leaf.a + leaf.b);
            break;
        }
    }
}

// Distance of p from the segment, from above up to rounding: that of an explicit point of it.
double distanceFromAbove(const Vec3& a, const Vec3& ab, double squared, const Vec3& p)
{
    const Vec3 d = p - a;
    const double s = squared > 0.0 ? std::clamp(d.dot(ab) / squared, 0.0, 1.0) : 0.0;
    return (d - s * ab).norm();
}

double radiusAbout(const Vec3& a, const Vec3& b, const std::vector<Corner>& corners)
{
    const Vec3 ab = b - a;
    const double squared = ab.squaredNorm();
    double radius = 0.0;
    for (const Corner& corner : corners)
        radius = std::max(radius, distanceFromAbove(a, ab, squared, corner.p) + corner.radius);
    return radius;
}

double volume(double length, double radius)
{
    return M_PI * radius * radius * (length + 4.0 / 3.0 * radius);
}

// The corners farthest out in directions spread evenly over the sphere: what the search for an axis looks at.
std::vector<Corner> outermost(const std::vector<Corner>& corners)
{
    constexpr int kDirections = 128;
    if (corners.size() <= static_cast<std::size_t>(kDirections))
        return corners;
    std::vector<std::size_t> chosen;
    for (int i = 0; i < kDirections; ++i)
    {
        const double z = 1.0 - (2.0 * i + 1.0) / kDirections, angle = i * M_PI * (3.0 - std::sqrt(5.0)),
                     r = std::sqrt(1.0 - z * z);
        const Vec3 n(r * std::cos(angle), r * std::sin(angle), z);
        std::size_t best = 0;
        double farthest = n.dot(corners[0].p) + corners[0].radius;
        for (std::size_t k = 1; k < corners.size(); ++k)
        {
            const double far = n.dot(corners[k].p) + corners[k].radius;
            if (far > farthest)
            {
                farthest = far;
                best = k;
            }
        }
        chosen.push_back(best);
    }
    std::sort(chosen.begin(), chosen.end());
    chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
    std::vector<Corner> result;
    result.reserve(chosen.size());
    for (const std::size_t k : chosen)
        result.push_back(corners[k]);
    return result;
}

class AxisSearch
{
public:
    explicit AxisSearch(std::vector<Corner> corners) : corners_(std::move(corners))
    {
        Vec3 mean = Vec3::Zero();
        for (const Corner& corner : corners_)
            mean += corner.p / static_cast<double>(corners_.size());
        Mat3 covariance = Mat3::Zero();
        for (const Corner& corner : corners_)
            covariance += (corner.p - mean) * (corner.p - mean).transpose();
        const Eigen::SelfAdjointEigenSolver<Mat3> solver(covariance);
        for (int k = 0; k < 3; ++k)
        {
            start(mean, Vec3::Unit(k));
            if (solver.eigenvectors().allFinite())
                start(mean, solver.eigenvectors().col(k));
        }
        improve();
    }
    const Vec3& a() const { return a_; }
    const Vec3& b() const { return b_; }

private:
    // The axis along n through the middle of the extents, its ends drawn in by half of the width.
    void start(const Vec3& mean, const Vec3& n)
    {
        const Vec3 u = n.unitOrthogonal(), v = n.cross(u);
        Vec3 low = Vec3::Constant(std::numeric_limits<double>::infinity()), high = -low;
        for (const Corner& corner : corners_)
        {
            const Vec3 d = corner.p - mean;
            const Vec3 x(n.dot(d), u.dot(d), v.dot(d));
            low = low.cwiseMin(x - Vec3::Constant(corner.radius));
            high = high.cwiseMax(x + Vec3::Constant(corner.radius));
        }
        const Vec3 middle = 0.5 * (low + high), half = 0.5 * (high - low);
        const Vec3 c = mean + middle.x() * n + middle.y() * u + middle.z() * v;
        const double length = std::max(0.0, half.x() - std::max(half.y(), half.z()));
        consider(c - length * n, c + length * n);
        consider(c, c);
    }

    // Most axes are worse than the best one, which few corners tell: the one that told last time is looked at first.
    bool consider(const Vec3& a, const Vec3& b)
    {
        const Vec3 ab = b - a;
        const double length = ab.norm(), squared = ab.squaredNorm();
        double radius = 0.0;
        for (Corner& corner : corners_)
        {
            radius = std::max(radius, distanceFromAbove(a, ab, squared, corner.p) + corner.radius);
            if (!(volume(length, radius) < best_))
            {
                std::swap(corner, corners_.front());
                return false;
            }
        }
        best_ = volume(length, radius);
        a_ = a;
        b_ = b;
        return true;
    }

    // Random steps of both ends; the same ones in every run. They shrink when they stop paying.
    void improve()
    {
        constexpr int kSteps = 3000;
        std::mt19937_64 random(1);
        const auto unit = [&] { return 2.0 * static_cast<double>(random() >> 11) * 0x1p-53 - 1.0; };
        double step = 0.3 * radiusAbout(a_, b_, corners_);
        for (int i = 0; i < kSteps; ++i)
        {
            const Vec3 da(unit(), unit(), unit()), db(unit(), unit(), unit());
            step *= consider(a_ + step * da, b_ + step * db) ? 1.5 : 0.985;
        }
    }

    std::vector<Corner> corners_;
    double best_ = std::numeric_limits<double>::infinity();
    Vec3 a_ = Vec3::Zero(), b_ = Vec3::Zero();
};

}  // namespace

LineSweptSphere enclosingLineSweptSphere(const CollisionGeometry& geometry)
{
    std::vector<Corner> corners;
    for (const Convex& leaf : geometry.leaves())
        appendCorners(leaf, corners);
    const AxisSearch search(outermost(corners));
    LineSweptSphere result;
    result.a = search.a();
    result.b = search.b();
    double coordinate = std::max(result.a.cwiseAbs().maxCoeff(), result.b.cwiseAbs().maxCoeff());
    for (const Corner& corner : corners)
        coordinate = std::max(coordinate, corner.p.cwiseAbs().maxCoeff() + corner.radius);
    // A residual of coordinates <= M is off by fewer than 20 roundings of numbers <= 4 M, a corner by 8 of numbers <= 2 M.
    result.radius =
        radiusAbout(result.a, result.b, corners) * kInflate + geometry.placementError() + 192.0 * kUnitRoundoff * coordinate;
    return result;
}

}  // namespace gapless
