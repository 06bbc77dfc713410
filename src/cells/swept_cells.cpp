#include <gapless/cells/swept_cells.h>

#include <algorithm>
#include <cmath>

#include <gapless/core/error.h>
#include <gapless/core/rounding.h>
#include <gapless/core/rounding_environment.h>
#include <gapless/kinematics/motion_bound.h>

#include "cells/cell_marker.h"
#include "cells/hull_items.h"

namespace gapless {

namespace {

/// Of a cell's side.
constexpr double kMargin = 0x1p-20;
constexpr int kMostPieces = 65536;

}  // namespace

class SweptCells::Impl
{
public:
    Impl(std::shared_ptr<const Scene> scene, const WorkspaceGrid& grid, const SweptCellsOptions& options,
         const std::vector<ObjectIndex>& left_out)
        : scene_(std::move(scene)), options_(options), marker_(grid)
    {
        requireRounding();
        if (!scene_)
            throw InputError("cells cannot be swept without a scene");
        for (const double share : {options.cut, options.travel, options.chord})
            if (!(share > 0.0))
                throw InputError("swept cells: cut, travel and chord have to be > 0, in cells");
        const int n = options.max_pieces;
        if (n < 1 || n > kMostPieces || (n & (n - 1)) != 0)
            throw InputError("swept cells: " + std::to_string(n) + " pieces at most; it has to be a power of two up to "
                             + std::to_string(kMostPieces));
        for (const ObjectIndex i : left_out)
            if (!scene_->objects().has(i))
                throw InputError("swept cells: object " + std::to_string(i.value()) + " is left out; the scene has "
                                 + std::to_string(scene_->objects().size()));
        for (const ObjectIndex i : scene_->objects().indices())
        {
            const CollisionObject& object = scene_->object(i);
            if (scene_->model().body(object.body).is_static || std::find(left_out.begin(), left_out.end(), i) != left_out.end())
                continue;
            links_.push_back({i, hullItems(*object.geometry, options.cut * grid.cell()), {}, 1});
            has_solids_ = has_solids_ || object.geometry->containment().hasSolids();
        }
    }

    const WorkspaceGrid& grid() const { return marker_.grid(); }
    double margin() const { return kMargin * grid().cell(); }

    void find(const Motion& motion, const CellSet* among, CellSet& cells, double t0, double t1)
    {
        requireRounding();
        marker_.clear();  // of what an exception left
        if (among)
            marker_.markAllBut(*among);
        poses_.reset(motion);
        const int middle = poses_.addInstant(0.5);
        const double width = t1 - t0, cell = grid().cell();
        int most = 1;
        for (Link& link : links_)
        {
            const CollisionObject& object = scene_->object(link.object);
            link.bound.reset(motion, object.body, *object.geometry, poses_, middle);
            const double pieces = width
                                  * std::max(link.bound.travel() / (options_.travel * cell),
                                             std::sqrt(link.bound.acceleration() / (8.0 * options_.chord * cell)));
            link.pieces = 1;
            while (link.pieces < options_.max_pieces && link.pieces < pieces)
                link.pieces *= 2;
            most = std::max(most, link.pieces);
        }
        // All links look at k / most, so that their poses are shared.
        first_instant_ = poses_.instantCount();
        for (int k = 0; k <= most; ++k)
            poses_.addInstant(k == most ? t1 : t0 + width * k / most);
        for (const Link& link : links_)
            sweep(motion, link, width, most);
        if (has_solids_)
            markInsides();
        if (among)
            marker_.takeOf(*among, cells);
        else
            marker_.take(cells);
    }

private:
    struct Link
    {
        ObjectIndex object;
        HullItems hulls;
        MotionBound bound;
        int pieces;
    };

    void sweep(const Motion& motion, const Link& link, double width, int most)
    {
        const CollisionObject& object = scene_->object(link.object);
        const CollisionGeometry& geometry = *object.geometry;
        const std::vector<Vec3>& points = link.hulls.points;
        const std::size_t count = points.size();
        const int stride = most / link.pieces;
        // What stands still needs one instant.
        const bool moves = link.bound.travel() > 0.0 && width > 0.0;
        const int instants = moves ? link.pieces + 1 : 1;
        world_.resize(count * static_cast<std::size_t>(instants));
        double coordinate = 0.0;
        for (int k = 0; k < instants; ++k)
        {
            const Pose& X = poses_.pose(first_instant_ + k * stride, object.body);
            Vec3* const at = world_.data() + count * static_cast<std::size_t>(k);
            for (std::size_t i = 0; i < count; ++i)
                at[i] = X * points[i];
            coordinate = std::max(coordinate, X.p.norm());
            // A cell that is touched needs no test.
            for (const HullItem& item : link.hulls.items)
                marker_.markAt(X * item.sample);
        }
        // The instants are off by fewer than 4 roundings of numbers <= 1, and so are their distances; h is from above.
        const double h = width / link.pieces * kInflate + 16.0 * kUnitRoundoff;
        const double chord = moves ? link.bound.acceleration() * h * h * 0.125 * kInflate : 0.0;
        const double e_R = motion.rotationError(object.body), e_p = motion.positionError(object.body);
        // Points of discs and rectangles may be somewhat farther out than the object.
        double reach = geometry.reach();
        for (const Vec3& p : points)
            reach = std::max(reach, p.norm() * kInflate);
        const double e = e_p + e_R * reach + 16.0 * kUnitRoundoff * (coordinate + 2.0 * reach);
        const double E = e_p + e_R * reach;
        const double off = chord + e + 2.0 * E + geometry.placementError() + link.bound.tube() + margin();
        for (const HullItem& item : link.hulls.items)
        {
            const double distance = (item.radius + off) * kInflate;
            const auto size = static_cast<std::size_t>(item.count);
            if (!moves)
            {
                marker_.markNear(world_.data() + item.first, item.count, distance);
                continue;
            }
            hull_.resize(2 * size);
            for (int k = 0; k < link.pieces; ++k)
            {
                const auto from = world_.begin() + static_cast<std::ptrdiff_t>(count * static_cast<std::size_t>(k)) + item.first;
                const auto to = from + static_cast<std::ptrdiff_t>(count);
                std::copy_n(from, size, hull_.begin());
                std::copy_n(to, size, hull_.begin() + static_cast<std::ptrdiff_t>(size));
                marker_.markNear(hull_.data(), 2 * item.count, distance);
            }
        }
    }

    void markInsides()
    {
        marker_.markPockets([&](const Vec3& p) {
            return std::any_of(links_.begin(), links_.end(), [&](const Link& link) {
                const CollisionObject& object = scene_->object(link.object);
                const Containment& containment = object.geometry->containment();
                if (!containment.hasSolids())
                    return false;
                const Pose& X = poses_.pose(first_instant_, object.body);
                return containment.contains(X.R.transpose() * (p - X.p)) != Containment::Answer::Outside;
            });
        });
    }

    std::shared_ptr<const Scene> scene_;
    SweptCellsOptions options_;
    CellMarker marker_;
    std::vector<Link> links_;
    bool has_solids_ = false;
    PoseCache poses_;
    int first_instant_ = 0;
    std::vector<Vec3> world_, hull_;
};

SweptCells::SweptCells(std::shared_ptr<const Scene> scene, const WorkspaceGrid& grid, const SweptCellsOptions& options,
                       const std::vector<ObjectIndex>& left_out)
    : impl_(std::make_unique<Impl>(std::move(scene), grid, options, left_out))
{}

SweptCells::~SweptCells() = default;

const WorkspaceGrid& SweptCells::grid() const
{
    return impl_->grid();
}

double SweptCells::margin() const
{
    return impl_->margin();
}

void SweptCells::find(const Motion& motion, CellSet& cells, double t0, double t1)
{
    impl_->find(motion, nullptr, cells, t0, t1);
}

void SweptCells::findAmong(const Motion& motion, const CellSet& among, CellSet& cells, double t0, double t1)
{
    impl_->find(motion, &among, cells, t0, t1);
}

}  // namespace gapless
