// CoordinationMap: what is within free cells, and the ways through them; and CoordinationSquare's budgets and bad input.
#include <catch2/catch.hpp>

#include <cmath>

#include "coordination_support.h"

#include <gapless/core/error.h>

using namespace gapless;
using namespace gapless::test;

namespace {

using Cell = CoordinationMap::Cell;
using State = CoordinationMap::State;
using Way = std::vector<Eigen::Vector2d>;

/// Every step forwards, from corner to corner, and within free cells.
void isWay(const CoordinationMap& map, const std::optional<Way>& way)
{
    REQUIRE(way);
    CHECK(way->front() == Eigen::Vector2d(map.whole().s.lower, map.whole().t.lower));
    CHECK(way->back() == Eigen::Vector2d(map.whole().s.upper, map.whole().t.upper));
    for (std::size_t i = 0; i + 1 < way->size(); ++i)
    {
        const Eigen::Vector2d &p = (*way)[i], &q = (*way)[i + 1];
        INFO("(" << p.transpose() << ") to (" << q.transpose() << ")");
        CHECK((q.x() >= p.x() && q.y() >= p.y()));
        const auto holds = [&](const Cell& c) {
            return c.children == 0 && c.state == State::Free && c.s.contains(p.x()) && c.s.contains(q.x()) && c.t.contains(p.y())
                   && c.t.contains(q.y());
        };
        CHECK(std::any_of(map.cells().begin(), map.cells().end(), holds));
    }
}

/// A tree down to 1 / 2^depth in which the cells of a grid of that width are free or not; parted at random where it need not be.
void part(std::vector<Cell>& cells, std::size_t index, const std::vector<std::vector<char>>& free, std::size_t i, std::size_t j,
          std::size_t width, Random& random)
{
    bool any = false, all = true;
    for (std::size_t x = i; x < i + width; ++x)
        for (std::size_t y = j; y < j + width; ++y)
        {
            any = any || free[x][y];
            all = all && free[x][y];
        }
    if (width == 1 || ((all || !any) && random.chance(0.7)))
    {
        cells[index].state = all ? State::Free : State::Open;
        return;
    }
    const std::size_t half = width / 2, first = cells.size();
    cells[index].first_child = static_cast<std::int32_t>(first);
    cells[index].children = 4;
    const Cell parent = cells[index];
    for (std::size_t k = 0; k < 4; ++k)
    {
        Cell child;
        child.s = k % 2 == 0 ? Interval(parent.s.lower, parent.s.middle()) : Interval(parent.s.middle(), parent.s.upper);
        child.t = k / 2 == 0 ? Interval(parent.t.lower, parent.t.middle()) : Interval(parent.t.middle(), parent.t.upper);
        cells.push_back(child);
    }
    for (std::size_t k = 0; k < 4; ++k)
        part(cells, first + k, free, i + (k % 2) * half, j + (k / 2) * half, half, random);
}

/// By cells of a grid: from a corner to the other, to the right and up only.
bool hasWay(const std::vector<std::vector<char>>& free)
{
    const std::size_t n = free.size();
    std::vector<std::vector<char>> reached(n, std::vector<char>(n, 0));
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < n; ++j)
            reached[i][j] = free[i][j] && ((i == 0 && j == 0) || (i > 0 && reached[i - 1][j]) || (j > 0 && reached[i][j - 1]));
    return reached[n - 1][n - 1];
}

}  // namespace

TEST_CASE("There is a monotone way through a map if and only if there is one through its grid, and it is one")
{
    Random random(17);
    int with = 0, without = 0;
    for (int k = 0; k < 3000; ++k)
    {
        const std::size_t n = std::size_t{1} << random.index(5);
        const double share = random.uniform(0.55, 1.0);
        std::vector<std::vector<char>> free(n, std::vector<char>(n));
        for (auto& row : free)
            for (char& cell : row)
                cell = random.chance(share);
        std::vector<Cell> cells(1);
        cells[0].s = cells[0].t = {0.0, 1.0};
        part(cells, 0, free, 0, 0, n, random);
        const CoordinationMap map(cells);
        const auto way = map.monotonePath();
        INFO("map " << k << " of " << n);
        REQUIRE(way.has_value() == hasWay(free));
        ++(way ? with : without);
        if (way)
            isWay(map, way);
        // Boxes: free if and only if all cells are that they overlap.
        for (int box = 0; box < 5; ++box)
        {
            const auto x0 = static_cast<std::size_t>(random.index(static_cast<int>(n))),
                       y0 = static_cast<std::size_t>(random.index(static_cast<int>(n)));
            const std::size_t x1 = x0 + static_cast<std::size_t>(random.index(static_cast<int>(n - x0))),
                              y1 = y0 + static_cast<std::size_t>(random.index(static_cast<int>(n - y0)));
            bool all = true;
            for (std::size_t x = x0; x <= x1; ++x)
                for (std::size_t y = y0; y <= y1; ++y)
                    all = all && free[x][y];
            const double w = 1.0 / static_cast<double>(n), inset = random.chance(0.5) ? 0.0 : 0.25 * w;
            const Interval s(static_cast<double>(x0) * w + inset, static_cast<double>(x1 + 1) * w - inset);
            const Interval t(static_cast<double>(y0) * w + inset, static_cast<double>(y1 + 1) * w - inset);
            CHECK(map.isFree(s, t) == all);
            // A point of an edge is in either cell.
            const Interval edge(static_cast<double>(x0) * w);
            const double y = (static_cast<double>(y0) + 0.5) * w;
            CHECK(map.isFree(edge, y) == (free[x0][y0] || (x0 > 0 && free[x0 - 1][y0])));
        }
        CHECK_FALSE(map.isFree({-0.1, 0.0}, 0.0));
        CHECK_FALSE(map.isFree(0.0, {0.5, 1.1}));
        CHECK_FALSE(map.isFree(std::nan(""), 0.0));
    }
    CHECK(with > 200);
    CHECK(without > 200);
}

TEST_CASE("On lines that cross either robot may go first, and on one line two that change places are deadlocked")
{
    TwoRobots crossing;
    crossing.ballOnLine(0, Vec3(-1, 0, 0), Vec3::UnitX(), 0.1).ballOnLine(1, Vec3(0, -1, 0), Vec3::UnitY(), 0.1);
    StraightSquare s(crossing.builder.build(), configuration({0, 0}), configuration({2, 2}));
    const CoordinationMap& map = s.square.map(1.0 / 64.0);
    isWay(map, map.monotonePath());
    // A first all the way, and B first.
    CHECK(map.isFree({0.0, 1.0}, 0.0));
    CHECK(map.isFree(1.0, {0.0, 1.0}));
    CHECK(map.isFree(0.0, {0.0, 1.0}));
    CHECK(map.isFree({0.0, 1.0}, 1.0));
    CHECK_FALSE(map.isFree(0.5, 0.5));

    TwoRobots line;
    line.ballOnLine(0, Vec3(-1, 0, 0), Vec3::UnitX(), 0.1).ballOnLine(1, Vec3(1, 0, 0), -Vec3::UnitX(), 0.1);
    StraightSquare deadlock(line.builder.build(), configuration({0, 0}), configuration({2, 2}));
    const CoordinationMap& locked = deadlock.square.map(1.0 / 256.0);
    CHECK(locked.area(State::Free) > 0.8);
    CHECK_FALSE(locked.monotonePath());

    // The one has to wait: B passes where A ends, before A is there.
    TwoRobots wait;
    wait.ballOnLine(0, Vec3(-1, 0, 0), Vec3::UnitX(), 0.1).ballOnLine(1, Vec3(0, -1, 0), Vec3::UnitY(), 0.1);
    StraightSquare order(wait.builder.build(), configuration({0, 0}), configuration({1, 2}));
    const CoordinationMap& after = order.square.map(1.0 / 256.0);
    isWay(after, after.monotonePath());
    CHECK(after.isFree(0.0, {0.0, 1.0}));
    CHECK_FALSE(after.isFree(1.0, {0.0, 1.0}));
}

TEST_CASE("A square that is worked on in small steps comes to what one call comes to")
{
    int interruptions = 0;
    for (std::uint64_t seed = 0; seed < 12; ++seed)
    {
        const auto makeSquare = [&] {
            TwoRobots robots;
            Random shapes(seed);
            for (const int robot : {0, 1})
            {
                const BodyIndex first = robots.joint(robot, kWorld, at(robot, 0, 0), JointType::Revolute);
                const BodyIndex second = robots.joint(robot, first, at(0.5, 0, 0), JointType::Revolute);
                robots.builder.link("upper_" + std::to_string(robot), first, randomMesh(shapes, 0.5), shapes.pose(0.2));
                robots.builder.link("lower_" + std::to_string(robot), second, randomMesh(shapes, 0.5), shapes.pose(0.2));
            }
            return std::make_unique<StraightSquare>(robots.builder.build(), configuration({0, 0, 0, 0}),
                                                    configuration({2, -1, 2, 1}));
        };
        const auto once = makeSquare(), often = makeSquare();
        const Verdict verdict = once->square.run();
        int calls = 0;
        while (!often->square.isDone())
        {
            REQUIRE(++calls < 100000);
            Budget one;
            one.steps = 1;
            const Verdict open = often->square.run(one);
            CHECK((open == Verdict::Undecided || often->square.isDone()));
        }
        CHECK(often->square.result().verdict == verdict);
        CHECK(often->square.result().s == once->square.result().s);
        CHECK(often->square.result().t == once->square.result().t);
        CHECK(often->square.result().cells == once->square.result().cells);
        const CoordinationMap& map = once->square.map(1.0 / 32.0);
        CHECK(once->square.isMapDone());
        calls = 0;
        Budget interrupted;
        interrupted.interrupted = [] { return true; };
        static_cast<void>(often->square.map(1.0 / 32.0, interrupted));
        interruptions += !often->square.isMapDone();
        do
        {
            REQUIRE(++calls < 100000);
            Budget few;
            few.steps = 3;
            static_cast<void>(often->square.map(1.0 / 32.0, few));
        }
        while (!often->square.isMapDone());
        const CoordinationMap& same = often->square.map(1.0 / 32.0);
        REQUIRE(same.cells().size() == map.cells().size());
        CHECK(same.area(State::Free) == map.area(State::Free));
        // A map of less is part of it.
        CHECK(makeSquare()->square.map(1.0 / 8.0).area(State::Free) <= map.area(State::Free));
    }
    CHECK(interruptions > 3);
}

TEST_CASE("What is not yet known is not free")
{
    TwoRobots robots;
    robots.ballOnLine(0, Vec3(-1, 0, 0), Vec3::UnitX(), 0.1).ballOnLine(1, Vec3(0, -1, 0), Vec3::UnitY(), 0.1);
    StraightSquare s(robots.builder.build(), configuration({0, 0}), configuration({2, 2}));
    Budget none;
    none.steps = 0;
    CHECK(s.square.run(none) == Verdict::Undecided);
    CHECK_FALSE(s.square.isDone());
    CHECK(s.square.result().verdict == Verdict::Undecided);
    CHECK(s.square.map(0.125, none).area(State::Free) == 0.0);
    CHECK_FALSE(s.square.isMapDone());
    CHECK_FALSE(s.square.map(0.125, none).monotonePath());
}

TEST_CASE("Squares refuse what they cannot answer for, in one line")
{
    TwoRobots robots;
    robots.ballOnLine(0, Vec3(-1, 0, 0), Vec3::UnitX(), 0.1).ballOnLine(1, Vec3(0, -1, 0), Vec3::UnitY(), 0.1);
    const auto scene = robots.builder.build(), other = robots.builder.build();
    const Configuration q = configuration({0, 0});
    const auto pair = std::make_shared<RobotPair>(scene, 0, 1);
    const auto a = std::make_shared<RobotCurve>(scene, 0, q, q), b = std::make_shared<RobotCurve>(scene, 1, q, q);
    const auto message = [](const auto& make) -> std::string {
        try
        {
            make();
        }
        catch (const InputError& error)
        {
            return error.what();
        }
        return "";
    };
    const auto says = [&](const auto& make, const std::string& words) {
        const std::string said = message(make);
        INFO(said);
        CHECK(said.find(words) != std::string::npos);
        CHECK(said.find('\n') == std::string::npos);
    };
    says([&] { RobotPair(nullptr, 0, 1); }, "needs a scene");
    says([&] { RobotPair(scene, 0, 2); }, "no robot 2");
    says([&] { RobotPair(scene, 1, 1); }, "itself");
    says([&] { RobotCurve(nullptr, 0, q, q); }, "needs a scene");
    says([&] { RobotCurve(scene, 3, q, q); }, "no robot 3");
    says([&] { RobotCurve(scene, 0, q, configuration({0})); }, "");
    CHECK_THROWS_AS(RobotCurve(scene, 0, q, configuration({0})), InputError);
    CHECK_THROWS_AS(RobotCurve(scene, 0, q, configuration({0, std::nan("")})), InputError);
    says([&] { CoordinationSquare(pair, a, nullptr); }, "a curve of each");
    says([&] { CoordinationSquare(nullptr, a, b); }, "two robots");
    says([&] { CoordinationSquare(pair, b, a); }, "in that order");
    says([&] { CoordinationSquare(pair, a, std::make_shared<RobotCurve>(other, 1, q, q)); }, "of the scene");
    says([&] { CoordinationSquare(pair, a, b, 0.0); }, "the tolerance");
    CoordinationSquare square(pair, a, b);
    for (const double resolution : {0.0, -1.0, 2.0, 1e-9, std::nan("")})
        says([&] { static_cast<void>(square.map(resolution)); }, "the resolution");
    CHECK(square.run() == Verdict::Free);

    // Two arms on one slide.
    TwoRobots joined;
    const BodyIndex slide = joined.joint(0, kWorld, {}, JointType::Prismatic, Vec3::UnitX());
    joined.builder.link("first", joined.joint(0, slide, {}, JointType::Revolute), Sphere{0.1}, at(1, 0, 0));
    joined.builder.link("second", joined.joint(1, slide, {}, JointType::Revolute), Sphere{0.1}, at(-1, 0, 0));
    says([&] { RobotPair(joined.builder.build(), 0, 1); }, "they are one robot");
}

TEST_CASE("Where a robot travels next to nothing the other one's motion is not parted more finely than asked")
{
    TwoRobots robots;
    robots.ballOnLine(0, Vec3(-1, 0, 0), Vec3::UnitX(), 0.1).ballOnLine(1, Vec3(0, 0.05, 0), Vec3::UnitY(), 0.1);
    const auto scene = robots.builder.build();
    const double little = GENERATE(1e-3, 1e-6, 1e-12);
    // All of the way, and one piece of it.
    const bool is_piece = GENERATE(false, true);
    CAPTURE(little, is_piece);
    const auto at = [](double a, double b) { return (Configuration(2) << a, b).finished(); };
    std::vector<Configuration> of_b = {at(0, 0), at(0, little)};
    if (is_piece)
        of_b.push_back(at(0, 1));
    CoordinationSquare square(std::make_shared<RobotPair>(scene, 0, 1),
                              std::make_shared<RobotCurve>(scene, 0, at(0, 0), at(2, 0)),
                              std::make_shared<RobotCurve>(scene, 1, of_b), 1e-9);
    Budget budget;
    budget.seconds = 10.0;
    const CoordinationMap& map = square.map(1.0 / 32.0, budget);
    CHECK(square.isMapDone());
    CHECK(map.cells().size() < 2000);
    // What is open is near where they meet, at the beginning of B's way.
    for (const Cell& cell : leavesOf(map, State::Open))
    {
        CHECK(cell.s.lower >= 0.35);
        CHECK(cell.s.upper <= 0.65);
    }
}

TEST_CASE("Robots that stand are a square of one cell")
{
    for (const double way : {0.0, 1.0})
    {
        TwoRobots robots;
        robots.ballOnLine(0, Vec3(0, 0, 0), Vec3::UnitX(), 0.1).ballOnLine(1, Vec3(0.15 + way, 0, 0), Vec3::UnitX(), 0.1);
        StraightSquare s(robots.builder.build(), configuration({0, 0}), configuration({0, 0}));
        CHECK(s.square.run() == (way > 0.0 ? Verdict::Free : Verdict::Collision));
        CHECK(s.square.map(1.0 / 64.0).cells().size() == 1);
        CHECK(s.square.isMapDone());
        CHECK(s.square.map(1.0 / 64.0).area(State::Free) == way);
    }
    // One stands: strips.
    TwoRobots robots;
    robots.ballOnLine(0, Vec3(-1, 0, 0), Vec3::UnitX(), 0.1).ballOnLine(1, Vec3(0, 0, 0), Vec3::UnitX(), 0.1);
    StraightSquare s(robots.builder.build(), configuration({0, 0}), configuration({2, 0}));
    for (const Cell& cell : s.square.map(1.0 / 64.0).cells())
        CHECK(cell.t.width() == 1.0);
}
