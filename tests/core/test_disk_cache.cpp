#include <catch2/catch.hpp>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include <sys/stat.h>
#include <unistd.h>

#include "core/disk_cache.h"
#include "core/source_digest.h"
#include "support/bad_rounding.h"
#include "support/temporary_folder.h"

using namespace gapless;
using namespace gapless::test;
namespace fs = std::filesystem;

namespace {

const Digest kKey = DiskCache::keyOf("kind", "inputs"), kOther = DiskCache::keyOf("kind", "other inputs");

std::string bytesOf(const fs::path& file)
{
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

void write(const fs::path& file, const std::string& bytes)
{
    std::ofstream(file, std::ios::binary) << bytes;
}

std::vector<fs::path> filesIn(const fs::path& folder)
{
    std::vector<fs::path> all;
    for (const auto& entry : fs::directory_iterator(folder))
        all.push_back(entry.path());
    return all;
}

/// What variables are while it lives; absent: not set.
class Environment
{
public:
    explicit Environment(const std::map<std::string, std::optional<std::string>>& values)
    {
        for (const auto& [name, value] : values)
        {
            const char* now = std::getenv(name.c_str());
            before_[name] = now ? std::optional<std::string>(now) : std::nullopt;
        }
        set(values);
    }
    ~Environment() { set(before_); }
    Environment(const Environment&) = delete;
    Environment& operator=(const Environment&) = delete;

private:
    static void set(const std::map<std::string, std::optional<std::string>>& values)
    {
        for (const auto& [name, value] : values)
            if (value)
                ::setenv(name.c_str(), value->c_str(), 1);
            else
                ::unsetenv(name.c_str());
    }

    std::map<std::string, std::optional<std::string>> before_;
};

}  // namespace

TEST_CASE("What is kept is found byte by byte, under its key")
{
    const TemporaryFolder folder;
    const DiskCache cache(folder.path("a/b"));
    CHECK_FALSE(cache.find(kKey));
    for (const std::string& content : {std::string("text"), std::string("\0\n\xff", 3), std::string(100000, 'x'), std::string()})
    {
        cache.keep(kKey, content);
        CHECK(cache.find(kKey) == content);
        CHECK(DiskCache(folder.path("a/b")).find(kKey) == content);
        CHECK_FALSE(cache.find(kOther));
    }
    CHECK(filesIn(folder.path("a/b")).size() == 1);
    CHECK((fs::status(folder.path("a/b")).permissions() & (fs::perms::group_all | fs::perms::others_all)) == fs::perms::none);
}

TEST_CASE("Keys differ by kind, by inputs and by sources")
{
    CHECK(DiskCache::keyOf("a", "b") == DiskCache::keyOf("a", "b"));
    CHECK(DiskCache::keyOf("a", "b") != DiskCache::keyOf("b", "b"));
    CHECK(DiskCache::keyOf("a", "b") != DiskCache::keyOf("a", "a"));
    CHECK(DiskCache::keyOf("a", "b") != DiskCache::keyOf("ab", ""));
    CHECK(DiskCache::keyOf("a", "b") == DiskCache::keyOf("a", "b", kSourceDigest));
    CHECK(DiskCache::keyOf("a", "b") != DiskCache::keyOf("a", "b", "other sources"));
}

TEST_CASE("A file that was damaged, cut, lengthened or renamed is as good as none, and is replaced")
{
    const TemporaryFolder folder;
    const DiskCache cache(folder.path());
    const std::string content = "some content";
    cache.keep(kKey, content);
    const fs::path file = filesIn(folder.path()).at(0);
    const std::string whole = bytesOf(file);
    const auto check = [&](const std::string& bytes) {
        write(file, bytes);
        CHECK_FALSE(cache.find(kKey));
        cache.keep(kKey, content);
        CHECK(cache.find(kKey) == content);
    };
    for (std::size_t i = 0; i < whole.size(); ++i)
    {
        std::string damaged = whole;
        damaged[i] = static_cast<char>(damaged[i] ^ (1 << (i % 8)));
        check(damaged);
        check(whole.substr(0, i));
    }
    check(whole + '\0');
    check(whole + whole);

    cache.keep(kOther, "other content");
    for (const fs::path& other : filesIn(folder.path()))
        if (other != file)
            fs::copy_file(other, file, fs::copy_options::overwrite_existing);
    CHECK(bytesOf(file) != whole);
    CHECK_FALSE(cache.find(kKey));
    CHECK(cache.find(kOther) == "other content");
}

TEST_CASE("What is no file is not read, and what cannot be written is not kept")
{
    const TemporaryFolder folder;
    const DiskCache cache(folder.path());
    cache.keep(kKey, "content");
    const fs::path file = filesIn(folder.path()).at(0);
    fs::remove(file);
    REQUIRE(::mkfifo(file.c_str(), 0600) == 0);
    CHECK_FALSE(cache.find(kKey));
    fs::remove(file);
    fs::create_directories(file / "within");
    CHECK_FALSE(cache.find(kKey));
    cache.keep(kKey, "content");
    CHECK_FALSE(cache.find(kKey));
    CHECK(filesIn(folder.path()).size() == 1);

    folder.write("plain", "a file where a folder should be");
    const DiskCache nowhere(folder.path("plain/cache"));
    nowhere.keep(kKey, "content");
    CHECK_FALSE(nowhere.find(kKey));
    const DiskCache none{fs::path()};
    none.keep(kKey, "content");
    CHECK_FALSE(none.find(kKey));
}

TEST_CASE("Room is made by removing what was not asked for longest, and nothing that is not the cache's")
{
    const TemporaryFolder folder;
    constexpr std::size_t kMost = 200000;
    const DiskCache cache(folder.path(), kMost);
    const auto now = fs::file_time_type::clock::now();
    const std::string ours = std::string(64, 'a') + ".kept";
    std::vector<std::string> others;
    for (const char* name : {"notes.txt", "backup.tmp", "mails.kept", "0123.kept", "0123.kept.1-0.tmp"})
        others.push_back(folder.write(name, std::string(2 * kMost, 'x')));
    const auto leftover = folder.write(ours + ".1-0.tmp", "x"), written = folder.write(ours + ".2-0.tmp", "x");
    for (const std::string& file : others)
        fs::last_write_time(file, now - std::chrono::hours(1000));
    fs::last_write_time(leftover, now - std::chrono::hours(2));
    const auto key = [](int k) { return DiskCache::keyOf("kind", std::to_string(k)); };
    for (int k = 0; k < 9; ++k)
    {
        const auto before = filesIn(folder.path());
        cache.keep(key(k), std::string(kMost / 10, 'a'));
        for (const fs::path& file : filesIn(folder.path()))
            if (std::find(before.begin(), before.end(), file) == before.end())
                fs::last_write_time(file, now - std::chrono::hours(100 - k));
    }
    for (int k = 0; k < 3; ++k)
        CHECK(cache.find(key(k)));  // now, the oldest
    for (int k = 9; k < 11; ++k)
        cache.keep(key(k), std::string(kMost / 10, 'a'));
    for (const int k : {0, 1, 2, 8, 9, 10})
        CHECK(cache.find(key(k)));
    for (const int k : {3, 4, 5})
        CHECK_FALSE(cache.find(key(k)));
    for (const std::string& file : others)
        CHECK(fs::exists(file));
    CHECK(fs::exists(written));
    CHECK_FALSE(fs::exists(leftover));
    std::uintmax_t sum = 0;
    for (const fs::path& file : filesIn(folder.path()))
        sum += file.extension() == ".kept" && file.filename().string().size() == ours.size() ? fs::file_size(file) : 0;
    CHECK(sum <= kMost);
    CHECK(sum > kMost / 2);

    cache.keep(key(11), std::string(kMost / 4 + 1, 'a'));
    CHECK_FALSE(cache.find(key(11)));
}

TEST_CASE("What is worked out while rounding is not as proofs have it is not kept")
{
    const TemporaryFolder folder;
    const DiskCache cache(folder.path());
    for (const BadRounding& bad : badRoundings())
    {
        inEnvironment(bad, [&] {
            cache.keep(kKey, "content");
            return true;
        });
        CHECK_FALSE(cache.find(kKey));
    }
}

TEST_CASE("Threads that keep and ask for the same find all of it or nothing")
{
    const TemporaryFolder folder;
    const std::string content(20000, 'c');
    std::vector<std::thread> threads;
    std::vector<int> wrong(4, 0), found(4, 0);
    for (std::size_t t = 0; t < 4; ++t)
        threads.emplace_back([&, t] {
            const DiskCache cache(folder.path("cache"));
            for (int k = 0; k < 100; ++k)
            {
                if (const std::optional<std::string> kept = cache.find(kKey))
                    ++(*kept == content ? found : wrong)[t];
                cache.keep(kKey, content);
            }
        });
    for (std::thread& thread : threads)
        thread.join();
    CHECK(wrong == std::vector<int>(4, 0));
    for (const int count : found)
        CHECK(count > 90);
    CHECK(filesIn(folder.path("cache")).size() == 1);
}

TEST_CASE("Where the user's cache is, the environment says")
{
    const TemporaryFolder here;
    const std::string xdg = here.path("xdg"), home = here.path("home");
    using Values = std::map<std::string, std::optional<std::string>>;
    const auto folderWith = [](const Values& values) {
        const Environment environment(values);
        return DiskCache::ofUser().folder().string();
    };
    CHECK(folderWith({{"GAPLESS_CACHE_DIR", "/own"}, {"XDG_CACHE_HOME", xdg}, {"HOME", home}}) == "/own");
    CHECK(folderWith({{"GAPLESS_CACHE_DIR", ""}, {"XDG_CACHE_HOME", xdg}, {"HOME", home}}) == "");
    CHECK(folderWith({{"GAPLESS_CACHE_DIR", {}}, {"XDG_CACHE_HOME", xdg}, {"HOME", home}}) == xdg + "/gapless");
    CHECK(folderWith({{"GAPLESS_CACHE_DIR", {}}, {"XDG_CACHE_HOME", "relative"}, {"HOME", home}}) == home + "/.cache/gapless");
    CHECK(folderWith({{"GAPLESS_CACHE_DIR", {}}, {"XDG_CACHE_HOME", {}}, {"HOME", home}}) == home + "/.cache/gapless");
    CHECK(folderWith({{"GAPLESS_CACHE_DIR", {}}, {"XDG_CACHE_HOME", {}}, {"HOME", {}}}) == "");
    CHECK(folderWith({{"GAPLESS_CACHE_DIR", {}}, {"XDG_CACHE_HOME", ""}, {"HOME", ""}}) == "");
    // Of somebody else: root's for all others, and the other way round.
    if (::geteuid() == 0)
    {
        fs::create_directories(home);
        REQUIRE(::chown(home.c_str(), 12345, 12345) == 0);
        CHECK(folderWith({{"GAPLESS_CACHE_DIR", {}}, {"XDG_CACHE_HOME", {}}, {"HOME", home}}) == "");
        CHECK(folderWith({{"GAPLESS_CACHE_DIR", home}, {"XDG_CACHE_HOME", {}}, {"HOME", home}}) == home);
    }
    else
        CHECK(folderWith({{"GAPLESS_CACHE_DIR", {}}, {"XDG_CACHE_HOME", {}}, {"HOME", "/"}}) == "");
}
