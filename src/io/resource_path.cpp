#include "io/resource_path.h"

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <system_error>
#include <vector>

#include "io/input_text.h"

namespace gapless {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> pathsOf(const char* variable)
{
    std::vector<std::string> paths;
    const char* value = std::getenv(variable);
    std::string rest = value ? value : "";
    while (!rest.empty())
    {
        const std::size_t end = rest.find(':');
        if (end != 0)
            paths.push_back(rest.substr(0, end));
        rest = end == std::string::npos ? std::string() : rest.substr(end + 1);
    }
    return paths;
}

bool isFolder(const fs::path& path)
{
    std::error_code ignored;
    return fs::is_directory(path, ignored);
}

std::optional<fs::path> findPackage(const std::string& name, const std::map<std::string, std::string>& packages)
{
    const auto given = packages.find(name);
    if (given != packages.end())
        return fs::path(given->second);
    for (const std::string& entry : pathsOf("ROS_PACKAGE_PATH"))
    {
        const fs::path folder = fs::path(entry) / "";
        if (isFolder(folder / name))
            return folder / name;
        if (folder.parent_path().filename() == name && isFolder(folder))
            return folder;
    }
    for (const std::string& entry : pathsOf("AMENT_PREFIX_PATH"))
        if (isFolder(fs::path(entry) / "share" / name))
            return fs::path(entry) / "share" / name;
    return std::nullopt;
}

}  // namespace

std::string resolveResource(const std::string& reference, const std::string& folder,
                            const std::map<std::string, std::string>& packages, const std::string& label, int line,
                            const std::string& what)
{
    fs::path path;
    const std::size_t scheme_end = reference.find("://");
    const std::string scheme = scheme_end == std::string::npos ? std::string() : reference.substr(0, scheme_end);
    if (scheme == "package")
    {
        const std::string rest = reference.substr(scheme_end + 3);
        const std::size_t slash = rest.find('/');
        const std::string name = rest.substr(0, slash);
        const auto package = findPackage(name, packages);
        if (!package)
            throw inputError(label, line,
                             "no package '" + name + "' for the " + what + " '" + reference
                                 + "'; give its directory or add it to ROS_PACKAGE_PATH");
        path = slash == std::string::npos ? *package : *package / rest.substr(slash + 1);
    }
    else if (scheme == "file")
        path = reference.substr(scheme_end + 3);
    else if (!scheme.empty())
        throw inputError(
            label, line,
            "unsupported '" + scheme + "://' for the " + what + " '" + reference + "'; use a file name, file:// or package://");
    else
        path = reference;
    if (path.is_relative() && scheme != "package")
        path = fs::path(folder) / path;
    path = path.lexically_normal();
    std::error_code ignored;
    if (!fs::is_regular_file(path, ignored))
        throw inputError(label, line, "no file '" + path.string() + "' for the " + what);
    return path.string();
}

}  // namespace gapless
