#include "core/disk_cache.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <limits>
#include <system_error>
#include <tuple>
#include <vector>

#include <sys/stat.h>
#include <unistd.h>

#include <gapless/core/rounding_environment.h>

#include "core/log.h"
#include "core/source_digest.h"

namespace fs = std::filesystem;

namespace gapless {

namespace {

constexpr std::string_view kMagic = "gapkept\n";
constexpr const char *kEnding = ".kept", *kTemporaryEnding = ".tmp";
constexpr std::string_view kHexDigits = "0123456789abcdef";
/// When a file was asked for last is noted this coarsely, so that reading seldom writes.
constexpr auto kTouch = std::chrono::hours(24);
/// Older files that nobody renamed belong to programs that did not end well.
constexpr auto kAbandoned = std::chrono::hours(1);
/// What a small file takes of a disk.
constexpr std::uintmax_t kBlock = 4096;
/// All files are looked at when a program keeps something for the first time, and then when it has kept this part of what there may be.
constexpr std::uint64_t kLookAgain = 16;

/// Is it a file of ours that ends so? Whoever makes the cache a folder with other files keeps those.
bool isOurs(const fs::path& file, std::string_view ending)
{
    const std::string name = file.filename().string();
    const std::size_t digits = 2 * std::tuple_size_v<Digest>;
    return name.size() >= digits + 5 && name.find_first_not_of(kHexDigits) == digits && name.compare(digits, 5, kEnding) == 0
           && name.size() >= ending.size() && name.compare(name.size() - ending.size(), ending.size(), ending) == 0;
}

/// Whoever runs the program owns the folder, or the one that it would be made in.
bool isOwn(fs::path folder)
{
    struct ::stat status = {};
    while (::stat(folder.c_str(), &status) != 0)
    {
        if (!folder.has_relative_path())
            return false;
        folder = folder.parent_path();
    }
    return status.st_uid == ::geteuid();
}

std::string beginningOf(const Digest& key)
{
    ContentWriter writer;
    writer.put(kMagic);
    writer.put(key);
    return writer.bytes();
}

}  // namespace

DiskCache::DiskCache(fs::path folder, std::uint64_t most_bytes) : folder_(std::move(folder)), most_bytes_(most_bytes) {}

DiskCache DiskCache::ofUser()
{
    if (const char* own = std::getenv("GAPLESS_CACHE_DIR"))
        return DiskCache(own);
    // The XDG base directory specification: what is relative is to be ignored.
    const char *caches = std::getenv("XDG_CACHE_HOME"), *home = std::getenv("HOME");
    fs::path folder;
    if (caches && fs::path(caches).is_absolute())
        folder = fs::path(caches) / "gapless";
    else if (home && fs::path(home).is_absolute())
        folder = fs::path(home) / ".cache" / "gapless";
    return DiskCache(isOwn(folder) ? folder : fs::path());
}

Digest DiskCache::keyOf(std::string_view kind, std::string_view inputs)
{
    return keyOf(kind, inputs, kSourceDigest);
}

Digest DiskCache::keyOf(std::string_view kind, std::string_view inputs, std::string_view sources)
{
    ContentWriter content;
    content.putText(kind);
    content.putText(sources);
    content.put(digestOf(inputs));
    return digestOf(content.bytes());
}

fs::path DiskCache::fileOf(const Digest& key) const
{
    std::string name;
    for (const unsigned char byte : key)
        name += {kHexDigits[byte >> 4], kHexDigits[byte & 15]};
    return folder_ / (name + kEnding);
}

std::optional<std::string> DiskCache::find(const Digest& key) const
{
    if (!isOn())
        return std::nullopt;
    const fs::path file = fileOf(key);
    std::error_code error;
    // Reading what is no file may wait for ever.
    if (!fs::is_regular_file(file, error))
        return std::nullopt;
    std::string bytes;
    {
        std::ifstream in(file, std::ios::binary);
        const std::uintmax_t size = fs::file_size(file, error);
        if (error || size > most_bytes_ / 4)
            return std::nullopt;
        bytes.resize(size);
        if (!in.read(bytes.data(), static_cast<std::streamsize>(size)))
            return std::nullopt;
    }
    const std::string beginning = beginningOf(key);
    const std::size_t around = beginning.size() + key.size();
    if (bytes.size() < around || bytes.compare(0, beginning.size(), beginning) != 0)
        return std::nullopt;
    const std::size_t end = bytes.size() - key.size();
    if (asText(digestOf(std::string_view(bytes).substr(0, end))) != std::string_view(bytes).substr(end))
    {
        libraryLog()->debug("cache: {} is damaged, which costs time only", file.string());
        return std::nullopt;
    }
    const auto now = fs::file_time_type::clock::now();
    if (fs::last_write_time(file, error) < now - kTouch)
        fs::last_write_time(file, now, error);
    bytes.resize(end);
    bytes.erase(0, beginning.size());
    return bytes;
}

void DiskCache::keep(const Digest& key, std::string_view content) const noexcept
{
    try
    {
        if (isOn() && roundsAsAssumed())
            write(key, content);
    }
    catch (const std::exception&)
    {
        // Out of memory: what is to be kept is there all the same.
    }
}

void DiskCache::write(const Digest& key, std::string_view content) const
{
    std::string bytes = beginningOf(key);
    bytes += content;
    bytes += asText(digestOf(bytes));
    if (bytes.size() > most_bytes_ / 4)
        return;
    std::error_code error;
    // What robots and scenes somebody works on is nobody else's business.
    if (fs::create_directories(folder_, error))
        fs::permissions(folder_, fs::perms::owner_all, error);
    static std::atomic<std::uint64_t> unseen{std::numeric_limits<std::uint64_t>::max() / 2};
    if (unseen.fetch_add(bytes.size() + kBlock) > most_bytes_ / kLookAgain)
    {
        unseen = 0;
        makeRoom();
    }
    static std::atomic<unsigned> counter{0};
    const fs::path file = fileOf(key);
    fs::path temporary = file;
    temporary += "." + std::to_string(::getpid()) + "-" + std::to_string(counter.fetch_add(1)) + kTemporaryEnding;
    std::ofstream out(temporary, std::ios::binary);
    out << bytes;
    out.close();
    if (out)
        fs::rename(temporary, file, error);
    if (!out || error)
    {
        libraryLog()->debug("cache: {} cannot be written, which costs time only", file.string());
        fs::remove(temporary, error);
    }
}

void DiskCache::makeRoom() const
{
    struct Kept
    {
        fs::path file;
        fs::file_time_type last;
        std::uintmax_t size;
    };
    std::vector<Kept> all;
    std::uintmax_t sum = most_bytes_ / kLookAgain;  // until this is called again
    std::error_code error;
    const auto now = fs::file_time_type::clock::now();
    for (fs::directory_iterator entry(folder_, error), end; !error && entry != end; entry.increment(error))
    {
        std::error_code gone;  // another program removes, too
        const fs::path& file = entry->path();
        const bool is_temporary = isOurs(file, kTemporaryEnding);
        if (!(is_temporary || isOurs(file, kEnding)) || !entry->is_regular_file(gone))
            continue;
        const Kept kept{file, entry->last_write_time(gone), (entry->file_size(gone) / kBlock + 1) * kBlock};
        if (gone)
            continue;
        if (is_temporary && kept.last < now - kAbandoned)
            fs::remove(file, gone);
        if (is_temporary)
            continue;
        all.push_back(kept);
        sum += kept.size;
    }
    if (sum <= most_bytes_)
        return;
    std::sort(all.begin(), all.end(), [](const Kept& a, const Kept& b) { return a.last < b.last; });
    // More than is needed, so that not every file that is kept from now on has to wait for this.
    for (const Kept& kept : all)
        if (sum > most_bytes_ / 4 * 3 && fs::remove(kept.file, error))
            sum -= kept.size;
}

}  // namespace gapless
