// Exact check of a motion along a curve.
//
// A part of the curve is proven as a straight motion with a tube (motion.h): from the configuration at the part's beginning to that at its
// end, with the deviation of each joint from its straight line, by Bernstein coefficients (bernstein.h), and the tracking error on top.
// What a tube does not allow to be proven is halved, the earlier half first. Deviations shrink with the square of a part's length, as the
// chord's do of a point that is accelerated: with q'' the joints' second derivatives, sum |q''_d| R_d h^2 / 8 is what the acceleration of a
// point would gain. A planar joint whose x and y are arcs, and whose heading goes straight with them, turns about their centre (PlanarTurn):
// its deviation is from that turn, of any length, and next to nothing for a car's curve.
//
// Halving does not help where the curve stands still in its tube and is not proven either: at that instant the curve collides, or its
// tracking error leaves it open. The earliest such instant, searched for by halving as well, is the answer.
//
// Timing. Where obstacles stand still, and robots move along the curve together, the same curve driven slower or faster is proven, too. Where
// they are joints of the curve themselves (moving_bodies.h), it is not.
#pragma once

#include <memory>
#include <vector>

#include <gapless/certify/certify_result.h>
#include <gapless/certify/validator_kind.h>
#include <gapless/kinematics/curve_motion.h>

namespace gapless {

struct CurveOptions
{
    /// Who judges the parts. @pre exact
    ValidatorKind validator = ValidatorKind::Adaptive;
    /// Of witnesses, in kToleranceRange: a pair at distance <= clearance + tolerance may be called a collision, where no proof was found.
    double tolerance = 1e-3;
    /// Where the witness is only close (farther than the clearance asked for), or the tracking error leaves it open, it is tried again with a
    /// smaller tolerance, down to this; in kToleranceRange.
    double smallest_tolerance = 1e-12;
    /// Largest width of the interval that holds the first contact, or the first instant that stays undecided, seconds; positive.
    double time_tolerance = 1e-6;
    /// Go on with what lies before a witness, to the first contact. Otherwise any witness ends it.
    bool find_first = true;
    /// How far each joint may be from the curve at any time, by variable (Motion::resetTube()): all of that is proven. Empty: nowhere.
    Configuration tracking_error = Configuration();
};

/// Proven of a part of the curve.
struct ProvenPart
{
    Interval time;           ///< seconds
    double clearance = 0.0;  ///< lower bound of the smallest distance of any active pair, metres
};

struct [[nodiscard]] CurveResult
{
    /// Free: proven at every time, within all of the tracking error. Collision: with a witness, of the curve itself. Undecided: the budget
    /// ran out, or from `time` on the tracking error or rounding keeps it from being proven.
    Verdict verdict = Verdict::Undecided;
    /// Collision: the pair at `configuration`. Undecided, where known: a pair that is not proven.
    std::optional<ClosePair> witness;
    /// Collision: the curve is proven free before time.lower, and has the witness at time.upper. Undecided: the first interval that is not
    /// proven. Seconds.
    Interval time;
    /// Proven free on [begin, last_safe), seconds; the end when free.
    double last_safe = 0.0;
    /// At the witness: on the curve to within 1e-9, or a thousandth of the tolerance.
    Configuration configuration;
    /// Lower bound of the smallest distance of any active pair before last_safe, metres (infinity without pairs).
    double certified_clearance = std::numeric_limits<double>::infinity();
    /// What that bound is made of, in order, without gaps up to last_safe.
    std::vector<ProvenPart> profile;
    /// Straight motions judged.
    std::uint64_t motions = 0;
    CertifyStatistics statistics;
};

/// Keeps its memory from one curve to the next. Used by one thread at a time; several may share a scene.
class CurveCertifier
{
public:
    /// @throws InputError if there is no scene, or an option is out of range.
    CurveCertifier(std::shared_ptr<const Scene> scene, const CurveOptions& options);
    ~CurveCertifier();
    CurveCertifier(const CurveCertifier&) = delete;
    CurveCertifier& operator=(const CurveCertifier&) = delete;

    /// @param budget its steps are straight motions judged
    /// @throws InputError if the curve does not fit the scene's model.
    CurveResult certify(const CurveMotion& curve, const Budget& budget = {});

private:
    class Search;
    std::unique_ptr<Search> search_;
};

/// One curve. @throws InputError as CurveCertifier.
CurveResult certifyCurve(const std::shared_ptr<const Scene>& scene, const CurveMotion& curve, const CurveOptions& options = {},
                         const Budget& budget = {});

}  // namespace gapless
