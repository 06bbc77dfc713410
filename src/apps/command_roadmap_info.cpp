// gapless roadmap info: what a roadmap file is of, and what it takes.

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>
#include <sstream>

#include <nlohmann/json.hpp>

#include "roadmap/roadmap_library.h"
#include "roadmap_commands.h"

namespace gapless::apps {
namespace {

struct RoadmapInfoOptions
{
    std::string file;
    bool json = false;
};

nlohmann::ordered_json describe(const LoadedRoadmap& roadmap)
{
    const CellLists& lists = *roadmap.lists;
    const auto edges = static_cast<double>(lists.count());
    const double cells = static_cast<double>(lists.incidences()) / edges;
    const double bytes = static_cast<double>(std::filesystem::file_size(roadmap.file)) / edges;
    nlohmann::ordered_json json{{"file", roadmap.file},
                                {"nodes", roadmap.content.milestoneCount()},
                                {"edges", roadmap.content.edges.size()},
                                {"tolerance", roadmap.content.key.tolerance}};
    const char* const kNames[] = {"joints", "links", "fixed", "attached"};
    for (const char* name : {kNames[0], kNames[1], kNames[2]})
        json[name] = nlohmann::json::array();
    std::size_t pairs = 0;
    for (const SceneKey::Entry& entry : roadmap.content.key.entries)
        if (entry.part == SceneKey::Part::Pair)
            ++pairs;
        else
            json[kNames[static_cast<std::size_t>(entry.part)]].push_back(entry.name);
    json["pairs"] = pairs;
    json["self_clearance"] = nlohmann::json::array();
    for (std::size_t i = 0; i < roadmap.content.raises.size(); ++i)
    {
        const auto has = [&](const RoadmapContent::Edge& edge) { return edge.raises > i; };
        const auto count = std::count_if(roadmap.content.edges.begin(), roadmap.content.edges.end(), has);
        json["self_clearance"].push_back({{"raise", roadmap.content.raises[i]}, {"share", static_cast<double>(count) / edges}});
    }
    const WorkspaceGrid& grid = lists.grid();
    json["cell"] = grid.cell();
    json["grid"] = grid.count();
    json["grid_low"] = {grid.plane(0, 0), grid.plane(1, 0), grid.plane(2, 0)};
    json["cells_per_edge"] = cells;
    std::size_t leaving = 0;
    lists.visit(grid.outside(), [&](std::uint32_t) { ++leaving; });
    json["edges_that_leave_the_grid"] = leaving;
    json["bytes_per_edge"] = bytes;
    json["naive_to_file"] = sizeof(std::uint32_t) * cells / bytes;
    json["lists_mib"] = static_cast<double>(lists.memoryBytes()) / 1048576.0;
    return json;
}

std::string listed(const nlohmann::ordered_json& names)
{
    std::string text;
    for (const auto& name : names)
        text += (text.empty() ? "" : ", ") + name.get<std::string>();
    return text.empty() ? "none" : text;
}

/// "1 mm along 99.3 %, 2 mm along 98.3 %": how much more than their clearances links keep.
std::string listedRaises(const nlohmann::ordered_json& raises)
{
    std::ostringstream text;
    for (const auto& one : raises)
        text << (text.str().empty() ? "" : ", ") << 1e3 * one["raise"].get<double>() << " mm along "
             << 1e2 * one["share"].get<double>() << " %";
    return text.str().empty() ? "not known" : text.str();
}

int roadmapInfo(const RoadmapInfoOptions& options)
{
    const nlohmann::ordered_json json = describe(*loadRoadmap(options.file));
    if (options.json)
    {
        std::cout << json.dump(2) << "\n";
        return kYes;
    }
    std::cout << "roadmap of " << json["nodes"] << " nodes and " << json["edges"] << " edges, proven with tolerance "
              << json["tolerance"] << " m\n"
              << "  joints: " << listed(json["joints"]) << "\n"
              << "  links: " << listed(json["links"]) << "\n"
              << "  fixed obstacles: " << listed(json["fixed"]) << "\n"
              << "  pairs that keep apart along every edge: " << json["pairs"] << "\n"
              << "  what links keep beyond their clearances: " << listedRaises(json["self_clearance"]) << " of the edges\n"
              << "  cells of " << json["cell"] << " m, " << json["grid"][0] << " x " << json["grid"][1] << " x "
              << json["grid"][2] << " from " << json["grid_low"].dump() << ", " << json["cells_per_edge"].get<double>()
              << " per edge; " << json["edges_that_leave_the_grid"] << " edges leave the grid\n"
              << "  " << json["bytes_per_edge"].get<double>() << " bytes per edge in the file, "
              << json["naive_to_file"].get<double>() << " times less than lists of numbers; " << json["lists_mib"].get<double>()
              << " MiB of lists in memory\n";
    return kYes;
}

}  // namespace

void addRoadmapInfoCommand(CLI::App& roadmap, Action& action)
{
    const auto options = std::make_shared<RoadmapInfoOptions>();
    CLI::App* command = roadmap.add_subcommand("info", "what a roadmap file is of, and what it takes");
    command->add_option("FILE", options->file, "roadmap file")->required()->type_name("FILE");
    command->add_flag("--json", options->json, "one JSON object on standard output");
    command->callback([&action, options] { action = [options] { return roadmapInfo(*options); }; });
}

}  // namespace gapless::apps
