#include <gapless/cells/obstacle_cells.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>

#include <gapless/collision/pair_error.h>
#include <gapless/core/error.h>
#include <gapless/core/orthonormal.h>
#include <gapless/core/rounding.h>
#include <gapless/core/rounding_environment.h>

#include "cells/cell_marker.h"
#include "cells/hull_items.h"

namespace gapless {

namespace {

/// How far nodes of obstacles are opened: their size, in cells.
constexpr double kObstacleCut = 0.5;

void requireLength(double length, const char* what)
{
    if (!(length >= 0.0 && std::isfinite(length)))
        throw InputError(std::string("cells of an obstacle: ") + what + " has to be finite and >= 0, metres");
}

/// As of a depth image and of a map: they need no hulls.
bool areBoxesAlongAxes(const CollisionGeometry& geometry)
{
    return std::all_of(geometry.leaves().begin(), geometry.leaves().end(), [](const Convex& leaf) {
        return leaf.type == Convex::Type::Box && leaf.radius == 0.0 && leaf.b.x() > 0.0 && leaf.c.y() > 0.0 && leaf.d.z() > 0.0
               && leaf.b == Vec3(leaf.b.x(), 0.0, 0.0) && leaf.c == Vec3(0.0, leaf.c.y(), 0.0)
               && leaf.d == Vec3(0.0, 0.0, leaf.d.z());
    });
}

}  // namespace

class ObstacleCells::Impl
{
public:
    explicit Impl(const WorkspaceGrid& grid) : marker_(grid), marks_(grid.size() + 1, 0) {}

    const WorkspaceGrid& grid() const { return marker_.grid(); }

    Change update(int number, const std::shared_ptr<const CollisionGeometry>& geometry, const Pose& given, double clearance,
                  double error)
    {
        requireRounding();
        if (!geometry)
            throw InputError("cells of an obstacle: it has no geometry");
        requireLength(clearance, "the clearance");
        requireLength(error, "the error");
        const Pose X = orthonormal(given, "cells of an obstacle");
        marker_.clear();  // of what an exception left
        Obstacle& obstacle = obstacles_[number];
        if (obstacle.geometry != geometry)
        {
            obstacle.hulls = {};
            obstacle.geometry = geometry;
        }
        double reach = geometry->reach();
        // Turning and shifting a point: fewer than 16 roundings. The exact pose is a rotation within 32 u of the one at hand.
        const auto off = [&] {
            return clearance + error + geometry->placementError() + 64.0 * kUnitRoundoff * (X.p.norm() + 2.0 * reach);
        };
        if (X.R == Mat3::Identity() && areBoxesAlongAxes(*geometry))
            markBoxes(*geometry, X.p, off());
        else
        {
            if (obstacle.hulls.items.empty())
                obstacle.hulls = hullItems(*geometry, kObstacleCut * grid().cell());
            for (const Vec3& p : obstacle.hulls.points)
                reach = std::max(reach, p.norm() * kInflate);
            markHulls(obstacle.hulls, X, off());
        }
        if (geometry->containment().hasSolids())
            marker_.markPockets([&](const Vec3& p) {
                return geometry->containment().contains(X.R.transpose() * (p - X.p)) != Containment::Answer::Outside;
            });
        return replace(obstacle);
    }

    Change update(int number, const std::vector<Vec3>& points, double radius, CloudCounts* counts)
    {
        requireRounding();
        requireLength(radius, "the radius of a point");
        marker_.clear();
        CloudCounts seen;
        for (const Vec3& p : points)
        {
            if (!p.allFinite())
            {
                ++seen.not_finite;
                continue;
            }
            seen.outside += marker_.markBall(p, radius) ? 1 : 0;
        }
        if (counts)
            *counts = seen;
        Obstacle& obstacle = obstacles_[number];
        obstacle.geometry.reset();
        return replace(obstacle);
    }

    Change remove(int number)
    {
        const auto found = obstacles_.find(number);
        if (found == obstacles_.end())
            return {};
        marker_.clear();
        Change change = replace(found->second);
        obstacles_.erase(found);
        return change;
    }

    const CellSet& cellsOf(int number) const
    {
        static const CellSet kNone;
        const auto found = obstacles_.find(number);
        return found == obstacles_.end() ? kNone : found->second.cells;
    }

    bool isMarked(CellIndex cell) const { return marks_[cell.value()] > 0; }

    std::vector<int> obstaclesIn(CellIndex cell) const
    {
        std::vector<int> numbers;
        for (const auto& [number, obstacle] : obstacles_)
            if (std::binary_search(obstacle.cells.begin(), obstacle.cells.end(), cell))
                numbers.push_back(number);
        return numbers;
    }

private:
    struct Obstacle
    {
        std::shared_ptr<const CollisionGeometry> geometry;
        HullItems hulls;
        CellSet cells;
    };

    void markBoxes(const CollisionGeometry& geometry, const Vec3& p, double distance)
    {
        for (const Convex& box : geometry.leaves())
        {
            const Vec3 half(box.b.x(), box.c.y(), box.d.z()), centre = box.a + p;
            static_cast<void>(marker_.markBox(centre - half, centre + half, distance));
        }
    }

    void markHulls(const HullItems& hulls, const Pose& X, double distance)
    {
        for (const HullItem& item : hulls.items)
        {
            hull_.clear();
            const auto first = hulls.points.begin() + item.first;
            std::transform(first, first + item.count, std::back_inserter(hull_), [&X](const Vec3& p) { return X * p; });
            marker_.markNear(hull_.data(), item.count, (item.radius + distance) * kInflate);
        }
    }

    /// The obstacle's cells become those that are marked, unless an exception says that nothing has changed.
    Change replace(Obstacle& obstacle)
    {
        marker_.take(cells_);
        const auto of = [](const CellSet& a, const CellSet& without) {
            CellSet only;
            std::set_difference(a.begin(), a.end(), without.begin(), without.end(), std::back_inserter(only));
            return only;
        };
        Change change{of(cells_, obstacle.cells), of(obstacle.cells, cells_)};
        // From here on nothing throws: what was counted and is not told would never be.
        const auto count = [this](CellSet& cells, int by) {
            const auto others = [&](CellIndex cell) {
                int& marks = marks_[cell.value()];
                marks += by;
                return marks != (by > 0 ? 1 : 0);
            };
            cells.erase(std::remove_if(cells.begin(), cells.end(), others), cells.end());
        };
        count(change.entered, 1);
        count(change.left, -1);
        obstacle.cells.swap(cells_);
        return change;
    }

    CellMarker marker_;
    std::map<int, Obstacle> obstacles_;
    std::vector<int> marks_;  // by cell: how many obstacles
    CellSet cells_;
    std::vector<Vec3> hull_;
};

ObstacleCells::ObstacleCells(const WorkspaceGrid& grid) : impl_(std::make_unique<Impl>(grid)) {}
ObstacleCells::~ObstacleCells() = default;

const WorkspaceGrid& ObstacleCells::grid() const
{
    return impl_->grid();
}

ObstacleCells::Change ObstacleCells::update(int obstacle, const std::shared_ptr<const CollisionGeometry>& geometry,
                                            const Pose& X_WO, double clearance, double error)
{
    return impl_->update(obstacle, geometry, X_WO, clearance, error);
}

ObstacleCells::Change ObstacleCells::update(int obstacle, const Scene& scene, ObjectIndex index, double more)
{
    const CollisionObject& object = scene.object(index);
    const Body& body = scene.model().body(object.body);
    if (!body.is_static)
        throw InputError("cells of an obstacle: '" + object.name + "' moves");
    double clearance = 0.0;
    for (const ObjectPair& pair : scene.pairs())
        if (pair.a == index || pair.b == index)
            clearance = std::max(clearance, pair.clearance);
    const Configuration q = scene.model().defaultConfiguration();
    const double error = objectError(Motion(scene.model(), q, q), object) + more;
    return impl_->update(obstacle, object.geometry, body.X_WB, clearance,
                         std::nextafter(error, std::numeric_limits<double>::infinity()));
}

ObstacleCells::Change ObstacleCells::update(int obstacle, const std::vector<Vec3>& points, double radius, CloudCounts* counts)
{
    return impl_->update(obstacle, points, radius, counts);
}

ObstacleCells::Change ObstacleCells::remove(int obstacle)
{
    return impl_->remove(obstacle);
}

const CellSet& ObstacleCells::cellsOf(int obstacle) const
{
    return impl_->cellsOf(obstacle);
}

bool ObstacleCells::isMarked(CellIndex cell) const
{
    return impl_->isMarked(cell);
}

std::vector<int> ObstacleCells::obstaclesIn(CellIndex cell) const
{
    return impl_->obstaclesIn(cell);
}

}  // namespace gapless
