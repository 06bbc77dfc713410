// The walk of a line x(t) = from + t (to - from), 0 <= t <= 1, down the tree.
//
// Claim. Let p be a point of the box with |p_v - x_v(t)| <= m_v / 2 for all variables v and one t in [0, 1]: p is in a cell that the walk
// looks at. m_v, the margin, is 64 u s_v (and a bit against underflow), s_v the largest magnitude of a value within the limits.
//
// Invariant: of each node that is taken up with [t0, t1], any such t of a point p of the node is in [t0, t1]. So it is for the root, with
// [0, 1]. The child below a cut at c holds the points p_v <= c: x_v(t) <= c + m_v / 2. It is left out only where
// - both ends are above c + m_v, so that all of x_v is above c + m_v, as computed: off by u (|c| + m_v), far less than m_v / 2; or
// - t0 > t1, once that side of [t0, t1] on which x_v is above c + m_v was taken away, as computed by (c + m_v - from) * (1 / rate). The
//   three operations, and the rate, are off by less than 5 u in relation to t, and t is at most 1 where it matters (a greater one takes
//   nothing away; if it comes out as less than 1, it was at most 1 + 5 u): |rate| 5 u t <= 10 u s_v in relation to x_v. The two sums before
//   that are off by u (2 s_v + 2 m_v). Together that is less than m_v / 2 = 32 u s_v.
//   That is done only for rates of more than m_v, so that the inverse is finite.
// Likewise above the cut, and where whole turns come in, at the faces of the box.
//
// Why m_v / 2 = 32 u s_v is enough for what onLine() says:
// - from + (to - from) * t in doubles is off by at most 2 u |to - from| + u s_v <= 5 u s_v, other such forms are by less than 10 u s_v.
// - Whole turns. The exact value p is the same pose as p - 2 pi k for any whole k, and there is one for which that is in the box, k0, as high
//   is at least low + 2 pi. What is walked is the line between fl(from - k T) and fl(to - k T), T = fl(2 pi), for all k that may be k0.
//   Of these numbers from - 2 pi k is off by k |T - 2 pi| + u |k T| + u |from - k T|: with |T - 2 pi| < 2.3 u, |k| T <= 2 s_v + T, and
//   s_v >= pi (a turn is within the limits), less than 16 u s_v.
#include <gapless/collision/apart_cells.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include <gapless/core/rounding.h>

namespace gapless {

namespace {

constexpr double kTurn = 2.0 * M_PI;
/// Against underflow of products: no joint is known as well as that.
constexpr double kLeastMargin = 1e-150;
/// Motions of more turns are not looked at.
constexpr double kMostTurns = 4.0;
/// A motion on which more nodes lie is too long to be worth it: looking at it otherwise costs some microseconds.
constexpr int kMostVisits = 1000;

}  // namespace

/// One variable on a line.
struct ApartCells::Line
{
    double from, inverse;  // of the rate; 0: the rate is too small, and the whole line is taken to be everywhere on it
    double least, most;    // of both ends, less and more the margin
    double margin;

    Line() = default;
    Line(double a, double b, double m)
        : from(a),
          inverse(std::abs(b - a) > m ? 1.0 / (b - a) : 0.0),
          least(std::min(a, b) - m),
          most(std::max(a, b) + m),
          margin(m)
    {}

    /// Takes from [t0, t1] what is not below c. @return false if nothing is left
    bool below(double c, double& t0, double& t1) const
    {
        if (least > c)
            return false;
        if (inverse > 0.0)
            t1 = std::min(t1, (c + margin - from) * inverse);
        else if (inverse < 0.0)
            t0 = std::max(t0, (c + margin - from) * inverse);
        return t0 <= t1;
    }
    bool above(double c, double& t0, double& t1) const
    {
        if (most < c)
            return false;
        if (inverse > 0.0)
            t0 = std::max(t0, (c - margin - from) * inverse);
        else if (inverse < 0.0)
            t1 = std::min(t1, (c - margin - from) * inverse);
        return t0 <= t1;
    }
};

/// What was seen of a line so far.
struct ApartCells::Walk
{
    double gap = std::numeric_limits<double>::infinity();
    bool is_apart = true;
    std::optional<Meeting> meeting;
    int visits = kMostVisits;  // left
};

ApartCells::ApartCells(const std::vector<Axis>& axes, std::vector<Node> nodes, std::vector<Contact> contacts)
    : axes_(axes), nodes_(std::move(nodes)), contacts_(std::move(contacts))
{
    for (std::size_t v = 0; v < axes_.size(); ++v)
    {
        margin_[v] = 64.0 * kUnitRoundoff * std::max(std::abs(axes_[v].low), std::abs(axes_[v].upper)) + kLeastMargin;
        turns_ = turns_ || axes_[v].upper > axes_[v].high;
    }
}

std::optional<ApartCells> ApartCells::both(const ApartCells& a, const ApartCells& b, std::size_t most)
{
    /// A part of the box, within a node of either.
    struct Part
    {
        Values low{}, high{};
        std::int32_t in_a = 0, in_b = 0;
        std::size_t node = 0;
        int depth = 0;
    };
    // Down to where a cut is within the part.
    const auto settle = [](const ApartCells& cells, const Part& part, std::int32_t& in) {
        for (;;)
        {
            const Node& node = cells.nodes_[static_cast<std::size_t>(in)];
            const auto v = static_cast<std::size_t>(node.variable);
            if (node.child == kCell || (part.low[v] < node.value && node.value < part.high[v]))
                return;
            in = part.high[v] <= node.value ? node.child : node.child + 1;
        }
    };
    std::vector<Node> nodes(1);
    std::vector<Part> parts(1);
    for (std::size_t v = 0; v < a.axes_.size(); ++v)
    {
        parts[0].low[v] = a.axes_[v].low;
        parts[0].high[v] = a.axes_[v].high;
    }
    while (!parts.empty())
    {
        Part part = parts.back();
        parts.pop_back();
        settle(a, part, part.in_a);
        settle(b, part, part.in_b);
        const Node &of_a = a.nodes_[static_cast<std::size_t>(part.in_a)], &of_b = b.nodes_[static_cast<std::size_t>(part.in_b)];
        const bool is_cell_a = of_a.child == kCell, is_cell_b = of_b.child == kCell;
        const bool is_open =
            (is_cell_a && !(of_a.value > kOpen)) || (is_cell_b && !(of_b.value > kOpen)) || part.depth == kDeepest;
        if (is_open || (is_cell_a && is_cell_b))
        {
            nodes[part.node].value = is_open ? kOpen : std::min(of_a.value, of_b.value);
            continue;
        }
        const Node& cut = is_cell_a ? of_b : of_a;
        const auto v = static_cast<std::size_t>(cut.variable);
        nodes[part.node] = {cut.value, static_cast<std::int32_t>(nodes.size()), cut.variable};
        part.node = nodes.size();
        ++part.depth;
        Part above = part;
        ++above.node;
        part.high[v] = above.low[v] = cut.value;
        if (nodes.size() + 2 > most)
            return std::nullopt;
        nodes.resize(nodes.size() + 2);
        parts.push_back(part);
        parts.push_back(above);
    }
    return ApartCells(a.axes_, std::move(nodes));
}

ApartCells ApartCells::withoutContacts() const
{
    std::vector<Node> merged = nodes_;
    const auto isOpen = [&](std::int32_t i) {
        const Node& node = merged[static_cast<std::size_t>(i)];
        return node.child == kCell && !(node.value > kOpen);
    };
    // Children come after their parents.
    for (std::size_t i = merged.size(); i-- > 0;)
        if (merged[i].child == kCell)
            merged[i].variable = kNone;
        else if (isOpen(merged[i].child) && isOpen(merged[i].child + 1))
            merged[i] = {};
    compact(merged);
    return {axes_, std::move(merged)};
}

std::vector<std::size_t> ApartCells::compact(std::vector<Node>& nodes)
{
    std::vector<Node> kept{nodes[0]};
    std::vector<std::size_t> places{0};
    for (std::size_t i = 0; i < kept.size(); ++i)
        if (kept[i].child != kCell)
        {
            const auto child = static_cast<std::size_t>(kept[i].child);
            kept[i].child = static_cast<std::int32_t>(kept.size());
            kept.insert(kept.end(), {nodes[child], nodes[child + 1]});
            places.insert(places.end(), {child, child + 1});
        }
    nodes = std::move(kept);
    return places;
}

ApartCells::OnLine ApartCells::onLine(const Values& from, const Values& to) const
{
    std::array<Line, kMostVariables> line;
    for (std::size_t v = 0; v < axes_.size(); ++v)
    {
        const Axis& axis = axes_[v];
        // Not a number is not within the limits.
        if (!(from[v] >= axis.low && to[v] >= axis.low && from[v] <= axis.upper && to[v] <= axis.upper))
            return {};
        line[v] = Line(from[v], to[v], margin_[v]);
    }
    Walk seen;
    const auto answer = [&seen] { return OnLine{seen.is_apart ? std::optional(seen.gap) : std::nullopt, seen.meeting}; };
    if (!turns_)
    {
        walk(line, seen);
        return answer();
    }

    // By how many turns a value may have to be less, to come into the box: the quotients are off by far less than what is added.
    Values first{}, last{};
    for (std::size_t v = 0; v < axes_.size(); ++v)
        if (axes_[v].upper > axes_[v].high)
        {
            first[v] = std::max(0.0, std::floor((line[v].least - axes_[v].low) / kTurn - margin_[v]));
            last[v] = std::floor((line[v].most - axes_[v].low) / kTurn + margin_[v]);
            if (!(last[v] - first[v] <= kMostTurns))
                return {};
        }
    // From the end of the line, which larger values are where it goes up.
    const auto turned = [&](std::size_t v, double k) { return kTurn * (to[v] > from[v] ? last[v] - k : first[v] + k); };
    for (double k0 = 0.0; k0 <= last[0] - first[0]; ++k0)
        for (double k1 = 0.0; k1 <= last[1] - first[1]; ++k1)
            for (double k2 = 0.0; k2 <= last[2] - first[2]; ++k2)
            {
                const Values turn{turned(0, k0), turned(1, k1), turned(2, k2)};
                for (std::size_t v = 0; v < axes_.size(); ++v)
                    line[v] = Line(from[v] - turn[v], to[v] - turn[v], margin_[v]);
                if (!walk(line, seen))
                    return answer();
            }
    return answer();
}

bool ApartCells::walk(const std::array<Line, kMostVariables>& line, Walk& seen) const
{
    // What is not looked at may be open.
    const auto giveUp = [&seen] {
        seen.is_apart = false;
        return false;
    };
    struct Part
    {
        std::int32_t node;
        double t0, t1;
    };
    Part part{0, 0.0, 1.0};
    if (turns_)
        for (std::size_t v = 0; v < axes_.size(); ++v)
            if (!line[v].below(axes_[v].high, part.t0, part.t1) || !line[v].above(axes_[v].low, part.t0, part.t1))
                return true;
    // Of each depth one child waits, at the most.
    std::array<Part, kDeepest + 1> waiting;
    std::size_t count = 0;
    for (;;)
    {
        const Node& node = nodes_[static_cast<std::size_t>(part.node)];
        if (--seen.visits < 0)
            return giveUp();
        if (node.child == kCell)
        {
            if (node.value > kOpen)
                seen.gap = std::min(seen.gap, node.value);
            else
            {
                seen.is_apart = false;
                if (contacts_.empty())
                    return false;
                if (node.variable != kNone)
                {
                    seen.meeting = {contacts_[static_cast<std::size_t>(node.variable)], 0.5 * (part.t0 + part.t1)};
                    return false;
                }
            }
            if (count == 0)
                return true;
            part = waiting[--count];
            continue;
        }
        const Line& at = line[static_cast<std::size_t>(node.variable)];
        // Mostly all of the line is on one side, and nothing of it is taken away.
        if (at.most < node.value || at.least > node.value)
        {
            part.node = at.most < node.value ? node.child : node.child + 1;
            continue;
        }
        Part below{node.child, part.t0, part.t1}, above{node.child + 1, part.t0, part.t1};
        const bool is_below = at.below(node.value, below.t0, below.t1), is_above = at.above(node.value, above.t0, above.t1);
        if (is_below && is_above)
        {
            if (count == waiting.size())
                return giveUp();
            // Motions mostly meet something at their end.
            const bool ends_above = at.inverse > 0.0;
            waiting[count++] = ends_above ? below : above;
            part = ends_above ? above : below;
        }
        else if (is_below || is_above)
            part = is_below ? below : above;
        else
            return giveUp();  // does not happen: what is not below is above
    }
}

}  // namespace gapless
