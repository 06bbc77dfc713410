// A look at a cube takes time in proportion to the roadmap: what of it is left is joined anew (union-find). So all cubes are looked at first, by several threads, and
// those that disconnect once more, one after the other, with the edges that were added meanwhile.
#include <gapless/roadmap/robustness.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>
#include <numeric>
#include <optional>

#include <gapless/cells/coded_cells.h>
#include <gapless/cells/marked_counts.h>
#include <gapless/cells/swept_cells.h>
#include <gapless/certify/segment_certifier.h>
#include <gapless/core/error.h>
#include <gapless/ompl/state_space_factory.h>
#include <gapless/roadmap/roadmap_builder.h>

#include "io/input_text.h"
#include "planners/roadmap_file.h"
#include "roadmap/parallel.h"

namespace ob = ompl::base;

namespace gapless {

namespace {

using Corner = std::array<int, 3>;
using Mask = std::uint64_t;
constexpr int kMostSide = 64;
/// Cubes whose cells have a bit each.
constexpr int kMostSideOfMasks = 4;

/// Sets that are joined.
class Unions
{
public:
    explicit Unions(std::size_t count) : parent_(count) { reset(); }
    void reset() { std::iota(parent_.begin(), parent_.end(), 0u); }
    std::uint32_t find(std::uint32_t i)
    {
        while (parent_[i] != i)
            i = parent_[i] = parent_[parent_[i]];
        return i;
    }
    void join(std::uint32_t a, std::uint32_t b)
    {
        a = find(a);
        b = find(b);
        parent_[std::max(a, b)] = std::min(a, b);
    }

private:
    std::vector<std::uint32_t> parent_;
};

struct Edge
{
    std::uint32_t a = 0, b = 0;
};

/// The roadmap with what was added.
struct Graph
{
    std::vector<Edge> edges;
    std::vector<std::vector<std::uint32_t>> arcs;   ///< by node, edges
    std::shared_ptr<const CellLists> first, nodes;  ///< cells of the file's edges, and of nodes
    std::vector<std::vector<std::uint32_t>> added;  ///< by cell, edges that were added
    std::vector<std::uint32_t> base;                ///< by node, its component when nothing is removed

    std::size_t nodeCount() const { return arcs.size(); }
    void add(const Edge& edge, const CellSet& cells)
    {
        const auto e = static_cast<std::uint32_t>(edges.size());
        edges.push_back(edge);
        arcs[edge.a].push_back(e);
        arcs[edge.b].push_back(e);
        for (const CellIndex cell : cells)
            added[cell.value()].push_back(e);
    }
    void findBase()
    {
        Unions unions(nodeCount());
        for (const Edge& edge : edges)
            unions.join(edge.a, edge.b);
        for (std::uint32_t v = 0; v < nodeCount(); ++v)
            base.push_back(unions.find(v));
    }
};

/// What is left when a cube is taken. One per thread.
class CubeView
{
public:
    CubeView(const Graph& graph, int side)
        : graph_(graph), side_(side), unions_(graph.nodeCount()), node_masks_(graph.nodeCount(), 0)
    {}

    bool isTouched() const { return !edges_.empty() || !nodes_.empty(); }
    bool isRemoved(std::uint32_t node) const { return node_masks_[node] != 0; }
    const std::vector<std::uint32_t>& removedNodes() const { return nodes_; }

    void take(const Corner& corner)
    {
        for (const std::uint32_t e : edges_)
            edge_masks_[e] = 0;
        for (const std::uint32_t v : nodes_)
            node_masks_[v] = 0;
        edges_.clear();
        nodes_.clear();
        edge_masks_.resize(graph_.edges.size(), 0);
        const WorkspaceGrid& grid = graph_.first->grid();
        int bit = 0;
        for (int z = corner[2]; z < corner[2] + side_; ++z)
            for (int y = corner[1]; y < corner[1] + side_; ++y)
                for (int x = corner[0]; x < corner[0] + side_; ++x, ++bit)
                {
                    const CellIndex cell = grid.index(x, y, z);
                    const Mask mask = side_ <= kMostSideOfMasks ? Mask{1} << bit : 1;
                    const auto mark = [mask](std::uint32_t i, std::vector<Mask>& masks, std::vector<std::uint32_t>& list) {
                        if (masks[i] == 0)
                            list.push_back(i);
                        masks[i] |= mask;
                    };
                    for (const std::uint32_t* e = graph_.first->begin(cell); e != graph_.first->end(cell); ++e)
                        mark(*e, edge_masks_, edges_);
                    for (const std::uint32_t e : graph_.added[cell.value()])
                        mark(e, edge_masks_, edges_);
                    for (const std::uint32_t* v = graph_.nodes->begin(cell); v != graph_.nodes->end(cell); ++v)
                        mark(*v, node_masks_, nodes_);
                }
    }

    /// Joins what is left, and finds the nodes that are not in the largest part of what was connected before: the smaller parts, each a list of its nodes.
    const std::vector<std::vector<std::uint32_t>>& cutOff()
    {
        unions_.reset();
        for (std::uint32_t e = 0; e < graph_.edges.size(); ++e)
            if (edge_masks_[e] == 0)
                unions_.join(graph_.edges[e].a, graph_.edges[e].b);
        parts_.clear();
        sizes_.assign(graph_.nodeCount(), 0);
        for (std::uint32_t v = 0; v < graph_.nodeCount(); ++v)
            if (!isRemoved(v))
                ++sizes_[unions_.find(v)];
        largest_.assign(graph_.nodeCount(), kNone);
        for (std::uint32_t v = 0; v < graph_.nodeCount(); ++v)
            if (std::uint32_t& best = largest_[graph_.base[v]]; sizes_[v] > 0 && (best == kNone || sizes_[v] > sizes_[best]))
                best = v;
        places_.assign(graph_.nodeCount(), kNone);
        for (std::uint32_t v = 0; v < graph_.nodeCount(); ++v)
        {
            if (isRemoved(v))
                continue;
            const std::uint32_t part = unions_.find(v);
            if (part == largest_[graph_.base[v]])
                continue;
            if (places_[part] == kNone)
            {
                places_[part] = static_cast<std::uint32_t>(parts_.size());
                parts_.emplace_back();
            }
            parts_[places_[part]].push_back(v);
        }
        return parts_;
    }
    /// After cutOff(). @pre neither is removed
    bool areJoined(std::uint32_t a, std::uint32_t b) { return unions_.find(a) == unions_.find(b); }
    void join(std::uint32_t a, std::uint32_t b) { unions_.join(a, b); }

    /// Whether every node that is removed has a chain of edges to one that is not, whose cells in the cube are among its own. @pre side <= kMostSideOfMasks
    bool leadsOut()
    {
        seen_.assign(graph_.nodeCount(), 0);
        std::vector<std::uint32_t> front;
        std::uint32_t run = 0;
        for (const std::uint32_t start : nodes_)
        {
            ++run;
            front.assign(1, start);
            seen_[start] = run;
            bool is_out = false;
            while (!front.empty() && !is_out)
            {
                const std::uint32_t v = front.back();
                front.pop_back();
                for (const std::uint32_t e : graph_.arcs[v])
                {
                    const std::uint32_t other = graph_.edges[e].a == v ? graph_.edges[e].b : graph_.edges[e].a;
                    if ((edge_masks_[e] & ~node_masks_[start]) != 0 || seen_[other] == run)
                        continue;
                    seen_[other] = run;
                    if (!isRemoved(other))
                    {
                        is_out = true;
                        break;
                    }
                    front.push_back(other);
                }
            }
            if (!is_out)
                return false;
        }
        return true;
    }

private:
    static constexpr std::uint32_t kNone = 0xffffffff;

    const Graph& graph_;
    int side_;
    Unions unions_;
    std::vector<Mask> edge_masks_, node_masks_;
    std::vector<std::uint32_t> edges_, nodes_, sizes_, largest_, places_, seen_;
    std::vector<std::vector<std::uint32_t>> parts_;
};

class Enhancement
{
public:
    Enhancement(const Problem& problem, const std::string& file, const RobustnessOptions& options)
        : problem_(problemOfRoadmap(problem)), options_(options), content_(readRoadmap(file))
    {
        if (options.side < 1 || options.side > kMostSide)
            throw InputError("cubes of " + std::to_string(options.side) + " cells along an edge; it has to be from 1 to "
                             + std::to_string(kMostSide));
        if (!content_.cells)
            throw inputError(file, 0, "the roadmap has no cells; `gapless roadmap build` makes one that has");
        space_ = makeStateSpace(problem_);
        space_->setup();
        mapping_ = std::make_shared<const StateMapping>(space_, problem_);
        mapping_->requireStraight("a roadmap with cells");
        if (const std::string differs = differenceOf(content_.key, sceneKey(*mapping_, options.tolerance)); !differs.empty())
            throw inputError(file, 0, "the roadmap is " + differs + "; edges that are added would be of another one");
        report_.edges_before = content_.edges.size();
        readNodes();
    }

    RobustnessReport run(const std::string& output)
    {
        try
        {
            makeGraph();
            repair(lookAtAll());
            count();
        }
        catch (const Interruption&)
        {
            return report_;
        }
        report_.edges_added = content_.edges.size() - report_.edges_before;
        if (report_.edges_added > 0)
            writeRoadmap(output, content_);
        report_.is_complete = true;
        return report_;
    }

private:
    void readNodes()
    {
        ob::State* state = space_->allocState();
        std::vector<double> reals(content_.dimension);
        for (std::size_t i = 0; i < content_.milestoneCount(); ++i)
        {
            std::copy_n(content_.milestones.begin() + static_cast<std::ptrdiff_t>(i * reals.size()), reals.size(), reals.begin());
            space_->copyFromReals(state, reals);
            nodes_.push_back(mapping_->toConfiguration(state));
        }
        space_->freeState(state);
    }

    const WorkspaceGrid& grid() const { return content_.cells->grid; }
    void lookUp() const
    {
        if (options_.interrupted && options_.interrupted())
            throw Interruption();
    }

    void makeGraph()
    {
        graph_.arcs.resize(content_.milestoneCount());
        graph_.added.resize(grid().size() + 1);
        for (const RoadmapContent::Edge& edge : content_.edges)
        {
            const auto e = static_cast<std::uint32_t>(graph_.edges.size());
            graph_.edges.push_back({edge.a, edge.b});
            graph_.arcs[edge.a].push_back(e);
            graph_.arcs[edge.b].push_back(e);
        }
        graph_.first = std::make_shared<const CellLists>(grid(), content_.cells->codes, content_.edges.size());
        // A node is a motion that stands still.
        SweptCells swept(problem_.scene, grid());
        CellSet cells;
        std::vector<std::uint8_t> codes;
        for (const Configuration& q : nodes_)
        {
            lookUp();
            swept.find(Motion(problem_.scene->model(), q, q), cells);
            encodeCells(grid(), cells, codes);
        }
        graph_.nodes = std::make_shared<const CellLists>(grid(), codes, nodes_.size());
        graph_.findBase();
        for (int k = 0; k < 3; ++k)
            counts_[k] = grid().count()[static_cast<std::size_t>(k)] - options_.side + 1;
        if (*std::min_element(counts_.begin(), counts_.end()) < 1)
            throw InputError("cubes of " + std::to_string(options_.side) + " cells along an edge are larger than the grid");
    }

    Corner cornerOf(std::size_t cube) const
    {
        const auto x = static_cast<std::size_t>(counts_[0]), y = static_cast<std::size_t>(counts_[1]);
        return {static_cast<int>(cube % x), static_cast<int>(cube / x % y), static_cast<int>(cube / x / y)};
    }

    /// Calls `look(view, corner, cube)` for every cube that is touched.
    template <class Look>
    void forAllCubes(const std::string& stage, const Look& look)
    {
        const auto rows = static_cast<std::size_t>(counts_[1]) * static_cast<std::size_t>(counts_[2]);
        runParts({options_.jobs, options_.progress}, stage, rows, [&] {
            return [&, view = std::make_shared<CubeView>(graph_, options_.side)](std::size_t row) {
                for (int x = 0; x < counts_[0]; ++x)
                {
                    lookUp();
                    const std::size_t cube = row * static_cast<std::size_t>(counts_[0]) + static_cast<std::size_t>(x);
                    view->take(cornerOf(cube));
                    if (view->isTouched())
                        look(*view, cube);
                }
            };
        });
    }

    /// @return the cubes that disconnect, in order
    std::vector<std::size_t> lookAtAll()
    {
        std::atomic<std::size_t> touched{0};
        std::vector<char> disconnects(
            static_cast<std::size_t>(counts_[0]) * static_cast<std::size_t>(counts_[1]) * static_cast<std::size_t>(counts_[2]),
            0);
        forAllCubes("cubes", [&](CubeView& view, std::size_t cube) {
            ++touched;
            disconnects[cube] = !view.cutOff().empty();
        });
        report_.touched = touched;
        std::vector<std::size_t> found;
        for (std::size_t cube = 0; cube < disconnects.size(); ++cube)
            if (disconnects[cube])
                found.push_back(cube);
        report_.disconnect_before = found.size();
        return found;
    }

    void repair(const std::vector<std::size_t>& cubes)
    {
        if (options_.tries == 0)
            return;
        CubeView view(graph_, options_.side);
        CertifyOptions certify;
        certify.tolerance = options_.tolerance;
        SegmentCertifier certifier(problem_.scene, certify);
        SweptCells swept(problem_.scene, grid());
        for (std::size_t i = 0; i < cubes.size(); ++i)
        {
            lookUp();
            const Corner corner = cornerOf(cubes[i]);
            view.take(corner);
            for (const std::vector<std::uint32_t>& part : std::vector<std::vector<std::uint32_t>>(view.cutOff()))
                joinPart(part, corner, view, certifier, swept);
            if (options_.progress)
                options_.progress("repairs", i + 1, cubes.size());
        }
    }

    /// To the nearest nodes that it has no way to, by an edge that stays out of the cube.
    void joinPart(const std::vector<std::uint32_t>& part, const Corner& corner, CubeView& view, SegmentCertifier& certifier,
                  SweptCells& swept)
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
                const Edge edge{std::min(v, other), std::max(v, other)};
                if (!isFree(edge, certifier))
                    continue;
                swept.find(Motion(problem_.scene->model(), nodes_[edge.a], nodes_[edge.b]), cells);
                if (meets(cells, corner))
                    continue;
                graph_.add(edge, cells);
                content_.edges.push_back({edge.a, edge.b, EdgeProof::State::Free});
                encodeCells(grid(), cells, content_.cells->codes);
                view.join(v, other);
                return;
            }
        }
    }

    /// Not in its part, once connected with it, nearest first; as many as are tried.
    std::vector<std::uint32_t> nearestOthers(std::uint32_t v, CubeView& view) const
    {
        std::vector<std::pair<double, std::uint32_t>> others;
        for (std::uint32_t u = 0; u < nodes_.size(); ++u)
            if (!view.isRemoved(u) && graph_.base[u] == graph_.base[v] && !view.areJoined(u, v))
                others.emplace_back((nodes_[u] - nodes_[v]).squaredNorm(), u);
        const auto end = others.begin() + static_cast<std::ptrdiff_t>(std::min(options_.tries, others.size()));
        std::partial_sort(others.begin(), end, others.end());
        std::vector<std::uint32_t> nearest;
        for (auto it = others.begin(); it != end; ++it)
            nearest.push_back(it->second);
        return nearest;
    }

    bool isFree(const Edge& edge, SegmentCertifier& certifier) const
    {
        try
        {
            certifier.reset(nodes_[edge.a], nodes_[edge.b]);
        }
        catch (const InputError&)
        {
            return false;  // half a turn: which way round is up to rounding
        }
        return certifier.run(Budget()) == Verdict::Free;
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

    void count()
    {
        std::atomic<std::size_t> proven{0};
        std::mutex mutex;
        std::vector<std::size_t> flagged;
        forAllCubes("once more", [&](CubeView& view, std::size_t cube) {
            if (view.cutOff().empty())
                proven += options_.side <= kMostSideOfMasks && view.leadsOut() ? 1 : 0;
            else
            {
                const std::lock_guard<std::mutex> lock(mutex);
                flagged.push_back(cube);
            }
        });
        std::sort(flagged.begin(), flagged.end());
        for (const std::size_t cube : flagged)
            report_.flagged.push_back(cornerOf(cube));
        report_.proven = proven;
        report_.disconnect_after = flagged.size();
    }

    Problem problem_;
    const RobustnessOptions& options_;
    RoadmapContent content_;
    ob::StateSpacePtr space_;
    std::shared_ptr<const StateMapping> mapping_;
    std::vector<Configuration> nodes_;
    Graph graph_;
    std::array<int, 3> counts_{};
    RobustnessReport report_;
};

}  // namespace

RobustnessReport enhanceRoadmap(const Problem& problem, const std::string& file, const std::string& output,
                                const RobustnessOptions& options)
{
    return Enhancement(problem, file, options).run(output);
}

}  // namespace gapless
