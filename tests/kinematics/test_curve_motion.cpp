#include <catch2/catch.hpp>

#include "support/scene_builder.h"

#include <gapless/core/error.h>
#include <gapless/kinematics/curve_motion.h>

using namespace gapless;
using namespace gapless::test;
using Catch::Matchers::Contains;

namespace {

KinematicModel slideAndFloat()
{
    SceneBuilder builder;
    builder.joint(kWorld, {}, JointType::Prismatic);
    builder.joint(kWorld, {}, JointType::Floating);
    return builder.model;
}

CurvePiece piece(double begin, double end, const Bernstein& slide)
{
    CurvePiece p{begin, end, std::vector<JointFunction>(8)};
    p.variables[0] = slide;
    p.variables[7] = 1.0;
    return p;
}

}  // namespace

TEST_CASE("A curve is where its pieces are, and stays at its ends")
{
    const CurveMotion curve(slideAndFloat(), {piece(1, 3, Bernstein::line(0, 2)), piece(3, 4, Bernstein::line(2, 0))});
    CHECK(curve.begin() == 1.0);
    CHECK(curve.end() == 4.0);
    const double times[] = {0.0, 1.0, 2.0, 3.0, 3.5, 4.0, 5.0}, values[] = {0, 0, 1, 2, 1, 0, 0};
    for (std::size_t i = 0; i < 7; ++i)
        CHECK(curve.at(times[i])[0] == Approx(values[i]).margin(1e-12));
    CHECK(curve.at(2.0)[7] == 1.0);
}

TEST_CASE("What is no curve is refused in words that say where")
{
    const KinematicModel model = slideAndFloat();
    const auto refused = [&](std::vector<CurvePiece> pieces, const std::string& words) {
        CHECK_THROWS_MATCHES(CurveMotion(model, std::move(pieces)), InputError,
                             Catch::Matchers::Predicate<InputError>(
                                 [&](const InputError& e) { return std::string(e.what()).find(words) != std::string::npos; }));
    };
    refused({}, "needs a piece");
    refused({piece(1, 0, 0.0)}, "piece 0 of the curve goes from");
    refused({piece(-1.7e308, 1.7e308, 0.0)}, "piece 0 of the curve goes from");
    refused({piece(0, 1, 0.0), piece(1.5, 2, 0.0)}, "piece 1 of the curve begins at 1.5");
    refused({piece(0, 1, 0.0), piece(1, 2, 0.5)}, "piece 1 of the curve: variable 0 jumps");
    refused({piece(0, 1, Interval(0.0, std::numeric_limits<double>::infinity()))},
            "variable 0 has a coefficient that is not finite");
    CurvePiece turning = piece(0, 1, 0.0);
    turning.variables[5] = Bernstein::line(0, 1);
    refused({turning}, "turns the floating joint 'joint_2'");
    turning.variables.pop_back();
    refused({turning}, "has 7 functions; the model has 8 variables");
    // A range that holds the end before it is no jump.
    CHECK_NOTHROW(CurveMotion(model, {piece(0, 1, 0.5), piece(1, 2, Interval(0.0, 1.0))}));
}
