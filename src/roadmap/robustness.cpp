// A look at a cube takes time in proportion to the roadmap: what of it is left is joined anew (union-find). So all cubes are looked at first, by several threads, and
// those that disconnect once more, one after the other, with the edges that were added meanwhile.
#include <gapless/roadmap/robustness.h>

#include <algorithm>
#include <atomic>
#include <iterator>
#include <memory>
#include <mutex>
#include <optional>
#include <set>

#include <gapless/cells/coded_cells.h>
#include <gapless/cells/swept_cells.h>
#include <gapless/core/error.h>
#include <gapless/roadmap/roadmap_builder.h>

#include "io/input_text.h"
#include "io/write_file.h"
#include "planners/roadmap_file.h"
#include "roadmap/build_folder.h"
#include "roadmap/cube_view.h"
#include "roadmap/joining_edges.h"
#include "roadmap/node_states.h"
#include "roadmap/parallel.h"
#include "roadmap/raised_proofs.h"

namespace gapless {

namespace {

constexpr int kMostSide = 64;

using Corner = std::array<int, 3>;

CellCode oneAfterTheOther(const std::vector<CellCode>& codes)
{
    CellCode all;
    for (const CellCode& code : codes)
        all.insert(all.end(), code.begin(), code.end());
    return all;
}

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
        const std::array<int, 3>& count = grid().count();
        if (*std::min_element(count.begin(), count.end()) < options_.side)
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
            findPlaces();
            Found found = lookAtAll("cubes");
            report.touched = found.touched;
            report.disconnect_before = found.cut.size();
            repair(found.cut, report);
            if (report.edges_added + report.edges_refined > 0)
            {
                findPlaces();
                found = lookAtAll("once more");
            }
            report.proven = found.proven;
            report.disconnect_after = found.cut.size();
            for (const CutCube& cube : found.cut)
                report.flagged.push_back(cube.corner);
        }
        catch (const Interruption&)
        {
            return report;
        }
        if (report.edges_added + report.edges_refined > 0)
        {
            content_.cells->codes = oneAfterTheOther(codes_);
            writeRoadmap(output, content_);
        }
        report.is_complete = true;
        return report;
    }

private:
    struct Found
    {
        std::vector<CutCube> cut;  ///< in order
        std::size_t touched = 0, proven = 0;
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
        std::vector<CellCode> of_nodes(nodes_.size());
        runParts({options_.jobs, options_.progress}, "cells of nodes", nodes_.size(), [&] {
            return [&, swept = std::make_shared<SweptCells>(problem_.scene, grid()), cells = CellSet()](std::size_t v) mutable {
                lookUp();
                const auto node = static_cast<std::uint32_t>(v);
                swept->find(nodes_.motion(node, node), cells);
                encodeCells(grid(), cells, of_nodes[v]);
            };
        });
        const std::vector<std::uint8_t>& all = content_.cells->codes;
        CellSet cells;
        for (std::size_t begin = 0; begin < all.size();)
        {
            const std::size_t end = decodeCells(grid(), all, begin, cells);
            codes_.emplace_back(all.begin() + static_cast<std::ptrdiff_t>(begin), all.begin() + static_cast<std::ptrdiff_t>(end));
            begin = end;
        }
        graph_ = std::make_unique<CellGraph>(
            std::move(edges), std::make_shared<const CellLists>(grid(), content_.cells->codes, content_.edges.size()),
            std::make_shared<const CellLists>(grid(), oneAfterTheOther(of_nodes), nodes_.size()));
    }

    /// Where cubes begin along each axis. Those that have the same layers of touched cells are one.
    void findPlaces()
    {
        Corner first = grid().count(), last{-1, -1, -1};
        for (std::size_t cell = 0; cell < grid().size(); ++cell)
        {
            if (!graph_->isTouched(CellIndex(cell)))
                continue;
            const Corner place = grid().place(CellIndex(cell));
            for (std::size_t k = 0; k < 3; ++k)
            {
                first[k] = std::min(first[k], place[k]);
                last[k] = std::max(last[k], place[k]);
            }
        }
        for (std::size_t k = 0; k < 3; ++k)
        {
            places_[k].clear();
            std::pair<int, int> before{-1, -1};
            for (int i = std::max(0, first[k] - options_.side + 1); i <= std::min(last[k], grid().count()[k] - options_.side);
                 ++i)
            {
                const std::pair<int, int> layers{std::max(i, first[k]), std::min(i + options_.side - 1, last[k])};
                if (layers != before)
                    places_[k].push_back(i);
                before = layers;
            }
        }
    }

    Corner cornerOf(std::size_t cube) const
    {
        const std::size_t x = places_[0].size(), y = places_[1].size();
        return {places_[0][cube % x], places_[1][cube / x % y], places_[2][cube / x / y]};
    }

    Found lookAtAll(const std::string& stage)
    {
        const std::size_t along = places_[0].size(), rows = places_[1].size() * places_[2].size();
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
                    if (const auto& parts = view->cutOff(); !parts.empty())
                        here.cut.push_back({cube, cornerOf(cube), parts});
                    else if (options_.side <= CubeView::kMostSideOfMasks && view->leadsOut())
                        ++here.proven;
                }
                const std::lock_guard<std::mutex> lock(mutex);
                found.touched += here.touched;
                found.proven += here.proven;
                std::move(here.cut.begin(), here.cut.end(), std::back_inserter(found.cut));
            };
        });
        std::sort(found.cut.begin(), found.cut.end(), [](const CutCube& a, const CutCube& b) { return a.number < b.number; });
        return found;
    }

    void repair(const std::vector<CutCube>& cut, RobustnessReport& report)
    {
        report.disconnect_refined = cut.size();
        if (options_.tries == 0)
            return;
        JoiningEdges edges(problem_.scene, nodes_, *graph_, codes_, options_);
        raised_ = std::make_unique<RaisedProofs>(*problem_.scene, content_.raises, options_.tolerance);
        // Short edges leave a cube soonest, so most cubes need no more than these.
        constexpr std::size_t kFirstEdges = 2;
        std::vector<CutCube> cubes = cut;
        for (const std::size_t most : {kFirstEdges, content_.edges.size()})
            cubes = takeAll(edges.findFiner(cubes, most), cubes, report);
        report.disconnect_refined = cubes.size();
        // Few pairs of each part are looked at first, and more of those that are cut off still.
        constexpr std::size_t kFirstTries = 4;
        // A part has no more pairs than there are of all nodes.
        const std::size_t most = std::min(options_.tries, nodes_.size() * nodes_.size());
        for (std::size_t tries = std::min(kFirstTries, most); !cubes.empty(); tries = std::min(2 * tries, most))
        {
            cubes = takeAll(edges.findNew(cubes, tries), cubes, report);
            if (tries == most)
                return;
        }
    }

    /// @return the cubes that disconnect still
    std::vector<CutCube> takeAll(const std::vector<JoiningEdge>& edges, const std::vector<CutCube>& cubes,
                                 RobustnessReport& report)
    {
        for (const JoiningEdge& edge : edges)
            take(edge, report);
        return stillCut(cubes);
    }

    void take(const JoiningEdge& edge, RobustnessReport& report)
    {
        CellCode code;
        encodeCells(grid(), edge.cells, code);
        if (edge.number)
        {
            CellSet before;
            decodeCells(grid(), codes_[*edge.number], 0, before);
            graph_->setCells(*edge.number, before, edge.cells);
            codes_[*edge.number] = std::move(code);
            if (is_finer_.insert(*edge.number).second)
                ++report.edges_refined;
            return;
        }
        graph_->add(edge.ends, edge.cells);
        content_.edges.push_back(
            {edge.ends.a, edge.ends.b, EdgeProof::State::Free, raised_->find(nodes_, edge.ends.a, edge.ends.b)});
        codes_.push_back(std::move(code));
        ++report.edges_added;
    }

    std::vector<CutCube> stillCut(const std::vector<CutCube>& cubes)
    {
        std::vector<CutCube> looked(cubes.size());
        runParts({options_.jobs, options_.progress}, "repairs", cubes.size(), [&] {
            return [&, view = std::make_shared<CubeView>(*graph_, options_.side)](std::size_t i) {
                lookUp();
                view->take(cubes[i].corner);
                looked[i] = {cubes[i].number, cubes[i].corner, view->cutOff()};
            };
        });
        looked.erase(std::remove_if(looked.begin(), looked.end(), [](const CutCube& cube) { return cube.parts.empty(); }),
                     looked.end());
        return looked;
    }

    const RobustnessOptions& options_;
    RoadmapContent content_;
    Problem problem_;
    NodeStates nodes_;
    std::unique_ptr<CellGraph> graph_;
    std::unique_ptr<RaisedProofs> raised_;    ///< of edges that are added
    std::array<std::vector<int>, 3> places_;  ///< of cubes, along each axis
    std::vector<CellCode> codes_;             ///< by edge
    std::set<std::uint32_t> is_finer_;        ///< edges whose cells were set
};

}  // namespace

RobustnessReport enhanceRoadmap(const Problem& problem, const std::string& file, const std::string& output,
                                const RobustnessOptions& options)
{
    // Who builds the file meanwhile would have built it for nothing.
    std::optional<BuildFolder> held;
    if (options.tries > 0 && !isStandardOutput(output))
        held.emplace(output);
    return Enhancement(problem, file, options).run(output);
}

}  // namespace gapless
