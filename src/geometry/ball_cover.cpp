// Centres by a greedy choice on a grid, radii by the pieces that are given to them.
//
// Pieces. A body is a leaf, or a part of one: a cylinder, the cylinder of a capsule and a cone are frusta, the ends of a capsule are balls.
// A body is cut in its own parameters, which are dyadic and hence exact, and only then are corners computed: no rounding adds up from cut
// to cut. A frustum is first cut across its axis, into slabs between two discs, then into sectors of the regular polygon about the disc,
// prisms over triangles. A piece is cut until it lies in a ball as the centres ask for it, or is small; then it goes to the ball that
// has to grow least, and this ball grows. That each piece is given to one ball is all that the proof needs.
//
// Choice of centres. On a grid of cells, those that a body meets have to be covered. What a flood from outside does not reach is inside. The
// distance transform of that (Felzenszwalb, Huttenlocher: "Distance transforms of sampled functions", Theory of Computing 8, 2012,
// doi:10.4086/toc.2012.v008a019) is the depth. A cell whose ball, with its depth as radius, lies in that of a neighbour is no candidate:
// those left lie about the medial axis. The candidate that covers most is taken until all is covered, each with the same slack beyond its
// depth, the least of a few for which few balls are enough. Centres are then moved to where their balls, with the pieces they have, stand
// out less, and all is cut anew for balls a little smaller. A mistake in any of this costs size only.
#include <gapless/geometry/ball_cover.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>

#include <gapless/core/rounding.h>

#include "geometry/cover_grid.h"
#include "geometry/cover_pieces.h"

namespace gapless {

using namespace cover;

namespace {

/// As many balls as are taken for an object if the slack allows.
constexpr std::size_t kEnoughBalls = 28;
/// Pieces beyond one for each body.
constexpr std::size_t kMostCuts = std::size_t{1} << 15;
/// The most and the least slack that is tried, and pieces that are not cut further, as parts of the object's size.
constexpr double kMostSlack = 0.25, kLeastSlack = 0.02, kLeastPart = 0.03;
/// From one slack to the next.
constexpr double kLessSlack = 0.85;
/// Pieces that are not cut further, as a part of a cell.
constexpr double kLeastPiece = 0.6;
/// A ball about a cylinder as long as wide stands out by this part of its radius, sqrt(2) - 1, at its side and its ends alike. Cylinders
/// for which that is more than this part of the object's size take more than a row.
constexpr double kSquare = 0.4142, kFat = 0.12;
/// Rounds of cutting anew, with radii smaller by this factor.
constexpr int kRounds = 1;
constexpr double kTighter = 0.97;
/// Sizes whose fourth powers are numbers: areas are lengths of products of squares.
constexpr double kShort = 1e-75, kLong = 1e75;

/// Chooses balls that cover all sites: each time the one that covers most of those left, of candidates that cover alike the first.
class GreedyChoice
{
public:
    GreedyChoice(const std::vector<Site>& sites, const std::vector<Site>& candidates, double most_slack)
        : most_slack_(most_slack),
          sites_(thinned(sites, kMostSites)),
          candidates_(thinned(candidates, kMostSlacks / std::max(sites_.size(), std::size_t{1})))
    {
        measure();
    }

    /// Balls as deep as their centres and `slack` more; none where that takes more than `most`.
    std::vector<Ball> choose(double slack, std::size_t most) const
    {
        const auto enough = static_cast<std::int16_t>(slack / most_slack_ * kUnit);
        // Sites that each candidate covers, of those that are left.
        std::vector<std::int16_t> gains(candidates_.size(), 0);
        for (std::size_t j = 0; j < sites_.size(); ++j)
            count(j, enough, 1, gains);
        std::vector<std::size_t> left(sites_.size());
        std::iota(left.begin(), left.end(), std::size_t{0});
        std::vector<Ball> balls;
        while (!left.empty())
        {
            if (balls.size() == most)
                return {};
            const auto best = std::max_element(gains.begin(), gains.end());
            if (best != gains.end() && *best > 0)
            {
                const auto i = static_cast<std::size_t>(best - gains.begin());
                const auto gain = static_cast<std::size_t>(*best);
                balls.push_back({candidates_[i].p, candidates_[i].depth + slack});
                remove(left, enough, gains, [&](std::size_t j) { return slacks_[j * candidates_.size() + i] <= enough; });
                // None will cover more than this one did.
                if ((left.size() + gain - 1) / gain > most - balls.size())
                    return {};
                continue;
            }
            // In a corner sharper than the grid tells, a ball of its own.
            const Vec3 p = sites_[left.front()].p;
            balls.push_back({p, slack});
            remove(left, enough, gains, [&](std::size_t j) { return (sites_[j].p - p).norm() <= slack; });
        }
        return balls;
    }

private:
    /// Of the largest slack: a thousandth of the least.
    static constexpr float kUnit = 16384.0F;
    /// Numbers of sites are less than 2^15.
    static constexpr std::size_t kMostSites = std::size_t{1} << 14, kMostSlacks = std::size_t{1} << 24;

    /// At most as many, evenly.
    static std::vector<Site> thinned(const std::vector<Site>& sites, std::size_t most)
    {
        std::vector<Site> result;
        const std::size_t step = (sites.size() + most - 1) / most;
        for (std::size_t i = 0; i < sites.size(); i += step)
            result.push_back(sites[i]);
        return result;
    }

    // Of each site a row, the slack that each candidate takes to cover it. Single precision is enough, from the first site and in parts of the
    // largest slack, whatever the size. In two passes, which compilers make vectors of.
    void measure()
    {
        const auto n = static_cast<Eigen::Index>(candidates_.size());
        Eigen::ArrayX4f at(n, 4);
        const Vec3 origin = sites_.empty() ? Vec3(Vec3::Zero()) : sites_.front().p;
        for (Eigen::Index i = 0; i < n; ++i)
        {
            const Site& site = candidates_[static_cast<std::size_t>(i)];
            at.row(i).head<3>() = ((site.p - origin) / most_slack_).cast<float>();
            at(i, 3) = static_cast<float>(site.depth / most_slack_);
        }
        slacks_.resize(sites_.size() * candidates_.size());
        Eigen::ArrayXf wanted(n);
        for (std::size_t j = 0; j < sites_.size(); ++j)
        {
            const Eigen::Vector3f p = ((sites_[j].p - origin) / most_slack_).cast<float>();
            wanted = (at.col(0) - p.x()).square() + (at.col(1) - p.y()).square() + (at.col(2) - p.z()).square();
            wanted = kUnit * (wanted.sqrt() - at.col(3)).max(0.0F).min(1.5F);
            std::int16_t* row = slacks_.data() + j * candidates_.size();
            for (Eigen::Index i = 0; i < n; ++i)
                row[i] = static_cast<std::int16_t>(static_cast<std::int32_t>(wanted[i]));
        }
    }

    /// Adds to what each candidate covers with that slack, if it covers site j.
    void count(std::size_t j, std::int16_t enough, std::int16_t by, std::vector<std::int16_t>& gains) const
    {
        const std::int16_t* row = slacks_.data() + j * gains.size();
        std::int16_t* gain = gains.data();
        for (std::size_t i = 0; i < gains.size(); ++i)
            gain[i] = static_cast<std::int16_t>(gain[i] + (row[i] <= enough ? by : std::int16_t{0}));
    }

    /// Takes the sites that are covered from those left, and from what candidates cover.
    template <class IsCovered>
    void remove(std::vector<std::size_t>& left, std::int16_t enough, std::vector<std::int16_t>& gains,
                const IsCovered& is_covered) const
    {
        std::size_t kept = 0;
        for (const std::size_t j : left)
            if (is_covered(j))
                count(j, enough, -1, gains);
            else
                left[kept++] = j;
        left.resize(kept);
    }

    double most_slack_;
    std::vector<Site> sites_, candidates_;
    std::vector<std::int16_t> slacks_;
};

/// With the least slack for which few balls are enough: less takes more.
std::vector<Ball> chooseBalls(const Grid& grid, const Ball& all)
{
    std::vector<double> slacks;
    for (double slack = kMostSlack * all.radius; slack > kLeastSlack * all.radius; slack *= kLessSlack)
        slacks.push_back(slack);
    const GreedyChoice choice(grid.sites(), grid.candidates(), slacks.front());
    std::vector<Ball> balls;
    std::size_t enough = 0, too_little = slacks.size();
    while (too_little - enough > 1)
    {
        const std::size_t middle = (enough + too_little) / 2;
        std::vector<Ball> fewer = choice.choose(slacks[middle], kEnoughBalls);
        if (fewer.empty())
            too_little = middle;
        else
        {
            enough = middle;
            balls = std::move(fewer);
        }
    }
    // With the most slack as many as that takes: a few dozen, even of what is scattered over all the size.
    return enough > 0 ? balls : choice.choose(slacks[0], std::numeric_limits<std::size_t>::max());
}

/// Cuts the bodies and gives each piece to one ball; radii are as that asks for.
class Assignment
{
public:
    /// @param wanted the balls as they should be
    /// @param least pieces of this size are not cut
    Assignment(const std::vector<CoverPart>& bodies, const std::vector<Ball>& wanted, double least)
        : balls_(wanted), extremes_(wanted.size())
    {
        std::vector<Piece> stack;
        // Balls that may grow least for a piece, behind those for what it was cut from.
        std::vector<std::size_t> near(wanted.size());
        std::iota(near.begin(), near.end(), std::size_t{0});
        std::size_t cuts = 0, last = 0;
        for (std::size_t i = 0; i < bodies.size(); ++i)
        {
            Piece whole;
            whole.body = i;
            whole.ball = last;
            whole.near = {0, wanted.size()};
            stack.push_back(whole);
            while (!stack.empty())
            {
                Piece piece = stack.back();
                stack.pop_back();
                near.resize(piece.near[1]);
                const Hull hull = hullOf(bodies[i], piece);
                const double excess = findBall(wanted, hull, near, piece);
                if (excess > 0.0 && cuts < kMostCuts)
                {
                    const std::size_t before = stack.size();
                    keepNear(wanted, hull, excess, near, piece);
                    cut(bodies[i], piece, hull, least, stack);
                    cuts += stack.size() - before;
                    if (stack.size() > before)
                        continue;
                }
                last = piece.ball;
                extremes_[last].insert(extremes_[last].end(), hull.extreme.begin(), hull.extreme.begin() + hull.count);
            }
        }
        for (std::size_t k = 0; k < balls_.size(); ++k)
            balls_[k].radius = radiusAbout(k, balls_[k].centre);
    }

    /// Largest distance of a point of the pieces of ball k, but for rounding: a ball about c with that radius holds them.
    double radiusAbout(std::size_t k, const Vec3& c) const
    {
        double result = 0.0;
        for (const Extreme& e : extremes_[k])
            result = std::max(result, e.distance(c));
        return result;
    }

    /// Moves the centres to where the balls stand out less, and drops balls without pieces.
    void settle(const Grid& grid)
    {
        for (std::size_t k = 0; k < balls_.size(); ++k)
            settle(k, grid);
        dropUnused();
    }

    /// Drops balls without pieces.
    void dropUnused()
    {
        std::size_t kept = 0;
        for (std::size_t k = 0; k < balls_.size(); ++k)
            if (!extremes_[k].empty())
            {
                balls_[kept] = balls_[k];
                if (kept != k)
                    extremes_[kept] = std::move(extremes_[k]);
                ++kept;
            }
        balls_.resize(kept);
        extremes_.resize(kept);
    }

    const std::vector<Ball>& balls() const { return balls_; }

private:
    /// Finds the ball that has to grow least, the first of those that grow alike, of those that may. @return by how much
    static double findBall(const std::vector<Ball>& wanted, const Hull& hull, const std::vector<std::size_t>& near, Piece& piece)
    {
        double excess = hull.excess(wanted[piece.ball], std::numeric_limits<double>::infinity());
        for (std::size_t i = piece.near[0]; i < piece.near[1]; ++i)
        {
            const std::size_t k = near[i];
            const double own = hull.excess(wanted[k], excess);
            if (own < excess || (own == excess && k < piece.ball))
            {
                excess = own;
                piece.ball = k;
            }
        }
        return excess;
    }

    /// What is cut off a piece is held by the same ball, grown by `excess`, and no farther from the piece's first point than the piece is: a ball
    /// that is farther from that has to grow more.
    static void keepNear(const std::vector<Ball>& wanted, const Hull& hull, double excess, std::vector<std::size_t>& near,
                         Piece& piece)
    {
        // The polygon about a disc reaches beyond it.
        constexpr double kBeyondDisc = 1.02;
        const Vec3& p = hull.extreme.front().p;
        double reach = 0.0;
        for (int i = 0; i < hull.count; ++i)
            reach = std::max(reach, hull.extreme[static_cast<std::size_t>(i)].distance(p));
        reach = kBeyondDisc * reach + excess;
        for (std::size_t i = piece.near[0]; i < piece.near[1]; ++i)
        {
            const double most = wanted[near[i]].radius + reach;
            if ((p - wanted[near[i]].centre).squaredNorm() <= most * most)
                near.push_back(near[i]);
        }
        piece.near = {piece.near[1], near.size()};
    }

    /// Would a ball about c stand out of a depth by `most` or more? What tells goes to the front, for it is likely to tell the next time.
    static bool standsOut(std::vector<Extreme>& extremes, const Vec3& c, double depth, double most)
    {
        for (Extreme& e : extremes)
            if (e.distance(c) - depth >= most)
            {
                std::swap(e, extremes.front());
                return true;
            }
        return false;
    }

    // Steps along the axes, halved where none helps. What a ball stands out by is its radius less the depth of its centre.
    void settle(std::size_t k, const Grid& grid)
    {
        Ball& ball = balls_[k];
        double out = ball.radius - grid.depth(ball.centre);
        for (double step = grid.cell(); step > 0.2 * grid.cell(); step *= 0.5)
            for (int axis = 0; axis < 3; ++axis)
                for (const double way : {step, -step})
                {
                    const Vec3 c = ball.centre + way * Vec3::Unit(axis);
                    const double depth = grid.depth(c);
                    if (standsOut(extremes_[k], c, depth, out))
                        continue;
                    ball = {c, radiusAbout(k, c)};
                    out = ball.radius - depth;
                }
    }

    std::vector<Ball> balls_;
    std::vector<std::vector<Extreme>> extremes_;
};

/// Bodies that are cut as they will be covered, and balls each of which holds some of them.
struct Row
{
    std::vector<CoverPart> parts;
    std::vector<Ball> balls;

    // A bit more radius, so that rounding does not cut what was cut to measure.
    void addBall(const Ball& ball) { balls.push_back({ball.centre, ball.radius * (1.0 + 1e-9)}); }
    void add(const CoverPart& part, const Ball& ball)
    {
        parts.push_back(part);
        addBall(ball);
    }
};

/// The part of a frustum from z = low to z = high.
CoverPart partOf(const CoverPart& frustum, double low, double high)
{
    CoverPart part = frustum;
    part.o = frustum.o + low * frustum.w;
    part.w = (high - low) * frustum.w;
    part.r0 = frustum.radiusAt(low);
    part.r1 = frustum.radiusAt(high);
    return part;
}

/// The least ball about a frustum.
Ball ballAbout(const CoverPart& frustum)
{
    const double height = frustum.w.norm(), r0 = frustum.r0, r1 = frustum.r1;
    const double z = std::min(std::max(0.5 * (height + (r1 - r0) * (r1 + r0) / height), 0.0), height);
    return {frustum.o + z / height * frustum.w, std::max(std::hypot(z, r0), std::hypot(height - z, r1)) + frustum.swept};
}

/// Cuts a frustum into `count` of equal height.
void addSlices(const CoverPart& frustum, int count, Row& row)
{
    for (int i = 0; i < count; ++i)
    {
        const CoverPart part = partOf(frustum, static_cast<double>(i) / count, static_cast<double>(i + 1) / count);
        row.add(part, ballAbout(part));
    }
}

/// Parts of a length such that none is longer than `step`; where that are very many, fewer.
int partsOf(double length, double step)
{
    return static_cast<int>(std::ceil(std::min(std::max(length / step, 1.0), 1000.0)));
}

/// Cuts a cell so that the balls about its parts stand out of them by no more than `slack`: in equal parts along each axis, one more along
/// the axis on which they are longest until that is so.
void addLattice(const CoverPart& cell, double slack, Row& row)
{
    const Vec3 half = 0.5 * Vec3(cell.u.norm(), cell.v.norm(), cell.w.norm());
    Eigen::Vector3i n(1, 1, 1);
    Vec3 part = half;
    while (part.norm() - part.minCoeff() > slack && n.prod() < 1000)
    {
        Eigen::Index axis = 0;
        part.maxCoeff(&axis);
        ++n[axis];
        part[axis] = half[axis] / n[axis];
    }
    for (int i = 0; i < n[0]; ++i)
        for (int j = 0; j < n[1]; ++j)
            for (int k = 0; k < n[2]; ++k)
            {
                CoverPart sub = cell;
                sub.u = cell.u / n[0];
                sub.v = cell.v / n[1];
                sub.w = cell.w / n[2];
                sub.o = cell.o + static_cast<double>(i) / n[0] * cell.u + static_cast<double>(j) / n[1] * cell.v
                        + static_cast<double>(k) / n[2] * cell.w;
                row.add(sub, {sub.o + 0.5 * (sub.u + sub.v + sub.w), part.norm() + cell.swept});
            }
}

/// Does a row of balls suit the bodies of this leaf of an object? Not surfaces, cones, and cylinders that are not slender.
bool suitsRow(const std::vector<CoverPart>& bodies, double size)
{
    const CoverPart& body = bodies.back();
    if (body.kind == CoverPart::Kind::Frustum)
        return bodies.size() > 1 || (body.r0 == body.r1 && kSquare * body.r0 <= kFat * size && body.w.norm() > body.r0);
    return body.kind == CoverPart::Kind::Cell;
}

/// Cuts the bodies of such a leaf for balls that stand out by no more than `slack`, or than the flat end of a cylinder makes them.
void addRow(const std::vector<CoverPart>& bodies, double slack, Row& row)
{
    const CoverPart& body = bodies.back();
    if (body.kind == CoverPart::Kind::Cell)
    {
        addLattice(body, slack, row);
        return;
    }
    const double r = body.r0, length = body.w.norm();
    const bool capsule = bodies.size() > 1;
    if (!capsule)
        slack = std::max(slack, kSquare * r);
    // A ball of radius r + slack on the axis holds this much of it to either side.
    const double reach = std::sqrt(slack * (2.0 * r + slack));
    if (!capsule)
    {
        addSlices(body, partsOf(length, 2.0 * reach), row);
        return;
    }
    // The ball at the end of a capsule is held by one about a point up to `slack` from its centre.
    if (length <= 2.0 * slack)
    {
        const Ball ball{body.o + 0.5 * body.w, 0.5 * length + r};
        row.parts.insert(row.parts.end(), bodies.begin(), bodies.end());
        row.addBall(ball);
        return;
    }
    const double end = std::min((slack + reach) / length, 0.5), at = slack / length;
    const Ball first{body.o + at * body.w, r + slack}, last{body.o + (1.0 - at) * body.w, r + slack};
    row.parts.insert(row.parts.end(), {bodies[0], bodies[1]});
    row.add(partOf(body, 0.0, end), first);
    row.add(partOf(body, 1.0 - end, 1.0), last);
    if (end < 0.5)
        addSlices(partOf(body, end, 1.0 - end), partsOf((1.0 - 2.0 * end) * length, 2.0 * reach), row);
}

/// Balls about the solids, each by itself, not yet with the rounding of their points: with as little slack as keeps them few.
void coverInRows(const std::vector<std::vector<CoverPart>>& solids, double size, std::vector<Ball>& result)
{
    Row row;
    for (double slack = kMostSlack * size; slack > kLeastSlack * size; slack *= kLessSlack)
    {
        Row finer;
        for (const std::vector<CoverPart>& bodies : solids)
            addRow(bodies, slack, finer);
        if (!row.balls.empty() && finer.balls.size() > kEnoughBalls)
            break;
        row = std::move(finer);
    }
    Assignment cover(row.parts, row.balls, kLeastPart * size);
    cover.dropUnused();
    result.insert(result.end(), cover.balls().begin(), cover.balls().end());
}

/// The same for all bodies at once, about centres that are chosen on a grid.
void coverOnGrid(const std::vector<CoverPart>& bodies, const Mat3& axes, const Vec3& low, const Vec3& high,
                 std::vector<Ball>& result)
{
    const Ball all{axes * (0.5 * (low + high)), 0.5 * (high - low).norm()};
    // One ball for what is a point but for rounding, or what doubles are too coarse or too short for.
    if (!(all.radius > 1e-12 * all.centre.norm() && all.radius > kShort && all.radius < kLong))
    {
        Assignment cover(bodies, {all}, std::numeric_limits<double>::infinity());
        result.insert(result.end(), cover.balls().begin(), cover.balls().end());
        return;
    }
    const Grid grid(bodies, axes, low, high);
    Assignment cover(bodies, chooseBalls(grid, all), kLeastPiece * grid.cell());
    cover.settle(grid);
    for (int round = 0; round < kRounds; ++round)
    {
        std::vector<Ball> wanted = cover.balls();
        for (Ball& ball : wanted)
            ball.radius *= kTighter;
        cover = Assignment(bodies, wanted, kLeastPiece * grid.cell());
        cover.settle(grid);
    }
    result.insert(result.end(), cover.balls().begin(), cover.balls().end());
}

/// Axes of a body, those of the frame for a triangle or a ball.
Mat3 axesOf(const CoverPart& body)
{
    Mat3 axes = Mat3::Identity();
    if (body.kind == CoverPart::Kind::Frustum)
        axes << body.u, body.v, body.n;
    return axes;
}

/// Balls for the leaves that are not points, not yet with the rounding of the points of pieces.
std::vector<Ball> coverLeaves(const std::vector<Convex>& leaves)
{
    std::vector<std::vector<CoverPart>> solids;
    std::vector<CoverPart> rest, bodies;
    // What is round is best seen along its axis.
    Mat3 axes = Mat3::Identity();
    bool round = false;
    for (const Convex& leaf : leaves)
        if (!round && (leaf.type == Convex::Type::Cylinder || leaf.type == Convex::Type::Cone))
        {
            appendBodies(leaf, bodies);
            axes = axesOf(bodies.back());
            round = true;
        }
    Vec3 low = Vec3::Constant(std::numeric_limits<double>::infinity()), high = -low;
    std::size_t count = 0;
    for (const Convex& leaf : leaves)
    {
        if (leaf.type == Convex::Type::Point)
            continue;
        if (leaf.type != Convex::Type::Triangle)
            ++count;
        for (int k = 0; k < 3; ++k)
        {
            high[k] = std::max(high[k], leaf.support(axes.col(k)));
            low[k] = std::min(low[k], -leaf.support(-axes.col(k)));
        }
    }
    // Very many primitives are better seen as one thing, and so is what the squares of doubles are too short for.
    const double size = 0.5 * (high - low).norm();
    const bool in_rows = count <= kEnoughBalls && size > kShort && size < kLong;
    for (const Convex& leaf : leaves)
    {
        bodies.clear();
        if (leaf.type != Convex::Type::Point)
            appendBodies(leaf, bodies);
        if (!bodies.empty() && in_rows && suitsRow(bodies, size))
            solids.push_back(bodies);
        else
            rest.insert(rest.end(), bodies.begin(), bodies.end());
    }
    std::vector<Ball> result;
    if (!solids.empty())
        coverInRows(solids, size, result);
    if (!rest.empty())
        coverOnGrid(rest, axes, low, high, result);
    return result;
}

}  // namespace

std::vector<Ball> coverByBalls(const std::vector<Convex>& leaves, double outward)
{
    // A corner of a piece is a sum of up to four vectors, each a product of up to three factors, of which two are sums or roots themselves:
    // fewer than 64 roundings, of numbers that are at most four times the largest coordinate. What is smaller than the last term is squared
    // to nothing in a norm.
    double magnitude = 0.0;
    std::vector<Ball> result;
    for (const Convex& leaf : leaves)
    {
        magnitude = std::max(magnitude, leaf.a.norm() + leaf.b.norm() + leaf.c.norm() + leaf.d.norm() + leaf.radius);
        if (leaf.type == Convex::Type::Point)
            result.push_back({leaf.a, (leaf.radius + outward) * kInflate});
    }
    const double rounding = 256.0 * kUnitRoundoff * magnitude + 0x1p-500;
    for (const Ball& ball : coverLeaves(leaves))
        result.push_back({ball.centre, (ball.radius + rounding + outward) * kInflate});
    std::stable_sort(result.begin(), result.end(), [](const Ball& A, const Ball& B) { return A.radius > B.radius; });
    return result;
}

}  // namespace gapless
