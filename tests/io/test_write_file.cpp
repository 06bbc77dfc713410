// What is written keeps what was there: modes, other names, links, devices, pipes; and a failure changes nothing.
#include "io/write_file.h"

#include <csignal>
#include <future>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <catch2/catch.hpp>

#include <gapless/core/error.h>

#include "support/temporary_folder.h"

using namespace gapless;
using gapless::test::TemporaryFolder;

namespace fs = std::filesystem;

namespace {

std::string slurp(const std::string& file)
{
    std::ifstream in(file);
    return {std::istreambuf_iterator<char>(in), {}};
}

struct ::stat statusOf(const std::string& file)
{
    struct ::stat status
    {};
    REQUIRE(::lstat(file.c_str(), &status) == 0);
    return status;
}

std::size_t filesIn(const std::string& folder)
{
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

struct Descriptor
{
    int number = -1;
    ~Descriptor()
    {
        if (number >= 0)
            ::close(number);
    }
};

/// Acts as a user without rights while it lives. @pre run by root
struct Nobody
{
    Nobody() { REQUIRE(::seteuid(65534) == 0); }
    ~Nobody() { (void)!::seteuid(0); }
};

}  // namespace

TEST_CASE("A file that is written again keeps its mode and leaves no other file behind", "[write_file]")
{
    const TemporaryFolder folder;
    for (const ::mode_t mode : {0600u, 0644u, 0640u, 0444u})
    {
        if (mode == 0444u && ::geteuid() != 0)
            continue;  // refused, see below
        const std::string file = folder.write("file.json", "old");
        REQUIRE(::chmod(file.c_str(), mode) == 0);
        const ::ino_t before = statusOf(file).st_ino;
        writeTextFile(file, "new");
        CHECK(slurp(file) == "new");
        CHECK((statusOf(file).st_mode & 07777) == mode);
        CHECK(statusOf(file).st_ino != before);  // replaced as a whole, so that a reader has the old or the new
        CHECK(filesIn(folder.path()) == 1);
        fs::remove(file);
    }
}

TEST_CASE("A new file has the mode that the user's mask gives it", "[write_file]")
{
    const TemporaryFolder folder;
    const ::mode_t mask = ::umask(027);
    writeTextFile(folder.path("file.json"), "new");
    ::umask(mask);
    CHECK((statusOf(folder.path("file.json")).st_mode & 07777) == 0640);
}

TEST_CASE("A file with two names is written under both", "[write_file]")
{
    const TemporaryFolder folder;
    const std::string file = folder.write("file.json", "something long that was there"), other = folder.path("other.json");
    fs::create_hard_link(file, other);
    for (const std::string text : {"short", "and something that is longer than what was there before"})
    {
        writeTextFile(file, text);
        CHECK(slurp(other) == text);
    }
    CHECK(statusOf(file).st_nlink == 2);
    CHECK(filesIn(folder.path()) == 2);
}

TEST_CASE("A symbolic link stays, and what it leads to is written", "[write_file]")
{
    const TemporaryFolder folder;
    const std::string file = folder.write("there/file.json", "old");
    fs::create_symlink("there/file.json", folder.path("link"));
    fs::create_symlink(folder.path("link"), folder.path("second"));
    fs::create_symlink("there/not_yet.json", folder.path("dangling"));
    writeTextFile(folder.path("second"), "new");
    writeTextFile(folder.path("dangling"), "made");
    CHECK(slurp(file) == "new");
    CHECK(slurp(folder.path("there/not_yet.json")) == "made");
    for (const char* link : {"link", "second", "dangling"})
        CHECK(fs::is_symlink(folder.path(link)));
    CHECK(filesIn(folder.path("there")) == 2);
}

TEST_CASE("Links that lead in a circle or into no folder are errors", "[write_file]")
{
    const TemporaryFolder folder;
    fs::create_symlink("b", folder.path("a"));
    fs::create_symlink("a", folder.path("b"));
    fs::create_symlink("nowhere/file", folder.path("c"));
    for (const char* link : {"a", "c"})
    {
        CHECK(whyNotWritable(folder.path(link)) != "");
        CHECK_THROWS_AS(writeTextFile(folder.path(link), "new"), InputError);
        CHECK(fs::is_symlink(folder.path(link)));
    }
}

TEST_CASE("A pipe with a name is written through and stays a pipe", "[write_file]")
{
    const TemporaryFolder folder;
    const std::string pipe = folder.path("pipe");
    REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
    CHECK(whyNotWritable(pipe).empty());
    auto read = std::async(std::launch::async, [&] { return slurp(pipe); });
    writeTextFile(pipe, "through");
    CHECK(read.get() == "through");
    CHECK(S_ISFIFO(statusOf(pipe).st_mode));
}

TEST_CASE("Devices are written through and stay devices, and a full one is an error", "[write_file]")
{
    const TemporaryFolder folder;
    const std::string null = folder.path("null"), full = folder.path("full");
    if (::mknod(null.c_str(), S_IFCHR | 0666, makedev(1, 3)) != 0 || ::mknod(full.c_str(), S_IFCHR | 0666, makedev(1, 7)) != 0)
    {
        WARN("SKIPPED: no right to make devices");
        return;
    }
    if (const Descriptor probe{::open(null.c_str(), O_WRONLY)}; probe.number < 0)
    {
        WARN("SKIPPED: devices do not work in " << folder.path());
        return;
    }
    fs::create_symlink("null", folder.path("link"));
    writeTextFile(null, "gone");
    writeTextFile(folder.path("link"), "gone");
    try
    {
        writeTextFile(full, "too much");
        FAIL("no error");
    }
    catch (const InputError& error)
    {
        CHECK(std::string(error.what()) == full + ": cannot be written: No space left on device");
    }
    for (const std::string& device : {null, full})
        CHECK(S_ISCHR(statusOf(device).st_mode));
    CHECK(filesIn(folder.path()) == 3);
}

TEST_CASE("A folder, a socket and a folder that is missing cannot be written", "[write_file]")
{
    const TemporaryFolder folder;
    REQUIRE(::mknod(folder.path("socket").c_str(), S_IFSOCK | 0600, 0) == 0);
    for (const std::string& file : {folder.path(), folder.path("socket"), folder.path("none/file")})
    {
        CHECK(whyNotWritable(file) != "");
        CHECK_THROWS_AS(writeTextFile(file, "new"), InputError);
    }
    CHECK(filesIn(folder.path()) == 1);
}

TEST_CASE("Without the right to, a file is not written, and in a folder that takes no new file it is written in place",
          "[write_file]")
{
    if (::geteuid() != 0)
    {
        WARN("SKIPPED: only root can become somebody else");
        return;
    }
    const TemporaryFolder folder;
    REQUIRE(::chmod(folder.path().c_str(), 0755) == 0);
    const std::string mine = folder.write("mine", "old"), open = folder.write("open", "old");
    REQUIRE(::chmod(mine.c_str(), 0444) == 0);
    REQUIRE(::chmod(open.c_str(), 0666) == 0);
    {
        const Nobody nobody;
        CHECK(whyNotWritable(mine) == "cannot be written: Permission denied");
        CHECK_THROWS_AS(writeTextFile(mine, "new"), InputError);
        CHECK(whyNotWritable(folder.path("other")) != "");
        CHECK_THROWS_AS(writeTextFile(folder.path("other"), "new"), InputError);
        CHECK(whyNotWritable(open).empty());
        writeTextFile(open, "new");
    }
    CHECK(slurp(mine) == "old");
    CHECK(slurp(open) == "new");
    CHECK(statusOf(open).st_uid == 0);
    CHECK(filesIn(folder.path()) == 2);
}

TEST_CASE("Of another user's file, the owner stays", "[write_file]")
{
    if (::geteuid() != 0)
    {
        WARN("SKIPPED: only root can give a file away");
        return;
    }
    const TemporaryFolder folder;
    const std::string file = folder.write("file", "old");
    REQUIRE(::chown(file.c_str(), 65534, 65534) == 0);
    REQUIRE(::chmod(file.c_str(), 04640) == 0);
    writeTextFile(file, "new");
    CHECK(slurp(file) == "new");
    CHECK(statusOf(file).st_uid == 65534);
    CHECK(statusOf(file).st_gid == 65534);
    CHECK((statusOf(file).st_mode & 07777) == 04640);
}

TEST_CASE("Where no more can be written, files are as they were", "[write_file]")
{
    const TemporaryFolder folder;
    const std::string file = folder.write("file", "old"), linked = folder.write("linked", "old too");
    fs::create_hard_link(linked, folder.path("name"));
    // A limit of the size of files stands for a full disk; its signal is left out.
    struct ::rlimit before
    {};
    REQUIRE(::getrlimit(RLIMIT_FSIZE, &before) == 0);
    const auto old_handler = ::signal(SIGXFSZ, SIG_IGN);
    struct ::rlimit small = before;
    small.rlim_cur = 100;
    REQUIRE(::setrlimit(RLIMIT_FSIZE, &small) == 0);
    bool refused[3] = {};
    for (int i = 0; i < 3; ++i)
        try
        {
            writeTextFile(i == 0 ? file : i == 1 ? linked : folder.path("fresh"), std::string(1000, 'x'));
        }
        catch (const InputError&)
        {
            refused[i] = true;
        }
    REQUIRE(::setrlimit(RLIMIT_FSIZE, &before) == 0);
    ::signal(SIGXFSZ, old_handler);
    CHECK((refused[0] && refused[1] && refused[2]));
    CHECK(slurp(file) == "old");
    CHECK(slurp(linked) == "old too");
    CHECK(filesIn(folder.path()) == 3);
}

TEST_CASE("What a killed process of the same number has left behind is in nobody's way", "[write_file]")
{
    // In a container the first process has the same number every time.
    const TemporaryFolder folder;
    constexpr int kLeft = 200;
    for (int i = 0; i < kLeft; ++i)
        folder.write(".gapless-" + std::to_string(::getpid()) + "-" + std::to_string(i) + ".tmp", "half of");
    const std::string file = folder.write("file", "old");
    const ::ino_t before = statusOf(file).st_ino;
    writeTextFile(file, "new");
    CHECK(slurp(file) == "new");
    CHECK(statusOf(file).st_ino != before);  // replaced as a whole
    writeTextFile(folder.path("fresh"), "made");
    CHECK(slurp(folder.path("fresh")) == "made");
}

TEST_CASE("A file that is moved onto another keeps the other's mode and names", "[write_file]")
{
    const TemporaryFolder folder;
    const std::string file = folder.write("file", "old");
    fs::create_hard_link(file, folder.path("name"));
    moveFile(folder.write("staged", "new"), file);
    CHECK(slurp(folder.path("name")) == "new");
    moveFile(folder.write("staged", "newer"), folder.path("fresh"));
    CHECK(slurp(folder.path("fresh")) == "newer");
    CHECK(filesIn(folder.path()) == 3);
}

TEST_CASE("Standard output has the name of a minus", "[write_file]")
{
    CHECK(isStandardOutput("-"));
    CHECK(isStandardOutput("/dev/stdout"));
    CHECK(whyNotWritable("-").empty());
    const TemporaryFolder folder;
    CHECK_FALSE(isStandardOutput(folder.path("-")));
    CHECK_FALSE(isStandardOutput("./-"));
}
