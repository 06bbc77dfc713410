#include "path_audit.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include <gapless/certify/articulated_collision.h>
#include <gapless/ompl/path_certification.h>

namespace gapless::apps {
namespace {

using Clock = std::chrono::steady_clock;

/// Metres: what the second judgement takes for a contact where rounding tells none from a gap, and reports as unproven.
constexpr double kFine = 1e-9;

/// Whether the pair, whose distance is known from above, is in contact or nearer than its clearance.
bool touches(const Scene& scene, const ClosePair& pair)
{
    return pair.distance <= scene.pair(pair.pair).clearance;
}

bool collides(const Scene& scene, const PathResult& result)
{
    return result.verdict == Verdict::Collision && result.witness && touches(scene, *result.witness);
}

enum class Judgement
{
    Free,
    Collides,
    Close,
    Undecided
};

Judgement judgementOf(const Scene& scene, const PathResult& result)
{
    switch (result.verdict)
    {
        case Verdict::Free: return Judgement::Free;
        case Verdict::Collision: return collides(scene, result) ? Judgement::Collides : Judgement::Close;
        case Verdict::Undecided: break;
    }
    return Judgement::Undecided;
}

/// A path under audit, and the time left for it.
class Auditor
{
public:
    Auditor(std::shared_ptr<const Scene> scene, const std::vector<Configuration>& path, const AuditOptions& options)
        : scene_(std::move(scene)), path_(path), options_(options)
    {}

    // Certifies from state `next` on, up to the first segment that is not free, judges that one, and goes on behind it. The certification
    // does not try smaller tolerances by itself: judgeAgain() does, after what costs less.
    PathAudit run() const
    {
        PathAudit audit;
        bool close = false;
        for (std::size_t next = 0; (next == 0 || next + 1 < path_.size()) && !audit.missed_collision;)
        {
            PathCertificationOptions once = remaining();
            once.smallest_tolerance = once.tolerance;
            const std::vector<Configuration> rest(path_.begin() + static_cast<std::ptrdiff_t>(next), path_.end());
            const PathResult whole = certifyPath(scene_, rest, once);
            Judgement judgement = judgementOf(*scene_, whole);
            if (judgement == Judgement::Free)
                break;
            const std::size_t failed = next + whole.segment.value_or(0);
            if (judgement == Judgement::Close)
            {
                close = true;
                judgement = judgeAgain(failed);
            }
            audit.missed_collision = judgement == Judgement::Collides;
            audit.undecided = audit.undecided || judgement == Judgement::Undecided;
            next = failed + 1;
        }
        audit.undecided = audit.undecided && !audit.missed_collision;
        audit.certified = !audit.missed_collision && !audit.undecided;
        audit.near_miss = close && !audit.missed_collision;
        audit.seconds = elapsed();
        return audit;
    }

private:
    double elapsed() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }
    double left() const { return std::max(0.0, options_.seconds - elapsed()); }

    PathCertificationOptions remaining() const
    {
        PathCertificationOptions certification;
        certification.tolerance = options_.tolerance;
        certification.seconds = left();
        return certification;
    }

    /// The segment that begins with state `first`; a path of one state stands still.
    ///
    /// In turn: the first contact at four tolerances, where Free and a proven contact are both final; bisection with ever smaller
    /// tolerances; and a search for a provable contact about each time that looked like one. Only what none of them settles is undecided.
    Judgement judgeAgain(std::size_t first) const
    {
        const Configuration& q0 = path_[first];
        const Configuration& q1 = path_[std::min(first + 1, path_.size() - 1)];
        std::vector<double> suspects;
        // A proven contact is one whatever the tolerances. The wider they are, the deeper in the contact a proof is tried.
        for (const auto& [time_tolerance, tolerance] : {std::pair{1e-6, kFine}, {1e-4, 1e-5}, {1e-3, 1e-3}, {1e-2, 1e-2}})
        {
            ArticulatedOptions articulated;
            articulated.tolerance = tolerance;
            articulated.time_tolerance = time_tolerance;
            Budget budget;
            budget.seconds = left();
            const ArticulatedResult contact = ArticulatedCollision(scene_, articulated).check(q0, q1, budget);
            if (contact.verdict == Verdict::Free)
                return Judgement::Free;
            if (contact.verdict == Verdict::Collision && contact.contact_proved)
                return Judgement::Collides;
            suspects.push_back(contact.time_of_contact.upper);
        }
        const PathResult finer = certifyPath(scene_, {q0, q1}, remaining());
        const Judgement judgement = judgementOf(*scene_, finer);
        if (judgement == Judgement::Free || judgement == Judgement::Collides)
            return judgement;
        suspects.push_back(finer.t);
        for (const double t : suspects)
            if (touchesNear(q0, q1, t))
                return Judgement::Collides;
        return Judgement::Undecided;
    }

    /// Whether a contact can be proven in some short piece of the motion that begins at t or ends there: a shallow contact is soon over, and a
    /// proof has to be tried while it lasts.
    bool touchesNear(const Configuration& q0, const Configuration& q1, double t) const
    {
        ArticulatedOptions wide;
        wide.tolerance = wide.time_tolerance = 0.1;
        ArticulatedCollision articulated(scene_, wide);
        const auto at = [&](double s) { return interpolate(scene_->model(), q0, q1, std::clamp(s, 0.0, 1.0)); };
        for (double length = 1e-7; length < 1.0; length *= 2.0)
            for (const double end : {t + length, t - length})
            {
                Budget budget;
                budget.seconds = left();
                if (articulated.check(at(t), at(end), budget).contact_proved)
                    return true;
            }
        return false;
    }

    std::shared_ptr<const Scene> scene_;
    const std::vector<Configuration>& path_;
    AuditOptions options_;
    Clock::time_point start_ = Clock::now();
};

}  // namespace

PathAudit auditPath(const std::shared_ptr<const Scene>& scene, const std::vector<Configuration>& path,
                    const AuditOptions& options)
{
    return Auditor(scene, path, options).run();
}

}  // namespace gapless::apps
