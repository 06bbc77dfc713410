// From the top: the balls below a node are halved along the axis on which their centres lie farthest apart.
#include <gapless/geometry/ball_tree.h>

#include <algorithm>
#include <cstddef>

#include <gapless/core/rounding.h>

namespace gapless {

namespace {

using Balls = std::vector<Ball>;

struct BallRange
{
    Balls::iterator begin, end;

    std::ptrdiff_t size() const { return end - begin; }
};

/// A ball about balls: the centre moves towards the farthest, less and less (Badoiu, Clarkson: "Smaller core-sets for balls", SODA 2003).
/// It holds them wherever the centre is: the radius is that of the farthest, rounding included.
Ball ballAbout(const BallRange& part)
{
    if (part.size() == 1)
        return *part.begin;
    const auto reach = [](const Ball& ball, const Vec3& from) { return (ball.centre - from).norm() + ball.radius; };
    const auto farthest = [&](const Vec3& from) {
        return *std::max_element(part.begin, part.end,
                                 [&](const Ball& a, const Ball& b) { return reach(a, from) < reach(b, from); });
    };
    constexpr int kSteps = 64;
    Vec3 centre = part.begin->centre;
    Ball best{centre, reach(farthest(centre), centre)};
    for (int step = 1; step <= kSteps; ++step)
    {
        const Ball far = farthest(centre);
        const double distance = reach(far, centre);
        if (distance < best.radius)
            best = {centre, distance};
        centre += (far.centre - centre) / (step + 1.0);
    }
    // A difference, a norm and a sum are off by parts of themselves; squares of what is smaller than the first term are nothing.
    best.radius = (best.radius + 0x1p-500) * kInflate;
    return best;
}

/// Sorts the balls of a part so that its halves are apart. @return where the second begins
Balls::iterator halve(const BallRange& part)
{
    Vec3 low = part.begin->centre, high = low;
    for (auto ball = part.begin; ball != part.end; ++ball)
    {
        low = low.cwiseMin(ball->centre);
        high = high.cwiseMax(ball->centre);
    }
    Eigen::Index axis = 0;
    (high - low).maxCoeff(&axis);
    std::stable_sort(part.begin, part.end, [&](const Ball& a, const Ball& b) { return a.centre[axis] < b.centre[axis]; });
    return part.begin + part.size() / 2;
}

Ball ballAbout(std::vector<Ball> balls)
{
    return ballAbout(BallRange{balls.begin(), balls.end()});
}

}  // namespace

BallTree::BallTree(const std::vector<Ball>& cover) : BallTree(ballAbout(cover), cover) {}

BallTree::BallTree(const Ball& whole, const std::vector<Ball>& cover)
{
    Balls balls = cover;
    nodes_.emplace_back().ball = balls.size() == 1 && balls.front().radius < whole.radius ? balls.front() : whole;
    if (balls.size() < 2)
        return;
    // What is below node k.
    std::vector<BallRange> below = {{balls.begin(), balls.end()}};
    for (std::size_t k = 0; k < below.size(); ++k)
    {
        const BallRange part = below[k];
        if (part.size() == 1)
            continue;
        nodes_[BallIndex(k)].setChildren(BallIndex(nodes_.size()));
        const auto middle = halve(part);
        for (const BallRange& half : {BallRange{part.begin, middle}, BallRange{middle, part.end}})
        {
            nodes_.emplace_back().ball = ballAbout(half);
            below.push_back(half);
        }
    }
}

}  // namespace gapless
