// The data of other projects: known answers, missed edges, real robots. Tests that need it are skipped loudly where it is absent.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>

#include <catch2/catch.hpp>

namespace gapless::test {

/// See docs/development.md; nothing where the folder is absent.
inline std::optional<std::string> peerDataFolder()
{
    const char* given = std::getenv("GAPLESS_PEERDATA");
    const std::string folder = given ? given : std::string(GAPLESS_SOURCE_DIR) + "/../shared/peerdata";
    if (std::filesystem::is_directory(folder))
        return folder;
    WARN("SKIPPED: no peer data in '" << folder << "'; set GAPLESS_PEERDATA");
    return std::nullopt;
}

}  // namespace gapless::test
