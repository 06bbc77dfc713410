// What is made of parts, where they are kept, and who makes them: the threads of this process, or a crew. The parts themselves: roadmap_work.h.
#include <gapless/roadmap/roadmap_builder.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include <gapless/cells/coded_cells.h>
#include <gapless/cells/marked_counts.h>
#include <gapless/core/error.h>

#include "planners/roadmap_file.h"
#include "roadmap/background_build.h"
#include "roadmap/build_folder.h"
#include "roadmap/parallel.h"
#include "roadmap/part_order.h"
#include "roadmap/roadmap_crew.h"
#include "roadmap/roadmap_work.h"

namespace gapless {

namespace {

/// Edges whose cells are found to say how many all of them have.
constexpr std::size_t kForecastEdges = 64;

/// Between two looks for answers where there was none.
constexpr std::chrono::microseconds kCrewPause{500};

/// Of one stage.
struct PartStage
{
    PartOrder::Stage kind;
    const char* name;
    std::size_t count;
    std::function<PartOrder(std::size_t part)> order;
    /// Takes a part that an earlier run has kept. @return false if there is none of use
    std::function<bool(std::size_t part)> find;
    /// Takes and keeps a part that was made. @return false if it cannot be one
    std::function<bool(std::size_t part, std::string content)> keep;
};

class Build
{
public:
    /// @param crew null, or without members: threads of this process make all parts
    Build(const RoadmapWork& work, const std::string& file, BuildFolder& folder, RoadmapCrew* crew)
        : work_(work), options_(work.options()), file_(file), folder_(folder), crew_(crew && crew->size() > 0 ? crew : nullptr)
    {}

    void run(RoadmapBuildReport& report)
    {
        const std::vector<EdgeEnds> edges = joinNodes();
        forecast(edges);
        EdgeCells cells = findCells(edges);
        report.edges = edges.size();
        report.parts_made = made_;
        report.parts_found = found_;
        write(edges, std::move(cells), report);
        folder_.remove();
        report.is_complete = true;
    }

private:
    /// In the order of the edges.
    struct EdgeCells
    {
        std::vector<std::uint8_t> raises;  ///< by how many of the work's they are proven
        std::vector<std::uint8_t> codes;
    };

    void runStage(const PartStage& stage)
    {
        if (crew_)
            return runByCrew(stage);
        runParts({options_.jobs, options_.progress}, stage.name, stage.count, [&] {
            return [&, maker = std::make_shared<PartMaker>(work_)](std::size_t part) {
                if (isFound(stage, part))
                    return;
                const PartOrder order = stage.order(part);
                take(stage, part, stage.kind == PartOrder::Stage::Edges ? maker->edges(part) : maker->cells(order.edges));
            };
        });
    }

    void runByCrew(const PartStage& stage)
    {
        std::vector<std::size_t> idle(crew_->size());
        for (std::size_t member = 0; member < idle.size(); ++member)
            idle[member] = idle.size() - 1 - member;
        std::vector<std::size_t> part_of(crew_->size());
        std::size_t next = 0, done = 0;
        const auto tellProgress = [&] {
            ++done;
            if (options_.progress)
                options_.progress(stage.name, done, stage.count);
        };
        while (done < stage.count)
        {
            work_.lookUp();
            if (next < stage.count && !idle.empty())
            {
                const std::size_t part = next++;
                if (isFound(stage, part))
                {
                    tellProgress();
                    continue;
                }
                part_of[idle.back()] = part;
                crew_->ask(idle.back(), stage.order(part).bytes());
                idle.pop_back();
                continue;
            }
            const std::optional<RoadmapCrew::Answer> answer = crew_->answer();
            if (!answer)
            {
                std::this_thread::sleep_for(kCrewPause);
                continue;
            }
            PartAnswer part = PartAnswer::read(answer->content);
            if (part.outcome == PartAnswer::Outcome::Interrupted)
                throw Interruption();
            if (part.outcome == PartAnswer::Outcome::Failed)
                throw InputError(crew_->name(answer->member) + ": " + part.content);
            take(stage, part_of[answer->member], std::move(part.content));
            idle.push_back(answer->member);
            tellProgress();
        }
    }

    bool isFound(const PartStage& stage, std::size_t part)
    {
        const bool is_found = stage.find(part);
        found_ += is_found ? 1 : 0;
        return is_found;
    }

    void take(const PartStage& stage, std::size_t part, std::string content)
    {
        if (!stage.keep(part, std::move(content)))
            throw InputError(file_ + ": a part of the roadmap's " + stage.name + " came damaged from where it was made");
        ++made_;
    }

    /// @return false, and nothing, unless all are between nodes that there are, one of them in the part
    bool takeEdgesOfPart(const std::string& content, std::size_t part, std::vector<EdgeEnds>& edges) const
    {
        const std::size_t begin = part * work_.nodesPerPart(), end = begin + work_.nodesPerPart();
        const auto isOfPart = [&](std::uint32_t node) { return node >= begin && node < end; };
        const auto isEdge = [&](const EdgeEnds& edge) {
            return edge.first < edge.second && edge.second < work_.nodes().size()
                   && (isOfPart(edge.first) || isOfPart(edge.second));
        };
        edges.clear();
        if (appendEdges(content, edges) && std::all_of(edges.begin(), edges.end(), isEdge))
            return true;
        edges.clear();
        return false;
    }

    std::vector<EdgeEnds> joinNodes()
    {
        std::vector<std::vector<EdgeEnds>> parts(work_.edgePartCount());
        const auto order = [&](std::size_t part) { return PartOrder{work_.digest(), PartOrder::Stage::Edges, part, {}}; };
        const auto find = [&](std::size_t part) {
            const auto content = folder_.part("edges", part);
            return content && takeEdgesOfPart(*content, part, parts[part]);
        };
        const auto keep = [&](std::size_t part, const std::string& content) {
            if (!takeEdgesOfPart(content, part, parts[part]))
                return false;
            folder_.keep("edges", part, content);
            return true;
        };
        runStage({PartOrder::Stage::Edges, "edges", parts.size(), order, find, keep});
        std::vector<EdgeEnds> all;
        for (const std::vector<EdgeEnds>& part : parts)
            all.insert(all.end(), part.begin(), part.end());
        std::sort(all.begin(), all.end());
        all.erase(std::unique(all.begin(), all.end()), all.end());
        if (all.empty())
            throw InputError(work_.problem().file
                             + ": no edge between neighbouring nodes is free; more nodes will be nearer to each other");
        return all;
    }

    /// @throws InputError if the lists from cells to edges will not fit.
    void forecast(const std::vector<EdgeEnds>& edges) const
    {
        PartMaker maker(work_);
        std::size_t looked_at = 0;
        double sum = 0.0;
        for (std::size_t e = 0; e < edges.size(); e += std::max<std::size_t>(1, edges.size() / kForecastEdges))
        {
            sum += static_cast<double>(maker.cellCount(edges[e]));
            ++looked_at;
        }
        const double bytes = CellLists::mostBytes(static_cast<double>(edges.size()) * sum / static_cast<double>(looked_at),
                                                  static_cast<double>(edges.size()), static_cast<double>(work_.grid().size()));
        constexpr double kMebi = 1048576.0;
        if (bytes > static_cast<double>(options_.memory))
            throw InputError("a planner's lists of " + std::to_string(edges.size()) + " edges in cells of this size may take "
                             + std::to_string(static_cast<std::uint64_t>(bytes / kMebi)) + " MiB, more than the "
                             + std::to_string(static_cast<std::uint64_t>(static_cast<double>(options_.memory) / kMebi))
                             + " that --memory allows; larger cells, fewer nodes or neighbors take less");
    }

    /// Whether it is what PartMaker::cells() says of so many edges.
    bool areCells(const std::string& content, std::size_t count) const
    {
        const std::vector<std::uint8_t> codes(content.begin(), content.end());
        const auto isTooMany = [this](std::uint8_t raises) { return raises > work_.raises().size(); };
        if (codes.size() < count || std::any_of(codes.begin(), codes.begin() + static_cast<std::ptrdiff_t>(count), isTooMany))
            return false;
        CellSet cells;
        std::size_t next = count;
        try
        {
            for (std::size_t e = 0; e < count; ++e)
                next = decodeCells(work_.grid(), codes, next, cells);
        }
        catch (const InputError&)
        {
            return false;
        }
        return next == codes.size();
    }

    EdgeCells findCells(const std::vector<EdgeEnds>& edges)
    {
        std::vector<std::string> parts((edges.size() + kEdgesPerBlock - 1) / kEdgesPerBlock);
        const auto countOf = [&](std::size_t part) { return std::min(kEdgesPerBlock, edges.size() - part * kEdgesPerBlock); };
        const auto edgesOf = [&](std::size_t part) {
            return bytesOfEdges(edges, part * kEdgesPerBlock, (part + 1) * kEdgesPerBlock);
        };
        // Behind the edges that they are of: which those are depends on all parts of edges.
        const auto prefixOf = [&](std::size_t part) { return std::string(asText(digestOf(edgesOf(part)))); };
        const auto order = [&](std::size_t part) {
            return PartOrder{work_.digest(), PartOrder::Stage::Cells, part, edgesOf(part)};
        };
        const auto find = [&](std::size_t part) {
            const std::string prefix = prefixOf(part);
            const auto content = folder_.part("cells", part);
            if (!content || content->rfind(prefix, 0) != 0)
                return false;
            parts[part] = content->substr(prefix.size());
            return true;
        };
        const auto keep = [&](std::size_t part, std::string content) {
            if (!areCells(content, countOf(part)))
                return false;
            folder_.keep("cells", part, prefixOf(part) + content);
            parts[part] = std::move(content);
            return true;
        };
        runStage({PartOrder::Stage::Cells, "cells", parts.size(), order, find, keep});
        EdgeCells all;
        for (std::size_t part = 0; part < parts.size(); ++part)
        {
            const auto codes = parts[part].begin() + static_cast<std::ptrdiff_t>(countOf(part));
            all.raises.insert(all.raises.end(), parts[part].begin(), codes);
            all.codes.insert(all.codes.end(), codes, parts[part].end());
        }
        return all;
    }

    void write(const std::vector<EdgeEnds>& edges, EdgeCells of_edges, RoadmapBuildReport& report) const
    {
        RoadmapContent content;
        content.key = work_.key();
        content.milestones = work_.nodes().reals();
        content.dimension = static_cast<std::uint32_t>(content.milestones.size() / work_.nodes().size());
        content.edges.reserve(edges.size());
        content.raises = work_.raises();
        for (std::size_t e = 0; e < edges.size(); ++e)
            content.edges.push_back({edges[e].first, edges[e].second, EdgeProof::State::Free, of_edges.raises[e]});
        std::vector<std::uint8_t>& codes = of_edges.codes;
        report.cells_of_grid = work_.grid().size();
        report.code_bytes = codes.size();
        CellSet cells;
        for (std::size_t begin = 0; begin < codes.size();)
        {
            begin = decodeCells(work_.grid(), codes, begin, cells);
            report.cells += cells.size();
        }
        content.cells = RoadmapContent::Cells{work_.grid(), std::move(codes)};
        writeRoadmap(file_, content);
    }

    const RoadmapWork& work_;
    const RoadmapBuildOptions& options_;
    std::string file_;
    BuildFolder& folder_;
    RoadmapCrew* crew_;
    std::atomic<std::size_t> made_{0}, found_{0};
};

/// @param is_kept whether a file that is there when nobody else builds it is taken as it is
RoadmapBuildReport buildBy(RoadmapCrew* crew, const Problem& problem, const std::string& file, const RoadmapBuildOptions& options,
                           bool is_kept = false)
{
    RoadmapBuildReport report;
    try
    {
        // Before nodes are sampled for nothing.
        BuildFolder folder(file);
        if (is_kept && std::filesystem::exists(file))
        {
            report.is_complete = true;
            return report;
        }
        const RoadmapWork work(problem, options);
        folder.setWork(work.digest());
        report.nodes = options.nodes;
        Build(work, file, folder, crew).run(report);
    }
    catch (const Interruption&)
    {
        // The folder has what was done.
    }
    return report;
}

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
    return buildBy(nullptr, problem, file, options);
}

RoadmapBuildReport buildRoadmap(const Problem& problem, const std::string& file, const RoadmapBuildOptions& options,
                                RoadmapCrew& crew)
{
    return buildBy(&crew, problem, file, options);
}

RoadmapBuildReport buildMissingRoadmap(const Problem& problem, const std::string& file, const RoadmapBuildOptions& options)
{
    return buildBy(nullptr, problem, file, options, true);
}

}  // namespace gapless
