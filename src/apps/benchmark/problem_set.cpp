#include "problem_set.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <map>
#include <set>

#include <glob.h>

#include "io/input_text.h"

namespace fs = std::filesystem;

namespace gapless::apps {
namespace {

std::vector<fs::path> globbed(const fs::path& pattern)
{
    std::vector<fs::path> files;
    glob_t found{};
    if (glob(pattern.c_str(), 0, nullptr, &found) == 0)
        for (std::size_t i = 0; i < found.gl_pathc; ++i)
            files.emplace_back(found.gl_pathv[i]);
    globfree(&found);
    return files;
}

std::vector<fs::path> problemsBelow(const fs::path& folder)
{
    std::vector<fs::path> files;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder))
        if (entry.is_regular_file() && (entry.path().extension() == ".yaml" || entry.path().extension() == ".yml"))
            files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    return files;
}

std::vector<fs::path> filesOf(const BenchmarkConfig& config, const BenchmarkConfig::Entry& entry)
{
    const fs::path path = (fs::path(config.file).parent_path() / entry.text).lexically_normal();
    std::vector<fs::path> files;
    for (const fs::path& match : fs::exists(path) ? std::vector<fs::path>{path} : globbed(path))
    {
        const std::vector<fs::path> below = fs::is_directory(match) ? problemsBelow(match) : std::vector<fs::path>{match};
        files.insert(files.end(), below.begin(), below.end());
    }
    if (files.empty())
        throw inputError(entry.line > 0 ? config.file : "--problem", entry.line,
                         path.string() + " is no problem file, no folder with problem files, and no pattern that matches any");
    return files;
}

/// "irb2400_cage" for irb2400_cage/problem.yaml, else the file's own name.
std::string shortName(const fs::path& given)
{
    const fs::path file = fs::absolute(given);
    return file.stem() == "problem" ? file.parent_path().filename().string() : file.stem().string();
}

/// The folder that the problems of a set share.
fs::path setFolder(const fs::path& given)
{
    const fs::path file = fs::absolute(given);
    return file.stem() == "problem" ? file.parent_path().parent_path() : file.parent_path();
}

/// Sets are called by their folder; by that and the one above it where several folders have the same name.
void nameSets(std::vector<BenchmarkProblem>& problems)
{
    std::map<std::string, std::set<std::string>> folders;
    for (const BenchmarkProblem& problem : problems)
        folders[setFolder(problem.file).filename().string()].insert(setFolder(problem.file).string());
    for (BenchmarkProblem& problem : problems)
    {
        const fs::path folder = setFolder(problem.file);
        problem.set = folder.filename().string();
        if (folders[problem.set].size() > 1)
            problem.set = folder.parent_path().filename().string() + "/" + problem.set;
    }
}

/// Names that come several times get their set's, and a number if that does not help.
void nameProblems(std::vector<BenchmarkProblem>& problems)
{
    std::map<std::string, int> uses, taken;
    for (BenchmarkProblem& problem : problems)
    {
        problem.name = fileName(shortName(problem.file));
        ++uses[problem.name];
    }
    for (BenchmarkProblem& problem : problems)
    {
        if (uses[problem.name] > 1 && !problem.set.empty())
            problem.name = fileName(problem.set) + "_" + problem.name;
        const std::string wanted = problem.name;
        while (taken[problem.name]++ > 0)
            problem.name = wanted + "_" + std::to_string(taken[wanted]);
    }
}

}  // namespace

std::string fileName(const std::string& text)
{
    std::string name = text;
    for (char& c : name)
        if (!std::isalnum(static_cast<unsigned char>(c)) && c != '_' && c != '-' && c != '.')
            c = '_';
    return name;
}

std::vector<BenchmarkProblem> findProblems(const BenchmarkConfig& config)
{
    std::vector<fs::path> files;
    for (const BenchmarkConfig::Entry& entry : config.problems)
    {
        const std::vector<fs::path> found = filesOf(config, entry);
        files.insert(files.end(), found.begin(), found.end());
    }
    std::vector<BenchmarkProblem> problems;
    for (std::size_t i = 0; i < files.size(); i += static_cast<std::size_t>(config.every))
        problems.push_back({files[i].string(), "", ""});
    nameSets(problems);
    nameProblems(problems);
    return problems;
}

}  // namespace gapless::apps
