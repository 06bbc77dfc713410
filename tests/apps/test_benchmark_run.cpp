// One run of a benchmark: what faulty validators and planners do to it, and what is recorded.
#include <catch2/catch.hpp>

#include <csignal>
#include <functional>

#include <ompl/base/MotionValidator.h>
#include <ompl/base/PlannerStatus.h>

#include "apps/benchmark/benchmark_run.h"
#include "ompl/small_problems.h"

namespace ob = ompl::base;
using namespace gapless;
using namespace gapless::apps;

namespace {

/// Answers as it is told to.
class FaultyValidator : public ob::MotionValidator
{
public:
    FaultyValidator(const ob::SpaceInformationPtr& si, std::function<bool()> answer)
        : ob::MotionValidator(si), answer_(std::move(answer))
    {}

    bool checkMotion(const ob::State* /*s1*/, const ob::State* /*s2*/) const override { return answer_(); }
    bool checkMotion(const ob::State* s1, const ob::State* s2, std::pair<ob::State*, double>& /*last_valid*/) const override
    {
        return checkMotion(s1, s2);
    }

private:
    std::function<bool()> answer_;
};

/// The arm has to lift its way past the post.
struct Fixture
{
    Fixture() : problem(test::armAndPost(1.5, 0.0, 0.05))
    {
        problem.start << -0.75, 0.0;
        problem.goal = (Configuration(2) << 0.75, 0.0).finished();
        problem.has_start = true;
        config = parseBenchmarkConfig(
            "[problem]\nfile = p.yaml\n[benchmark]\ntime_limit = 10\nsimplify = 0\n[planner]\nrrtconnect =\n", "a.cfg");
        ready = makeSetup(problem, config.validators[0], false);
    }

    void validateBy(std::function<bool()> answer)
    {
        const ob::SpaceInformationPtr& si = ready.setup->getSpaceInformation();
        si->setMotionValidator(std::make_shared<FaultyValidator>(si, std::move(answer)));
        si->setup();
    }

    /// What the log gets of a run in a process of its own.
    RunRecord run()
    {
        RunRecord record;
        runIsolated(
            1, IsolationOptions{},
            [&](std::size_t, RunMonitor& monitor) {
                return runOnce(problem, ready, config, config.planners[0], 0, monitor).toText();
            },
            [&](std::size_t, const RunOutcome& outcome) {
                record = outcome.end == RunEnd::Done ? RunRecord::fromText(outcome.result) : failedRecord(outcome);
            },
            [] { return false; });
        return record;
    }

    Problem problem;
    BenchmarkConfig config;
    ProblemSetup ready;
};

std::string status(ob::PlannerStatus::StatusType type)
{
    return std::to_string(static_cast<int>(type));
}

void checkUnsolved(const RunRecord& record)
{
    for (const char* column :
         {"solved BOOLEAN", "certified BOOLEAN", "missed collision BOOLEAN", "near miss BOOLEAN", "audit undecided BOOLEAN"})
        CHECK(record.properties.at(column) == "0");
    CHECK(record.path.empty());
}

}  // namespace

TEST_CASE_METHOD(Fixture, "A run with the exact validator is solved and certified")
{
    const RunRecord record = run();
    CHECK(record.properties.at("status ENUM") == status(ob::PlannerStatus::EXACT_SOLUTION));
    CHECK(record.properties.at("certified BOOLEAN") == "1");
    CHECK(record.properties.at("missed collision BOOLEAN") == "0");
    CHECK(record.properties.count("failure TEXT") == 0);
    CHECK(std::stoi(record.properties.at("motions checked INTEGER")) > 0);
    CHECK_FALSE(record.path.empty());
    CHECK(record.settings.count("range") == 1);
}

TEST_CASE_METHOD(Fixture, "A validator that calls everything free is convicted by the audit")
{
    validateBy([] { return true; });
    const RunRecord record = run();
    CHECK(record.properties.at("solved BOOLEAN") == "1");
    CHECK(record.properties.at("certified BOOLEAN") == "0");
    CHECK(record.properties.at("missed collision BOOLEAN") == "1");
}

TEST_CASE_METHOD(Fixture, "The audit keeps to the clearance of its own problem, whatever was planned with")
{
    // The way found past the post is no good for one that is twice as near.
    Problem strict = problem;
    Clearances clearances;
    clearances.all = 0.4;
    strict.scene = std::make_shared<const Scene>(problem.scene->model(), problem.scene->objects().list(),
                                                 AllowedCollisionMatrix(), clearances);
    struct Silent : RunMonitor
    {
        void allow(double) override {}
        void keep(const std::string&) override {}
    } silent;
    CHECK(runOnce(strict, ready, config, config.planners[0], 0, silent).properties.at("missed collision BOOLEAN") == "1");
}

TEST_CASE_METHOD(Fixture, "An exception that OMPL's harness holds back is recorded as a crash with its words")
{
    validateBy([]() -> bool { throw std::runtime_error("the dog ate; my scene"); });
    const RunRecord record = run();
    checkUnsolved(record);
    CHECK(record.properties.at("status ENUM") == status(ob::PlannerStatus::CRASH));
    CHECK_THAT(record.properties.at("failure TEXT"), Catch::Contains("the dog ate"));
    // A semicolon would end the column of the log.
    CHECK(record.properties.at("failure TEXT").find(';') == std::string::npos);
}

TEST_CASE_METHOD(Fixture, "A crash amid planning is recorded")
{
    validateBy([]() -> bool {
        std::signal(SIGSEGV, SIG_DFL);  // past the handler of the test framework
        std::raise(SIGSEGV);
        return true;
    });
    const RunRecord record = run();
    checkUnsolved(record);
    CHECK(record.properties.at("status ENUM") == status(ob::PlannerStatus::CRASH));
    CHECK_FALSE(record.properties.at("failure TEXT").empty());
}

TEST_CASE_METHOD(Fixture, "A run that ends badly in the audit keeps what its planner found, as undecided")
{
    RunRecord kept;
    kept.properties = {
        {"solved BOOLEAN", "1"}, {"audit undecided BOOLEAN", "1"}, {"status ENUM", status(ob::PlannerStatus::EXACT_SOLUTION)}};
    const RunRecord record = failedRecord({RunEnd::Overran, kept.toText(), "ended after 70 s", 75.0});
    CHECK(record.properties.at("solved BOOLEAN") == "1");
    CHECK(record.properties.at("audit undecided BOOLEAN") == "1");
    CHECK(record.properties.at("status ENUM") == status(ob::PlannerStatus::EXACT_SOLUTION));
    CHECK(record.properties.at("failure TEXT") == "ended after 70 s");
}

TEST_CASE("An overrun counts as OMPL's timeout, with the time that it took")
{
    const RunRecord record = failedRecord({RunEnd::Overran, "", "ended after 20 s", 20.5});
    checkUnsolved(record);
    CHECK(record.properties.at("status ENUM") == status(ob::PlannerStatus::TIMEOUT));
    CHECK(record.properties.at("time REAL") == "20.5");
}

TEST_CASE("A record comes through the pipe as it was")
{
    RunRecord record;
    record.properties = {{"time REAL", "nan"}, {"failure TEXT", "quote \" and \\"}};
    record.settings = {{"range", "1"}};
    record.progress_names = {"time REAL"};
    record.progress = {{{"time REAL", "0.1"}}, {{"time REAL", "0.2"}}};
    record.path = "{}";
    const RunRecord copy = RunRecord::fromText(record.toText());
    CHECK(copy.properties == record.properties);
    CHECK(copy.settings == record.settings);
    CHECK(copy.progress_names == record.progress_names);
    CHECK(copy.progress == record.progress);
    CHECK(copy.path == record.path);
}
