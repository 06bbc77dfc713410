#include "roadmap/joining_edges.h"

#include <algorithm>
#include <iterator>
#include <queue>

#include <gapless/cells/coded_cells.h>

#include "roadmap/parallel.h"

namespace gapless {

namespace {

/// As many nearest nodes are kept for each pair that is tried: the cube removes some of them, others are in the same part.
constexpr std::size_t kNearestPerTry = 4;

std::uint64_t pairOf(std::uint32_t a, std::uint32_t b)
{
    return std::uint64_t{std::min(a, b)} << 32 | std::max(a, b);
}

std::uint32_t firstOf(std::uint64_t pair)
{
    return static_cast<std::uint32_t>(pair >> 32);
}

std::uint32_t secondOf(std::uint64_t pair)
{
    return static_cast<std::uint32_t>(pair);
}

/// Calls take(begin, end) with the runs of cells that are in the cube that begins at a cell.
template <class Take>
void forRunsIn(const WorkspaceGrid& grid, const CellSet& cells, const std::array<int, 3>& corner, int side, const Take& take)
{
    for (int z = corner[2]; z < corner[2] + side; ++z)
        for (int y = corner[1]; y < corner[1] + side; ++y)
        {
            // A row of the cube is a run of numbers.
            const auto begin = std::lower_bound(cells.begin(), cells.end(), grid.index(corner[0], y, z));
            const auto end = std::upper_bound(begin, cells.end(), grid.index(corner[0] + side - 1, y, z));
            if (begin != end)
                take(begin, end);
        }
}

bool hasCellIn(const WorkspaceGrid& grid, const CellSet& cells, const std::array<int, 3>& corner, int side)
{
    bool has = false;
    forRunsIn(grid, cells, corner, side, [&has](auto, auto) { has = true; });
    return has;
}

}  // namespace

/// Proves edges and finds their cells. One per thread.
class JoiningEdges::Sweeper
{
public:
    explicit Sweeper(const JoiningEdges& edges)
        : nodes_(edges.nodes_), certifier_(edges.scene_, certifyOptions(edges)), swept_(edges.scene_, edges.graph_.grid())
    {}

    /// None if the edge is not proven free.
    CellCode code(Pair pair)
    {
        CellCode code;
        if (!nodes_.isFree(firstOf(pair), secondOf(pair), certifier_))
            return code;
        swept_.find(nodes_.motion(firstOf(pair), secondOf(pair)), cells_);
        encodeCells(swept_.grid(), cells_, code);
        return code;
    }

    /// Takes those out of a set of the edge's cells that are among some of them, and that it is proven not to touch.
    void takeOut(Pair pair, const CellSet& among, CellSet& cells)
    {
        // The tube about a piece of a motion is there at its ends, too: however an edge leaves a node, it has cells that the node itself barely fails to touch, and such a cell
        // would cut off the node for good. Its width goes with the square of the piece's length, so these halve towards the ends.
        constexpr int kHalvings = 8;
        const Motion motion = nodes_.motion(firstOf(pair), secondOf(pair));
        touched_.clear();
        const auto look = [&](double t0, double t1) {
            if (touched_.size() == among.size())
                return;
            swept_.findAmong(motion, among, cells_, t0, t1);
            both_.clear();
            std::set_union(touched_.begin(), touched_.end(), cells_.begin(), cells_.end(), std::back_inserter(both_));
            touched_.swap(both_);
        };
        double end = 0.5;
        for (int i = 0; i < kHalvings; ++i, end *= 0.5)
        {
            look(0.5 * end, end);
            look(1.0 - end, 1.0 - 0.5 * end);
        }
        look(0.0, end);
        look(1.0 - end, 1.0);
        both_.clear();
        std::set_difference(among.begin(), among.end(), touched_.begin(), touched_.end(), std::back_inserter(both_));
        touched_.swap(both_);
        both_.clear();
        std::set_difference(cells.begin(), cells.end(), touched_.begin(), touched_.end(), std::back_inserter(both_));
        cells.swap(both_);
    }

private:
    static CertifyOptions certifyOptions(const JoiningEdges& edges)
    {
        CertifyOptions options;
        options.tolerance = edges.options_.tolerance;
        return options;
    }

    const NodeStates& nodes_;
    SegmentCertifier certifier_;
    SweptCells swept_;
    CellSet touched_, cells_, both_;
};

/// How many joints edges make.
class JoiningEdges::Gains
{
public:
    Gains(const std::vector<CutCube>& cubes, std::size_t nodes) : places_(nodes)
    {
        for (std::uint32_t c = 0; c < cubes.size(); ++c)
        {
            parts_.emplace_back(cubes[c].parts.size() + 1);
            // Part 0 is the largest; of several components there are several, but no edge joins these.
            for (std::uint32_t part = 0; part < cubes[c].parts.size(); ++part)
                for (const std::uint32_t v : cubes[c].parts[part])
                    places_[v].push_back({c, part + 1});
        }
    }

    /// The cubes that leave the two nodes in different parts while nothing is joined yet. For any number of threads.
    std::vector<std::uint32_t> between(Pair pair) const
    {
        std::vector<std::uint32_t> between;
        forCubes(pair, [&](std::uint32_t c, std::uint32_t part, std::uint32_t other) {
            if (part != other)
                between.push_back(c);
        });
        return between;
    }

    /// Joints that are left to an edge that serves those cubes. `join`: makes them.
    std::size_t gain(Pair pair, const std::vector<std::uint32_t>& served, bool join)
    {
        std::size_t gain = 0;
        auto next = served.begin();
        forCubes(pair, [&](std::uint32_t c, std::uint32_t part, std::uint32_t other) {
            if (next == served.end() || *next != c)
                return;
            ++next;
            if (parts_[c].find(part) == parts_[c].find(other))
                return;
            ++gain;
            if (join)
                parts_[c].join(part, other);
        });
        return gain;
    }

private:
    struct Place
    {
        std::uint32_t cube, part;
    };

    /// The cubes that cut off one of the ends or both, ascending, with the parts of the two.
    template <class Take>
    void forCubes(Pair pair, const Take& take) const
    {
        const std::vector<Place>&a = places_[firstOf(pair)], &b = places_[secondOf(pair)];
        for (std::size_t i = 0, k = 0; i < a.size() || k < b.size();)
        {
            const std::uint32_t none = 0xffffffff, ca = i < a.size() ? a[i].cube : none, cb = k < b.size() ? b[k].cube : none;
            take(std::min(ca, cb), ca <= cb ? a[i].part : 0, cb <= ca ? b[k].part : 0);
            i += ca <= cb ? 1 : 0;
            k += cb <= ca ? 1 : 0;
        }
    }

    std::vector<std::vector<Place>> places_;  ///< by node
    std::vector<Unions> parts_;               ///< by cube
};

JoiningEdges::JoiningEdges(std::shared_ptr<const Scene> scene, const NodeStates& nodes, const CellGraph& graph,
                           const std::vector<CellCode>& codes, const RobustnessOptions& options)
    : scene_(std::move(scene)), nodes_(nodes), graph_(graph), codes_(codes), options_(options), nearest_(nodes.size())
{}

void JoiningEdges::lookUp() const
{
    if (options_.interrupted && options_.interrupted())
        throw Interruption();
}

template <class Offer>
std::vector<JoiningEdges::Pair> JoiningEdges::shortestPairs(const std::vector<CutCube>& cubes, std::size_t most,
                                                            const Offer& offer) const
{
    std::vector<std::vector<Pair>> of_cubes(cubes.size());
    runParts({options_.jobs, options_.progress}, "pairs", cubes.size(), [&] {
        return [&, view = std::make_shared<CubeView>(graph_, options_.side),
                lengths = std::vector<std::pair<double, Pair>>()](std::size_t c) mutable {
            lookUp();
            view->take(cubes[c].corner);
            for (const std::vector<std::uint32_t>& part : cubes[c].parts)
            {
                lengths.clear();
                for (const std::uint32_t v : part)
                    offer(v, [&](std::uint32_t u) {
                        if (view->isRemoved(u) || graph_.component(u) != graph_.component(v)
                            || std::binary_search(part.begin(), part.end(), u))
                            return false;
                        lengths.emplace_back(nodes_.distance(v, u), pairOf(v, u));
                        return true;
                    });
                const std::size_t count = std::min(most, lengths.size());
                std::partial_sort(lengths.begin(), lengths.begin() + static_cast<std::ptrdiff_t>(count), lengths.end());
                for (std::size_t i = 0; i < count; ++i)
                    of_cubes[c].push_back(lengths[i].second);
            }
        };
    });
    std::vector<Pair> pairs;
    for (const std::vector<Pair>& some : of_cubes)
        pairs.insert(pairs.end(), some.begin(), some.end());
    std::sort(pairs.begin(), pairs.end());
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
    return pairs;
}

std::vector<JoiningEdge> JoiningEdges::findFiner(const std::vector<CutCube>& cubes, std::size_t most)
{
    return choose(cubes, shortestPairs(cubes, most, [this](std::uint32_t v, const auto& take) {
                      for (const std::uint32_t e : graph_.arcs(v))
                          take(graph_.edges()[e].a == v ? graph_.edges()[e].b : graph_.edges()[e].a);
                  }));
}

std::vector<JoiningEdge> JoiningEdges::findNew(const std::vector<CutCube>& cubes, std::size_t tries)
{
    findNearest(cubes, std::min(kNearestPerTry * tries, nodes_.size() - 1));
    return choose(cubes, shortestPairs(cubes, tries, [this, tries](std::uint32_t v, const auto& take) {
                      std::size_t taken = 0;
                      for (auto u = nearest_[v].begin(); u != nearest_[v].end() && taken < tries; ++u)
                          taken += !edgeOf(pairOf(v, *u)) && take(*u) ? 1 : 0;
                  }));
}

std::vector<JoiningEdge> JoiningEdges::choose(const std::vector<CutCube>& cubes, const std::vector<Pair>& pairs)
{
    sweep(pairs);
    Gains gains(cubes, nodes_.size());
    std::vector<std::vector<std::uint32_t>> served(pairs.size());
    std::vector<CellCode> codes(pairs.size());
    runParts({options_.jobs, options_.progress}, "cells of edges", pairs.size(), [&] {
        return [&, sweeper = std::make_shared<Sweeper>(*this), cells = CellSet(), among = CellSet()](std::size_t i) mutable {
            lookUp();
            const std::optional<std::uint32_t> number = edgeOf(pairs[i]);
            const CellCode& code = number ? codes_[*number] : known_.at(pairs[i]);
            if (code.empty())
                return;
            decodeCells(graph_.grid(), code, 0, cells);
            const std::vector<std::uint32_t> between = gains.between(pairs[i]);
            among.clear();
            for (const std::uint32_t c : between)
                forRunsIn(graph_.grid(), cells, cubes[c].corner, options_.side,
                          [&](auto begin, auto end) { among.insert(among.end(), begin, end); });
            std::sort(among.begin(), among.end());
            among.erase(std::unique(among.begin(), among.end()), among.end());
            if (!among.empty())
                sweeper->takeOut(pairs[i], among, cells);
            for (const std::uint32_t c : between)
                if (!hasCellIn(graph_.grid(), cells, cubes[c].corner, options_.side))
                    served[i].push_back(c);
            if (!served[i].empty())
                encodeCells(graph_.grid(), cells, codes[i]);
        };
    });

    // Gains only fall, so one that was worked out before is a bound. Of equal ones the pair that comes first.
    std::priority_queue<std::pair<std::size_t, std::size_t>> queue;
    for (std::size_t i = 0; i < pairs.size(); ++i)
        if (!served[i].empty())
            queue.emplace(served[i].size(), pairs.size() - i);
    std::vector<JoiningEdge> found;
    while (!queue.empty())
    {
        const auto [bound, rank] = queue.top();
        queue.pop();
        const std::size_t i = pairs.size() - rank, gain = gains.gain(pairs[i], served[i], false);
        if (gain == 0)
            continue;
        if (gain < bound)
        {
            queue.emplace(gain, rank);
            continue;
        }
        gains.gain(pairs[i], served[i], true);
        found.push_back({{firstOf(pairs[i]), secondOf(pairs[i])}, edgeOf(pairs[i]), {}});
        decodeCells(graph_.grid(), codes[i], 0, found.back().cells);
    }
    return found;
}

std::optional<std::uint32_t> JoiningEdges::edgeOf(Pair pair) const
{
    for (const std::uint32_t e : graph_.arcs(firstOf(pair)))
        if (const CellGraph::Edge& edge = graph_.edges()[e]; pairOf(edge.a, edge.b) == pair)
            return e;
    return std::nullopt;
}

void JoiningEdges::findNearest(const std::vector<CutCube>& cubes, std::size_t count)
{
    std::vector<std::uint32_t> wanted;
    for (const CutCube& cube : cubes)
        for (const std::vector<std::uint32_t>& part : cube.parts)
            for (const std::uint32_t v : part)
                if (nearest_[v].size() < count)
                    wanted.push_back(v);
    std::sort(wanted.begin(), wanted.end());
    wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());
    runParts({options_.jobs, options_.progress}, "nearest nodes", wanted.size(), [&] {
        return [&, all = std::vector<std::pair<double, std::uint32_t>>()](std::size_t i) mutable {
            lookUp();
            const std::uint32_t v = wanted[i];
            all.clear();
            for (std::uint32_t u = 0; u < nodes_.size(); ++u)
                if (u != v)
                    all.emplace_back(nodes_.distance(v, u), u);
            const auto end = all.begin() + static_cast<std::ptrdiff_t>(count);
            std::nth_element(all.begin(), end - 1, all.end());
            std::sort(all.begin(), end);
            nearest_[v].clear();
            for (auto it = all.begin(); it != end; ++it)
                nearest_[v].push_back(it->second);
        };
    });
}

void JoiningEdges::sweep(const std::vector<Pair>& pairs)
{
    std::vector<Pair> fresh;
    std::copy_if(pairs.begin(), pairs.end(), std::back_inserter(fresh),
                 [this](Pair pair) { return known_.count(pair) == 0 && !edgeOf(pair); });
    std::vector<CellCode> codes(fresh.size());
    runParts({options_.jobs, options_.progress}, "edges", fresh.size(), [&] {
        return [&, sweeper = std::make_shared<Sweeper>(*this)](std::size_t i) {
            lookUp();
            codes[i] = sweeper->code(fresh[i]);
        };
    });
    for (std::size_t i = 0; i < fresh.size(); ++i)
        known_.emplace(fresh[i], std::move(codes[i]));
}

}  // namespace gapless
