// A look at a cube takes time in proportion to the roadmap: what of it is left is joined anew (union-find). So all cubes are looked at first, by several threads, and
// those that disconnect once more, one after the other, with the edges that were added meanwhile.
#include <gapless/roadmap/robustness.h>

#include <algorithm>
#include <atomic>
#include <iterator>
#include <memory>
#include <mutex>

#include <gapless/cells/coded_cells.h>
#include <gapless/cells/swept_cells.h>
#include <gapless/core/error.h>
#include <gapless/roadmap/roadmap_builder.h>

#include "io/input_text.h"
#include "planners/roadmap_file.h"
#include "roadmap/cube_view.h"
#include "roadmap/node_states.h"
#include "roadmap/parallel.h"
#include "roadmap/raised_proofs.h"

namespace gapless {

namespace {

constexpr int kMostSide = 64;

using Corner = std::array<int, 3>;

class Enhancement
{
public:
    Enhancement(const Problem& problem, const std::string& file, const RobustnessOptions& options)
        : options_(options), content_(readRoadmap(file)), problem_(problemOfRoadmap(problem)), nodes_(problem_)
    {
        if (options.side < 1 || options.side > kMostSide)
            throw InputError("cubes of " + std::to_string(options.side) + " cells along an edge; it has to be from 1 to "
                             + std::to_string(kMostSide));
        if (!content_.cells)
            throw inputError(file, 0, "the roadmap has no cells; `gapless roadmap build` makes one that has");
        if (const std::string differs = differenceOf(content_.key, sceneKey(nodes_.mapping(), options.tolerance));
            !differs.empty())
            throw inputError(file, 0, "the roadmap is " + differs + "; edges that are added would be of another one");
        for (std::size_t k = 0; k < 3; ++k)
            counts_[k] = grid().count()[k] - options_.side + 1;
        if (*std::min_element(counts_.begin(), counts_.end()) < 1)
            throw InputError("cubes of " + std::to_string(options_.side) + " cells along an edge are larger than the grid");
        nodes_.setReals(content_.milestones, content_.dimension);
    }

    RobustnessReport run(const std::string& output)
    {
        RobustnessReport report;
        report.edges_before = content_.edges.size();
        try
        {
            makeGraph();
            Found found = lookAtAll("cubes");
            report.touched = found.touched;
            report.disconnect_before = found.disconnecting.size();
            repair(found.disconnecting);
            report.edges_added = content_.edges.size() - report.edges_before;
            if (report.edges_added > 0)
                found = lookAtAll("once more");
            report.proven = found.proven;
            report.disconnect_after = found.disconnecting.size();
            for (const std::size_t cube : found.disconnecting)
                report.flagged.push_back(cornerOf(cube));
        }
        catch (const Interruption&)
        {
            return report;
        }
        if (report.edges_added > 0)
            writeRoadmap(output, content_);
        report.is_complete = true;
        return report;
    }

private:
    struct Found
    {
        std::vector<std::size_t> disconnecting;  ///< cubes, in order
        std::size_t touched = 0, proven = 0;
    };

    /// Of edges that are added.
    struct EdgeMaker
    {
        SegmentCertifier& certifier;
        RaisedProofs& raised;
        SweptCells& swept;
    };

    const WorkspaceGrid& grid() const { return content_.cells->grid; }
    void lookUp() const
    {
        if (options_.interrupted && options_.interrupted())
            throw Interruption();
    }

    void makeGraph()
    {
        std::vector<CellGraph::Edge> edges;
        for (const RoadmapContent::Edge& edge : content_.edges)
            edges.push_back({edge.a, edge.b});
        SweptCells swept(problem_.scene, grid());
        CellSet cells;
        std::vector<std::uint8_t> codes;
        for (std::uint32_t v = 0; v < nodes_.size(); ++v)
        {
            lookUp();
            swept.find(nodes_.motion(v, v), cells);
            encodeCells(grid(), cells, codes);
        }
        graph_ = std::make_unique<CellGraph>(
            std::move(edges), std::make_shared<const CellLists>(grid(), content_.cells->codes, content_.edges.size()),
            std::make_shared<const CellLists>(grid(), codes, nodes_.size()));
    }

    Corner cornerOf(std::size_t cube) const
    {
        const auto x = static_cast<std::size_t>(counts_[0]), y = static_cast<std::size_t>(counts_[1]);
        return {static_cast<int>(cube % x), static_cast<int>(cube / x % y), static_cast<int>(cube / x / y)};
    }

    Found lookAtAll(const std::string& stage)
    {
        const auto along = static_cast<std::size_t>(counts_[0]);
        const std::size_t rows = static_cast<std::size_t>(counts_[1]) * static_cast<std::size_t>(counts_[2]);
        Found found;
        std::mutex mutex;
        runParts({options_.jobs, options_.progress}, stage, rows, [&] {
            return [&, view = std::make_shared<CubeView>(*graph_, options_.side)](std::size_t row) {
                Found here;
                for (std::size_t cube = row * along; cube < (row + 1) * along; ++cube)
                {
                    lookUp();
                    view->take(cornerOf(cube));
                    if (!view->isTouched())
                        continue;
                    ++here.touched;
                    if (!view->cutOff().empty())
                        here.disconnecting.push_back(cube);
                    else if (options_.side <= CubeView::kMostSideOfMasks && view->leadsOut())
                        ++here.proven;
                }
                const std::lock_guard<std::mutex> lock(mutex);
                found.touched += here.touched;
                found.proven += here.proven;
                found.disconnecting.insert(found.disconnecting.end(), here.disconnecting.begin(), here.disconnecting.end());
            };
        });
        std::sort(found.disconnecting.begin(), found.disconnecting.end());
        return found;
    }

    void repair(const std::vector<std::size_t>& cubes)
    {
        if (options_.tries == 0)
            return;
        CubeView view(*graph_, options_.side);
        CertifyOptions certify;
        certify.tolerance = options_.tolerance;
        SegmentCertifier certifier(problem_.scene, certify);
        SweptCells swept(problem_.scene, grid());
        RaisedProofs raised(*problem_.scene, content_.raises, options_.tolerance);
        const EdgeMaker make{certifier, raised, swept};
        for (std::size_t i = 0; i < cubes.size(); ++i)
        {
            const Corner corner = cornerOf(cubes[i]);
            view.take(corner);
            for (const std::vector<std::uint32_t>& part : view.cutOff())
                joinPart(part, corner, view, make);
            if (options_.progress)
                options_.progress("repairs", i + 1, cubes.size());
        }
    }

    /// To the nearest nodes that it has no way to, by an edge that stays out of the cube.
    void joinPart(const std::vector<std::uint32_t>& part, const Corner& corner, CubeView& view, const EdgeMaker& make)
    {
        constexpr std::size_t kMostNodes = 8;
        std::size_t tries = 0;
        CellSet cells;
        for (std::size_t k = 0; k < std::min(part.size(), kMostNodes); ++k)
        {
            const std::uint32_t v = part[k];
            for (const std::uint32_t other : nearestOthers(v, view))
            {
                if (tries++ == options_.tries)
                    return;
                lookUp();
                const CellGraph::Edge edge{std::min(v, other), std::max(v, other)};
                if (!nodes_.isFree(edge.a, edge.b, make.certifier))
                    continue;
                const Motion motion = nodes_.motion(edge.a, edge.b);
                make.swept.find(motion, cells);
                if (meets(cells, corner))
                    findFinely(motion, make.swept, cells);
                if (meets(cells, corner))
                    continue;
                graph_->add(edge, cells);
                content_.edges.push_back({edge.a, edge.b, EdgeProof::State::Free, make.raised.find(nodes_, edge.a, edge.b)});
                encodeCells(grid(), cells, content_.cells->codes);
                view.join(v, other);
                return;
            }
        }
    }

    /// The tube about a piece of a motion is there at its ends, too: however an edge leaves a node, it has cells that the node itself barely fails to touch, and such a cell
    /// would cut off the node for good. Its width goes with the square of the piece's length, so these halve towards the ends.
    static void findFinely(const Motion& motion, SweptCells& swept, CellSet& cells)
    {
        constexpr int kHalvings = 8;
        CellSet all, both;
        const auto add = [&](double t0, double t1) {
            swept.find(motion, cells, t0, t1);
            both.clear();
            std::set_union(all.begin(), all.end(), cells.begin(), cells.end(), std::back_inserter(both));
            all.swap(both);
        };
        double end = 0.5;
        for (int i = 0; i < kHalvings; ++i, end *= 0.5)
        {
            add(0.5 * end, end);
            add(1.0 - end, 1.0 - 0.5 * end);
        }
        add(0.0, end);
        add(1.0 - end, 1.0);
        cells.swap(all);
    }

    /// Not in its part, once connected with it, nearest first in the metric of the space; as many as are tried.
    std::vector<std::uint32_t> nearestOthers(std::uint32_t v, CubeView& view) const
    {
        std::vector<std::pair<double, std::uint32_t>> others;
        for (std::uint32_t u = 0; u < nodes_.size(); ++u)
            if (!view.isRemoved(u) && graph_->component(u) == graph_->component(v) && !view.areJoined(u, v))
                others.emplace_back(nodes_.distance(u, v), u);
        const auto end = others.begin() + static_cast<std::ptrdiff_t>(std::min(options_.tries, others.size()));
        std::partial_sort(others.begin(), end, others.end());
        std::vector<std::uint32_t> nearest;
        for (auto it = others.begin(); it != end; ++it)
            nearest.push_back(it->second);
        return nearest;
    }

    bool meets(const CellSet& cells, const Corner& corner) const
    {
        return std::any_of(cells.begin(), cells.end(), [&](CellIndex cell) {
            if (cell == grid().outside())
                return false;
            const Corner place = grid().place(cell);
            bool within = true;
            for (std::size_t k = 0; k < 3; ++k)
                within = within && place[k] >= corner[k] && place[k] < corner[k] + options_.side;
            return within;
        });
    }

    const RobustnessOptions& options_;
    RoadmapContent content_;
    Problem problem_;
    NodeStates nodes_;
    std::unique_ptr<CellGraph> graph_;
    std::array<int, 3> counts_{};  ///< of cubes, along each axis
};

}  // namespace

RobustnessReport enhanceRoadmap(const Problem& problem, const std::string& file, const std::string& output,
                                const RobustnessOptions& options)
{
    return Enhancement(problem, file, options).run(output);
}

}  // namespace gapless
