// Three stages, each cut into parts that any thread makes in any order:
// 1. nodes: too cheap to keep, every run samples them;
// 2. edges: a part for every kEdgesPerBlock / neighbors nodes, each joined to its nearest. An edge that both of its ends find is proven by both, the same
//    way round and so with the same outcome, and is one edge afterwards;
// 3. cells: a part for every kEdgesPerBlock edges.
#include <gapless/roadmap/roadmap_builder.h>

#include <algorithm>
#include <atomic>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include <ompl/datastructures/NearestNeighborsGNAT.h>
#include <ompl/datastructures/NearestNeighborsLinear.h>

#include <gapless/cells/coded_cells.h>
#include <gapless/cells/reach_box.h>
#include <gapless/cells/swept_cells.h>
#include <gapless/certify/segment_certifier.h>
#include <gapless/core/error.h>
#include <gapless/ompl/compound_state_space.h>

#include "core/content_bytes.h"
#include "planners/roadmap_file.h"
#include "roadmap/build_folder.h"
#include "roadmap/node_sampler.h"
#include "roadmap/node_states.h"
#include "roadmap/parallel.h"

namespace gapless {

namespace {

/// Of the nearest nodes, in vain, before the next ones are taken; and how many times as many are tried at most.
constexpr std::size_t kLeastEdges = 5, kTriedFactor = 4;
/// Edges whose cells are found to say how many all of them have.
constexpr std::size_t kForecastEdges = 64;

/// Cells by which the grid is wider than the robot's reach: an arm that is stretched out does not touch what is outside.
constexpr double kRim = 0.01;

AxisAlignedBox widened(AxisAlignedBox box, double by)
{
    // A side that is none, or less, is for WorkspaceGrid to name.
    if (by > 0.0)
    {
        box.low.array() -= by;
        box.high.array() += by;
    }
    return box;
}

using EdgeEnds = std::pair<std::uint32_t, std::uint32_t>;

class Build
{
public:
    Build(const Problem& problem, const RoadmapBuildOptions& options, const std::string& file)
        : problem_(checked(problemOfRoadmap(problem), options)),
          options_(options),
          file_(file),
          nodes_(problem_),
          grid_(widened(reachBox(*problem_.scene), kRim * options.cell), options.cell),
          key_(sceneKey(nodes_.mapping(), options.tolerance))
    {}

    RoadmapBuildReport run()
    {
        try
        {
            sampleNodes();
            BuildFolder folder(file_, digestOfWork());
            const std::vector<EdgeEnds> edges = joinNodes(folder);
            forecast(edges);
            write(edges, findCells(folder, edges));
            folder.remove();
            report_.is_complete = true;
        }
        catch (const Interruption&)
        {
            // The folder has what was done.
        }
        return report_;
    }

private:
    static Problem checked(Problem problem, const RoadmapBuildOptions& options)
    {
        if (options.nodes < 2 || options.nodes > std::numeric_limits<std::uint32_t>::max())
            throw InputError("a roadmap of " + std::to_string(options.nodes) + " nodes; it takes at least 2, and less than 2^32");
        if (options.neighbors < 1 || options.neighbors >= options.nodes)
            throw InputError(std::to_string(options.neighbors) + " neighbors of " + std::to_string(options.nodes)
                             + " nodes; it takes at least 1, and fewer than there are nodes");
        if (options.jobs < 1)
            throw InputError("0 jobs; it takes at least 1");
        kToleranceRange.require(options.tolerance, "tolerance");
        return problem;
    }

    /// All that parts are about. Of the nodes themselves: what was proven between two of them is of no use for others, should this program sample other ones
    /// than the one that made the parts.
    Digest digestOfWork() const
    {
        ContentWriter writer;
        writer.putDouble(key_.tolerance);
        writer.put32(key_.proof_version);
        for (const SceneKey::Entry& entry : key_.entries)
        {
            writer.putText(entry.name);
            writer.putText(entry.other);
            writer.put(entry.digest);
        }
        for (const double value : nodes_.reals())
            writer.putDouble(value);
        writer.put64(options_.neighbors);
        for (int k = 0; k < 3; ++k)
        {
            writer.putDouble(grid_.plane(k, 0));
            writer.put32(static_cast<std::uint32_t>(grid_.count()[static_cast<std::size_t>(k)]));
        }
        writer.putDouble(grid_.cell());
        return digestOf(writer.bytes());
    }

    void lookUp() const
    {
        if (options_.interrupted && options_.interrupted())
            throw Interruption();
    }

    void sampleNodes()
    {
        nodes_.resize(options_.nodes);
        constexpr std::size_t kNodesPerPart = 256;
        runParts({options_.jobs, options_.progress}, "nodes", (options_.nodes + kNodesPerPart - 1) / kNodesPerPart, [this] {
            return
                [this, sampler = std::make_shared<NodeSampler>(problem_, options_.seed, options_.tolerance)](std::size_t part) {
                    lookUp();
                    for (std::size_t i = part * kNodesPerPart; i < std::min(options_.nodes, (part + 1) * kNodesPerPart); ++i)
                        nodes_.set(i, sampler->node(i));
                };
        });
        report_.nodes = options_.nodes;
    }

    using Neighbours = ompl::NearestNeighbors<std::uint32_t>;

    /// Not to be asked by several threads, which OMPL's are not made for.
    std::unique_ptr<Neighbours> makeNeighbours() const
    {
        std::unique_ptr<Neighbours> all;
        if (isMetric(nodes_.space()))
            all = std::make_unique<ompl::NearestNeighborsGNAT<std::uint32_t>>();
        else
            all = std::make_unique<ompl::NearestNeighborsLinear<std::uint32_t>>();
        all->setDistanceFunction([this](std::uint32_t a, std::uint32_t b) { return nodes_.distance(a, b); });
        std::vector<std::uint32_t> numbers(nodes_.size());
        for (std::size_t i = 0; i < numbers.size(); ++i)
            numbers[i] = static_cast<std::uint32_t>(i);
        all->add(numbers);
        return all;
    }

    /// The `count` nodes that are nearest to one, those of one distance by number.
    std::vector<std::uint32_t> nearest(const Neighbours& all, std::uint32_t node, std::size_t count) const
    {
        std::vector<std::uint32_t> found;
        all.nearestK(node, count + 1, found);
        // Which ones of those at the largest distance OMPL takes is up to its own random numbers.
        double reach = 0.0;
        for (const std::uint32_t other : found)
            reach = std::max(reach, nodes_.distance(node, other));
        all.nearestR(node, reach, found);
        std::vector<std::pair<double, std::uint32_t>> sorted;
        for (const std::uint32_t other : found)
            if (other != node)
                sorted.emplace_back(nodes_.distance(node, other), other);
        std::sort(sorted.begin(), sorted.end());
        found.clear();
        for (std::size_t i = 0; i < std::min(count, sorted.size()); ++i)
            found.push_back(sorted[i].second);
        return found;
    }

    /// What a thread needs to join nodes.
    struct Joiner
    {
        Joiner(std::shared_ptr<const Scene> scene, double tolerance, std::unique_ptr<Neighbours> all)
            : neighbours(std::move(all)), certifier(std::move(scene), optionsOf(tolerance))
        {}
        static CertifyOptions optionsOf(double tolerance)
        {
            CertifyOptions options;
            options.tolerance = tolerance;
            return options;
        }
        std::unique_ptr<Neighbours> neighbours;
        SegmentCertifier certifier;
    };

    void join(Joiner& joiner, std::uint32_t node, std::vector<EdgeEnds>& edges) const
    {
        const std::size_t others = nodes_.size() - 1;
        std::vector<std::uint32_t> near = nearest(*joiner.neighbours, node, options_.neighbors);
        const std::size_t wanted = std::min(kLeastEdges, options_.neighbors);
        std::size_t joined = 0;
        for (std::size_t i = 0; i < near.size(); ++i)
        {
            const EdgeEnds edge{std::min(node, near[i]), std::max(node, near[i])};
            if (nodes_.isFree(edge.first, edge.second, joiner.certifier))
            {
                edges.push_back(edge);
                ++joined;
            }
            if (i + 1 < options_.neighbors)
                continue;
            if (joined >= wanted)
                break;
            if (i + 1 == options_.neighbors)
                near = nearest(*joiner.neighbours, node, std::min(others, kTriedFactor * options_.neighbors));
        }
    }

    std::vector<EdgeEnds> joinNodes(const BuildFolder& folder)
    {
        const std::size_t per_part = std::max<std::size_t>(1, kEdgesPerBlock / options_.neighbors);
        std::vector<std::vector<EdgeEnds>> parts((nodes_.size() + per_part - 1) / per_part);
        std::atomic<std::size_t> found{0};
        runParts({options_.jobs, options_.progress}, "edges", parts.size(), [&] {
            return [&, joiner = std::shared_ptr<Joiner>()](std::size_t part) mutable {
                std::vector<EdgeEnds>& edges = parts[part];
                if (takeEdges(folder.part("edges", part), edges))
                {
                    ++found;
                    return;
                }
                if (!joiner)
                    joiner = std::make_shared<Joiner>(problem_.scene, options_.tolerance, makeNeighbours());
                for (std::size_t i = part * per_part; i < std::min(nodes_.size(), (part + 1) * per_part); ++i)
                {
                    lookUp();
                    join(*joiner, static_cast<std::uint32_t>(i), edges);
                }
                folder.keep("edges", part, bytesOf(edges, 0, edges.size()));
            };
        });
        std::vector<EdgeEnds> all;
        for (const std::vector<EdgeEnds>& part : parts)
            all.insert(all.end(), part.begin(), part.end());
        std::sort(all.begin(), all.end());
        all.erase(std::unique(all.begin(), all.end()), all.end());
        if (all.empty())
            throw InputError(problem_.file
                             + ": no edge between neighbouring nodes is free; more nodes will be nearer to each other");
        report_.edges = all.size();
        report_.parts_found += found;
        report_.parts_made += parts.size() - found;
        return all;
    }

    static std::string bytesOf(const std::vector<EdgeEnds>& edges, std::size_t begin, std::size_t end)
    {
        ContentWriter writer;
        for (std::size_t e = begin; e < std::min(end, edges.size()); ++e)
        {
            writer.put32(edges[e].first);
            writer.put32(edges[e].second);
        }
        return writer.bytes();
    }

    bool takeEdges(const std::optional<std::string>& content, std::vector<EdgeEnds>& edges) const
    {
        if (!content || content->size() % 8 != 0)
            return false;
        for (ContentReader reader(*content); reader.left() > 0;)
        {
            const std::uint32_t a = reader.take32(), b = reader.take32();
            edges.emplace_back(a, b);
        }
        return true;
    }

    /// @throws InputError if the lists from cells to edges will not fit.
    void forecast(const std::vector<EdgeEnds>& edges)
    {
        SweptCells swept(problem_.scene, grid_);
        CellSet cells;
        std::size_t looked_at = 0;
        double sum = 0.0;
        for (std::size_t e = 0; e < edges.size(); e += std::max<std::size_t>(1, edges.size() / kForecastEdges))
        {
            lookUp();
            swept.find(nodes_.motion(edges[e].first, edges[e].second), cells);
            sum += static_cast<double>(cells.size());
            ++looked_at;
        }
        const double bytes =
            sizeof(std::uint32_t)
            * (static_cast<double>(edges.size()) * sum / static_cast<double>(looked_at) + static_cast<double>(grid_.size()));
        constexpr double kMebi = 1048576.0;
        if (bytes > static_cast<double>(options_.memory))
            throw InputError("a planner's lists of " + std::to_string(edges.size())
                             + " edges in cells of this size would take about "
                             + std::to_string(static_cast<std::uint64_t>(bytes / kMebi)) + " MiB, more than the "
                             + std::to_string(static_cast<std::uint64_t>(static_cast<double>(options_.memory) / kMebi))
                             + " that --memory allows; larger cells, fewer nodes or neighbors take less");
    }

    std::vector<std::uint8_t> findCells(const BuildFolder& folder, const std::vector<EdgeEnds>& edges)
    {
        std::vector<std::string> parts((edges.size() + kEdgesPerBlock - 1) / kEdgesPerBlock);
        std::atomic<std::size_t> found{0};
        runParts({options_.jobs, options_.progress}, "cells", parts.size(), [&] {
            return [&, swept = std::shared_ptr<SweptCells>(), cells = CellSet(),
                    codes = std::vector<std::uint8_t>()](std::size_t part) mutable {
                // Behind the edges that they are of: which those are depends on all parts of edges.
                const Digest of = digestOf(bytesOf(edges, part * kEdgesPerBlock, (part + 1) * kEdgesPerBlock));
                const std::string prefix(asText(of));
                if (const auto content = folder.part("cells", part); content && content->rfind(prefix, 0) == 0)
                {
                    parts[part] = content->substr(prefix.size());
                    ++found;
                    return;
                }
                if (!swept)
                    swept = std::make_shared<SweptCells>(problem_.scene, grid_);
                codes.clear();
                for (std::size_t e = part * kEdgesPerBlock; e < std::min(edges.size(), (part + 1) * kEdgesPerBlock); ++e)
                {
                    lookUp();
                    swept->find(nodes_.motion(edges[e].first, edges[e].second), cells);
                    encodeCells(grid_, cells, codes);
                }
                parts[part].assign(codes.begin(), codes.end());
                folder.keep("cells", part, prefix + parts[part]);
            };
        });
        std::vector<std::uint8_t> all;
        for (const std::string& part : parts)
            all.insert(all.end(), part.begin(), part.end());
        report_.parts_found += found;
        report_.parts_made += parts.size() - found;
        return all;
    }

    void write(const std::vector<EdgeEnds>& edges, std::vector<std::uint8_t> codes)
    {
        RoadmapContent content;
        content.key = key_;
        content.milestones = nodes_.reals();
        content.dimension = static_cast<std::uint32_t>(content.milestones.size() / nodes_.size());
        content.edges.reserve(edges.size());
        for (const EdgeEnds& edge : edges)
            content.edges.push_back({edge.first, edge.second, EdgeProof::State::Free});
        report_.cells_of_grid = grid_.size();
        report_.code_bytes = codes.size();
        CellSet cells;
        for (std::size_t begin = 0; begin < codes.size();)
        {
            begin = decodeCells(grid_, codes, begin, cells);
            report_.cells += cells.size();
        }
        content.cells = RoadmapContent::Cells{grid_, std::move(codes)};
        writeRoadmap(file_, content);
    }

    Problem problem_;
    const RoadmapBuildOptions& options_;
    std::string file_;
    NodeStates nodes_;
    WorkspaceGrid grid_;
    SceneKey key_;
    RoadmapBuildReport report_;
};

}  // namespace

Problem problemOfRoadmap(const Problem& problem)
{
    const Scene& scene = *problem.scene;
    std::vector<CollisionObject> objects;
    std::vector<std::optional<ObjectIndex>> places;
    Problem reduced = problem;
    reduced.fixed.clear();
    for (const ObjectIndex i : scene.objects().indices())
    {
        const bool is_fixed = std::find(problem.fixed.begin(), problem.fixed.end(), i) != problem.fixed.end();
        places.emplace_back();
        if (scene.object(i).kind != ObjectKind::Link && !is_fixed)
            continue;
        places.back() = ObjectIndex(objects.size());
        if (is_fixed)
            reduced.fixed.push_back(*places.back());
        objects.push_back(scene.object(i));
    }
    std::vector<ObjectPair> pairs;
    for (const ObjectPair& pair : scene.pairs())
        if (places[pair.a.value()] && places[pair.b.value()])
            pairs.push_back({*places[pair.a.value()], *places[pair.b.value()], pair.clearance});
    reduced.scene = std::make_shared<const Scene>(scene.model(), std::move(objects), pairs, &scene);
    return reduced;
}

RoadmapBuildReport buildRoadmap(const Problem& problem, const std::string& file, const RoadmapBuildOptions& options)
{
    return Build(problem, options, file).run();
}

}  // namespace gapless
