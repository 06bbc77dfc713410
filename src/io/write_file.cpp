// A file is replaced by renaming a complete one over it, which nobody can see half done. Where a rename would change more than the
// content, it is not done: other names of the file would keep the old content, an owner would change, a device would become a file. Then
// the content is written in place, after the room for it was taken. Links and kinds of files are looked at first (targetOf()); whether
// the folder takes a new file, and the owner can be kept, only shows by trying, and replace() undoes what it tried.
#include "io/write_file.h"

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "io/input_text.h"

namespace gapless {
namespace {

namespace fs = std::filesystem;
using FileStatus = struct ::stat;

/// As Linux has it: more links in a row are a loop.
constexpr int kMostLinks = 40;
/// Nothing but reading and writing by all, less the umask.
constexpr ::mode_t kNewMode = 0666;

bool sameFile(const FileStatus& a, const FileStatus& b)
{
    return a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

/// A descriptor that is closed with the object.
class Descriptor
{
public:
    explicit Descriptor(int number) : number_(number) {}
    ~Descriptor() { close(); }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;

    int number() const { return number_; }
    bool close() { return number_ < 0 || ::close(std::exchange(number_, -1)) == 0; }

private:
    int number_;
};

/// Where a file really is, and what is there.
struct Target
{
    fs::path file;
    FileStatus status{};
    bool exists = false;

    bool isPlain() const { return !exists || (S_ISREG(status.st_mode) && status.st_nlink <= 1); }
};

/// Follows links by their text, so that one that leads nowhere yet says what is to be made.
/// @throws std::system_error for a loop, or a place that must not be looked at
Target targetOf(const std::string& file)
{
    Target target;
    target.file = file;
    if (::stat(file.c_str(), &target.status) == 0)
        target.exists = true;
    else if (errno != ENOENT)
        throw std::system_error(errno, std::generic_category());
    if (target.exists && !S_ISREG(target.status.st_mode))
        return target;
    fs::path place = target.file;
    std::error_code error;
    for (int i = 0; fs::is_symlink(fs::symlink_status(place, error)); ++i)
    {
        if (i == kMostLinks)
            throw std::system_error(ELOOP, std::generic_category());
        place = place.parent_path() / fs::read_symlink(place);  // an absolute one replaces the folder
    }
    // The text of a link in /proc need not name what it leads to.
    FileStatus there{};
    if (!target.exists || (::stat(place.c_str(), &there) == 0 && sameFile(there, target.status)))
        target.file = place;
    return target;
}

fs::path folderOf(const fs::path& file)
{
    return file.has_parent_path() ? file.parent_path() : fs::path(".");
}

bool mayWrite(const fs::path& file)
{
    return ::faccessat(AT_FDCWD, file.c_str(), W_OK, AT_EACCESS) == 0;
}

bool writeAll(int descriptor, std::string_view text)
{
    std::size_t done = 0;
    while (done < text.size())
    {
        const ::ssize_t n = ::write(descriptor, text.data() + done, text.size() - done);
        if (n < 0 && errno != EINTR)
            return false;
        done += n < 0 ? 0 : static_cast<std::size_t>(n);
    }
    return true;
}

/// A full disk may show only here: a rename after a failed sync would replace a good file by a cut one.
bool sync(int descriptor)
{
    return ::fsync(descriptor) == 0 || errno == EINVAL || errno == EROFS;
}

bool writeStandardOutput(std::string_view text)
{
    std::cout.flush();
    return std::fflush(stdout) == 0 && writeAll(STDOUT_FILENO, text);
}

bool writeThrough(const fs::path& file, std::string_view text)
{
    Descriptor to(::open(file.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY));
    return to.number() >= 0 && writeAll(to.number(), text) && to.close();
}

/// The room is taken before a byte is changed, so that a full disk leaves the file as it was.
bool writeInPlace(const Target& target, std::string_view text)
{
    Descriptor to(::open(target.file.c_str(), O_WRONLY | O_CLOEXEC));
    if (to.number() < 0)
        return false;
    const auto size = static_cast<::off_t>(text.size());
    if (size > target.status.st_size)
    {
        const int error = ::posix_fallocate(to.number(), 0, size);
        if (error == ENOSPC || error == EFBIG || error == EIO)
        {
            if (::ftruncate(to.number(), target.status.st_size) != 0)
                return false;
            errno = error;
            return false;
        }
    }
    return writeAll(to.number(), text) && ::ftruncate(to.number(), size) == 0 && sync(to.number()) && to.close();
}

/// Gives a new file the mode and the owner of the one that it is to replace. @return false if it cannot
bool takeOver(int descriptor, const FileStatus& old)
{
    FileStatus now{};
    if (::fstat(descriptor, &now) != 0)
        return false;
    const bool others = now.st_uid != old.st_uid || now.st_gid != old.st_gid;
    return (!others || ::fchown(descriptor, old.st_uid, old.st_gid) == 0) && ::fchmod(descriptor, old.st_mode & 07777) == 0;
}

enum class Replaced
{
    Yes,
    No,      ///< errno says why; all is as it was
    InPlace  ///< it has to be written in place
};

Replaced replace(const Target& target, std::string_view text)
{
    static std::atomic<unsigned> counter{0};
    fs::path temporary;
    const auto open = [&] {
        temporary = folderOf(target.file)
                    / (".gapless-" + std::to_string(::getpid()) + "-" + std::to_string(counter.fetch_add(1)) + ".tmp");
        return ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, target.exists ? 0600 : kNewMode);
    };
    // A killed process of the same number may have left some, or one in another container have them now.
    int descriptor = open();
    while (descriptor < 0 && errno == EEXIST)
        descriptor = open();
    Descriptor to(descriptor);
    if (to.number() < 0)
        return target.exists && errno != ENOSPC ? Replaced::InPlace : Replaced::No;
    Replaced result = Replaced::No;
    if (target.exists && !takeOver(to.number(), target.status))
        result = Replaced::InPlace;
    else if (writeAll(to.number(), text) && sync(to.number()) && to.close())
    {
        if (::rename(temporary.c_str(), target.file.c_str()) == 0)
            return Replaced::Yes;
        if (target.exists)
            result = Replaced::InPlace;  // such as a file that is a mount point
    }
    const int error = errno;
    ::unlink(temporary.c_str());
    errno = error;
    return result;
}

bool write(const std::string& file, std::string_view text)
{
    if (isStandardOutput(file))
        return writeStandardOutput(text);
    const Target target = targetOf(file);
    if (target.exists && !S_ISREG(target.status.st_mode))
        return writeThrough(target.file, text);
    // A rename asks nobody whether the file may be written.
    if (target.exists && !mayWrite(target.file))
        return false;
    const Replaced replaced = target.isPlain() ? replace(target, text) : Replaced::InPlace;
    return replaced == Replaced::InPlace ? writeInPlace(target, text) : replaced == Replaced::Yes;
}

}  // namespace

bool isStandardOutput(const std::string& file)
{
    if (file == "-" || file == "/dev/stdout")
        return true;
    // Two descriptors of one file or pipe would overwrite each other's; of a device there may be as many as one likes.
    FileStatus out{}, there{};
    return ::fstat(STDOUT_FILENO, &out) == 0 && !S_ISCHR(out.st_mode) && ::stat(file.c_str(), &there) == 0
           && sameFile(out, there);
}

std::string whyNotWritable(const std::string& file)
{
    if (isStandardOutput(file))
        return "";
    try
    {
        const Target target = targetOf(file);
        const fs::path folder = folderOf(target.file);
        std::error_code ignored;
        if (target.exists && S_ISDIR(target.status.st_mode))
            return "is a directory";
        if (target.exists && S_ISSOCK(target.status.st_mode))
            return "is a socket, which is not written to like a file";
        if (target.exists)
            return mayWrite(target.file) ? "" : "cannot be written: " + std::generic_category().message(errno);
        if (!fs::is_directory(folder, ignored))
            return fs::absolute(folder).lexically_normal().string() + " is no directory";
        return mayWrite(folder) ? "" : "cannot be made: " + folder.string() + ": " + std::generic_category().message(errno);
    }
    catch (const std::system_error& error)
    {
        return "cannot be written: " + error.code().message();
    }
}

void writeTextFile(const std::string& file, std::string_view text)
{
    const std::string name = file == "-" ? "standard output" : file;
    try
    {
        if (!write(file, text))
            throw std::system_error(errno, std::generic_category());
    }
    catch (const std::system_error& error)
    {
        throw inputError(name, 0, "cannot be written: " + error.code().message());
    }
}

void moveFile(const std::string& from, const std::string& to)
{
    FileStatus there{};
    std::error_code error;
    if (::lstat(to.c_str(), &there) != 0)
    {
        fs::rename(from, to, error);
        if (error)
            throw inputError(to, 0, "cannot be written: " + error.message());
        return;
    }
    std::ifstream in(from, std::ios::binary);
    std::ostringstream text;
    if (in.peek() != std::ifstream::traits_type::eof())
        text << in.rdbuf();
    if (!in.is_open() || in.bad())
        throw inputError(from, 0, "cannot be read");
    writeTextFile(to, text.str());
    fs::remove(from, error);
}

}  // namespace gapless
