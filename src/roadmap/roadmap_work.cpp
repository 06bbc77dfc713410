#include "roadmap/roadmap_work.h"

#include <algorithm>
#include <limits>

#include <ompl/datastructures/NearestNeighborsGNAT.h>
#include <ompl/datastructures/NearestNeighborsLinear.h>

#include <gapless/cells/coded_cells.h>
#include <gapless/cells/reach_box.h>
#include <gapless/certify/segment_certifier.h>
#include <gapless/core/error.h>
#include <gapless/ompl/compound_state_space.h>

#include "core/content_bytes.h"
#include "planners/roadmap_file.h"
#include "roadmap/node_sampler.h"
#include "roadmap/parallel.h"
#include "roadmap/roadmap_library.h"

namespace gapless {

namespace {

/// Of the nearest nodes, in vain, before the next ones are taken; and how many times as many are tried at most.
constexpr std::size_t kLeastEdges = 5, kTriedFactor = 4;

/// Goes up with every change of who is joined to whom, or of what a part is.
constexpr std::uint32_t kPartVersion = 3;

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

Problem checkedProblem(Problem problem, const RoadmapBuildOptions& options)
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

}  // namespace

std::string bytesOfEdges(const std::vector<EdgeEnds>& edges, std::size_t first, std::size_t last)
{
    ContentWriter writer;
    for (std::size_t e = first; e < std::min(last, edges.size()); ++e)
    {
        writer.put32(edges[e].first);
        writer.put32(edges[e].second);
    }
    return writer.bytes();
}

bool appendEdges(std::string_view bytes, std::vector<EdgeEnds>& edges)
{
    if (bytes.size() % 8 != 0)
        return false;
    for (ContentReader reader(bytes); reader.left() > 0;)
    {
        const std::uint32_t a = reader.take32(), b = reader.take32();
        edges.emplace_back(a, b);
    }
    return true;
}

RoadmapWork::RoadmapWork(const Problem& problem, const RoadmapBuildOptions& options)
    : problem_(checkedProblem(problemOfRoadmap(problem), options)),
      options_(options),
      nodes_(problem_),
      grid_(widened(reachBox(*problem_.scene), kRim * options.cell), options.cell),
      raises_(raisesOfClearance(options.cell)),
      key_(sceneKey(nodes_.mapping(), options.tolerance))
{
    if (grid_.size() > kMostGridCells)
        throw InputError("a roadmap with a grid of " + std::to_string(grid_.size()) + " cells; at most "
                         + std::to_string(kMostGridCells) + " are taken where it is used, and larger cells are fewer");
    sampleNodes();
    if (options_.metric == RoadmapMetric::Workspace)
        workspace_ = std::make_unique<const WorkspaceMetric>(problem_, nodes_);
    digest_ = makeDigest();
}

bool RoadmapWork::isMetric() const
{
    return workspace_ || gapless::isMetric(nodes_.space());
}

double RoadmapWork::extent() const
{
    return workspace_ ? workspace_->extent() : nodes_.space().getMaximumExtent();
}

std::size_t RoadmapWork::nodesPerPart() const
{
    return std::max<std::size_t>(1, kEdgesPerBlock / options_.neighbors);
}

std::size_t RoadmapWork::edgePartCount() const
{
    return (nodes_.size() + nodesPerPart() - 1) / nodesPerPart();
}

void RoadmapWork::lookUp() const
{
    if (options_.interrupted && options_.interrupted())
        throw Interruption();
}

void RoadmapWork::sampleNodes()
{
    nodes_.resize(options_.nodes);
    constexpr std::size_t kNodesPerPart = 256;
    runParts({options_.jobs, options_.progress}, "nodes", (options_.nodes + kNodesPerPart - 1) / kNodesPerPart, [this] {
        return [this, sampler = std::make_shared<NodeSampler>(problem_, options_.seed, options_.tolerance)](std::size_t part) {
            for (std::size_t i = part * kNodesPerPart; i < std::min(options_.nodes, (part + 1) * kNodesPerPart); ++i)
            {
                // For each: where few configurations are free, one takes seconds.
                lookUp();
                nodes_.set(i, sampler->node(i));
            }
        };
    });
}

Digest RoadmapWork::makeDigest() const
{
    ContentWriter writer;
    writer.putDouble(key_.tolerance);
    writer.put32(key_.proof_version);
    for (const SceneKey::Entry& entry : key_.entries)
    {
        writer.putText(entry.name);
        writer.putText(entry.other);
        writer.put(entry.digest);
        writer.putDouble(entry.clearance);
    }
    for (const double value : nodes_.reals())
        writer.putDouble(value);
    writer.put32(kPartVersion);
    writer.put64(nodesPerPart());
    writer.put64(kEdgesPerBlock);
    writer.put64(options_.neighbors);
    writer.put8(static_cast<unsigned>(options_.metric));
    for (int k = 0; k < 3; ++k)
    {
        writer.putDouble(grid_.plane(k, 0));
        writer.put32(static_cast<std::uint32_t>(grid_.count()[static_cast<std::size_t>(k)]));
    }
    writer.putDouble(grid_.cell());
    for (const double raise : raises_)
        writer.putDouble(raise);
    return digestOf(writer.bytes());
}

PartMaker::PartMaker(const RoadmapWork& work) : work_(work) {}

PartMaker::~PartMaker() = default;

/// What it makes is not to be asked by several threads, which OMPL's are not made for.
std::unique_ptr<PartMaker::Neighbours> PartMaker::makeNeighbours() const
{
    std::unique_ptr<Neighbours> all;
    if (work_.isMetric())
        all = std::make_unique<ompl::NearestNeighborsGNAT<std::uint32_t>>();
    else
        all = std::make_unique<ompl::NearestNeighborsLinear<std::uint32_t>>();
    all->setDistanceFunction([this](std::uint32_t a, std::uint32_t b) { return work_.distance(a, b); });
    std::vector<std::uint32_t> numbers(work_.nodes().size());
    for (std::size_t i = 0; i < numbers.size(); ++i)
        numbers[i] = static_cast<std::uint32_t>(i);
    all->add(numbers);
    return all;
}

/// The `count` nodes that are nearest to one, those of one distance by number.
std::vector<std::uint32_t> PartMaker::nearest(std::uint32_t node, std::size_t count) const
{
    std::vector<std::uint32_t> found;
    neighbours_->nearestK(node, count + 1, found);
    // Which ones of those at the largest distance OMPL takes is up to its own random numbers; and by these and its rounding, as it compares sums of distances,
    // it may overlook one that is just as far as it looks, as many are where distances are sums over joints. So from farther than that, by more than sums of a few distances are off.
    double reach = 0.0;
    for (const std::uint32_t other : found)
        reach = std::max(reach, work_.distance(node, other));
    constexpr double kSlack = 1e-9;  // of the largest distance that there is
    neighbours_->nearestR(node, reach + kSlack * work_.extent(), found);
    std::vector<std::pair<double, std::uint32_t>> sorted;
    for (const std::uint32_t other : found)
        if (other != node)
            sorted.emplace_back(work_.distance(node, other), other);
    std::sort(sorted.begin(), sorted.end());
    found.clear();
    for (std::size_t i = 0; i < std::min(count, sorted.size()); ++i)
        found.push_back(sorted[i].second);
    return found;
}

void PartMaker::join(std::uint32_t node, std::vector<EdgeEnds>& edges)
{
    const NodeStates& nodes = work_.nodes();
    const std::size_t others = nodes.size() - 1, neighbors = work_.options().neighbors;
    std::vector<std::uint32_t> near = nearest(node, neighbors);
    const std::size_t wanted = std::min(kLeastEdges, neighbors);
    std::size_t joined = 0;
    for (std::size_t i = 0; i < near.size(); ++i)
    {
        const EdgeEnds edge{std::min(node, near[i]), std::max(node, near[i])};
        if (nodes.isFree(edge.first, edge.second, *certifier_))
        {
            edges.push_back(edge);
            ++joined;
        }
        if (i + 1 < neighbors)
            continue;
        if (joined >= wanted)
            break;
        if (i + 1 == neighbors)
            near = nearest(node, std::min(others, kTriedFactor * neighbors));
    }
}

std::string PartMaker::edges(std::size_t part)
{
    if (!neighbours_)
    {
        CertifyOptions certify;
        certify.tolerance = work_.options().tolerance;
        certifier_ = std::make_unique<SegmentCertifier>(work_.problem().scene, certify);
        neighbours_ = makeNeighbours();
    }
    std::vector<EdgeEnds> edges;
    const std::size_t per_part = work_.nodesPerPart();
    for (std::size_t i = part * per_part; i < std::min(work_.nodes().size(), (part + 1) * per_part); ++i)
    {
        work_.lookUp();
        join(static_cast<std::uint32_t>(i), edges);
    }
    return bytesOfEdges(edges, 0, edges.size());
}

const CellSet& PartMaker::find(const EdgeEnds& edge)
{
    work_.lookUp();
    if (!swept_)
        swept_ = std::make_unique<SweptCells>(work_.problem().scene, work_.grid());
    swept_->find(work_.nodes().motion(edge.first, edge.second), cells_);
    return cells_;
}

std::string PartMaker::cells(std::string_view bytes)
{
    std::vector<EdgeEnds> edges;
    if (!appendEdges(bytes, edges))
        throw InputError("edges are cut short");
    if (!raised_)
        raised_ = std::make_unique<RaisedProofs>(*work_.problem().scene, work_.raises(), work_.options().tolerance);
    codes_.clear();
    for (const EdgeEnds& edge : edges)
    {
        if (edge.first >= edge.second || edge.second >= work_.nodes().size())
            throw InputError("an edge between nodes that are not there");
        codes_.push_back(raised_->find(work_.nodes(), edge.first, edge.second));
    }
    for (const EdgeEnds& edge : edges)
        encodeCells(work_.grid(), find(edge), codes_);
    return {codes_.begin(), codes_.end()};
}

std::size_t PartMaker::cellCount(const EdgeEnds& edge)
{
    return find(edge).size();
}

}  // namespace gapless
