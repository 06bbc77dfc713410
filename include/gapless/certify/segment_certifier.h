// Resumable exact check of one motion by adaptive bisection.
//
// Schwarzer, Saha, Latombe: "Exact Collision Checking of Robot Paths", WAFR 2002, sections 3.1 and 3.4.
#pragma once

#include <gapless/certify/motion_certifier.h>

namespace gapless {

/// Holds the priority queue of sub-segments that are not yet proven free, most uncovered first, and the poses computed so
/// far. One step takes the first entry; the caller may stop after any step.
class SegmentCertifier final : public MotionCertifier
{
public:
    /// Without a motion yet. @throws InputError if an option is out of range.
    SegmentCertifier(std::shared_ptr<const Scene> scene, const CertifyOptions& options);
    /// Begun with the motion from q0 to q1. @throws InputError as the other, and as reset().
    SegmentCertifier(std::shared_ptr<const Scene> scene, const Configuration& q0, const Configuration& q1,
                     const CertifyOptions& options = {});
    ~SegmentCertifier() override;
    SegmentCertifier(SegmentCertifier&&) noexcept;
    SegmentCertifier& operator=(SegmentCertifier&&) noexcept;

    void reset(const Configuration& q0, const Configuration& q1) override;
    void resetTube(const Configuration& q0, const Configuration& q1, const MotionTube& tube) override;
    bool isDone() const override;
    /// Works on the most uncovered sub-segment. Does nothing once done.
    void step();
    using MotionCertifier::run;
    Verdict run(const Budget& budget) override;
    /// The uncovered length of the first queue entry.
    double uncoveredLength() const override;
    CertifyResult result() const override;
    /// One per queue entry, and one per part between them that is not proven to be outside of everything.
    std::vector<UncoveredInterval> uncoveredIntervals() const override;

private:
    class Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace gapless
