// Problem, path and what is proven of it, put together into what is to be seen at one instant.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <gapless/io/problem.h>

#include "path_player.h"
#include "path_verdict.h"
#include "renderer.h"
#include "shown.h"
#include "square_view.h"
#include "swept_poses.h"

namespace gapless::viewer {

/// A collision on the path, where and between whom.
struct WitnessNote
{
    PathPlace place;
    ClosePair close;
    /// Two lines: "'rod' and 'cage'", "0.4 mm apart, segment 0, t = 0.4321".
    std::string text;
};

class Show
{
public:
    /// `hidden`: per object of the scene; `further` is drawn besides. @pre there is a segment
    Show(const Problem& problem, std::vector<PlayedSegment> segments, IndexedVector<ObjectIndex, bool> hidden,
         const std::vector<ColouredSurface>& further = {});

    const Problem& problem() const { return problem_; }
    const Scene& scene() const { return *problem_.scene; }
    const PathPlayer& player() const { return player_; }
    const DrawnScene& drawn() const { return drawn_; }
    Stage stage(const Camera& camera) const;
    /// Everything that moves, and what is near, seen from the camera's side; `aspect` and `covered_below` as Camera::fit() has them.
    void fitRobots(Camera& camera, double aspect, double covered_below = 0.0) const;
    /// The whole scene.
    void fitAll(Camera& camera, double aspect, double covered_below = 0.0) const;

    /// What the ghosts and colours tell is chosen by `shown`.
    View viewAt(const PathPlace& place, const Camera& camera, const Shown& shown, const PathVerdict& verdict);
    /// The two objects that viewAt() paints over there.
    std::optional<Mark> markAt(const PathPlace& place, const Shown& shown, const PathVerdict& verdict) const;
    /// Of the segment of `place`, if it is shown there: at the witness, or so near that nobody sees the difference.
    std::optional<WitnessNote> witnessAt(const PathPlace& place, const PathVerdict& verdict) const;
    std::optional<WitnessNote> firstWitness(const PathVerdict& verdict) const;
    const SweptPoses& swept();

    /// To be drawn beside the scene. @pre of the path that is played
    void setSquare(SquareView square) { square_ = std::move(square); }
    const std::optional<SquareView>& square() const { return square_; }

private:
    WitnessNote noteOf(std::size_t segment, const SegmentVerdict& verdict) const;

    const Problem& problem_;
    PathPlayer player_;
    IndexedVector<ObjectIndex, bool> hidden_;
    DrawnScene drawn_;
    Bounds moving_, all_;
    double touching_;  // distances up to this are rounding, metres
    std::optional<SweptPoses> swept_;
    std::optional<SquareView> square_;
};

}  // namespace gapless::viewer
