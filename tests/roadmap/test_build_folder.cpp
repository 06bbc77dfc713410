// Who has a folder of parts, and that nobody has it for longer, or thinks so.
#include "roadmap/build_folder.h"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <filesystem>
#include <memory>
#include <thread>

#include <sys/file.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>

#include "support/temporary_folder.h"

namespace fs = std::filesystem;
using namespace gapless;
using namespace gapless::test;
using Catch::Contains;

namespace {

/// What flock() fails with in this program; 0: it does what it is to.
std::atomic<int> lock_error{0};

}  // namespace

extern "C" int flock(int descriptor, int operation) noexcept
{
    if (lock_error == 0)
        return static_cast<int>(::syscall(SYS_flock, descriptor, operation));
    errno = lock_error;
    return -1;
}

TEST_CASE("A folder of parts is held by one at a time, though it is removed and made again")
{
    const TemporaryFolder folder;
    const std::string file = folder.path("arm.gdrm");
    std::atomic<int> holders{0}, held{0}, shared{0}, failed{0};
    const auto holdOften = [&] {
        for (int k = 0; k < 3000; ++k)
            try
            {
                BuildFolder parts(file, Digest());
                shared += ++holders > 1 ? 1 : 0;
                ++held;
                // Which waits for the disk.
                if (k % 20 == 0)
                {
                    parts.keep("edges", 0, "part");
                    failed += parts.part("edges", 0) ? 0 : 1;
                }
                --holders;
                parts.remove();
            }
            catch (const HeldElsewhere&)
            {
                continue;
            }
            catch (const InputError&)
            {
                ++failed;
            }
    };
    std::thread other(holdOften);
    holdOften();
    other.join();
    CHECK(held > 100);
    CHECK(shared == 0);
    CHECK(failed == 0);
}

TEST_CASE("A folder of parts is let go of, though a process that was forked meanwhile lives on")
{
    const TemporaryFolder folder;
    const std::string file = folder.path("arm.gdrm");
    auto held = std::make_unique<BuildFolder>(file, Digest());
    held->keep("edges", 0, "part");
    const ::pid_t child = ::fork();
    if (child == 0)
    {
        ::pause();
        ::_exit(0);
    }
    held.reset();
    CHECK_NOTHROW(BuildFolder(file, Digest()));
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
}

TEST_CASE("Where files cannot be locked, that is said, and not that somebody else builds")
{
    const TemporaryFolder folder;
    lock_error = ENOLCK;
    std::string said;
    try
    {
        const BuildFolder parts(folder.path("arm.gdrm"));
    }
    catch (const HeldElsewhere&)
    {
        said = "held elsewhere";
    }
    catch (const InputError& error)
    {
        said = error.what();
    }
    lock_error = 0;
    CHECK_THAT(said, Contains("cannot be locked: No locks available"));
}

TEST_CASE("Of a folder in which no part was kept nothing is left, of another one the parts")
{
    const TemporaryFolder folder;
    const std::string file = folder.path("arm.gdrm");
    static_cast<void>(BuildFolder(file));
    CHECK_FALSE(fs::exists(file + ".parts"));
    BuildFolder(file).keep("edges", 7, "part");
    CHECK(BuildFolder(file).part("edges", 7) == "part");
    Digest other{};
    other[0] = 1;
    CHECK_FALSE(BuildFolder(file, other).part("edges", 7));
}
