// Two objects made of boxes on a grid, nested, hollow, crossing, inside out, of several meshes and primitives, one of which moves along x:
// whether and when they have a point in common is whole numbers only.
//
// Box faces of object A lie at even coordinates, those of B at odd ones, and B moves by an even distance: at both ends nothing touches,
// and what does not meet on the way stays half a unit apart.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "random_input.h"
#include "scene_builder.h"

namespace gapless::test {

inline constexpr double kGridUnit = 0.125;  // metres
inline constexpr int kGridSize = 12;        // coordinates are 0 to kGridSize

struct GridBox
{
    std::array<int, 3> low, high;
    bool inward = false;

    Vec3 centre() const { return 0.5 * kGridUnit * Vec3(low[0] + high[0], low[1] + high[1], low[2] + high[2]); }
    Vec3 half() const { return 0.5 * kGridUnit * Vec3(high[0] - low[0], high[1] - low[1], high[2] - low[2]); }
};

/// Boxes that are one mesh, which has every edge once in each direction or not; or one box that is a primitive.
struct GridShape
{
    std::vector<GridBox> boxes;
    bool is_primitive = false;
    bool is_surface = false;  ///< made one by a triangle that is there twice

    Shape shape() const
    {
        if (is_primitive)
            return Box{boxes[0].half()};
        std::vector<Vec3> vertices;
        std::vector<TriangleMesh::Triangle> triangles;
        for (const GridBox& box : boxes)
        {
            const auto own = boxTriangles(static_cast<int>(vertices.size()), box.inward);
            triangles.insert(triangles.end(), own.begin(), own.end());
            for (const Vec3& v : boxVertices(box.half(), box.centre()))
                vertices.push_back(v);
        }
        if (is_surface)
            triangles.push_back(triangles.back());
        return meshOf(vertices, triangles);
    }
    Pose pose() const { return is_primitive ? Pose{Mat3::Identity(), boxes[0].centre()} : Pose{}; }
};

using GridObject = std::vector<GridShape>;

inline std::vector<PlacedShape> placedShapes(const GridObject& object)
{
    std::vector<PlacedShape> shapes;
    for (const GridShape& shape : object)
        shapes.push_back({shape.shape(), shape.pose()});
    return shapes;
}

/// Do surfaces or primitives of two objects meet where they stand?
inline bool leavesMeet(const GridObject& A, const GridObject& B)
{
    const auto overlap = [](const GridBox& a, const GridBox& b) {
        return a.low[0] < b.high[0] && b.low[0] < a.high[0] && a.low[1] < b.high[1] && b.low[1] < a.high[1]
               && a.low[2] < b.high[2] && b.low[2] < a.high[2];
    };
    const auto holds = [](const GridBox& a, const GridBox& b) {
        return a.low[0] < b.low[0] && b.high[0] < a.high[0] && a.low[1] < b.low[1] && b.high[1] < a.high[1] && a.low[2] < b.low[2]
               && b.high[2] < a.high[2];
    };
    for (const GridShape& shape_a : A)
        for (const GridBox& a : shape_a.boxes)
            for (const GridShape& shape_b : B)
                for (const GridBox& b : shape_b.boxes)
                    if (overlap(a, b) && !(holds(a, b) && !shape_a.is_primitive) && !(holds(b, a) && !shape_b.is_primitive))
                        return true;
    return false;
}

/// The closed set of an object as elements: along each axis 2 i is the coordinate i and 2 i + 1
/// the open interval behind it.
class GridSet
{
public:
    static constexpr int kSide = 2 * kGridSize + 1;

    explicit GridSet(const GridObject& object) : solid_(kSide * kSide * kSide, 0)
    {
        std::vector<signed char> winding(solid_.size());
        for (const GridShape& shape : object)
        {
            const Shape made = shape.shape();
            const auto* mesh = std::get_if<std::shared_ptr<const TriangleMesh>>(&made);
            const bool is_surface = mesh && !(*mesh)->isSolid();
            const bool has_inside = !is_surface && !shape.is_primitive;
            if (has_inside)
                std::fill(winding.begin(), winding.end(), static_cast<signed char>(0));
            for (const GridBox& box : shape.boxes)
                forEach(box, [&](std::size_t element, bool on_surface) {
                    if (on_surface || shape.is_primitive)
                        solid_[element] = 1;
                    else if (has_inside)
                        winding[element] = static_cast<signed char>(winding[element] + (box.inward ? -1 : 1));
                });
            for (std::size_t i = 0; i < winding.size() && has_inside; ++i)
                solid_[i] = static_cast<char>(solid_[i] | (winding[i] != 0));
        }
    }

    /// @pre no coordinate of p is an end of a box, as of a random point
    bool holds(const Vec3& p) const
    {
        const Eigen::Vector3i cell = (p / kGridUnit).array().floor().cast<int>();
        if (cell.minCoeff() < 0 || cell.maxCoeff() >= kGridSize)
            return false;
        return solid_[static_cast<std::size_t>(((2 * cell[2] + 1) * kSide + 2 * cell[1] + 1) * kSide + 2 * cell[0] + 1)] != 0;
    }

    /// The first of the distances in [from, to], in units, by which B shifted along x meets A.
    static std::optional<int> firstMeeting(const GridSet& A, const GridSet& B, int from, int to)
    {
        std::optional<int> first;
        for (int line = 0; line < kSide * kSide; ++line)
        {
            const auto runs_A = A.runs(line), runs_B = B.runs(line);
            for (const auto& [a1, a2] : runs_A)
                for (const auto& [b1, b2] : runs_B)
                    if (a2 - b1 >= from && a1 - b2 <= to)
                        first = std::min(first.value_or(to), std::max(from, a1 - b2));
        }
        return first;
    }

private:
    template <class Visit>
    static void forEach(const GridBox& box, Visit visit)
    {
        const auto isEnd = [&](int e, std::size_t axis) { return e == 2 * box.low[axis] || e == 2 * box.high[axis]; };
        for (int z = 2 * box.low[2]; z <= 2 * box.high[2]; ++z)
            for (int y = 2 * box.low[1]; y <= 2 * box.high[1]; ++y)
                for (int x = 2 * box.low[0]; x <= 2 * box.high[0]; ++x)
                    visit(static_cast<std::size_t>((z * kSide + y) * kSide + x), isEnd(x, 0) || isEnd(y, 1) || isEnd(z, 2));
    }

    /// The object along a line of elements with one y and z: closed intervals of coordinates.
    std::vector<std::pair<int, int>> runs(int line) const
    {
        std::vector<std::pair<int, int>> result;
        const std::size_t begin = static_cast<std::size_t>(line) * kSide;
        for (int x = 0; x < kSide; ++x)
            if (solid_[begin + static_cast<std::size_t>(x)])
            {
                if (x == 0 || !solid_[begin + static_cast<std::size_t>(x) - 1])
                    result.emplace_back(x / 2, x / 2);
                result.back().second = x / 2;
            }
        return result;
    }

    std::vector<char> solid_;
};

/// @param parity of all coordinates
inline std::vector<GridBox> randomBoxes(Random& random, int parity, int largest)
{
    const int count = (kGridSize - parity) / 2;  // coordinates are parity + 2 i, 0 <= i <= count
    const auto between = [&](int low, int high) { return low + 2 * random.index((high - low) / 2 + 1); };
    const int low_end = parity, high_end = parity + 2 * count;
    std::vector<GridBox> boxes;
    // A nest, most often of alternating orientation, ...
    GridBox box{{low_end, low_end, low_end}, {high_end, high_end, high_end}};
    for (std::size_t k = 0; k < 3; ++k)
    {
        const int size = 2 * (1 + std::max(random.index(largest / 2), random.index(largest / 2)));
        box.low[k] = between(low_end, std::max(low_end, high_end - size));
        box.high[k] = std::min(high_end, box.low[k] + size);
    }
    box.inward = random.chance(0.2);
    for (;;)
    {
        boxes.push_back(box);
        bool is_thin = random.chance(0.2);
        for (std::size_t k = 0; k < 3; ++k)
        {
            is_thin = is_thin || box.high[k] - box.low[k] < 6;
            const int room = std::max(0, box.high[k] - box.low[k] - 6);
            const int cut = random.chance(0.7) ? 0 : between(0, room);
            box.low[k] += 2 + (random.chance(0.5) ? cut : 0);
            box.high[k] -= 2;
        }
        if (is_thin)
            break;
        box.inward = random.chance(0.85) ? !box.inward : box.inward;
    }
    // ... and boxes anywhere.
    for (int extra = random.chance(0.5) ? 0 : 1 + random.index(3); extra > 0; --extra)
    {
        for (std::size_t k = 0; k < 3; ++k)
        {
            box.low[k] = between(low_end, high_end - 2);
            box.high[k] = between(box.low[k] + 2, std::min(high_end, box.low[k] + 6));
        }
        box.inward = random.chance(0.3);
        boxes.push_back(box);
    }
    return boxes;
}

/// Boxes about one centre, a unit from one to the next, some left out: those of A (even) and of B lie in each other's walls and cavities.
inline void randomNests(Random& random, std::vector<GridBox>& A, std::vector<GridBox>& B)
{
    bool inward[2] = {random.chance(0.2), random.chance(0.2)};
    for (int level = 0; 2 * level < kGridSize; ++level)
    {
        if (random.chance(0.3))
            continue;
        GridBox box{{level, level, level}, {kGridSize - level, kGridSize - level, kGridSize - level}};
        box.inward = inward[level % 2];
        inward[level % 2] = random.chance(0.85) ? !box.inward : box.inward;
        (level % 2 ? B : A).push_back(box);
    }
}

/// Divides boxes among meshes and primitives.
inline GridObject randomGridObject(Random& random, const std::vector<GridBox>& boxes)
{
    GridObject object(static_cast<std::size_t>(1 + (random.chance(0.5) ? random.index(3) : 0)));
    for (const GridBox& b : boxes)
    {
        if (random.chance(0.1))
            object.push_back({{b}, true, false});
        else
        {
            GridShape& mesh = object[static_cast<std::size_t>(random.index(static_cast<int>(object.size())))];
            if (!mesh.is_primitive)
                mesh.boxes.push_back(b);
            else
                object.push_back({{b}, false, false});
        }
    }
    GridObject result;
    while (!object.empty())
    {
        // In any order, and without empty ones.
        const auto i = object.begin() + random.index(static_cast<int>(object.size()));
        if (!i->boxes.empty())
            result.push_back(*i);
        object.erase(i);
    }
    for (GridShape& shape : result)
        if (!shape.is_primitive && shape.boxes.size() == 1 && random.chance(0.03))
            shape.is_surface = true;
    return result;
}

/// B moves relative to A by `shift` units along x of a frame that stands anywhere.
struct GridScene
{
    GridObject A, B;
    int shift = 0;  ///< 0: by half a unit, by which nothing comes to meet that did not
    std::shared_ptr<const Scene> scene;
    Configuration q0, q1;
    bool leaves_meet = false;          ///< at the start
    std::optional<int> first_meeting;  ///< units
    /// t of the first point in common; 0 where one begins inside the other.
    std::optional<double> contact() const
    {
        return first_meeting ? std::optional<double>(static_cast<double>(*first_meeting) / std::max(shift, 1)) : std::nullopt;
    }
};

inline GridScene randomGridScene(Random& random)
{
    GridScene grid;
    const bool wants_insides = random.chance(0.9);
    for (int attempt = 0; attempt < 60; ++attempt)
    {
        if (random.chance(0.05))
        {
            std::vector<GridBox> nest_A, nest_B;
            randomNests(random, nest_A, nest_B);
            if (nest_A.empty() || nest_B.empty())
                continue;
            grid.A = randomGridObject(random, nest_A);
            grid.B = randomGridObject(random, nest_B);
        }
        else
        {
            if (attempt % 5 == 0 || grid.A.empty())
                grid.A = randomGridObject(random, randomBoxes(random, 0, kGridSize));
            grid.B = randomGridObject(random, randomBoxes(random, 1, 4 + random.index(kGridSize - 3)));
        }
        grid.leaves_meet = leavesMeet(grid.A, grid.B);
        if (!(wants_insides && grid.leaves_meet))
            break;
    }
    grid.shift = 2 * random.index(4);
    grid.first_meeting = GridSet::firstMeeting(GridSet(grid.A), GridSet(grid.B), 0, grid.shift);

    const Pose X = random.chance(0.5) ? Pose{} : random.pose(2.0);
    SceneBuilder builder;
    const bool is_self_collision = random.chance(0.3), a_moves = random.chance(0.5);
    const auto slide = [&](BodyIndex parent, const Pose& X_PJ, const Vec3& axis, double length) {
        Joint joint;
        joint.name = "slide_" + std::to_string(builder.model.bodies().size());
        joint.type = JointType::Prismatic;
        joint.axis = axis;
        joint.lower = {std::min(0.0, length)};
        joint.upper = {std::max(0.0, length)};
        return builder.model.addBody("body_" + std::to_string(builder.model.bodies().size()), parent, X_PJ, joint, 0);
    };
    const double length = (a_moves ? -1 : 1) * (grid.shift > 0 ? grid.shift : 0.5) * kGridUnit;
    const BodyIndex post = builder.joint(kWorld, X, JointType::Fixed);
    const BodyIndex rail = slide(kWorld, X, Vec3::UnitZ(), 1e-6);
    const BodyIndex cart = slide(rail, {}, Vec3::UnitX(), length);
    const GridObject &moving = a_moves ? grid.A : grid.B, &fixed = a_moves ? grid.B : grid.A;
    builder.link("moving", cart, placedShapes(moving));
    if (is_self_collision)
        builder.link("fixed", post, placedShapes(fixed));
    else
        builder.objects.push_back(
            {"fixed", post, ObjectKind::Obstacle, std::make_shared<CollisionGeometry>(placedShapes(fixed), "fixed"), {}});
    grid.scene = builder.build();
    grid.q0 = configuration({0.0, 0.0});
    grid.q1 = configuration({0.0, length});
    return grid;
}

}  // namespace gapless::test
