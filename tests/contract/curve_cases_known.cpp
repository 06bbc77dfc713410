// Joint trajectories whose answer is known in closed form.
#include <cmath>

#include "contract/bezier_reference.h"
#include "contract/sampled_curve.h"
#include "support/scene_builder.h"

namespace gapless::test {
namespace {

CurveCase bezierCase(const std::string& name, const SceneBuilder& builder, const BezierCurve& bezier, double tolerance)
{
    const auto scene = builder.build();
    CurveCase out{name, scene, motionOf(scene->model(), bezier), {}};
    out.at = [bezier](double t) { return valueAt(bezier, t); };
    out.tolerance = tolerance;
    return out;
}

/// A ball of radius 1/8 on two slides, and a wall above it whose face is at y = `face`.
SceneBuilder ballAndWall(double face)
{
    SceneBuilder builder;
    const BodyIndex x = builder.joint(kWorld, {}, JointType::Prismatic, Vec3::UnitX());
    builder.link("ball", builder.joint(x, {}, JointType::Prismatic, Vec3::UnitY()), Sphere{0.125});
    builder.obstacle("wall", Box{Vec3(4, 0.5, 4)}, at(0, face + 0.5, 0));
    return builder;
}

/// Polynomials that turn back: their ends tell nothing of how high they get. All numbers are exact.
struct Lob
{
    const char* name;
    std::vector<long double> points;  ///< Bezier points over [0,1]
    double top, when;
    double bend;  ///< second derivative there, negated
};

const Lob kLobs[] = {
    {"parabola", {0, 2, 0}, 1.0, 0.5, 8.0},
    // 27/4 s (1 - s)^2 has its top at 1/3, backwards at 2/3.
    {"cubic that turns back early", {0, 2.25L, 0, 0}, 1.0, 1.0 / 3.0, 13.5},
    {"cubic that turns back late", {0, 0, 2.25L, 0}, 1.0, 2.0 / 3.0, 13.5},
    // 63/4 s^2 (1 - s)^2: at rest at both ends.
    {"quartic from rest to rest", {0, 0, 2.625L, 0, 0}, 0.984375, 0.5, 15.75},
};

void addLobs(std::vector<CurveCase>& out)
{
    for (const Lob& lob : kLobs)
        for (const double gap : {0x1p-3, 0x1p-10, 0x1p-20, 0.0, -0x1p-20, -0x1p-10, -0x1p-3})
            for (const bool is_last : {false, true})
            {
                // Alone, or as the last of two pieces after one that keeps away from the wall.
                BezierCurve curve;
                double begin = 2.0;
                if (is_last)
                {
                    curve.push_back({begin, begin + 2.0, {{-1, -1}, {-4, 1, 0}}});
                    begin += 2.0;
                }
                curve.push_back({begin, begin + 1.0, {{-1, 1}, lob.points}});
                CurveCase lobbed = bezierCase(
                    std::string(lob.name) + " beneath a wall, gap " + digits(gap) + (is_last ? ", last piece" : ""),
                    ballAndWall(lob.top + 0.125 + gap), curve, gap == 0.0 ? 1e-6 : 0.125 * std::min(std::abs(gap), 0.01));
                lobbed.must_decide = gap != 0.0;
                if (gap > 0.0)
                    lobbed.excess_at_least = lobbed.smallest_distance_at_most = gap;
                else
                    lobbed.contact = begin + lob.when;
                // The parabola's first contact is known.
                if (gap <= 0.0 && lob.points.size() == 3)
                    lobbed.contact = begin + lob.when - std::sqrt(-gap / (0.5 * lob.bend)) + 1e-14;
                sampleCurve(lobbed, 200);
                out.push_back(std::move(lobbed));
            }
}

/// A speck that crosses a foil of a micrometre, from rest to rest and otherwise: no grid of samples sees it.
void addFoils(std::vector<CurveCase>& out)
{
    Random random(121);
    const std::vector<std::vector<long double>> slides = {{0, 0, 8, 8}, {0, 0, 0, 8, 8, 8}, {0, 8, 0, 8}, {8, -8, 16, 0}};
    for (int i = 0; i < 24; ++i)
    {
        const BezierCurve curve{{0.0, 1.0, {slides[static_cast<std::size_t>(i) % slides.size()]}}};
        const double t = random.uniform(0.1, 0.9);
        SceneBuilder b;
        b.link("speck", b.joint(kWorld, {}, JointType::Prismatic, Vec3::UnitX()), Box{Vec3::Constant(1e-4)});
        b.obstacle("foil", Box{Vec3(5e-7, 1, 1)}, at(valueAt(curve, t)[0], 0, 0));
        CurveCase foil = bezierCase("foil " + std::to_string(i), b, curve, 1e-5);
        foil.contact = t;
        sampleCurve(foil, 100);
        out.push_back(std::move(foil));
    }
}

/// A Bezier curve that cuts the corner of two way-points, with a bead on it: the polygon misses it.
void addBlends(std::vector<CurveCase>& out)
{
    for (const double radius : {0x1p-7, 0x1p-4})
        for (const double gap : {0x1p-12, -0x1p-12})
        {
            // (-(1 - s)^2, -s^2), at (-1/4, -1/4) in the middle, nearest to what is below its diagonal.
            SceneBuilder builder;
            const BodyIndex x = builder.joint(kWorld, {}, JointType::Prismatic, Vec3::UnitX());
            builder.link("ball", builder.joint(x, {}, JointType::Prismatic, Vec3::UnitY()), Sphere{radius});
            const double centre = -0.25 - (2 * radius + gap) * std::sqrt(0.5);
            builder.obstacle("bead", Sphere{radius}, at(centre, centre, 0));
            CurveCase blend = bezierCase("blend past a bead, radius " + digits(radius) + ", gap " + digits(gap), builder,
                                         {{0.0, 1.0, {{-1, 0, 0}, {0, 0, -1}}}}, 0.1 * std::abs(gap));
            // The curve is flatter than any circle about the bead.
            if (gap > 0.0)
            {
                blend.excess_at_least = gap - 1e-14;
                blend.smallest_distance_at_most = gap + 1e-14;
            }
            else
                blend.contact = 0.5;
            sampleCurve(blend, 200);
            out.push_back(std::move(blend));
        }
}

/// Values are literal: a continuous joint goes on for more than a turn, and a follower for twice as many.
void addLongTurns(std::vector<CurveCase>& out)
{
    for (const bool follows : {false, true})
        for (const double angle : {2.0, -2.0})
        {
            SceneBuilder builder;
            const BodyIndex wheel = builder.joint(kWorld, {}, JointType::Continuous);
            const BodyIndex arm =
                follows ? builder.joint(kWorld, at(0, 0, 1), JointType::Revolute, Vec3::UnitZ(), Mimic{wheel, 2.0, 0.25}) : wheel;
            builder.link("bar", arm, Box{Vec3(0.5, 0.01, 0.01)}, at(0.5, 0, 0));
            // The short way to ten radians, -2.57, passes one of the two angles.
            builder.obstacle("bead", Sphere{1e-3}, at(0.9 * std::cos(angle), 0.9 * std::sin(angle), follows ? 1 : 0));
            const double direct = std::fmod(angle + 2 * M_PI, 2 * M_PI), t = (follows ? 0.5 * (direct - 0.25) : direct) / 10;
            CurveCase turn =
                bezierCase(std::string("turn by ten radians") + (follows ? ", follower" : "") + ", bead at " + digits(angle),
                           builder, {{0.0, 1.0, {{0, 10}}}}, 1e-5);
            turn.contact = t;
            sampleCurve(turn, 200);
            out.push_back(std::move(turn));
        }
}

/// Two balls thrown at each other meet in the middle, or pass each other by `gap`.
void addMeetings(std::vector<CurveCase>& out)
{
    for (const double gap : {0x1p-10, -0x1p-10})
    {
        SceneBuilder builder;
        for (const double side : {1.0, -1.0})
        {
            const BodyIndex x = builder.joint(kWorld, at(0, 0, 0.5 * side * (0.25 + gap)), JointType::Prismatic, Vec3::UnitX());
            builder.link(side > 0 ? "upper" : "lower", builder.joint(x, {}, JointType::Prismatic, Vec3::UnitY()), Sphere{0.125});
        }
        CurveCase meeting = bezierCase("two balls meet, gap " + digits(gap), builder,
                                       {{0.0, 1.0, {{-2, 2}, {0, 2, 0}, {2, -2}, {0, 2, 0}}}}, 0x1p-14);
        if (gap > 0.0)
            meeting.excess_at_least = meeting.smallest_distance_at_most = gap;
        else
            meeting.contact = 0.5;
        sampleCurve(meeting, 200);
        out.push_back(std::move(meeting));
    }
}

std::vector<CurveCase> makeKnownCases()
{
    std::vector<CurveCase> out;
    addLobs(out);
    addFoils(out);
    addBlends(out);
    addLongTurns(out);
    addMeetings(out);
    return out;
}

}  // namespace

const std::vector<CurveCase>& knownCurveCases()
{
    static const std::vector<CurveCase> cases = makeKnownCases();
    return cases;
}

}  // namespace gapless::test
