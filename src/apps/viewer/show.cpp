#include "show.h"

#include <algorithm>
#include <cmath>
#include <sstream>

#include <gapless/certify/rounding_floor.h>

namespace gapless::viewer {
namespace {

/// Instants of the path at which the room that the robots take is looked at.
constexpr int kRoomSamples = 24;
/// Of a swept volume: as many instants as make so many triangles, within limits.
constexpr std::size_t kSweptTriangles = 400000, kFewestInstants = 24, kMostInstants = 96;
/// A witness is shown this long before and after it, seconds of playing.
constexpr double kWitnessShown = 0.02;

bool standsAt(const IndexedVector<BodyIndex, Pose>& x, const IndexedVector<BodyIndex, Pose>& y)
{
    for (const BodyIndex i : x.indices())
        if ((x[i].p - y[i].p).norm() > 1e-4 || (x[i].R - y[i].R).norm() > 1e-3)
            return false;
    return true;
}

Eigen::AlignedBox3d inflated(const Eigen::AlignedBox3d& box, double factor)
{
    const Vec3 half = 0.5 * factor * box.diagonal().norm() / std::sqrt(3.0) * Vec3::Ones();
    return {box.center() - half.cwiseMax(0.5 * box.sizes()), box.center() + half.cwiseMax(0.5 * box.sizes())};
}

}  // namespace

Show::Show(const Problem& problem, std::vector<PlayedSegment> segments, IndexedVector<ObjectIndex, bool> hidden,
           const std::vector<ColouredSurface>& further)
    : problem_(problem),
      player_(problem.scene->model(), std::move(segments)),
      hidden_(std::move(hidden)),
      drawn_(drawnScene(
          *problem.scene, [this](ObjectIndex object) { return hidden_[object]; }, further)),
      touching_(2.0 * roundingFloor(*problem.scene))
{
    for (int k = 0; k <= kRoomSamples; ++k)
    {
        const IndexedVector<BodyIndex, Pose> poses = player_.posesAt(player_.placeAt(player_.duration() * k / kRoomSamples));
        for (const ObjectIndex i : scene().objects().indices())
        {
            const CollisionObject& object = scene().object(i);
            if (!hidden_[i] && object.kind != ObjectKind::Obstacle)
                moving_.add(*object.geometry, poses[object.body]);
        }
    }
    all_.box = drawn_.bounds_of_fixed.box;
    all_.box.extend(moving_.box);
    if (all_.box.isEmpty())
        all_.box = Eigen::AlignedBox3d(-Vec3::Ones(), Vec3::Ones());
    if (moving_.box.isEmpty())
        moving_.box = all_.box;
}

Stage Show::stage(const Camera& camera) const
{
    Stage stage;
    stage.lit = inflated(moving_.box, 3.0).intersection(all_.box);
    stage.ground_z = all_.box.min().z();
    // Over the left shoulder.
    const double azimuth = camera.azimuth - 0.9, elevation = 0.95;
    stage.key = {std::cos(elevation) * std::cos(azimuth), std::cos(elevation) * std::sin(azimuth), std::sin(elevation)};
    return stage;
}

void Show::fitRobots(Camera& camera, double aspect, double covered_below) const
{
    camera.fit(inflated(moving_.box, 1.3).intersection(all_.box), aspect, covered_below);
}

void Show::fitAll(Camera& camera, double aspect, double covered_below) const
{
    camera.fit(all_.box, aspect, covered_below);
}

const SweptPoses& Show::swept()
{
    if (!swept_)
    {
        const std::size_t moving = std::max<std::size_t>(1, drawn_.triangleCount() - drawn_.fixed.triangleCount());
        swept_ = sweptPoses(scene(), player_, std::clamp(kSweptTriangles / moving, kFewestInstants, kMostInstants));
    }
    return *swept_;
}

WitnessNote Show::noteOf(std::size_t segment, const SegmentVerdict& verdict) const
{
    WitnessNote note;
    note.place = {segment, verdict.t};
    note.close = *verdict.witness;
    std::ostringstream text;
    text.precision(4);
    const ObjectPair& pair = scene().pair(note.close.pair);
    text << "'" << scene().object(pair.a).name << "' and '" << scene().object(pair.b).name << "'\n";
    if (note.close.distance <= touching_)
        text << "overlap or touch";
    else
        text << note.close.distance * 1e3 << " mm apart";
    text << ", segment " << segment << ", t = " << verdict.t;
    note.text = text.str();
    return note;
}

std::optional<WitnessNote> Show::firstWitness(const PathVerdict& verdict) const
{
    const std::optional<std::size_t> segment = verdict.firstCollision();
    if (!segment)
        return std::nullopt;
    return noteOf(*segment, verdict.segments[*segment]);
}

std::optional<WitnessNote> Show::witnessAt(const PathPlace& place, const PathVerdict& verdict) const
{
    const SegmentVerdict& segment = verdict.segments[place.segment];
    if (!segment.witness || std::abs(player_.secondsAt(place) - player_.secondsAt({place.segment, segment.t})) > kWitnessShown)
        return std::nullopt;
    return noteOf(place.segment, segment);
}

View Show::viewAt(const PathPlace& place, const Camera& camera, const Shown& shown, const PathVerdict& verdict)
{
    View view;
    view.camera = camera;
    view.with_grid = shown.grid;
    view.poses = player_.posesAt(place);
    const auto add_end = [&](const Configuration& q, const Colour& tint) {
        IndexedVector<BodyIndex, Pose> poses = posesOf(scene().model(), q);
        if (!standsAt(poses, view.poses))
            view.ghosts.push_back({{std::move(poses)}, tint, 0.8f, 0.55f});
    };
    const Configuration &start = player_.segments().front().from, &goal = player_.segments().back().to;
    if (shown.start)
        add_end(start, kStartColour);
    if (shown.goal && !standsAt(posesOf(scene().model(), start), posesOf(scene().model(), goal)))
        add_end(goal, kGoalColour);
    if (shown.swept)
        view.ghosts.push_back({swept().instants, kSweptColour, 0.8f, 0.5f});
    view.mark = markAt(place, shown, verdict);
    return view;
}

std::optional<Mark> Show::markAt(const PathPlace& place, const Shown& shown, const PathVerdict& verdict) const
{
    std::optional<Mark> mark;
    const auto paint = [&](PairIndex pair, const Colour& colour, float strength) {
        mark = Mark{scene().pair(pair).a, scene().pair(pair).b, colour, strength};
    };
    if (shown.uncovered)
        for (const UncoveredInterval& interval : verdict.segments[place.segment].uncovered)
            if (interval.pair && interval.time.contains(place.t))
                paint(*interval.pair, kUncoveredColour, 0.6f);
    if (shown.witness)
        if (const std::optional<WitnessNote> note = witnessAt(place, verdict))
            paint(note->close.pair, kWitnessColour, 0.85f);
    return mark;
}

}  // namespace gapless::viewer
