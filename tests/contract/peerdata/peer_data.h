// The data of other projects: known answers, missed edges, real robots. Tests that need it are skipped loudly where it is absent.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <catch2/catch.hpp>
#include <unistd.h>

namespace gapless::test {

inline std::optional<std::string> peerDataFolder()
{
    const char* given = std::getenv("GAPLESS_PEERDATA");
    const std::string folder = given ? given : std::string(GAPLESS_SOURCE_DIR) + "/../shared/peerdata";
    if (std::filesystem::is_directory(folder))
        return folder;
    WARN("SKIPPED: no peer data in '" << folder << "'; set GAPLESS_PEERDATA");
    return std::nullopt;
}

/// A folder that vanishes with the test.
class ScratchFolder
{
public:
    ScratchFolder()
    {
        std::string pattern = (std::filesystem::temp_directory_path() / "gapless-contract-XXXXXX").string();
        if (!::mkdtemp(pattern.data()))
            throw std::runtime_error("no temporary folder");
        path_ = pattern;
    }
    ~ScratchFolder()
    {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;
    const std::string& path() const { return path_; }

private:
    std::string path_;
};

}  // namespace gapless::test
