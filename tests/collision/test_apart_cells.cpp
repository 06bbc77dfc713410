// The walk of a line through a table's cells, against all cells of tables made up at random.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include <catch2/catch.hpp>

#include <gapless/collision/apart_cells.h>

#include "support/random_input.h"

using namespace gapless;
using namespace gapless::test;

namespace {

using Axis = ApartCells::Axis;
using Node = ApartCells::Node;
using Values = ApartCells::Values;

struct Rectangle
{
    Values low, high;
    double value;
};

/// What every node of a table is of the box.
std::vector<Rectangle> boxesOf(const std::vector<Axis>& axes, const std::vector<Node>& nodes)
{
    std::vector<Rectangle> of(nodes.size());
    of[0] = {};
    for (std::size_t v = 0; v < axes.size(); ++v)
    {
        of[0].low[v] = axes[v].low;
        of[0].high[v] = axes[v].high;
    }
    for (std::size_t i = 0; i < nodes.size(); ++i)
    {
        of[i].value = nodes[i].value;
        if (nodes[i].child == ApartCells::kCell)
            continue;
        const auto child = static_cast<std::size_t>(nodes[i].child), v = static_cast<std::size_t>(nodes[i].variable);
        of[child] = of[child + 1] = of[i];
        of[child].high[v] = of[child + 1].low[v] = nodes[i].value;
    }
    return of;
}

/// All cells of a table.
std::vector<Rectangle> cellsOf(const std::vector<Axis>& axes, const std::vector<Node>& nodes)
{
    std::vector<Rectangle> cells;
    const std::vector<Rectangle> boxes = boxesOf(axes, nodes);
    for (std::size_t i = 0; i < nodes.size(); ++i)
        if (nodes[i].child == ApartCells::kCell)
            cells.push_back(boxes[i]);
    return cells;
}

/// Does the line meet the rectangle grown by `more`, times the size of the limits? (Not if it is shrunk and has nothing left.)
bool meets(const Rectangle& r, const Values& from, const Values& to, const std::vector<Axis>& axes, double more)
{
    long double t0 = 0, t1 = 1;
    for (std::size_t v = 0; v < axes.size(); ++v)
    {
        const long double d = static_cast<long double>(to[v]) - from[v];
        const long double grow = more * std::max(std::abs(axes[v].low), std::abs(axes[v].high));
        const long double low = r.low[v] - grow, high = r.high[v] + grow;
        if (low > high)
            return false;
        if (d == 0)
        {
            if (from[v] < low || from[v] > high)
                return false;
            continue;
        }
        const long double a = (low - from[v]) / d, b = (high - from[v]) / d;
        t0 = std::max(t0, std::min(a, b));
        t1 = std::min(t1, std::max(a, b));
    }
    return t0 <= t1;
}

/// What gapOn() may say: not more than the least value of the cells that are on the line beyond doubt, not less than that of those that
/// may be; 0 stands for nothing.
struct Range
{
    double least = std::numeric_limits<double>::infinity(), most = std::numeric_limits<double>::infinity();
};

Range expected(const std::vector<Rectangle>& cells, const Values& from, const Values& to, const std::vector<Axis>& axes)
{
    Range range;
    for (const Rectangle& r : cells)
    {
        // On the line as numbers, borders included: cells are closed, but either of two that share a border will do.
        if (meets(r, from, to, axes, -1e-15))
            range.most = std::min(range.most, r.value);
        if (meets(r, from, to, axes, 1e-13))
            range.least = std::min(range.least, r.value);
    }
    return range;
}

struct Table
{
    std::vector<Axis> axes;
    std::vector<Node> nodes;
};

std::vector<Axis> randomAxes(Random& random)
{
    std::vector<Axis> axes;
    for (int v = 1 + random.index(ApartCells::kMostVariables); v > 0; --v)
    {
        Axis axis;
        axis.low = random.chance(0.3) ? 0.0 : random.uniform(-3, 3) * random.logUniform(1e-2, 1e3);
        axis.high = axis.upper = axis.low + random.logUniform(1e-3, 10);
        axes.push_back(axis);
    }
    return axes;
}

/// Mostly halved, some cut anywhere.
Table randomTable(Random& random, double open, const std::vector<Axis>& of, double halved = 0.7)
{
    Table table;
    table.axes = of;
    const std::size_t axes = of.size();
    const auto cell = [&] { return Node{random.chance(open) ? ApartCells::kOpen : random.unit() + 1e-3, ApartCells::kCell, 0}; };
    table.nodes = {cell()};
    std::vector<Rectangle> boxes{{}};
    for (std::size_t v = 0; v < axes; ++v)
    {
        boxes[0].low[v] = table.axes[v].low;
        boxes[0].high[v] = table.axes[v].high;
    }
    std::vector<int> depth{0};
    const int cuts = random.index(200);
    for (int k = 0; k < cuts; ++k)
    {
        const auto i = static_cast<std::size_t>(random.index(static_cast<int>(table.nodes.size())));
        if (table.nodes[i].child != ApartCells::kCell || depth[i] >= 20)
            continue;
        const auto v = static_cast<std::size_t>(random.index(static_cast<int>(axes)));
        const Rectangle box = boxes[i];
        const double cut = random.chance(halved) ? 0.5 * (box.low[v] + box.high[v]) : random.uniform(box.low[v], box.high[v]);
        table.nodes[i] = {cut, static_cast<std::int32_t>(table.nodes.size()), static_cast<std::int32_t>(v)};
        for (int side = 0; side < 2; ++side)
        {
            table.nodes.push_back(cell());
            boxes.push_back(box);
            (side == 0 ? boxes.back().high : boxes.back().low)[v] = cut;
            depth.push_back(depth[i] + 1);
        }
    }
    return table;
}

Table randomTable(Random& random, double open)
{
    const std::vector<Axis> axes = randomAxes(random);
    return randomTable(random, open, axes);
}

/// Anywhere, or on what is special: corners of cells, borders, limits, one variable still, both.
std::pair<Values, Values> randomLine(Random& random, const Table& table, const std::vector<Rectangle>& cells)
{
    Values ends[2] = {};
    for (Values& end : ends)
        for (std::size_t v = 0; v < table.axes.size(); ++v)
        {
            const Axis& axis = table.axes[v];
            const Rectangle& r = cells[static_cast<std::size_t>(random.index(static_cast<int>(cells.size())))];
            switch (random.index(6))
            {
                case 0: end[v] = random.chance(0.5) ? r.low[v] : r.high[v]; break;
                case 1: end[v] = random.chance(0.5) ? axis.low : axis.high; break;
                case 2: end[v] = 0.5 * (r.low[v] + r.high[v]); break;
                case 3:
                    end[v] = std::nextafter(random.chance(0.5) ? r.low[v] : r.high[v], random.chance(0.5) ? 1e300 : -1e300);
                    break;
                default: end[v] = random.uniform(axis.low, axis.high);
            }
            end[v] = std::min(std::max(end[v], axis.low), axis.high);
        }
    for (std::size_t v = 0; v < table.axes.size(); ++v)
    {
        if (random.chance(0.2))
            ends[1][v] = ends[0][v];
        if (random.chance(0.3))  // short
            ends[1][v] = ends[0][v] + random.logUniform(1e-17, 1e-1) * (ends[1][v] - ends[0][v]);
        ends[1][v] = std::min(std::max(ends[1][v], table.axes[v].low), table.axes[v].high);
    }
    return {ends[0], ends[1]};
}

/// How many of random lines get an answer that the true cells do not allow.
int wrongAnswers(Random& random, const ApartCells& cells, const Table& truth, int lines, int* answered = nullptr)
{
    const std::vector<Rectangle> all = cellsOf(truth.axes, truth.nodes);
    int wrong = 0;
    for (int k = 0; k < lines; ++k)
    {
        const auto [from, to] = randomLine(random, truth, all);
        const double said = cells.gapOn(from, to).value_or(ApartCells::kOpen);
        const Range range = expected(all, from, to, truth.axes);
        wrong += !(said >= range.least && said <= range.most);
        if (answered)
            *answered += said > 0.0;
    }
    return wrong;
}

}  // namespace

TEST_CASE("A line gets the least gap of the cells it meets, and nothing if one of them is open")
{
    Random random(21);
    int answered = 0;
    for (int k = 0; k < 400; ++k)
    {
        const Table table = randomTable(random, random.chance(0.3) ? 0.0 : 0.1);
        CAPTURE(k, table.axes.size(), table.nodes.size());
        const ApartCells cells(table.axes, table.nodes);
        CHECK(wrongAnswers(random, cells, table, 300, &answered) == 0);
    }
    CHECK(answered > 20000);
}

namespace {

/// Every open cell names a contact of its own, or none: `a` is the number of the node.
std::vector<ApartCells::Contact> withContacts(Random& random, std::vector<Node>& nodes)
{
    std::vector<ApartCells::Contact> contacts;
    for (std::size_t i = 0; i < nodes.size(); ++i)
        if (nodes[i].child == ApartCells::kCell)
        {
            nodes[i].variable = ApartCells::kNone;
            if (nodes[i].value > ApartCells::kOpen || random.chance(0.4))
                continue;
            nodes[i].variable = static_cast<std::int32_t>(contacts.size());
            contacts.push_back({NodeIndex(i), NodeIndex(2 * i)});
        }
    return contacts;
}

/// Where on the line the rectangle is, to 1e-4. @pre moves(): else it may be in no order with another
struct Stretch
{
    double first = 0.0, last = 1.0;
};

/// In all variables by more than rounding.
bool moves(const Values& from, const Values& to, const std::vector<Axis>& axes)
{
    for (std::size_t v = 0; v < axes.size(); ++v)
        if (!(std::abs(to[v] - from[v]) > 1e-9 * std::max(std::abs(axes[v].low), std::abs(axes[v].high))))
            return false;
    return true;
}

Stretch stretchOf(const Rectangle& r, const Values& from, const Values& to, const std::vector<Axis>& axes)
{
    constexpr double kOff = 1e-4;
    Stretch on{-kOff, 1.0 + kOff};
    for (std::size_t v = 0; v < axes.size(); ++v)
    {
        const double d = to[v] - from[v];
        on.first = std::max(on.first, std::min((r.low[v] - from[v]) / d, (r.high[v] - from[v]) / d) - kOff);
        on.last = std::min(on.last, std::max((r.low[v] - from[v]) / d, (r.high[v] - from[v]) / d) + kOff);
    }
    return on;
}

/// How many of random lines get a contact that is not of the last cell on them that has one, or none where there is one.
int wrongMeetings(Random& random, const ApartCells& cells, const Table& table, int lines, int* met = nullptr)
{
    const std::vector<Rectangle> boxes = boxesOf(table.axes, table.nodes);
    const ApartCells without(table.axes, table.nodes);
    int wrong = 0;
    for (int k = 0; k < lines; ++k)
    {
        const auto [from, to] = randomLine(random, table, cellsOf(table.axes, table.nodes));
        const ApartCells::OnLine said = cells.onLine(from, to);
        bool is_wrong = said.gap != without.gapOn(from, to) || (said.gap && said.meeting);
        const bool is_ordered = moves(from, to, table.axes);
        Stretch at;
        if (said.meeting)
        {
            const std::size_t cell = said.meeting->contact.a.value();
            if (is_ordered)
                at = stretchOf(boxes[cell], from, to, table.axes);
            is_wrong = is_wrong || said.meeting->contact.b.value() != 2 * cell || !meets(boxes[cell], from, to, table.axes, 1e-13)
                       || !(said.meeting->t >= at.first && said.meeting->t <= at.last);
            if (met)
                ++*met;
        }
        for (std::size_t i = 0; i < boxes.size(); ++i)
            if (table.nodes[i].child == ApartCells::kCell && table.nodes[i].variable != ApartCells::kNone
                && meets(boxes[i], from, to, table.axes, -1e-15))
                is_wrong = is_wrong || !said.meeting || (is_ordered && stretchOf(boxes[i], from, to, table.axes).first > at.last);
        wrong += is_wrong;
    }
    return wrong;
}

}  // namespace

TEST_CASE("A line meets the contact of the last open cell on it that has one, and its gap is as it would be without")
{
    Random random(29);
    int met = 0, missed = 0;
    for (int k = 0; k < 300; ++k)
    {
        Table table = randomTable(random, random.chance(0.5) ? 0.1 : 0.5);
        std::vector<ApartCells::Contact> contacts = withContacts(random, table.nodes);
        CAPTURE(k, table.axes.size(), table.nodes.size(), contacts.size());
        const ApartCells cells(table.axes, table.nodes, contacts);
        CHECK(wrongMeetings(random, cells, table, 200, &met) == 0);
        // One that takes contacts for another's is seen.
        if (contacts.size() > 1)
        {
            std::rotate(contacts.begin(), contacts.begin() + 1, contacts.end());
            missed += wrongMeetings(random, ApartCells(table.axes, table.nodes, contacts), table, 50) == 0;
        }
    }
    CAPTURE(met, missed);
    CHECK(met > 10000);
    CHECK(missed < 30);
}

TEST_CASE("A table without its contacts says the same of every line, and is no larger than it has to be")
{
    Random random(30);
    int smaller = 0;
    for (int k = 0; k < 100; ++k)
    {
        Table table = randomTable(random, 0.5);
        const std::vector<ApartCells::Contact> contacts = withContacts(random, table.nodes);
        const ApartCells cells(table.axes, table.nodes, contacts), bare = cells.withoutContacts();
        const std::vector<Rectangle> all = cellsOf(table.axes, table.nodes);
        CAPTURE(k, table.nodes.size(), bare.nodes().size());
        CHECK(bare.contacts().empty());
        smaller += bare.nodes().size() < table.nodes.size();
        const auto isOpen = [&](std::int32_t i) {
            const Node& node = bare.nodes()[static_cast<std::size_t>(i)];
            return node.child == ApartCells::kCell && !(node.value > ApartCells::kOpen);
        };
        int wrong = 0;
        for (const Node& node : bare.nodes())
            wrong += node.child == ApartCells::kCell ? node.variable != ApartCells::kNone
                                                     : isOpen(node.child) && isOpen(node.child + 1);
        for (int i = 0; i < 100; ++i)
        {
            const auto [from, to] = randomLine(random, table, all);
            wrong += bare.gapOn(from, to) != cells.gapOn(from, to);
        }
        CHECK(wrong == 0);
    }
    CHECK(smaller > 50);
}

TEST_CASE("A contact is met in each turn of a joint of several")
{
    // Open, with a contact, from 1 to 1.5 of [0, 2 pi].
    const double turn = 2.0 * M_PI;
    const std::vector<Axis> axes{{0.0, 6.5, 30.0}};
    const std::vector<Node> nodes{{1.5, 1, 0}, {1.0, 3, 0}, {0.2}, {0.3}, {ApartCells::kOpen, ApartCells::kCell, 0}};
    const ApartCells cells(axes, nodes, {{NodeIndex(5), NodeIndex(6)}});
    for (int k = 0; k < 4; ++k)
    {
        CAPTURE(k);
        const auto meeting = cells.onLine({k * turn + 0.2, 0, 0}, {k * turn + 1.2, 0, 0}).meeting;
        REQUIRE(meeting);
        CHECK(meeting->contact.a == NodeIndex(5));
        CHECK(meeting->contact.b == NodeIndex(6));
        CHECK(meeting->t == Approx(0.9));
        CHECK_FALSE(cells.onLine({k * turn + 0.2, 0, 0}, {k * turn + 0.9, 0, 0}).meeting);
    }
    // Of two turns that of the end comes first.
    CHECK(cells.onLine({0.5, 0, 0}, {turn + 1.5, 0, 0}).meeting->t == Approx((turn + 0.75) / (turn + 1.0)));
    CHECK(cells.onLine({turn + 2.0, 0, 0}, {0.5, 0, 0}).meeting->t == Approx((turn + 0.75) / (turn + 1.5)));
}

TEST_CASE("Points of a line as doubles compute them are in cells that were looked at")
{
    Random random(22);
    for (int k = 0; k < 300; ++k)
    {
        const Table table = randomTable(random, 0.1);
        const ApartCells cells(table.axes, table.nodes);
        const std::vector<Rectangle> all = cellsOf(table.axes, table.nodes);
        for (int i = 0; i < 60; ++i)
        {
            const auto [from, to] = randomLine(random, table, all);
            const std::optional<double> gap = cells.gapOn(from, to);
            if (!gap)
                continue;
            for (int j = 0; j < 50; ++j)
            {
                const double t = j == 0 ? 0.0 : j == 1 ? 1.0 : random.unit();
                Values p{};
                for (std::size_t v = 0; v < table.axes.size(); ++v)
                    p[v] = j % 2 ? from[v] + (to[v] - from[v]) * t : from[v] * (1.0 - t) + to[v] * t;
                for (const Rectangle& r : all)
                {
                    bool holds = true;
                    for (std::size_t v = 0; v < table.axes.size(); ++v)
                        holds = holds && r.low[v] <= p[v] && p[v] <= r.high[v];
                    // Cells are closed: all that hold the point are looked at.
                    if (holds && *gap > r.value)
                    {
                        CAPTURE(k, i, digits(from[0]), digits(from[1]), digits(to[0]), digits(to[1]), digits(t));
                        CHECK(*gap <= r.value);
                    }
                }
            }
        }
    }
}

TEST_CASE("A table of two is apart where both are, by the smaller gap, and nowhere else")
{
    Random random(27);
    int answered = 0, apart = 0, open = 0;
    for (int k = 0; k < 200; ++k)
    {
        const std::vector<Axis> axes = randomAxes(random);
        const double halved = random.chance(0.5) ? 1.0 : 0.7;
        const Table of_a = randomTable(random, 0.1, axes, halved), of_b = randomTable(random, 0.1, axes, halved);
        const ApartCells a(axes, of_a.nodes), b(axes, of_b.nodes), both = *ApartCells::both(a, b, 1000000);
        const std::vector<Rectangle> cells_a = cellsOf(axes, of_a.nodes), cells_b = cellsOf(axes, of_b.nodes);
        const auto valueAt = [&](const std::vector<Rectangle>& cells, const Rectangle& part) {
            for (const Rectangle& r : cells)
            {
                bool holds = true;
                for (std::size_t v = 0; v < axes.size(); ++v)
                    holds = holds && r.low[v] <= part.low[v] && part.high[v] <= r.high[v];
                if (holds)
                    return r.value;
            }
            return -1.0;
        };
        CAPTURE(k, axes.size(), of_a.nodes.size(), of_b.nodes.size(), both.nodes().size());
        CHECK(both.contacts().empty());
        // Not with a node less than it takes.
        CHECK(ApartCells::both(a, b, both.nodes().size()));
        CHECK((both.nodes().size() == 1 || !ApartCells::both(a, b, both.nodes().size() - 1)));
        int wrong = 0;
        for (const Rectangle& part : cellsOf(axes, both.nodes()))
        {
            // What is open in one need not be cut where the other is.
            const double in_a = valueAt(cells_a, part), in_b = valueAt(cells_b, part);
            const bool is_open = in_a == ApartCells::kOpen || in_b == ApartCells::kOpen;
            wrong += is_open ? part.value != ApartCells::kOpen : in_a < 0 || in_b < 0 || part.value != std::min(in_a, in_b);
            ++(is_open ? open : apart);
        }
        CHECK(wrong == 0);
        for (int line = 0; line < 100; ++line)
        {
            const auto [from, to] = randomLine(random, of_a, cells_a);
            const std::optional<double> gap = both.gapOn(from, to);
            if (!gap)
                continue;
            ++answered;
            CHECK(*gap <= a.gapOn(from, to).value_or(-1.0));
            CHECK(*gap <= b.gapOn(from, to).value_or(-1.0));
        }
    }
    CAPTURE(answered, apart, open);
    CHECK(answered > 1000);
    CHECK(apart > 1000);
    CHECK(open > 1000);
}

TEST_CASE("A table of two that are deeper than any table is open where it would be too deep")
{
    const std::vector<Axis> axes{{0.0, 1.0, 1.0}, {0.0, 1.0, 1.0}};
    // Halved towards the origin, the one along the first variable, the other along the second.
    const auto table = [&](std::int32_t variable) {
        std::vector<Node> nodes(1);
        for (int depth = 0; depth < ApartCells::kDeepest; ++depth)
        {
            const std::size_t node = depth == 0 ? 0 : nodes.size() - 2;
            nodes[node] = {std::ldexp(1.0, -depth - 1), static_cast<std::int32_t>(nodes.size()), variable};
            nodes.push_back({1.0, ApartCells::kCell, 0});
            nodes.push_back({1.0, ApartCells::kCell, 0});
        }
        return ApartCells(axes, nodes);
    };
    const ApartCells both = *ApartCells::both(table(0), table(1), 10000);
    CHECK(both.gapOn({0.7, 0.7}, {0.9, 0.9}) == 1.0);
    CHECK_FALSE(both.gapOn({0.0, 0.0}, {0.0, 0.0}));
    CHECK(table(0).gapOn({0.0, 0.0}, {0.0, 0.0}) == 1.0);
}

TEST_CASE("A table with one open cell taken for apart, or with a cut that is moved a little, is seen")
{
    Random random(23);
    int flipped = 0, seen_flipped = 0, moved = 0, seen_moved = 0;
    for (int k = 0; k < 200; ++k)
    {
        const Table table = randomTable(random, 0.3);
        std::vector<std::size_t> open, cuts;
        for (std::size_t i = 0; i < table.nodes.size(); ++i)
            (table.nodes[i].child != ApartCells::kCell ? cuts : open).push_back(i);
        open.erase(std::remove_if(open.begin(), open.end(), [&](std::size_t i) { return table.nodes[i].value > 0.0; }),
                   open.end());
        if (open.empty() || cuts.empty() || table.nodes.size() > 60)
            continue;
        Table wrong = table;
        wrong.nodes[open[static_cast<std::size_t>(random.index(static_cast<int>(open.size())))]].value = 1.0;
        ++flipped;
        seen_flipped += wrongAnswers(random, ApartCells(wrong.axes, wrong.nodes), table, 3000) > 0;
        wrong = table;
        const std::size_t cut = cuts[static_cast<std::size_t>(random.index(static_cast<int>(cuts.size())))];
        const auto v = static_cast<std::size_t>(table.nodes[cut].variable);
        const Rectangle box = boxesOf(table.axes, table.nodes)[cut];
        wrong.nodes[cut].value += 0.05 * (box.high[v] - box.low[v]);
        ++moved;
        seen_moved += wrongAnswers(random, ApartCells(wrong.axes, wrong.nodes), table, 3000) > 0;
    }
    REQUIRE(flipped > 20);
    // A few are too small to be met.
    CHECK(seen_flipped > 0.9 * flipped);
    CHECK(seen_moved > 0.7 * moved);
}

TEST_CASE("A line that leaves the limits, or has no numbers, gets nothing")
{
    const ApartCells cells({{0.0, 1.0, 1.0}, {-1.0, 1.0, 1.0}}, {Node{0.5, ApartCells::kCell, 0}});
    const double nan = std::numeric_limits<double>::quiet_NaN();
    CHECK(cells.gapOn({0, -1}, {1, 1}) == 0.5);
    for (const Values& out :
         {Values{-1e-9, 0}, Values{1 + 1e-9, 0}, Values{0, 1.5}, Values{0, -1.5}, Values{nan, 0}, Values{0, nan}})
    {
        CHECK_FALSE(cells.gapOn({0.5, 0}, out));
        CHECK_FALSE(cells.gapOn(out, {0.5, 0}));
        CHECK_FALSE(cells.gapOn(out, out));
    }
}

TEST_CASE("Values that are whole turns beyond the box get what is said a turn before, also across the seam")
{
    // Apart but between 1 and 1.25 above the lower limit.
    for (const double low : {0.0, -2 * M_PI, 1e3, -1e6})
    {
        const double high = low + 2 * M_PI * (1 + 1e-12) + 8e-16 * std::abs(low), upper = low + 40.0;
        const ApartCells cells({{low, high, upper}}, {Node{low + 1.0, 1, 0}, Node{0.25, ApartCells::kCell, 0},
                                                      Node{low + 1.25, 3, 0}, Node{}, Node{0.75, ApartCells::kCell, 0}});
        Random random(24);
        int answered = 0;
        for (int k = 0; k < 3000; ++k)
        {
            const double from = random.uniform(low, upper);
            const double to = std::min(std::max(from + random.uniform(-3, 3), low), upper);
            double least = std::numeric_limits<double>::infinity();
            bool doubtful = false;
            for (int j = 0; j <= 2000; ++j)
            {
                const double x = std::fmod(from + (to - from) * j / 2000.0 - low, 2 * M_PI);
                least = std::min(least, x < 1.0 ? 0.25 : x <= 1.25 ? 0.0 : 0.75);
                doubtful = doubtful
                           || ((j == 0 || j == 2000) && (x < 3e-3 || std::abs(x - 1) < 3e-3 || std::abs(x - 1.25) < 3e-3))
                           || (x < 1.0 && x > 1.0 - 4e-3);
            }
            const double said = cells.gapOn({from, 0}, {to, 0}).value_or(0.0);
            CAPTURE(digits(low), digits(from), digits(to));
            CHECK(said <= least);
            if (!doubtful)
                CHECK(said == least);
            answered += said > 0.0;
        }
        CHECK(answered > 500);
        // The seam is in the box at both of its ends: the smaller gap holds.
        for (int turn = 1; turn < 6; ++turn)
            CHECK(cells.gapOn({low + 2 * M_PI * turn, 0}, {low + 2 * M_PI * turn, 0}) == 0.25);
        CHECK_FALSE(cells.gapOn({low, 0}, {upper, 0}));
    }
}

TEST_CASE("Three joints of several turns: an open cell is met in each turn of each, and nowhere else")
{
    const Values low{-1.0, 20.0, -300.0};
    std::vector<Axis> axes;
    for (const double l : low)
        axes.push_back({l, l + 2 * M_PI * (1 + 1e-12), l + 15.0});
    // Open where each value is from 1 to 2 above its lower limit.
    std::vector<Node> nodes(1);
    std::size_t inner = 0;
    for (std::size_t v = 0; v < axes.size(); ++v)
        for (const double cut : {1.0, 2.0})
        {
            const std::size_t child = nodes.size(), other = cut == 1.0 ? child : child + 1;
            nodes[inner] = {low[v] + cut, static_cast<std::int32_t>(child), static_cast<std::int32_t>(v)};
            nodes.resize(nodes.size() + 2);
            nodes[other].value = 0.5;
            inner = cut == 1.0 ? child + 1 : child;
        }
    const ApartCells cells(axes, nodes);
    // How far x is outside of the open cell, or inside if negative, whole turns away.
    const auto outside = [&](const Values& x) {
        double most = -1.0;
        for (std::size_t v = 0; v < axes.size(); ++v)
        {
            const double above = std::fmod(x[v] - low[v], 2 * M_PI);
            most = std::max(most, std::max(1.0 - above, above - 2.0));
        }
        return most;
    };
    Random random(28);
    int answered = 0, unanswered = 0, wrong = 0;
    for (int k = 0; k < 4000; ++k)
    {
        Values from{}, to{};
        for (std::size_t v = 0; v < axes.size(); ++v)
        {
            from[v] = random.uniform(low[v], axes[v].upper);
            to[v] = std::min(std::max(from[v] + random.uniform(-4, 4), low[v]), axes[v].upper);
        }
        double least = 10.0;
        for (int j = 0; j <= 1000; ++j)
        {
            Values x{};
            for (std::size_t v = 0; v < axes.size(); ++v)
                x[v] = from[v] + (to[v] - from[v]) * j / 1000.0;
            least = std::min(least, outside(x));
        }
        const bool is_apart = cells.gapOn(from, to).has_value();
        wrong += is_apart ? least < 0.0 : least > 0.01;
        ++(is_apart ? answered : unanswered);
    }
    CHECK(wrong == 0);
    CHECK(answered > 500);
    CHECK(unanswered > 100);
}
