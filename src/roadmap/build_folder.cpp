#include "roadmap/build_folder.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>
#include <vector>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <gapless/core/error.h>

#include "core/content_bytes.h"
#include "io/input_text.h"
#include "io/write_file.h"

namespace fs = std::filesystem;

namespace gapless {

namespace {

constexpr std::string_view kPartMagic = "gaplpart";

/// Whether the file is a part, or what a killed process has left of one.
bool isOfBuild(const fs::path& file)
{
    const std::string name = file.filename().string(), end = ".tmp";
    if (name.rfind(".gapless-", 0) == 0 && name.size() > end.size()
        && name.compare(name.size() - end.size(), end.size(), end) == 0)
        return true;
    std::string magic(kPartMagic.size(), '\0');
    std::ifstream in(file, std::ios::binary);
    return in.read(magic.data(), static_cast<std::streamsize>(magic.size())) && magic == kPartMagic;
}

/// Whether the name still leads to what was opened.
bool isThere(int descriptor, const std::string& name)
{
    struct ::stat opened = {}, there = {};
    return ::fstat(descriptor, &opened) == 0 && ::stat(name.c_str(), &there) == 0 && opened.st_dev == there.st_dev
           && opened.st_ino == there.st_ino;
}

/// Who holds it, as it says in the file; empty if that is not there yet.
std::string holderOf(const std::string& lock)
{
    std::ifstream in(lock);
    std::string text;
    in >> text;
    return text;
}

}  // namespace

BuildFolder::BuildFolder(const std::string& file, const Digest& work) : work_(work)
{
    std::error_code error;
    // Of the file itself, whatever links lead to it.
    const fs::path target = fs::weakly_canonical(file, error);
    folder_ = (error ? file : target.string()) + ".parts";
    if (fs::exists(file, error) && !fs::is_regular_file(file, error))
        throw inputError(file, 0, "it is no plain file; a roadmap is built into one");
    // Who held it may have removed it meanwhile, and a lock that nobody finds any more is none. (Not for ever: not everywhere have files numbers that last.)
    constexpr int kMostTries = 100;
    take(file);
    for (int tries = 1; tries < kMostTries && !isThere(lock_, lockName()); ++tries)
    {
        ::close(lock_);
        take(file);
    }
    const std::string holder = std::to_string(::getpid()) + "\n";
    if (::ftruncate(lock_, 0) != 0 || ::write(lock_, holder.data(), holder.size()) != static_cast<ssize_t>(holder.size()))
    {
        const std::string why = std::strerror(errno);
        ::close(lock_);
        throw inputError(file, 0, "'" + lockName() + "' cannot be written: " + why);
    }
}

void BuildFolder::take(const std::string& file)
{
    // Until the folder stays from one step to the next.
    for (lock_ = -1; lock_ < 0;)
    {
        std::error_code error, unknown;
        fs::create_directory(folder_, error);
        if (error == std::errc::file_exists && fs::symlink_status(folder_, unknown).type() == fs::file_type::not_found)
            continue;
        if (error)
            throw inputError(file, 0, "the folder '" + folder_ + "' for its parts cannot be made: " + error.message());
        lock_ = ::open(lockName().c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
        if (lock_ < 0 && errno != ENOENT)
            break;
    }
    if (lock_ < 0)
        throw inputError(file, 0, "'" + lockName() + "' cannot be written: " + std::strerror(errno));
    if (::flock(lock_, LOCK_EX | LOCK_NB) != 0)
    {
        const int why = errno;
        const std::string holder = holderOf(lockName());
        ::close(lock_);
        if (why != EWOULDBLOCK)
            throw inputError(file, 0, "'" + lockName() + "' cannot be locked: " + std::strerror(why));
        const InputError said = inputError(file, 0,
                                           "it is being built by " + (holder.empty() ? "another process" : "process " + holder)
                                               + ", which holds '" + lockName() + "'; wait for it, or build into another file");
        throw HeldElsewhere(said.what());
    }
}

BuildFolder::~BuildFolder()
{
    std::error_code error;
    fs::directory_iterator files(folder_, error);
    if (!error && isThere(lock_, lockName()) && files.increment(error) == fs::directory_iterator())
        removeLock();
    // A process that was forked meanwhile has it open, too.
    ::flock(lock_, LOCK_UN);
    ::close(lock_);
}

/// While it is held, and after all else: who has opened it before finds that it is not there any more.
void BuildFolder::removeLock()
{
    std::error_code ignored;
    fs::remove(lockName(), ignored);
    fs::remove(folder_, ignored);  // if it is empty
}

std::string BuildFolder::partName(const std::string& kind, std::size_t index) const
{
    return folder_ + "/" + kind + "-" + std::to_string(index);
}

std::optional<std::string> BuildFolder::part(const std::string& kind, std::size_t index) const
{
    const std::string name = partName(kind, index);
    std::error_code error;
    const fs::file_status status = fs::status(name, error);
    if (!fs::exists(status))
        return std::nullopt;
    if (!fs::is_regular_file(status))
        throw inputError(name, 0, "it is in the way of a part of the build, and no file; remove it");
    std::ifstream in(name, std::ios::binary);
    const std::string bytes((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
    try
    {
        ContentReader reader(bytes);
        if (reader.take(kPartMagic.size()) != kPartMagic || reader.takeDigest() != work_ || reader.takeText() != kind
            || reader.take64() != index || reader.left() < std::tuple_size_v<Digest>)
            return std::nullopt;
        std::string content(reader.take(reader.left() - std::tuple_size_v<Digest>));
        if (reader.takeDigest() != digestOf(std::string_view(bytes).substr(0, bytes.size() - std::tuple_size_v<Digest>)))
            return std::nullopt;
        return content;
    }
    catch (const InputError&)
    {
        return std::nullopt;
    }
}

void BuildFolder::keep(const std::string& kind, std::size_t index, std::string_view content) const
{
    ContentWriter writer;
    writer.put(kPartMagic);
    writer.put(work_);
    writer.putText(kind);
    writer.put64(index);
    writer.put(content);
    writer.put(digestOf(writer.bytes()));
    writeTextFile(partName(kind, index), writer.bytes());
}

void BuildFolder::remove()
{
    std::error_code ignored;
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(folder_, ignored))
        if (entry.is_regular_file(ignored) && isOfBuild(entry.path()))
            files.push_back(entry.path());
    for (const fs::path& file : files)
        fs::remove(file, ignored);
    removeLock();
}

}  // namespace gapless
