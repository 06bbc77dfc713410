// Folders that vanish with the test, and the message of the error that a call must throw.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>

#include <catch2/catch.hpp>
#include <unistd.h>

#include <gapless/core/error.h>

namespace gapless::test {

class TemporaryFolder
{
public:
    TemporaryFolder()
    {
        std::string pattern = (std::filesystem::temp_directory_path() / "gapless-io-XXXXXX").string();
        if (!::mkdtemp(pattern.data()))
            throw std::runtime_error("no temporary folder");
        path_ = pattern;
    }
    ~TemporaryFolder()
    {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    std::string write(const std::string& name, const std::string& text) const
    {
        const std::filesystem::path file = path_ / name;
        std::filesystem::create_directories(file.parent_path());
        std::ofstream(file, std::ios::binary) << text;
        return file.string();
    }
    std::string path(const std::string& name = "") const { return (path_ / name).string(); }

private:
    std::filesystem::path path_;
};

inline std::string contentOf(const std::string& file)
{
    std::ifstream in(file, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

/// The message of the InputError that `call` throws; it must be one line. Fails the test if there is none.
template <class Call>
std::string errorOf(const Call& call)
{
    try
    {
        call();
    }
    catch (const InputError& error)
    {
        const std::string message = error.what();
        CHECK(message.find('\n') == std::string::npos);
        return message;
    }
    FAIL("no InputError");
    return {};
}

/// Data of other projects (see CONTRIBUTING); nothing where it is absent.
inline std::optional<std::string> peerData()
{
    const char* given = std::getenv("GAPLESS_PEERDATA");
    const std::string folder = given ? given : std::string(GAPLESS_SOURCE_DIR) + "/../shared/peerdata";
    if (std::filesystem::is_directory(folder))
        return folder;
    WARN("SKIPPED: no peer data in '" << folder << "'; set GAPLESS_PEERDATA");
    return std::nullopt;
}

}  // namespace gapless::test
