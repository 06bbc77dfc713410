// Cells in octants of a cube of 2^k cells: what is free or cannot be free as a whole is not looked into. A pyramid has the least and the largest depth of blocks
// of 2^l x 2^l pixels.
//
// Rounding. A corner is low + i cell, of at most 2^20 cells: two roundings. With D the largest length of a corner and of the camera's place together, its
// coordinates seen from the camera, R^T (p - t), are off by less than 16 u D, and as far again if R is off from a rotation by 32 u in norm: fewer than 128 u D in
// all. With e = 128 u D the z of a corner is in [z - e, z + e], and x / z off from the quotient at hand by less than e (1 + |x / z|) / (z - e), and a rounding. Times fx, plus
// cx: two more.
#include <gapless/geometry/depth_image.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>

#include <gapless/core/error.h>
#include <gapless/core/number_range.h>
#include <gapless/core/orthonormal.h>
#include <gapless/core/rounding.h>
#include <gapless/core/rounding_environment.h>

namespace gapless {

namespace {

constexpr double kNoLimit = std::numeric_limits<double>::infinity();
/// Blocks of the pyramid along a side of what is looked up: more are slower, fewer see less to be free.
constexpr int kBlocks = 6;

void requireSound(const DepthImage& image, const DepthSensor& sensor, const std::string& name)
{
    const auto require = [&](bool holds, const std::string& what) {
        if (!holds)
            throw InputError(name + ": " + what);
    };
    require(image.width > 0 && image.height > 0, "a depth image without pixels");
    require(image.depths.size() == static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height),
            "a depth image of " + std::to_string(image.width) + " x " + std::to_string(image.height) + " pixels with "
                + std::to_string(image.depths.size()) + " depths");
    const DepthCamera& camera = sensor.camera;
    for (const double length : {camera.fx, camera.fy})
        require(length > 0.0 && std::isfinite(length),
                "a focal length of " + std::to_string(length) + "; fx and fy must be finite and > 0, in pixels");
    for (const double centre : {camera.cx, camera.cy})
        require(std::isfinite(centre), "the camera's cx and cy must be finite, in pixels");
    require(sensor.radius >= 0.0 && std::isfinite(sensor.radius),
            "a radius of " + std::to_string(sensor.radius) + "; it must be finite and >= 0, in metres");
    require(sensor.near >= 0.0 && sensor.near < sensor.far && sensor.far <= 1e6,
            "a range from " + std::to_string(sensor.near) + " to " + std::to_string(sensor.far)
                + "; near must be >= 0 and less than far, far at most 1e6, in metres");
}

bool isReturn(double depth, const DepthSensor& sensor)
{
    return depth > 0.0 && depth >= sensor.near && depth <= sensor.far;
}

/// Least and largest of d - radius, rounded down, over blocks of pixels; no return is -infinity.
class DepthPyramid
{
public:
    struct Range
    {
        double least = kNoLimit, largest = -kNoLimit;

        void add(const Range& other)
        {
            least = std::min(least, other.least);
            largest = std::max(largest, other.largest);
        }
    };

    DepthPyramid(const DepthImage& image, const DepthSensor& sensor)
    {
        Level first{image.width, image.height, {}};
        first.ranges.reserve(image.depths.size());
        for (const double depth : image.depths)
        {
            const double free =
                isReturn(depth, sensor) ? depth - sensor.radius - 2.0 * kUnitRoundoff * (depth + sensor.radius) : -kNoLimit;
            first.ranges.push_back({free, free});
        }
        levels_.push_back(std::move(first));
        while (levels_.back().width > 1 || levels_.back().height > 1)
        {
            const Level& fine = levels_.back();
            Level coarse{(fine.width + 1) / 2, (fine.height + 1) / 2, {}};
            coarse.ranges.resize(static_cast<std::size_t>(coarse.width) * static_cast<std::size_t>(coarse.height));
            for (int j = 0; j < fine.height; ++j)
                for (int i = 0; i < fine.width; ++i)
                    coarse.at(i / 2, j / 2).add(fine.at(i, j));
            levels_.push_back(std::move(coarse));
        }
    }

    int width() const { return levels_.front().width; }
    int height() const { return levels_.front().height; }

    /// Of all pixels from one to another, and perhaps some beside these. @pre in the image
    Range over(int left, int right, int top, int bottom) const
    {
        std::size_t level = 0;
        while (level + 1 < levels_.size()
               && (std::max((right >> level) - (left >> level), (bottom >> level) - (top >> level)) >= kBlocks))
            ++level;
        Range range;
        for (int j = top >> level; j <= bottom >> level; ++j)
            for (int i = left >> level; i <= right >> level; ++i)
                range.add(levels_[level].at(i, j));
        return range;
    }

private:
    struct Level
    {
        int width, height;
        std::vector<Range> ranges;

        std::size_t number(int i, int j) const
        {
            return static_cast<std::size_t>(j) * static_cast<std::size_t>(width) + static_cast<std::size_t>(i);
        }
        Range& at(int i, int j) { return ranges[number(i, j)]; }
        const Range& at(int i, int j) const { return ranges[number(i, j)]; }
    };

    std::vector<Level> levels_;
};

class UnseenSpace
{
public:
    UnseenSpace(const DepthImage& image, const DepthSensor& sensor, const Pose& X_GC, const DepthWorkspace& workspace,
                const std::string& name, std::size_t most)
        : pyramid_(image, sensor),
          camera_(sensor.camera),
          X_CG_(orthonormal(X_GC, name + ": the camera").inverse()),
          place_(X_GC.p),
          workspace_(workspace),
          name_(name),
          most_(most)
    {
        const Vec3 extents = workspace.high - workspace.low;
        if (!workspace.low.allFinite() || !workspace.high.allFinite() || !(extents.minCoeff() > 0.0))
            throw InputError(name_
                             + ": the workspace is empty or not finite; its low corner must be below the high one, in metres");
        if (!(workspace.cell > 0.0) || !(extents.maxCoeff() / workspace.cell < kMostDepthCells))
            throw InputError(name_ + ": a cell of " + std::to_string(workspace.cell)
                             + " m; it must be > 0, and the workspace fewer than 2^20 of them wide");
        for (int k = 0; k < 3; ++k)
        {
            std::int32_t& count = count_[static_cast<std::size_t>(k)];
            count = static_cast<std::int32_t>(std::ceil(extents[k] / workspace.cell));
            while (plane(k, count) < workspace.high[k])
                ++count;
        }
        rounding_ = 128.0 * kUnitRoundoff * (workspace.low.norm() + 2.0 * extents.norm() + 8.0 * workspace.cell + place_.norm());
    }

    std::vector<PlacedShape> find()
    {
        std::int32_t side = 1;
        while (side < *std::max_element(count_.begin(), count_.end()))
            side *= 2;
        visit({0, 0, 0}, side);
        return std::move(cubes_);
    }

private:
    using Place = std::array<std::int32_t, 3>;
    enum class Seen
    {
        Free,      ///< as a whole
        Occupied,  ///< no cell of it is free
        Unclear,
    };

    double plane(int axis, std::int32_t i) const { return workspace_.low[axis] + static_cast<double>(i) * workspace_.cell; }

    void visit(const Place& place, std::int32_t side)
    {
        bool is_within = true;
        for (std::size_t k = 0; k < 3; ++k)
        {
            if (place[k] >= count_[k])
                return;
            is_within = is_within && place[k] + side <= count_[k];
        }
        const Seen seen = look(place, side);
        if (seen == Seen::Free)
            return;
        if (side == 1 || (seen == Seen::Occupied && is_within))
        {
            add(place, side);
            return;
        }
        const std::int32_t half = side / 2;
        for (int i = 0; i < 8; ++i)
            visit({place[0] + ((i & 1) ? half : 0), place[1] + ((i & 2) ? half : 0), place[2] + ((i & 4) ? half : 0)}, half);
    }

    Seen look(const Place& place, std::int32_t side) const
    {
        const Vec3 low(plane(0, place[0]), plane(1, place[1]), plane(2, place[2]));
        const double width = static_cast<double>(side) * workspace_.cell;
        const Vec3 first = X_CG_ * low;
        const Mat3 ways = width * X_CG_.R;
        std::array<Vec3, 8> corners;
        double nearest = kNoLimit, farthest = -kNoLimit;
        for (unsigned i = 0; i < 8; ++i)
        {
            Vec3& p = corners[i];
            p = first;
            for (int k = 0; k < 3; ++k)
                if (i >> k & 1)
                    p += ways.col(k);
            nearest = std::min(nearest, p.z());
            farthest = std::max(farthest, p.z());
        }
        nearest -= rounding_;
        farthest += rounding_;
        if (farthest <= 0.0)
            return Seen::Occupied;
        if (!(nearest > 0.0))
            return Seen::Unclear;
        double left = kNoLimit, right = -kNoLimit, top = kNoLimit, bottom = -kNoLimit;
        bool is_number = true;
        for (const Vec3& p : corners)
        {
            const auto add = [&](double across, double focal, double centre, double& low_end, double& high_end) {
                const double quotient = across / p.z();
                const double at = focal * quotient + centre;
                const double off = (focal * (rounding_ * (1.0 + std::abs(quotient)) / nearest)
                                    + 8.0 * kUnitRoundoff * (std::abs(focal * quotient) + std::abs(centre) + 1.0))
                                   * kInflate;
                is_number = is_number && std::isfinite(at) && std::isfinite(off);
                low_end = std::min(low_end, at - off);
                high_end = std::max(high_end, at + off);
            };
            add(p.x(), camera_.fx, camera_.cx, left, right);
            add(p.y(), camera_.fy, camera_.cy, top, bottom);
        }
        if (!is_number)
            return Seen::Unclear;
        const double last_column = pyramid_.width() - 1, last_row = pyramid_.height() - 1;
        // Pixel i is seen from i - 1/2 to i + 1/2.
        left = std::floor(left + 0.5);
        right = std::floor(right + 0.5);
        top = std::floor(top + 0.5);
        bottom = std::floor(bottom + 0.5);
        if (!(right >= 0.0 && left <= last_column && bottom >= 0.0 && top <= last_row))
            return Seen::Occupied;
        const bool is_in_image = left >= 0.0 && right <= last_column && top >= 0.0 && bottom <= last_row;
        const auto pixel = [](double at, double last) { return static_cast<int>(std::clamp(at, 0.0, last)); };
        const DepthPyramid::Range range =
            pyramid_.over(pixel(left, last_column), pixel(right, last_column), pixel(top, last_row), pixel(bottom, last_row));
        if (is_in_image && range.least > farthest)
            return Seen::Free;
        return range.largest <= nearest ? Seen::Occupied : Seen::Unclear;
    }

    void add(const Place& place, std::int32_t side)
    {
        if (cubes_.size() >= most_)
            throw InputError(name_ + ": more than the " + std::to_string(most_)
                             + " cubes that the memory given allows; allow more, or make cells larger or the workspace smaller");
        Vec3 centre;
        for (int k = 0; k < 3; ++k)
            centre[k] =
                workspace_.low[k] + (static_cast<double>(place[static_cast<std::size_t>(k)]) + 0.5 * side) * workspace_.cell;
        // So that neighbours meet, wherever they were rounded to.
        const double half = 0.5 * static_cast<double>(side) * workspace_.cell * kInflate + rounding_;
        cubes_.push_back({Box{Vec3::Constant(half)}, {Mat3::Identity(), centre}});
    }

    DepthPyramid pyramid_;
    DepthCamera camera_;
    Pose X_CG_;
    Vec3 place_;
    DepthWorkspace workspace_;
    const std::string& name_;
    std::size_t most_;
    Place count_{};
    double rounding_ = 0.0;
    std::vector<PlacedShape> cubes_;
};

}  // namespace

DepthCounts countReturns(const DepthImage& image, const DepthSensor& sensor)
{
    DepthCounts counts;
    for (const double depth : image.depths)
        if (!(depth > 0.0 && std::isfinite(depth)))
            ++counts.no_return;
        else if (!isReturn(depth, sensor))
            ++counts.out_of_range;
    return counts;
}

std::vector<PlacedShape> unseenCubes(const DepthImage& image, const DepthSensor& sensor, const Pose& X_GC,
                                     const DepthWorkspace& workspace, const std::string& name, std::size_t most)
{
    requireRounding();
    requireSound(image, sensor, name);
    return UnseenSpace(image, sensor, X_GC, workspace, name, most).find();
}

// A point (x, y, z) of pixel (i, j) has x = a z with a within 1 / (2 fx) of a_i = (i - cx) / fx, and z = d + t with |t| <= r. From the ball's centre
// (a_i d, b_j d, d) it is |x - a_i d| = |a_i t + (a - a_i) (d + t)| <= |a_i| r + (d + r) / (2 fx) off along x, likewise along y, and r along z.
// Rounding: fewer than 16 roundings of numbers no larger than the sum of these and the centre's coordinates; i - cx may cancel, so the
// quotient's is that of (|i| + |cx|) / fx.
std::vector<PlacedShape> seenBalls(const DepthImage& image, const DepthSensor& sensor, const std::string& name, std::size_t most)
{
    requireRounding();
    requireSound(image, sensor, name);
    const DepthCamera& camera = sensor.camera;
    const double r = sensor.radius;
    const DepthCounts counts = countReturns(image, sensor);
    std::vector<PlacedShape> balls;
    balls.reserve(std::min(most, image.depths.size() - counts.no_return - counts.out_of_range));
    for (int j = 0; j < image.height; ++j)
        for (int i = 0; i < image.width; ++i)
        {
            const double d =
                image.depths[static_cast<std::size_t>(j) * static_cast<std::size_t>(image.width) + static_cast<std::size_t>(i)];
            if (!isReturn(d, sensor))
                continue;
            if (balls.size() >= most)
                throw InputError(name + ": more than the " + std::to_string(most)
                                 + " pixels that the memory given allows; allow more, or let what is unseen be occupied");
            const double a = (i - camera.cx) / camera.fx, b = (j - camera.cy) / camera.fy;
            const double off_x = std::abs(a) * r + 0.5 * (d + r) / camera.fx, off_y = std::abs(b) * r + 0.5 * (d + r) / camera.fy;
            const double largest =
                (d + r) * (1.0 + (i + std::abs(camera.cx)) / camera.fx + (j + std::abs(camera.cy)) / camera.fy);
            const double reach = std::sqrt(off_x * off_x + off_y * off_y + r * r) * kInflate + 32.0 * kUnitRoundoff * largest;
            balls.push_back({Sphere{reach}, {Mat3::Identity(), {a * d, b * d, d}}});
        }
    return balls;
}

}  // namespace gapless
