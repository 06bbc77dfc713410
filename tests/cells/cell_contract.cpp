#include "cells/cell_contract.h"

#include <algorithm>
#include <sstream>

#include "support/random_scene.h"
#include "support/reference_scene.h"

namespace gapless::test {

namespace {

std::string text(const Vec3& p)
{
    std::ostringstream out;
    out << "(" << p.x() << ", " << p.y() << ", " << p.z() << ")";
    return out.str();
}

bool has(const CellSet& cells, CellIndex cell)
{
    return std::binary_search(cells.begin(), cells.end(), cell);
}

/// Whether every closed cell that comes within `near` of the point is in the set.
bool holdsAllAbout(const CellSet& cells, const WorkspaceGrid& grid, const Vec3& p, double near)
{
    WorkspaceGrid::Range range[3];
    bool leaves = false;
    for (int k = 0; k < 3; ++k)
    {
        range[k] = grid.range(k, p[k] - near, p[k] + near);
        leaves = leaves || range[k].leaves;
    }
    if (leaves && !has(cells, grid.outside()))
        return false;
    for (int z = range[2].first; z <= range[2].last; ++z)
        for (int y = range[1].first; y <= range[1].last; ++y)
            for (int x = range[0].first; x <= range[0].last; ++x)
                if (!has(cells, grid.index(x, y, z)))
                    return false;
    return true;
}

Pose poseOf(const ReferenceScene::Poses& poses, BodyIndex body)
{
    return {poses[body].R.cast<double>(), poses[body].p.cast<double>()};
}

void judgeSweep(const std::shared_ptr<const Scene>& scene, const WorkspaceGrid& grid, const Configuration& q0,
                const Configuration& q1, const Sweep& sweep, Random& random, const std::string& what,
                std::vector<std::string>& faults)
{
    const CellSet cells = sweep(scene, grid, q0, q1);
    const ReferenceScene reference(*scene);
    const double near = 1e-9 * grid.cell();
    for (int k = 0; k < 24 && faults.size() < 5; ++k)
    {
        const double t = k == 0 ? 0.0 : k == 1 ? 1.0 : random.unit();
        const ReferenceScene::Poses poses = reference.poses(q0, q1, t);
        for (const CollisionObject& object : scene->objects())
        {
            if (scene->model().body(object.body).is_static)
                continue;
            const Pose X = poseOf(poses, object.body);
            for (int i = 0; i < 40; ++i)
            {
                const Vec3 p = X * pointOf(*object.geometry, random);
                if (!holdsAllAbout(cells, grid, p, near))
                {
                    faults.push_back(what + ": " + object.name + " is at " + text(p) + " at t = " + std::to_string(t));
                    break;
                }
            }
            // Cells that are wholly inside, at their centres.
            const Pose inverse{X.R.transpose(), -(X.R.transpose() * X.p)};
            for (int i = 0; i < 40; ++i)
            {
                const Vec3 about =
                    X * (object.geometry->boxCentre() + random.inCube(1.0).cwiseProduct(object.geometry->boxHalfExtents()));
                const CellIndex cell = grid.holding(about);
                if (has(cells, cell))
                    continue;
                const Vec3 p = cell == grid.outside() ? about : Vec3(0.5 * (grid.box(cell).low + grid.box(cell).high));
                if (isInside(*object.geometry, inverse * p))
                {
                    faults.push_back(what + ": " + text(p) + " is within " + object.name + " at t = " + std::to_string(t));
                    break;
                }
            }
        }
    }
}

WorkspaceGrid gridOf(double half, double cell)
{
    return WorkspaceGrid({Vec3::Constant(-half), Vec3::Constant(half)}, cell);
}

}  // namespace

Vec3 pointOf(const CollisionGeometry& geometry, Random& random)
{
    const Convex& leaf = geometry.leaves()[static_cast<std::size_t>(random.index(static_cast<int>(geometry.leaves().size())))];
    const Vec3 n = random.direction(), m = random.direction();
    const Vec3 a = leaf.coreSupportPoint(n) + leaf.radius * n;
    const Vec3 b = leaf.coreSupportPoint(m) + leaf.radius * m;
    const double s = random.chance(0.3) ? 0.0 : random.unit();
    return a + s * (b - a);
}

bool isInside(const CollisionGeometry& geometry, const Vec3& p)
{
    if (geometry.containment().contains(p) == Containment::Answer::Inside)
        return true;
    for (const Convex& leaf : geometry.leaves())
        if (leaf.type != Convex::Type::Triangle)
        {
            Convex point;
            point.a = p;
            if (convexDistance(leaf, point, Vec3::Zero(), 0.0).upper <= 0.0)
                return true;
        }
    return false;
}

std::vector<std::string> sweepFaults(const Sweep& sweep, int scenes)
{
    std::vector<std::string> faults;
    Random random(20261125);
    for (int s = 0; s < scenes && faults.size() < 5; ++s)
    {
        SceneBuilder b;
        addRandomRobot(b, random);
        if (b.objects.empty())
            continue;
        const auto scene = b.build();
        // Some leave the grid.
        const WorkspaceGrid grid = gridOf(random.uniform(1.0, 3.0), random.logUniform(0.05, 0.5));
        const Configuration q0 = randomConfiguration(b.model, random, 0.5);
        const Configuration q1 = random.chance(0.1) ? q0 : nearbyConfiguration(b.model, random, q0, random.logUniform(0.01, 2.0));
        judgeSweep(scene, grid, q0, q1, sweep, random, "scene " + std::to_string(s), faults);
    }
    // A face on the planes of cells, that slides along them and that goes away from them.
    for (const Vec3& axis : {Vec3(Vec3::UnitX()), Vec3(Vec3::UnitY())})
    {
        SceneBuilder b;
        b.link("block", b.joint(kWorld, {}, JointType::Prismatic, axis), Box{Vec3(0.125, 0.25, 0.125)});
        judgeSweep(b.build(), gridOf(1.0, 0.125), configuration({0.0}), configuration({0.3}), sweep, random, "faces on planes",
                   faults);
    }
    // A long arm that turns fast: the way is far from its chord.
    {
        SceneBuilder b;
        b.link("arm", b.joint(kWorld, {}, JointType::Revolute), Sphere{0.02}, at(0.9, 0, 0));
        judgeSweep(b.build(), gridOf(1.0, 0.05), configuration({-1.5}), configuration({1.5}), sweep, random, "long arm", faults);
    }
    // A thick solid that turns about its own middle: most of its cells its surface never touches.
    for (const double turn : {0.0, 0.4})
    {
        SceneBuilder b;
        b.link("block", b.joint(kWorld, {}, JointType::Revolute), boxMesh(Vec3(0.5, 0.5, 0.5)));
        judgeSweep(b.build(), gridOf(1.0, 0.1), configuration({0.0}), configuration({turn}), sweep, random, "thick solid",
                   faults);
        // And one that holds all of the grid.
        SceneBuilder c;
        c.link("block", c.joint(kWorld, {}, JointType::Revolute), boxMesh(Vec3(5, 5, 5)));
        judgeSweep(c.build(), gridOf(1.0, 0.25), configuration({0.0}), configuration({turn}), sweep, random,
                   "solid about the grid", faults);
    }
    return faults;
}

std::vector<std::string> markFaults(const Mark& mark, int obstacles)
{
    std::vector<std::string> faults;
    Random random(20261126);
    const auto judge = [&](const WorkspaceGrid& grid, const std::shared_ptr<const CollisionGeometry>& geometry, const Pose& X,
                           double clearance, const std::string& what) {
        const CellSet cells = mark(grid, geometry, X, clearance);
        const Pose inverse{X.R.transpose(), -(X.R.transpose() * X.p)};
        const double near = 1e-12 * (X.p.norm() + geometry->reach() + grid.cell());
        for (int i = 0; i < 400; ++i)
        {
            Vec3 p = X * pointOf(*geometry, random);
            p += (random.chance(0.5) ? 1.0 : random.unit()) * (clearance - near) * random.direction();
            if (clearance > near && !has(cells, grid.holding(p)))
            {
                faults.push_back(what + ": " + text(p) + " is within the clearance");
                return;
            }
            if (clearance <= near && !has(cells, grid.holding(X * pointOf(*geometry, random))))
            {
                faults.push_back(what + ": a point of it");
                return;
            }
        }
        for (std::size_t i = 0; i <= grid.size(); i += 1 + static_cast<std::size_t>(random.index(5)))
        {
            const CellIndex cell(i);
            if (has(cells, cell) || cell == grid.outside())
                continue;
            const Vec3 p = 0.5 * (grid.box(cell).low + grid.box(cell).high);
            if (isInside(*geometry, inverse * p))
            {
                faults.push_back(what + ": " + text(p) + " is within it");
                return;
            }
        }
    };
    for (int i = 0; i < obstacles && faults.size() < 5; ++i)
    {
        const WorkspaceGrid grid = gridOf(random.uniform(0.5, 2.0), random.logUniform(0.05, 0.5));
        judge(grid, geometryOf(randomShape(random, random.logUniform(0.02, 2.0)), random.pose(0.1)), random.pose(1.0),
              random.chance(0.3) ? 0.0 : random.logUniform(1e-6, 0.3), "obstacle " + std::to_string(i));
    }
    for (const double half : {0.25, 0.5, 3.0})
        for (const double clearance : {0.0, 0.125, 0.1})
        {
            judge(gridOf(1.0, 0.125), geometryOf(Box{Vec3::Constant(half)}), {}, clearance, "faces on planes");
            judge(gridOf(1.0, 0.125), geometryOf(boxMesh(Vec3::Constant(half))), {}, clearance, "solid");
        }
    return faults;
}

}  // namespace gapless::test
