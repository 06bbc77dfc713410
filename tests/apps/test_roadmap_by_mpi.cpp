// gapless-roadmap: the same roadmap by any number of processes, whichever of them are lost on the way.
#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <thread>
#include <vector>

#include <catch2/catch.hpp>

#include "apps/cli_runner.h"

namespace fs = std::filesystem;
using gapless::test::CliFixture;
using gapless::test::CliResult;

namespace {

constexpr const char* kBuild = "problem.yaml --cell 0.05 --nodes 500 --neighbors 10 --output ";
/// Long enough to be killed meanwhile.
constexpr const char* kLongBuild = "problem.yaml --cell 0.05 --nodes 1500 --neighbors 10 --output ";

/// More ranks than cores, as root, with no word of MPI's own about exit codes.
struct MpiFixture : CliFixture
{
    MpiFixture() { writeProblem("[-1, 0]", "[1, 0]"); }

    static bool hasMpirun() { return std::system("mpirun --version >/dev/null 2>&1") == 0; }

    CliResult runByRanks(int ranks, const std::string& arguments, const std::string& before = "") const
    {
        return runCommand(
            "OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1 "
            "OMPI_MCA_orte_abort_non_zero_exit=0 "
            + before + "mpirun -q -n " + std::to_string(ranks) + " '" + GAPLESS_ROADMAP_BY_MPI + "' " + arguments);
    }

    /// Of the ranks that run in the folder, ascending.
    std::vector<pid_t> processes() const
    {
        std::vector<pid_t> pids;
        std::error_code gone;
        for (const auto& entry : fs::directory_iterator("/proc"))
            if (const std::string name = entry.path().filename().string();
                name.find_first_not_of("0123456789") == std::string::npos
                && fs::read_symlink(entry.path() / "cwd", gone) == fs::canonical(folder())
                && fs::read_symlink(entry.path() / "exe", gone) == fs::canonical(GAPLESS_ROADMAP_BY_MPI))
                pids.push_back(std::stoi(name));
        std::sort(pids.begin(), pids.end());
        return pids;
    }

    /// Ranks see a moment later that mpirun is gone.
    void waitForEnd() const
    {
        for (int i = 0; i < 200 && !processes().empty(); ++i)
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
        REQUIRE(processes().empty());
    }
};

}  // namespace

TEST_CASE_METHOD(MpiFixture, "Ranks of MPI build the roadmap that one process builds, byte by byte, also after they were killed")
{
    if (!hasMpirun())
    {
        WARN("SKIPPED: no mpirun");
        return;
    }
    REQUIRE(run(std::string("roadmap build ") + kBuild + "one.gdrm").exit_code == 0);
    for (const int ranks : {1, 2, 4})
    {
        const CliResult built = runByRanks(ranks, std::string("build ") + kBuild + "many.gdrm --json");
        CAPTURE(ranks, built.out, built.err);
        REQUIRE(built.exit_code == 0);
        CHECK(built.json()["parts_found"] == 0);
        CHECK(read("many.gdrm") == read("one.gdrm"));
        CHECK_FALSE(exists("many.gdrm.parts"));
    }
    // mpirun itself is lost, or a rank, the one that asks or another: the job ends, and the next one goes on.
    REQUIRE(run(std::string("roadmap build ") + kLongBuild + "whole.gdrm").exit_code == 0);
    const std::string build = std::string("build ") + kLongBuild + "killed.gdrm";
    int lost = 0;
    for (const double seconds : {0.5, 0.8})
    {
        lost += runByRanks(3, build, "timeout --foreground -s KILL " + std::to_string(seconds) + " ").exit_code != 0;
        waitForEnd();
    }
    for (const std::size_t rank : {0, 2})
    {
        std::thread killer([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(700));
            const std::vector<pid_t> pids = processes();
            if (rank < pids.size())
                ::kill(pids[rank], SIGKILL);
        });
        lost += runByRanks(3, build).exit_code != 0;
        killer.join();
        waitForEnd();
    }
    CHECK(lost > 1);
    const CliResult last = runByRanks(3, build + " --json");
    CAPTURE(last.out, last.err);
    REQUIRE(last.exit_code == 0);
    CHECK(read("killed.gdrm") == read("whole.gdrm"));
    CHECK_FALSE(exists("killed.gdrm.parts"));
}

TEST_CASE_METHOD(MpiFixture, "Ranks of MPI have one line for bad input, all together")
{
    if (!hasMpirun())
    {
        WARN("SKIPPED: no mpirun");
        return;
    }
    for (const auto& [arguments, words] : {std::pair("build none.yaml --output x.gdrm", "no such problem file"),
                                           std::pair("build problem.yaml --output x.gdrm --nodes 1", "--nodes 1"),
                                           std::pair("build problem.yaml", "--output"), std::pair("query", "unknown command")})
    {
        const CliResult result = runByRanks(3, arguments);
        gapless::test::requireBadInput(result, words);
    }
    CHECK_FALSE(exists("x.gdrm"));
}
