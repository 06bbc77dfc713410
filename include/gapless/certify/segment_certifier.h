// Resumable exact check of one motion by adaptive bisection.
//
// Schwarzer, Saha, Latombe: "Exact Collision Checking of Robot Paths", WAFR 2002, sections 3.1 and 3.4.
#pragma once

#include <memory>
#include <vector>

#include <gapless/certify/certify_result.h>
#include <gapless/kinematics/motion.h>

namespace gapless {

/// Holds the priority queue of sub-segments that are not yet proven free, most uncovered first, and the poses computed so
/// far. One step takes the first entry; the caller may stop after any step, keep the certifier with its edge and go on later.
///
/// Verdict::Free is a proof for all t in [0,1]; Verdict::Collision comes with a witness; see verdict.h.
/// One certifier is used by one thread at a time; several may share a scene.
class SegmentCertifier
{
public:
    /// The motion from q0 to q1, interpolated joint by joint as motion.h says.
    /// @throws InputError if a configuration does not fit the scene's model, or an option is out of range.
    SegmentCertifier(std::shared_ptr<const Scene> scene, const Configuration& q0, const Configuration& q1,
                     const CertifyOptions& options = {});
    ~SegmentCertifier();
    SegmentCertifier(SegmentCertifier&&) noexcept;
    SegmentCertifier& operator=(SegmentCertifier&&) noexcept;

    /// Starts over with another motion, keeping memory; options and scene stay.
    void reset(const Configuration& q0, const Configuration& q1);

    /// True once the verdict is final; further steps change nothing.
    bool isDone() const;
    /// Works on the most uncovered sub-segment. Does nothing once done.
    void step();
    /// Steps until done or the budget is spent. @return the verdict, Undecided if it is still open.
    Verdict run(const Budget& budget = {});

    /// The uncovered length of the first queue entry, metres: the segment's priority in a path. 0 once done.
    double uncoveredLength() const;
    CertifyResult result() const;

    /// Where the motion is not proven free so far, one entry per queue entry, in no order; they may overlap. Every t outside all of
    /// them is proven free, for every pair. What lies behind a witness, or was given up for rounding, counts as not proven to the end.
    std::vector<UncoveredInterval> uncoveredIntervals() const;

private:
    class Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace gapless
