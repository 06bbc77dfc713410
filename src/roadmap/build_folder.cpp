#include "roadmap/build_folder.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <gapless/core/error.h>

#include "core/content_bytes.h"
#include "io/input_text.h"
#include "io/write_file.h"

namespace fs = std::filesystem;

namespace gapless {

namespace {

constexpr std::string_view kPartMagic = "gaplpart";

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
    fs::create_directory(folder_, error);
    if (error || !fs::is_directory(folder_))
        throw inputError(file, 0,
                         "the folder '" + folder_ + "' for its parts cannot be made"
                             + (error ? ": " + error.message() : std::string("; there is a file of that name")));
    const std::string lock = folder_ + "/lock";
    lock_ = ::open(lock.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
    if (lock_ < 0)
        throw inputError(file, 0, "'" + lock + "' cannot be written: " + std::strerror(errno));
    if (::flock(lock_, LOCK_EX | LOCK_NB) != 0)
    {
        const std::string holder = holderOf(lock);
        ::close(lock_);
        const InputError said = inputError(file, 0,
                                           "it is being built by process " + (holder.empty() ? "another" : holder)
                                               + ", which holds '" + lock + "'; wait for it, or build into another file");
        throw HeldElsewhere(said.what());
    }
    const std::string holder = std::to_string(::getpid()) + "\n";
    if (::ftruncate(lock_, 0) != 0 || ::write(lock_, holder.data(), holder.size()) != static_cast<ssize_t>(holder.size()))
    {
        const std::string why = std::strerror(errno);
        ::close(lock_);
        throw inputError(file, 0, "'" + lock + "' cannot be written: " + why);
    }
}

BuildFolder::~BuildFolder()
{
    if (lock_ >= 0)
        ::close(lock_);
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
    fs::remove_all(folder_, ignored);
}

}  // namespace gapless
