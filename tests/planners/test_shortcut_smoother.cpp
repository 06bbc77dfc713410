// smoothPath(): never longer, never unproven, stopped at any time.
#include <algorithm>
#include <limits>

#include <catch2/catch.hpp>

#include <gapless/core/error.h>
#include <gapless/ompl/path_certification.h>
#include <gapless/planners/shortcut_smoother.h>

#include "planners/lazy_prm_support.h"

using namespace gapless;
using namespace gapless::test;
using Catch::Contains;
namespace ob = ompl::base;
namespace og = ompl::geometric;

namespace {

og::PathGeometric pathOf(const ArmSetup& arm, const std::vector<std::vector<double>>& joints)
{
    og::PathGeometric path(arm.si);
    for (const std::vector<double>& values : joints)
        path.append(arm.state(values).get());
    return path;
}

/// From one side of the post at (1.5, 0) to the other with the elbow bent in between, in many detours.
std::vector<std::vector<double>> detours()
{
    std::vector<std::vector<double>> joints{{-1, 0}};
    for (int i = 0; i <= 10; ++i)
        joints.push_back({-1.0 - 0.1 * (i % 3), 0.27 * i});
    for (int i = 0; i <= 20; ++i)
        joints.push_back({-1.0 + 0.1 * i, 2.7 + 0.1 * (i % 2)});
    for (int i = 0; i <= 10; ++i)
        joints.push_back({1.0 + 0.1 * (i % 3), 2.7 - 0.27 * i});
    return joints;
}

const ob::State* lastOf(const og::PathGeometric& path)
{
    return path.getState(static_cast<unsigned int>(path.getStateCount() - 1));
}

bool isSame(const og::PathGeometric& a, const og::PathGeometric& b)
{
    if (a.getStateCount() != b.getStateCount())
        return false;
    for (unsigned int i = 0; i < a.getStateCount(); ++i)
        if (!a.getSpaceInformation()->equalStates(a.getState(i), b.getState(i)))
            return false;
    return true;
}

}  // namespace

TEST_CASE("Smoothing shortens a path, keeps its ends, and proves what it returns, wherever it stops")
{
    const ArmSetup arm(armAndPost(1.2, 0.0, 0.1));
    const og::PathGeometric before = pathOf(arm, detours());
    double last = before.length();
    for (const std::uint64_t steps : {1u, 10u, 100u, 1000u})
    {
        CAPTURE(steps);
        og::PathGeometric path = before;
        SmoothingOptions options;
        options.steps = steps;
        options.patience = 10000;
        double shown = before.length();
        options.progress = [&](std::uint64_t, double length) {
            CHECK(length < shown);
            shown = length;
        };
        const SmoothingResult result = smoothPath(arm.mapping, path, options);
        CHECK(result.certification.verdict == Verdict::Free);
        CHECK(result.steps <= steps);
        CHECK(result.length_before == before.length());
        CHECK(result.length_after == path.length());
        CHECK(path.length() <= last);
        last = path.length();
        CHECK(certifyPath(*arm.mapping, path).verdict == Verdict::Free);
        CHECK(arm.si->equalStates(path.getState(0), before.getState(0)));
        CHECK(arm.si->equalStates(lastOf(path), lastOf(before)));
    }
    CHECK(last < 0.7 * before.length());
}

TEST_CASE("A path that does not certify is left alone")
{
    const ArmSetup arm(armAndPost(1.2, 0.0, 0.1));
    // Sampled at its ends it is free; in between it sweeps over the post.
    const og::PathGeometric before = pathOf(arm, {{-1, 0}, {-1, 0.2}, {1, 0.2}, {1, 0}});
    og::PathGeometric path = before;
    const SmoothingResult result = smoothPath(arm.mapping, path);
    CHECK(result.certification.verdict == Verdict::Collision);
    CHECK(result.certification.segment == 1);
    CHECK(result.steps == 0);
    CHECK(isSame(path, before));
}

TEST_CASE("Smoothing that is stopped at once changes nothing and claims nothing")
{
    const ArmSetup arm(armAndPost(1.2, 0.0, 0.1));
    // To and fro, for more segments than are proven at a time.
    std::vector<std::vector<double>> joints, way = detours();
    for (int i = 0; i < 20; ++i)
    {
        joints.insert(joints.end(), way.begin(), way.end());
        std::reverse(way.begin(), way.end());
    }
    const og::PathGeometric before = pathOf(arm, joints);
    og::PathGeometric path = before;
    SmoothingOptions options;
    options.interrupted = [] { return true; };
    const SmoothingResult result = smoothPath(arm.mapping, path, options);
    CHECK(result.certification.verdict == Verdict::Undecided);
    CHECK(isSame(path, before));
}

TEST_CASE("Smoothing can be stopped between any two steps")
{
    const ArmSetup arm(armAndPost(1.2, 0.0, 0.1));
    for (int calls = 1; calls < 60; calls += 7)
    {
        og::PathGeometric path = pathOf(arm, detours());
        SmoothingOptions options;
        int asked = 0;
        options.interrupted = [&asked, calls] { return ++asked > calls; };
        const SmoothingResult result = smoothPath(arm.mapping, path, options);
        CHECK(result.certification.verdict == Verdict::Free);
        CHECK(result.length_after <= result.length_before);
        CHECK(certifyPath(*arm.mapping, path).verdict == Verdict::Free);
    }
}

TEST_CASE("Paths with nothing to shorten come back as they are")
{
    const ArmSetup arm(armAndPost(1.2, 0.0, 0.1));
    for (const auto& joints :
         std::vector<std::vector<std::vector<double>>>{{{-1, 0}}, {{-1, 0}, {-1, 1}}, {{-1, 0}, {-1, 0}, {-1, 0}}})
    {
        og::PathGeometric path = pathOf(arm, joints);
        const SmoothingResult result = smoothPath(arm.mapping, path);
        CHECK(result.certification.verdict == Verdict::Free);
        CHECK(isSame(path, pathOf(arm, joints)));
    }
}

TEST_CASE("Smoothing refuses a path of another space, an empty one, and a tolerance that is none")
{
    const ArmSetup arm(armAndPost(1.2, 0.0, 0.1)), other(armAndPost(1.2, 0.0, 0.1));
    og::PathGeometric path = pathOf(other, {{-1, 0}, {-1, 1}}), empty(arm.si);
    CHECK_THROWS_WITH(smoothPath(arm.mapping, path), Contains("another state space"));
    CHECK_THROWS_WITH(smoothPath(arm.mapping, empty), Contains("no states"));
    for (const double tolerance : {0.0, -1.0, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()})
    {
        SmoothingOptions options;
        options.tolerance = tolerance;
        og::PathGeometric own = pathOf(arm, {{-1, 0}, {-1, 1}});
        CHECK_THROWS_AS(smoothPath(arm.mapping, own, options), InputError);
    }
}
