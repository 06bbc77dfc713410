// Which cells of the workspace can a robot touch during a motion?
//
// Leven, Hutchinson, section 2, eqs 1 to 3: phi(w), the configurations at which the robot touches cell w. Here the other way round, and with a
// proof: of every cell that is not in the set it is proven that no point of it is within margin() of a link at any t. So where the set has none of the
// cells that an obstacle, and all within the clearance of it, lies in (obstacle_cells.h), the motion keeps that clearance: let p be a point that is
// no farther than the clearance from the obstacle. It lies in some closed cell w of the obstacle's, w is not in the set, and so p is farther than
// margin() > 0 from every link: no link is within the clearance. Neighbouring cells share faces; disjoint sets without a margin would prove nothing.
//
// A link's surfaces and primitives are held by nodes of its tree, opened down to a share of a cell, or by leaves: hulls of points p_i with a radius r
// (hull_items.h). On a piece [t, t + h] of the motion, as in swept_volume.h, a point q of the link with |q - sum m_i p_i| <= r stays within
//     r + A h^2 / 8 + e + 2 E
// of the hull of all p_i at t and at t + h as computed: A bounds the second derivative, e the rounding of the p_i, E what the whole motion may be off.
// Whoever is in the motion's tube is no farther than MotionBound::tube() from there.
//
// Pockets. A cell that no surface touches at any t is wholly inside of a solid mesh at all t or at none: the winding number about a point does not
// change while no surface passes it. So is a part of such cells that is connected through faces, and one point at one t tells
// (containment.h); beyond the rim of the grid is infinity, unless the cell outside is touched.
#pragma once

#include <memory>
#include <vector>

#include <gapless/cells/workspace_grid.h>
#include <gapless/collision/scene.h>
#include <gapless/kinematics/motion.h>

namespace gapless {

struct SweptCellsOptions
{
    /// How far nodes are opened: their size, in cells.
    double cut = 0.7;
    /// How far a point may travel on a piece, and by how much its way may bulge from its chord; in cells.
    double travel = 2.0, chord = 0.05;
    /// Of a motion, a power of two; longer pieces are sound, and mark more.
    int max_pieces = 1024;
};

/// Keeps its memory from motion to motion: make one per thread and keep it.
class SweptCells
{
public:
    /// The links are all objects on bodies that move, but for those left out.
    /// @param left_out objects that others look after, such as what is attached
    /// @throws InputError if an option is not > 0, max_pieces no power of two up to 65536, or what is left out no object
    SweptCells(std::shared_ptr<const Scene> scene, const WorkspaceGrid& grid, const SweptCellsOptions& options = {},
               const std::vector<ObjectIndex>& left_out = {});
    ~SweptCells();

    const WorkspaceGrid& grid() const;
    /// Metres: every cell that is not in a set is farther than that from every link at every t.
    double margin() const;

    /// Of [t0, t1] of a motion of the scene's model. A motion that stands still has the cells of a node.
    /// @pre 0 <= t0 <= t1 <= 1
    void find(const Motion& motion, CellSet& cells, double t0 = 0.0, double t1 = 1.0);
    /// Those of some cells of which that is not proven: each by itself as in find(), in less time where they are few. (The others count as marked from the beginning. A pocket of
    /// those that are asked about may be a part of a larger one: it is inside or not with all of it.)
    /// @pre also: sorted, without repetition, cells of the grid, and not the one outside
    void findAmong(const Motion& motion, const CellSet& among, CellSet& cells, double t0 = 0.0, double t1 = 1.0);

private:
    class Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace gapless
