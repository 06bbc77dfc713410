// What becomes of a cell follows from its own front, which its cell above left: the order of the work decides when a cell is looked at, not what is found.
// For a verdict the least covered cells come first, as in the queue of Schwarzer, Saha, Latombe 2002, section 3.4: mostly a witness is found soon where
// there is one. For a map the largest. A cell's work:
//
// 1. Pairs whose boxes are apart leave the front, while it holds whole objects. A cell of several pieces is parted then, between pieces.
// 2. The front at its middle (cell_front.h). Cells of the quarters that have no front are proven; the others wait.
//
// A front that takes long is broken off and taken up by the next step.
#include <gapless/certify/coordination_square.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <tuple>

#include <gapless/core/error.h>
#include <gapless/core/rounding_environment.h>

#include "certify/adjacent_cells.h"
#include "certify/budget_watch.h"
#include "certify/cell_front.h"

namespace gapless {

namespace {

/// A robot's interval is halved unless the other travels that many times as far in its own. A choice of speed.
constexpr double kMuchFarther = 2.0;
/// Of a set of cells, at most so many are asked what is inside of what, where doubles do not tell. A choice of speed.
constexpr int kMostAsked = 16;
constexpr double kFarApart = std::numeric_limits<double>::infinity();

using State = CoordinationMap::State;
using Parts = RobotCurve::Parts;

/// Whether it may be halved.
bool isWide(const Parts& parts, int node)
{
    return parts[node].end - parts[node].begin > Parts::kNarrowest;
}

/// @param share 0, 1/2 or 1
double placeIn(const Interval& interval, double share)
{
    return share == 0.0 ? interval.lower : share == 1.0 ? interval.upper : interval.middle();
}

/// Lower bound of the distance of two boxes; not positive where they overlap.
double gapOf(const Eigen::AlignedBox3d& x, const Eigen::AlignedBox3d& y)
{
    return std::max((y.min() - x.max()).maxCoeff(), (x.min() - y.max()).maxCoeff()) * kDeflate;
}

}  // namespace

class CoordinationSquare::Impl
{
public:
    Impl(std::shared_ptr<const RobotPair> robots, std::shared_ptr<RobotCurve> a, std::shared_ptr<RobotCurve> b, double tolerance);

    Verdict run(const Budget& budget);
    bool isDone() const { return verdict_ != Verdict::Undecided || (is_begun_ && !hasWork()); }
    CoordinationResult result() const;
    const CoordinationMap& map(double resolution, const Budget& budget, const Wanted& wanted);
    bool isMapDone() const { return is_map_done_; }

private:
    struct CellWork
    {
        int a = Parts::kWhole, b = Parts::kWhole;  // nodes of the curves
        std::int32_t front = -1;                   // in fronts_; none: done with
        bool is_apart = false;                     // no surfaces touch
        bool gave_up = false;
    };
    struct Waiting
    {
        double size;
        double uncovered;  // of its front, metres
        std::int32_t cell;
    };
    enum class Order
    {
        LargestFirst,
        LeastCoveredFirst,
    };

    bool hasWork() const { return current_ >= 0 || !queue_.empty() || !set_aside_.empty(); }
    void begin();
    void forget();
    void setOrder(Order order);
    bool isAfter(const Waiting& x, const Waiting& y) const;
    void push(const Waiting& waiting);
    void setAside();
    void takeBack();
    template <class Done>
    bool work(const Budget& budget, const Done& done);
    void step();
    void beginCell(std::int32_t cell);
    void cullByBoxes(const CellWork& work, std::vector<FrontItem>& front);
    void finishCell();
    std::pair<bool, bool> splits(const CellWork& work);
    void split(std::int32_t cell, bool split_a, bool split_b, std::array<std::vector<FrontItem>, CellFront::kQuarters>& fronts,
               const std::array<double, CellFront::kQuarters>& uncovered);
    void releaseFront(std::int32_t cell);
    double sizeOf(const CellWork& work);
    void proveApart(std::int32_t cell);
    std::int32_t newFront();
    void finish();

    bool isAnySolid(std::int32_t pair) const;
    Containment::Answer inside(std::int32_t pair, const CellWork& work, double& error, ClosePair& common);
    Containment::Answer insides(std::int32_t cell, bool are_all);
    void settle();

    const RobotPair::Objects& objects(std::int32_t pair) const { return robots_->objects()[static_cast<std::size_t>(pair)]; }
    CellWork& workOf(std::int32_t cell) { return works_[static_cast<std::size_t>(cell)]; }
    CoordinationMap::Cell& cellOf(std::int32_t cell) { return map_.cells_[static_cast<std::size_t>(cell)]; }

    std::shared_ptr<const RobotPair> robots_;
    std::shared_ptr<RobotCurve> curve_a_, curve_b_;
    double tolerance_;
    bool is_begun_ = false;

    CoordinationMap map_;
    std::vector<CellWork> works_;  // of each cell
    std::vector<Waiting> queue_;   // a heap
    const Wanted* wanted_ = nullptr;
    std::vector<Waiting> set_aside_;  // not wanted
    Order order_ = Order::LargestFirst;
    std::vector<std::vector<FrontItem>> fronts_;
    std::vector<std::int32_t> free_fronts_;
    CellFront front_;
    std::int32_t current_ = -1;               // the cell that the front works on
    bool split_a_ = false, split_b_ = false;  // which of its sides are to be halved
    std::vector<char> is_outside_;  // by pair: neither is inside the other somewhere in the square, known without asking
    std::vector<std::int32_t> solid_pairs_;
    bool is_settled_ = true, is_all_outside_ = true;
    bool is_map_done_ = false;
    bool gave_up_ = false;

    Verdict verdict_ = Verdict::Undecided;
    std::optional<ClosePair> witness_;
    double witness_s_ = 0.0, witness_t_ = 0.0;
    double clearance_ = kFarApart;
    std::uint64_t looked_cells_ = 0;
    CertifyStatistics statistics_;
};

CoordinationSquare::Impl::Impl(std::shared_ptr<const RobotPair> robots, std::shared_ptr<RobotCurve> a,
                               std::shared_ptr<RobotCurve> b, double tolerance)
    : robots_(std::move(robots)), curve_a_(std::move(a)), curve_b_(std::move(b)), tolerance_(tolerance)
{
    if (!robots_ || !curve_a_ || !curve_b_)
        throw InputError("a coordination square needs two robots and a curve of each");
    kToleranceRange.require(tolerance, "the tolerance");
    for (const auto& [curve, robot] :
         {std::pair{curve_a_.get(), robots_->robotA()}, std::pair{curve_b_.get(), robots_->robotB()}})
    {
        if (curve->scene().id() != robots_->scene()->id())
            throw InputError("a coordination square takes curves of the scene that its robots are of");
        if (curve->robot() != robot)
            throw InputError("a coordination square of robots " + std::to_string(robots_->robotA()) + " and "
                             + std::to_string(robots_->robotB()) + " takes a curve of each, in that order; one is of robot "
                             + std::to_string(curve->robot()));
    }
}

void CoordinationSquare::Impl::forget()
{
    map_ = CoordinationMap();
    works_.assign(1, {});
    map_.cells_.front().s = {0.0, curve_a_->end()};
    map_.cells_.front().t = {0.0, curve_b_->end()};
    queue_.clear();
    set_aside_.clear();
    fronts_.clear();
    free_fronts_.clear();
    front_.clear();
    current_ = -1;
    is_settled_ = is_all_outside_ = true;
    solid_pairs_.clear();
    gave_up_ = false;
    verdict_ = Verdict::Undecided;
    witness_.reset();
    clearance_ = kFarApart;
    is_begun_ = true;
}

/// The whole square, with the pairs that the boxes of all that the robots sweep leave.
void CoordinationSquare::Impl::begin()
{
    forget();
    is_begun_ = false;
    const double gap = gapOf(curve_a_->box(), curve_b_->box());
    if (robots_->objects().empty() || gap > robots_->clearance())
    {
        clearance_ = robots_->objects().empty() ? kFarApart : gap;
        proveApart(0);
        is_begun_ = true;
        return finish();
    }
    is_outside_.assign(robots_->objects().size(), 0);
    const std::int32_t front = newFront();
    for (std::int32_t pair = 0; pair < static_cast<std::int32_t>(robots_->objects().size()); ++pair)
        fronts_[static_cast<std::size_t>(front)].push_back({pair, {}});
    cullByBoxes(workOf(0), fronts_[static_cast<std::size_t>(front)]);
    for (const FrontItem& item : fronts_[static_cast<std::size_t>(front)])
        if (isAnySolid(item.pair))
            solid_pairs_.push_back(item.pair);
    workOf(0).front = front;
    if (fronts_[static_cast<std::size_t>(front)].empty())
        proveApart(0);
    else
        push({sizeOf(workOf(0)), kFarApart, 0});
    is_begun_ = true;
    if (!hasWork())
        finish();
}

/// As a heap has it: x comes up later than y.
bool CoordinationSquare::Impl::isAfter(const Waiting& x, const Waiting& y) const
{
    const double x_first = order_ == Order::LargestFirst ? x.size : x.uncovered;
    const double y_first = order_ == Order::LargestFirst ? y.size : y.uncovered;
    return x_first != y_first ? x_first < y_first : x.cell > y.cell;
}

void CoordinationSquare::Impl::push(const Waiting& waiting)
{
    if (wanted_ && !(*wanted_)(cellOf(waiting.cell)))
    {
        set_aside_.push_back(waiting);
        return;
    }
    queue_.push_back(waiting);
    std::push_heap(queue_.begin(), queue_.end(), [this](const Waiting& x, const Waiting& y) { return isAfter(x, y); });
}

/// What waits and is not wanted.
void CoordinationSquare::Impl::setAside()
{
    std::vector<Waiting> waiting;
    waiting.swap(queue_);
    for (const Waiting& w : waiting)
        push(w);
}

void CoordinationSquare::Impl::takeBack()
{
    wanted_ = nullptr;
    std::vector<Waiting> waiting;
    waiting.swap(set_aside_);
    for (const Waiting& w : waiting)
        push(w);
}

void CoordinationSquare::Impl::setOrder(Order order)
{
    if (order_ == order)
        return;
    order_ = order;
    std::make_heap(queue_.begin(), queue_.end(), [this](const Waiting& x, const Waiting& y) { return isAfter(x, y); });
}

std::int32_t CoordinationSquare::Impl::newFront()
{
    if (free_fronts_.empty())
    {
        fronts_.emplace_back();
        return static_cast<std::int32_t>(fronts_.size()) - 1;
    }
    const std::int32_t front = free_fronts_.back();
    free_fronts_.pop_back();
    return front;
}

/// Takes the pairs off that are there as whole objects, and apart by boxes.
void CoordinationSquare::Impl::cullByBoxes(const CellWork& work, std::vector<FrontItem>& front)
{
    const std::vector<WorldBox>& boxes_a = curve_a_->parts().boxes(work.a);
    const std::vector<WorldBox>& boxes_b = curve_b_->parts().boxes(work.b);
    const auto isApart = [&](const FrontItem& item) {
        if (item.nodes.a != RssTree::kRoot || item.nodes.b != RssTree::kRoot)
            return false;
        const RobotPair::Objects& o = objects(item.pair);
        const double gap = boxes_a[o.at_a].gap(boxes_b[o.at_b]) * kDeflate;
        if (!(gap > o.clearance))
            return false;
        clearance_ = std::min(clearance_, gap);
        is_outside_[static_cast<std::size_t>(item.pair)] = 1;
        return true;
    };
    front.erase(std::remove_if(front.begin(), front.end(), isApart), front.end());
}

/// The longer side, as a share of its curve, of those that may be halved; 0 if none may. Within a piece of either, of those alone that would be halved: where one robot travels next to
/// nothing, it is not its side that is to become short, and least of all by halving the other one's until that is as short.
double CoordinationSquare::Impl::sizeOf(const CellWork& work)
{
    Parts &a = curve_a_->parts(), &b = curve_b_->parts();
    const auto side = [](const Parts& parts, int node) { return (parts[node].end - parts[node].begin) / parts.end(); };
    if (a[work.a].isOfOnePiece() && b[work.b].isOfOnePiece())
    {
        const auto [halves_a, halves_b] = splits(work);
        return std::max(halves_a ? side(a, work.a) : 0.0, halves_b ? side(b, work.b) : 0.0);
    }
    const auto sideOfAny = [&](Parts& parts, int node) {
        return isWide(parts, node) && parts.travel(node) > 0.0 ? side(parts, node) : 0.0;
    };
    return std::max(sideOfAny(a, work.a), sideOfAny(b, work.b));
}

/// Which sides are to be halved: between pieces first, then those along which much happens.
std::pair<bool, bool> CoordinationSquare::Impl::splits(const CellWork& work)
{
    Parts &a = curve_a_->parts(), &b = curve_b_->parts();
    const bool of_one_a = a[work.a].isOfOnePiece(), of_one_b = b[work.b].isOfOnePiece();
    if (!of_one_a || !of_one_b)
        return {!of_one_a, !of_one_b};
    const double travel_a = a.travel(work.a), travel_b = b.travel(work.b);
    const bool may_a = isWide(a, work.a) && travel_a > 0.0, may_b = isWide(b, work.b) && travel_b > 0.0;
    return {may_a && !(may_b && travel_b > kMuchFarther * travel_a), may_b && !(may_a && travel_a > kMuchFarther * travel_b)};
}

void CoordinationSquare::Impl::step()
{
    try
    {
        if (current_ < 0)
        {
            std::pop_heap(queue_.begin(), queue_.end(), [this](const Waiting& x, const Waiting& y) { return isAfter(x, y); });
            const std::int32_t cell = queue_.back().cell;
            queue_.pop_back();
            beginCell(cell);
        }
        if (current_ >= 0 && front_.refine(statistics_) == CellFront::Outcome::Refined)
            finishCell();
    }
    catch (...)
    {
        forget();
        throw;
    }
    if (!hasWork())
        finish();
}

void CoordinationSquare::Impl::beginCell(std::int32_t cell)
{
    ++looked_cells_;
    CellWork& work = workOf(cell);
    std::vector<FrontItem>& front = fronts_[static_cast<std::size_t>(work.front)];
    Parts &a = curve_a_->parts(), &b = curve_b_->parts();
    const bool is_of_one = a[work.a].isOfOnePiece() && b[work.b].isOfOnePiece();
    if (!is_of_one)
    {
        cullByBoxes(work, front);
        if (front.empty())
            return proveApart(cell);
        const auto [split_a, split_b] = splits(work);
        std::array<std::vector<FrontItem>, CellFront::kQuarters> fronts;
        fronts.fill(front);
        std::array<double, CellFront::kQuarters> uncovered{};
        uncovered.fill(kFarApart);
        return split(cell, split_a, split_b, fronts, uncovered);
    }
    const auto goesEitherWay = [&](const FrontItem& item) {
        const RobotPair::Objects& o = objects(item.pair);
        return a.prepare(work.a).objects[o.at_a].goes_either_way || b.prepare(work.b).objects[o.at_b].goes_either_way;
    };
    if (std::any_of(front.begin(), front.end(), goesEitherWay))
    {
        // With an error of the size of the bodies nothing is proven, and every leaf would be looked at.
        work.gave_up = gave_up_ = true;
        return;
    }
    current_ = cell;
    std::tie(split_a_, split_b_) = splits(work);
    front_.begin(*robots_, {a, work.a, split_a_}, {b, work.b, split_b_}, tolerance_);
    for (const FrontItem& item : front)
        front_.add(item);
}

void CoordinationSquare::Impl::finishCell()
{
    const std::int32_t cell = current_;
    current_ = -1;
    for (const std::int32_t pair : front_.apartByRoots())
        is_outside_[static_cast<std::size_t>(pair)] = 1;
    clearance_ = std::min(clearance_, front_.provenClearance());
    if (!witness_ && !front_.isHit() && order_ == Order::LeastCoveredFirst)
        front_.lookAtCorner(statistics_);
    if (front_.isHit() && !witness_)
    {
        witness_ = front_.witness();
        const auto [share_s, share_t] = front_.witnessPlace();
        witness_s_ = placeIn(cellOf(cell).s, share_s);
        witness_t_ = placeIn(cellOf(cell).t, share_t);
        verdict_ = Verdict::Collision;
    }
    auto& fronts = front_.fronts();
    const bool is_proven = std::all_of(fronts.begin(), fronts.end(), [](const auto& front) { return front.empty(); });
    if (is_proven)
        return proveApart(cell);
    if (front_.gaveUp() || (!split_a_ && !split_b_))
    {
        workOf(cell).gave_up = gave_up_ = true;
        return;
    }
    split(cell, split_a_, split_b_, fronts, front_.uncovered());
}

/// Parts the cell. @param fronts of its parts, in the order of CellFront's; taken
void CoordinationSquare::Impl::split(std::int32_t cell, bool split_a, bool split_b,
                                     std::array<std::vector<FrontItem>, CellFront::kQuarters>& fronts,
                                     const std::array<double, CellFront::kQuarters>& uncovered)
{
    const CellWork work = workOf(cell);
    Parts &a = curve_a_->parts(), &b = curve_b_->parts();
    if (split_a)
        a.halve(work.a);
    if (split_b)
        b.halve(work.b);
    const std::size_t halves_a = split_a ? 2 : 1, halves_b = split_b ? 2 : 1;
    cellOf(cell).first_child = static_cast<std::int32_t>(works_.size());
    cellOf(cell).children = static_cast<std::int32_t>(halves_a * halves_b);
    releaseFront(cell);
    for (std::size_t k = 0; k < halves_a * halves_b; ++k)
    {
        CellWork child;
        child.a = !split_a ? work.a : k % halves_a == 0 ? a[work.a].left : a[work.a].right;
        child.b = !split_b ? work.b : k / halves_a == 0 ? b[work.b].left : b[work.b].right;
        CoordinationMap::Cell c;
        c.s = {a[child.a].begin, a[child.a].end};
        c.t = {b[child.b].begin, b[child.b].end};
        const auto index = static_cast<std::int32_t>(works_.size());
        works_.push_back(child);
        map_.cells_.push_back(c);
        if (fronts[k].empty())
        {
            proveApart(index);
            continue;
        }
        const std::int32_t front = newFront();
        workOf(index).front = front;
        fronts_[static_cast<std::size_t>(front)].swap(fronts[k]);
        push({sizeOf(child), uncovered[k], index});
    }
}

void CoordinationSquare::Impl::releaseFront(std::int32_t cell)
{
    const std::int32_t front = workOf(cell).front;
    if (front < 0)
        return;
    fronts_[static_cast<std::size_t>(front)].clear();
    free_fronts_.push_back(front);
    workOf(cell).front = -1;
}

/// No surfaces touch in the cell.
void CoordinationSquare::Impl::proveApart(std::int32_t cell)
{
    releaseFront(cell);
    workOf(cell).is_apart = true;
    if (solid_pairs_.empty())
        cellOf(cell).state = State::Free;
    else
        is_settled_ = false;
}

bool CoordinationSquare::Impl::isAnySolid(std::int32_t pair) const
{
    const auto isSolid = [this](ObjectIndex i) { return robots_->scene()->object(i).geometry->containment().hasSolids(); };
    return isSolid(objects(pair).a) || isSolid(objects(pair).b);
}

/// What is inside of what where both begin in the cell. @pre their surfaces do not touch there
/// @param[out] error of the poses, metres. @param[out] common a point of both, where one is inside
Containment::Answer CoordinationSquare::Impl::inside(std::int32_t pair, const CellWork& work, double& error, ClosePair& common)
{
    double tubes = 0.0;
    const auto pose = [&](Parts& parts, int node, std::size_t object) {
        while (!parts[node].isOfOnePiece())
            node = parts[node].left;
        Parts::Straight& straight = parts.prepare(node);
        error += straight.objects[object].error;
        tubes += straight.objects[object].tube;
        return straight.poses.pose(parts[node].first, straight.objects[object].object->body);
    };
    const RobotPair::Objects& o = objects(pair);
    error = 0.0;
    const Pose X_WA = pose(curve_a_->parts(), work.a, o.at_a), X_WB = pose(curve_b_->parts(), work.b, o.at_b);
    const PairPose X = pairPose(X_WA, X_WB);
    error = (error + tubes) * kInflate;
    const Scene& scene = *robots_->scene();
    const CollisionGeometry &a = *scene.object(o.a).geometry, &b = *scene.object(o.b).geometry;
    common.pair = o.pair;
    // The curves' points are no farther than that from those of these poses. With a straight motion all the gaps that proved the cell are of its poses, and
    // greater. Parts of a curve have straight motions of their own: the gap is to be there for these poses, too.
    const double rounding = supportRounding(X.p_AB.norm() + 2.0 * (a.reach() + b.reach()));
    if (tubes > 0.0 && greedyDistance(a, b, X, 0.0, error + rounding).outcome != GreedyDistance::Outcome::Apart)
        return Containment::Answer::Unknown;
    Vec3 point = Vec3::Zero();
    const Containment::Answer answer = insideOneAnother(a, b, X, &point);
    common.point_a = common.point_b = X_WA.p + point;
    return answer;
}

/// Of a connected set of cells in which no surfaces touch, of which `cell` is one: Outside if it is proven that nothing is inside of anything.
/// @param are_all whether they make up the square: what is known to be outside anywhere is outside then
Containment::Answer CoordinationSquare::Impl::insides(std::int32_t cell, bool are_all)
{
    for (const std::int32_t pair : solid_pairs_)
    {
        if (are_all && is_outside_[static_cast<std::size_t>(pair)])
            continue;
        double error = 0.0;
        ClosePair common;
        const Containment::Answer answer = inside(pair, workOf(cell), error, common);
        if (answer == Containment::Answer::Outside)
            continue;
        // Inside as computed: exactly, the two are at most the errors apart, or one is inside the other, too.
        if (answer == Containment::Answer::Inside && error <= objects(pair).clearance + tolerance_ && !witness_)
        {
            witness_ = common;
            witness_s_ = cellOf(cell).s.lower;
            witness_t_ = cellOf(cell).t.lower;
            verdict_ = Verdict::Collision;
        }
        return answer;
    }
    return Containment::Answer::Outside;
}

/// Nothing waits any longer.
void CoordinationSquare::Impl::finish()
{
    if (verdict_ != Verdict::Undecided)
        return;
    settle();
    if (verdict_ == Verdict::Undecided && !gave_up_ && is_all_outside_)
        verdict_ = Verdict::Free;
}

/// Calls those of the cells free in which no surfaces touch of whose set it is proven that nothing is inside of anything.
void CoordinationSquare::Impl::settle()
{
    if (is_settled_)
        return;
    is_all_outside_ = true;
    const auto count = static_cast<std::int32_t>(works_.size());
    const bool are_all = !hasWork() && !gave_up_;
    std::vector<std::int32_t> set(static_cast<std::size_t>(count));
    std::iota(set.begin(), set.end(), 0);
    const auto find = [&](std::int32_t i) {
        while (set[static_cast<std::size_t>(i)] != i)
        {
            std::int32_t& up = set[static_cast<std::size_t>(i)];
            up = set[static_cast<std::size_t>(up)];
            i = up;
        }
        return i;
    };
    forEachEdge(map_.cells(), [&](std::int32_t i, std::int32_t j, bool) {
        if (workOf(i).is_apart && workOf(j).is_apart)
            set[static_cast<std::size_t>(find(j))] = find(i);
    });
    struct Known
    {
        Containment::Answer answer = Containment::Answer::Unknown;
        int asked = 0;
    };
    std::vector<Known> known(static_cast<std::size_t>(count));
    for (std::int32_t i = 0; i < count; ++i)
    {
        Known& of_set = known[static_cast<std::size_t>(find(i))];
        if (workOf(i).is_apart && of_set.answer == Containment::Answer::Unknown && of_set.asked++ < kMostAsked)
            of_set.answer = insides(i, are_all);
    }
    for (std::int32_t i = 0; i < count; ++i)
    {
        if (!workOf(i).is_apart)
            continue;
        const bool is_outside = known[static_cast<std::size_t>(find(i))].answer == Containment::Answer::Outside;
        is_all_outside_ = is_all_outside_ && is_outside;
        cellOf(i).state = is_outside ? State::Free : State::Open;
    }
    is_settled_ = true;
}

template <class Done>
bool CoordinationSquare::Impl::work(const Budget& budget, const Done& done)
{
    requireRounding();
    if (!is_begun_)
        begin();
    BudgetWatch watch(budget);
    for (std::uint64_t steps = 0; !done(); ++steps)
    {
        if (watch.isSpent(steps, front_.looked() + looked_cells_))
            return false;
        step();
    }
    return true;
}

Verdict CoordinationSquare::Impl::run(const Budget& budget)
{
    setOrder(Order::LeastCoveredFirst);
    work(budget, [this] { return isDone(); });
    return verdict_;
}

const CoordinationMap& CoordinationSquare::Impl::map(double resolution, const Budget& budget, const Wanted& wanted)
{
    kMapResolutionRange.require(resolution, "the resolution of a coordination map");
    setOrder(Order::LargestFirst);
    if (wanted)
    {
        wanted_ = &wanted;
        setAside();
    }
    try
    {
        is_map_done_ = work(budget, [&] { return current_ < 0 && (queue_.empty() || queue_.front().size <= resolution); });
    }
    catch (...)
    {
        takeBack();
        throw;
    }
    takeBack();
    settle();
    return map_;
}

CoordinationResult CoordinationSquare::Impl::result() const
{
    CoordinationResult r;
    r.verdict = verdict_;
    r.witness = witness_;
    r.s = witness_s_;
    r.t = witness_t_;
    r.certified_clearance = verdict_ == Verdict::Free ? clearance_ : 0.0;
    r.cells = looked_cells_;
    r.statistics = statistics_;
    return r;
}

CoordinationSquare::CoordinationSquare(std::shared_ptr<const RobotPair> robots, std::shared_ptr<RobotCurve> a,
                                       std::shared_ptr<RobotCurve> b, double tolerance)
    : impl_(std::make_unique<Impl>(std::move(robots), std::move(a), std::move(b), tolerance))
{}

CoordinationSquare::~CoordinationSquare() = default;
CoordinationSquare::CoordinationSquare(CoordinationSquare&&) noexcept = default;
CoordinationSquare& CoordinationSquare::operator=(CoordinationSquare&&) noexcept = default;

Verdict CoordinationSquare::run(const Budget& budget)
{
    return impl_->run(budget);
}

bool CoordinationSquare::isDone() const
{
    return impl_->isDone();
}

CoordinationResult CoordinationSquare::result() const
{
    return impl_->result();
}

const CoordinationMap& CoordinationSquare::map(double resolution, const Budget& budget)
{
    return impl_->map(resolution, budget, {});
}

const CoordinationMap& CoordinationSquare::map(double resolution, const Budget& budget, const Wanted& wanted)
{
    return impl_->map(resolution, budget, wanted);
}

bool CoordinationSquare::isMapDone() const
{
    return impl_->isMapDone();
}

}  // namespace gapless
