// A cache for one test, empty at first: all others share one (own_cache.cpp).
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "support/temporary_folder.h"

namespace gapless::test {

class CacheFolder
{
public:
    CacheFolder() { ::setenv("GAPLESS_CACHE_DIR", path().c_str(), 1); }
    ~CacheFolder() { ::setenv("GAPLESS_CACHE_DIR", before_.c_str(), 1); }
    CacheFolder(const CacheFolder&) = delete;
    CacheFolder& operator=(const CacheFolder&) = delete;

    std::string path() const { return folder_.path("cache"); }
    std::vector<std::filesystem::path> files() const
    {
        std::vector<std::filesystem::path> all;
        if (std::filesystem::exists(path()))
            for (const auto& entry : std::filesystem::directory_iterator(path()))
                all.push_back(entry.path());
        return all;
    }

private:
    const std::string before_ = std::getenv("GAPLESS_CACHE_DIR");
    TemporaryFolder folder_;
};

}  // namespace gapless::test
