// Three stages, each cut into parts that any thread makes in any order:
// 1. nodes: too cheap to keep, every run samples them;
// 2. edges: a part for every kEdgesPerBlock / neighbors nodes, each joined to its nearest. An edge that both of its ends find is proven by both, the same
//    way round and so with the same outcome, and is one edge afterwards;
// 3. cells: a part for every kEdgesPerBlock edges.
#include <gapless/roadmap/roadmap_builder.h>

#include <algorithm>
#include <atomic>
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
#include <gapless/ompl/state_space_factory.h>

#include "core/content_bytes.h"
#include "planners/roadmap_file.h"
#include "roadmap/build_folder.h"
#include "roadmap/node_sampler.h"
#include "roadmap/parallel.h"

namespace ob = ompl::base;

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
        : problem_(problemOfRoadmap(problem)), options_(options), file_(file)
    {
        checkOptions();
        if (problem_.joints.empty())
            throw InputError(problem_.file + ": no joint plans; a roadmap needs one");
        space_ = makeStateSpace(problem_);
        space_->setup();
        mapping_ = std::make_shared<const StateMapping>(space_, problem_);
        mapping_->requireStraight("a roadmap with cells");
        grid_ = std::make_unique<WorkspaceGrid>(widened(reachBox(*problem_.scene), kRim * options_.cell), options_.cell);
        key_ = sceneKey(*mapping_, options_.tolerance);
    }
    ~Build()
    {
        for (ob::State* state : states_)
            if (state)  // none of those that were not reached
                space_->freeState(state);
    }
    Build(const Build&) = delete;
    Build& operator=(const Build&) = delete;

    RoadmapBuildReport run()
    {
        BuildFolder folder(file_, digestOfWork());
        try
        {
            sampleNodes();
            const std::vector<EdgeEnds> edges = joinNodes(folder);
            forecast(edges);
            write(edges, findCells(folder, edges));
        }
        catch (const Interruption&)
        {
            return report_;
        }
        folder.remove();
        report_.is_complete = true;
        return report_;
    }

private:
    void checkOptions() const
    {
        if (options_.nodes < 2 || options_.nodes > std::numeric_limits<std::uint32_t>::max())
            throw InputError("a roadmap of " + std::to_string(options_.nodes)
                             + " nodes; it takes at least 2, and less than 2^32");
        if (options_.neighbors < 1 || options_.neighbors >= options_.nodes)
            throw InputError(std::to_string(options_.neighbors) + " neighbors of " + std::to_string(options_.nodes)
                             + " nodes; it takes at least 1, and fewer than there are nodes");
        if (options_.jobs < 1)
            throw InputError("0 jobs; it takes at least 1");
        kToleranceRange.require(options_.tolerance, "tolerance");
    }

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
        writer.put64(options_.nodes);
        writer.put64(options_.neighbors);
        writer.putDouble(options_.cell);
        writer.put32(options_.seed);
        return digestOf(writer.bytes());
    }

    void lookUp() const
    {
        if (options_.interrupted && options_.interrupted())
            throw Interruption();
    }

    void sampleNodes()
    {
        states_.assign(options_.nodes, nullptr);
        constexpr std::size_t kNodesPerPart = 256;
        runParts({options_.jobs, options_.progress}, "nodes", (options_.nodes + kNodesPerPart - 1) / kNodesPerPart, [this] {
            return
                [this, sampler = std::make_shared<NodeSampler>(problem_, options_.seed, options_.tolerance)](std::size_t part) {
                    lookUp();
                    for (std::size_t i = part * kNodesPerPart; i < std::min(options_.nodes, (part + 1) * kNodesPerPart); ++i)
                    {
                        states_[i] = space_->allocState();
                        mapping_->toState(sampler->node(i), states_[i]);
                    }
                };
        });
        report_.nodes = options_.nodes;
    }

    using Neighbours = ompl::NearestNeighbors<std::uint32_t>;

    /// Not to be asked by several threads, which OMPL's are not made for.
    std::unique_ptr<Neighbours> makeNeighbours() const
    {
        std::unique_ptr<Neighbours> all;
        if (isMetric(*space_))
            all = std::make_unique<ompl::NearestNeighborsGNAT<std::uint32_t>>();
        else
            all = std::make_unique<ompl::NearestNeighborsLinear<std::uint32_t>>();
        all->setDistanceFunction([this](std::uint32_t a, std::uint32_t b) { return space_->distance(states_[a], states_[b]); });
        std::vector<std::uint32_t> numbers(states_.size());
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
            reach = std::max(reach, space_->distance(states_[node], states_[other]));
        all.nearestR(node, reach, found);
        std::vector<std::pair<double, std::uint32_t>> sorted;
        for (const std::uint32_t other : found)
            if (other != node)
                sorted.emplace_back(space_->distance(states_[node], states_[other]), other);
        std::sort(sorted.begin(), sorted.end());
        found.clear();
        for (std::size_t i = 0; i < std::min(count, sorted.size()); ++i)
            found.push_back(sorted[i].second);
        return found;
    }

    Motion motionOf(const EdgeEnds& edge) const
    {
        return {problem_.scene->model(), mapping_->toConfiguration(states_[edge.first]),
                mapping_->toConfiguration(states_[edge.second])};
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

    bool isFree(Joiner& joiner, const EdgeEnds& edge) const
    {
        try
        {
            joiner.certifier.reset(mapping_->toConfiguration(states_[edge.first]),
                                   mapping_->toConfiguration(states_[edge.second]));
        }
        catch (const InputError&)
        {
            return false;  // half a turn: which way round is up to rounding
        }
        return joiner.certifier.run(Budget()) == Verdict::Free;
    }

    void join(Joiner& joiner, std::uint32_t node, std::vector<EdgeEnds>& edges) const
    {
        const std::size_t others = states_.size() - 1;
        std::vector<std::uint32_t> near = nearest(*joiner.neighbours, node, options_.neighbors);
        const std::size_t wanted = std::min(kLeastEdges, options_.neighbors);
        std::size_t joined = 0;
        for (std::size_t i = 0; i < near.size(); ++i)
        {
            const EdgeEnds edge{std::min(node, near[i]), std::max(node, near[i])};
            if (isFree(joiner, edge))
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
        std::vector<std::vector<EdgeEnds>> parts((states_.size() + per_part - 1) / per_part);
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
                for (std::size_t i = part * per_part; i < std::min(states_.size(), (part + 1) * per_part); ++i)
                {
                    lookUp();
                    join(*joiner, static_cast<std::uint32_t>(i), edges);
                }
                ContentWriter writer;
                for (const EdgeEnds& edge : edges)
                {
                    writer.put32(edge.first);
                    writer.put32(edge.second);
                }
                folder.keep("edges", part, writer.bytes());
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
        SweptCells swept(problem_.scene, *grid_);
        CellSet cells;
        std::size_t looked_at = 0;
        double sum = 0.0;
        for (std::size_t e = 0; e < edges.size(); e += std::max<std::size_t>(1, edges.size() / kForecastEdges))
        {
            lookUp();
            swept.find(motionOf(edges[e]), cells);
            sum += static_cast<double>(cells.size());
            ++looked_at;
        }
        const double bytes =
            sizeof(std::uint32_t)
            * (static_cast<double>(edges.size()) * sum / static_cast<double>(looked_at) + static_cast<double>(grid_->size()));
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
                if (auto content = folder.part("cells", part))
                {
                    parts[part] = std::move(*content);
                    ++found;
                    return;
                }
                if (!swept)
                    swept = std::make_shared<SweptCells>(problem_.scene, *grid_);
                codes.clear();
                for (std::size_t e = part * kEdgesPerBlock; e < std::min(edges.size(), (part + 1) * kEdgesPerBlock); ++e)
                {
                    lookUp();
                    swept->find(motionOf(edges[e]), cells);
                    encodeCells(*grid_, cells, codes);
                }
                parts[part].assign(codes.begin(), codes.end());
                folder.keep("cells", part, parts[part]);
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
        std::vector<double> reals;
        for (const ob::State* state : states_)
        {
            space_->copyToReals(reals, state);
            content.milestones.insert(content.milestones.end(), reals.begin(), reals.end());
        }
        content.dimension = static_cast<std::uint32_t>(reals.size());
        content.edges.reserve(edges.size());
        for (const EdgeEnds& edge : edges)
            content.edges.push_back({edge.first, edge.second, EdgeProof::State::Free});
        report_.cells_of_grid = grid_->size();
        report_.code_bytes = codes.size();
        CellSet cells;
        for (std::size_t begin = 0; begin < codes.size();)
        {
            begin = decodeCells(*grid_, codes, begin, cells);
            report_.cells += cells.size();
        }
        content.cells = RoadmapContent::Cells{*grid_, std::move(codes)};
        writeRoadmap(file_, content);
    }

    Problem problem_;
    const RoadmapBuildOptions& options_;
    std::string file_;
    ob::StateSpacePtr space_;
    std::shared_ptr<const StateMapping> mapping_;
    std::unique_ptr<WorkspaceGrid> grid_;
    SceneKey key_;
    std::vector<ob::State*> states_;
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
