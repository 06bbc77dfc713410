// What every answer of continuous collision detection must keep, as lists of violations: empty for a sound implementation.
//
// The implementation is a function, so that the same checks run on ArticulatedCollision, on a slow sound one (articulated_slow.h) and
// on those broken on purpose (articulated_broken.h), which they must catch.
#pragma once

#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "support/reference_scene.h"
#include "support/scene_builder.h"

#include <gapless/certify/articulated_collision.h>

namespace gapless::test {

/// The implementation under test.
using Articulated = std::function<ArticulatedResult(const std::shared_ptr<const Scene>&, const Configuration& q0,
                                                    const Configuration& q1, const ArticulatedOptions&, const Budget&)>;

/// ArticulatedCollision that solves the equations of features, too.
ArticulatedResult solvingEquations(const std::shared_ptr<const Scene>& scene, const Configuration& q0, const Configuration& q1,
                                   const ArticulatedOptions& options, const Budget& budget);

/// A contact between two named objects. What is not set is not checked.
struct ExpectedContact
{
    std::string a, b;
    /// Middle of the nearest points at the first contact, world, metres.
    std::optional<Vec3> middle;
    /// Unit vector from a to b.
    std::optional<Vec3> normal;
    std::optional<Feature> feature_a, feature_b;
};

struct ArticulatedMotion
{
    std::string name;
    std::shared_ptr<const Scene> scene;
    Configuration q0, q1;
    /// Bound of the relative speed of any two points of two objects, metres per motion.
    double speed = std::numeric_limits<double>::infinity();
};

/// A motion and what is known about it in closed form.
struct ArticulatedCase : ArticulatedMotion
{
    /// When the distance of a pair first comes down to its clearance; nothing for a free motion.
    std::optional<double> toc;
    /// Rounding of that closed form, and of the coordinates of the scene where they are not exact.
    double toc_error = 1e-14;
    /// The same of the reversed motion, where it is known.
    std::optional<double> toc_backwards;
    /// Where toc is not known: some pair is in contact at this t, and perhaps before.
    std::optional<double> contact_by;
    /// No pair ever gets nearer than its clearance: whether that is a contact is not for doubles to prove.
    bool touches_only = false;
    /// The pairs that touch at toc.
    std::vector<ExpectedContact> contacts;
    /// Free: the smallest distance, and the smallest of distance - clearance.
    std::optional<double> distance, excess;
};

/// Distances along one motion by code that shares nothing with gapless' trees, motions and bounds.
class MotionOracle
{
public:
    explicit MotionOracle(const ArticulatedMotion& motion);

    /// Distance - clearance of a pair at t.
    double excessOf(PairIndex pair, double t) const;
    /// The smallest of all pairs.
    double excess(double t) const;
    /// Is it surely a contact? The distance that a checker tells is an upper bound: where two overlap it is some 1e-13 m, not 0.
    bool isContact(PairIndex pair, double t) const { return excessOf(pair, t) <= 0.0; }
    /// How fast the first pair closes in just before its contact at t, metres per motion.
    double closingSpeed(double t) const;
    /// A gap as small as this may be too small for doubles to tell from contact, metres.
    double doubt() const { return doubt_; }
    const ReferenceScene& reference() const { return reference_; }
    ReferenceScene::Poses poses(double t) const { return reference_.poses(motion_.q0, motion_.q1, t); }

private:
    const ArticulatedMotion& motion_;
    ReferenceScene reference_;
    double doubt_;
};

/// Whatever the motion: numbers in range, the contacts on the objects and features that they name.
std::vector<std::string> formViolations(const ArticulatedMotion& motion, const ArticulatedOptions& options,
                                        const ArticulatedResult& result);

/// SegmentCertifier on the motion cut off before what is said to be proven free ends, and after what is said to be a proven contact.
std::vector<std::string> proofViolations(const ArticulatedMotion& motion, const ArticulatedOptions& options,
                                         const ArticulatedResult& result);

/// Both, and the closed form: verdict, time, and the expected contacts.
std::vector<std::string> caseViolations(const ArticulatedCase& motion, const ArticulatedOptions& options,
                                        const ArticulatedResult& result);

/// Time tolerances 1e-3, 1e-6 and 1e-9, each with a tolerance that does not shrink below 1e-6 m.
std::vector<ArticulatedOptions> severalTolerances();

/// Runs the cases at each of the options. Each entry starts with the name of its case.
std::vector<std::string> articulatedViolations(const Articulated& check, const std::vector<ArticulatedCase>& cases,
                                               const std::vector<ArticulatedOptions>& options = severalTolerances());

/// "verdict, [lo, hi], ..." with all digits, for messages.
std::string describe(const ArticulatedMotion& motion, const ArticulatedOptions& options, const ArticulatedResult& result);

// Defined in articulated_contact_checks.cpp; called by formViolations and caseViolations.
void checkContactForm(const ArticulatedMotion& motion, const ArticulatedOptions& options, const ArticulatedResult& result,
                      const MotionOracle& oracle, std::vector<std::string>& out);
void checkExpectedContacts(const ArticulatedCase& motion, const ArticulatedOptions& options, const ArticulatedResult& result,
                           std::vector<std::string>& out);

}  // namespace gapless::test
