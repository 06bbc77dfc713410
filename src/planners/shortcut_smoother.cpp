#include <gapless/planners/shortcut_smoother.h>

#include <algorithm>
#include <chrono>
#include <random>

#include <gapless/core/error.h>
#include <gapless/ompl/path_certification.h>
#include <gapless/planners/edge_prover.h>

namespace ob = ompl::base;
namespace og = ompl::geometric;

namespace gapless {
namespace {

using Clock = std::chrono::steady_clock;

/// The window grows by the first on success and shrinks by the second on failure: it settles where about one shortcut in five
/// succeeds.
constexpr double kGrow = 1.1, kShrink = 0.976;
constexpr double kSmallestWindow = 1e-6;
/// An end of a shortcut this close to a state of the path, as a fraction of its segment, is that state.
constexpr double kSnap = 1e-3;
/// Less gain than this in `patience` steps ends the smoothing.
constexpr double kConverged = 1e-3;

/// A path that is being shortened: states, and how long the path is up to each.
class Polyline
{
public:
    Polyline(const ob::SpaceInformationPtr& si, const og::PathGeometric& path) : si_(si)
    {
        for (std::size_t i = 0; i < path.getStateCount(); ++i)
            states_.push_back(si_->cloneState(path.getState(static_cast<unsigned int>(i))));
        measure(0);
    }
    ~Polyline()
    {
        for (ob::State* state : states_)
            si_->freeState(state);
    }
    Polyline(const Polyline&) = delete;
    Polyline& operator=(const Polyline&) = delete;

    double length() const { return lengths_.back(); }
    double lengthBetween(std::size_t i, std::size_t j) const { return lengths_[j] - lengths_[i]; }
    std::size_t size() const { return states_.size(); }
    const ob::State* state(std::size_t i) const { return states_[i]; }

    /// A point of the path: `fraction` of the way from state `segment` to the next.
    struct Point
    {
        std::size_t segment = 0;
        double fraction = 0.0;
    };
    /// The point that far along the path, moved onto a state where it is close to one.
    Point at(double length) const
    {
        const auto above = std::upper_bound(lengths_.begin(), lengths_.end(), length);
        const auto next = std::clamp<std::ptrdiff_t>(above - lengths_.begin(), 1, static_cast<std::ptrdiff_t>(size()) - 1);
        Point point;
        point.segment = static_cast<std::size_t>(next - 1);
        const double whole = lengthBetween(point.segment, point.segment + 1);
        point.fraction = whole > 0.0 ? std::clamp((length - lengths_[point.segment]) / whole, 0.0, 1.0) : 0.0;
        if (point.fraction > 1.0 - kSnap)
            return {point.segment + 1, 0.0};
        if (point.fraction < kSnap)
            point.fraction = 0.0;
        return point;
    }

    /// Puts copies of `states` in the place of those strictly between first and last.
    void replace(std::size_t first, std::size_t last, const std::vector<const ob::State*>& states)
    {
        std::vector<ob::State*> fresh;
        fresh.reserve(states.size());
        for (const ob::State* state : states)
            fresh.push_back(si_->cloneState(state));
        const auto begin = states_.begin() + static_cast<std::ptrdiff_t>(first) + 1;
        const auto end = states_.begin() + static_cast<std::ptrdiff_t>(last);
        for (auto it = begin; it != end; ++it)
            si_->freeState(*it);
        const std::size_t room = std::min(fresh.size(), static_cast<std::size_t>(end - begin));
        const auto rest = std::copy_n(fresh.begin(), room, begin);
        const auto at = states_.erase(rest, end);
        states_.insert(at, fresh.begin() + static_cast<std::ptrdiff_t>(room), fresh.end());
        measure(first);
    }

    void writeTo(og::PathGeometric& path) const
    {
        og::PathGeometric result(si_);
        for (const ob::State* state : states_)
            result.append(state);
        path = result;
    }

private:
    void measure(std::size_t from)
    {
        lengths_.resize(states_.size());
        if (from == 0)
            lengths_[0] = 0.0;
        for (std::size_t i = from + 1; i < states_.size(); ++i)
            lengths_[i] = lengths_[i - 1] + si_->distance(states_[i - 1], states_[i]);
    }

    ob::SpaceInformationPtr si_;
    std::vector<ob::State*> states_;
    std::vector<double> lengths_;
};

class Smoother
{
public:
    Smoother(EdgeProver prover, const ob::SpaceInformationPtr& si, Polyline& path, const SmoothingOptions& options)
        : prover_(std::move(prover)),
          si_(si),
          path_(path),
          interrupted_([interrupted = options.interrupted] { return interrupted && interrupted(); }),
          random_(options.seed),
          from_(si->allocState()),
          to_(si->allocState())
    {
        prover_.setKeepsQueues(false);
    }
    ~Smoother()
    {
        si_->freeState(from_);
        si_->freeState(to_);
    }
    Smoother(const Smoother&) = delete;
    Smoother& operator=(const Smoother&) = delete;

    /// Tries one shortcut. @return whether it was taken.
    bool step()
    {
        std::uniform_real_distribution<double> unit(0.0, 1.0);
        const double span = window_ * path_.length();
        const double begin = unit(random_) * (path_.length() - span), length = unit(random_) * span;
        const Polyline::Point p = path_.at(begin), q = path_.at(begin + length);
        if (p.segment == q.segment || (p.segment + 1 == q.segment && q.fraction == 0.0))
        {
            // Straight already: the window is too small for this part of the path.
            window_ = std::min(1.0, window_ * kGrow);
            return false;
        }
        const bool taken = shortcut(p, q);
        window_ = std::clamp(window_ * (taken ? kGrow : kShrink), kSmallestWindow, 1.0);
        return taken;
    }

private:
    const ob::State* stateAt(const Polyline::Point& point, ob::State* room) const
    {
        if (point.fraction == 0.0)
            return path_.state(point.segment);
        si_->getStateSpace()->interpolate(path_.state(point.segment), path_.state(point.segment + 1), point.fraction, room);
        return room;
    }

    bool shortcut(const Polyline::Point& p, const Polyline::Point& q)
    {
        const std::size_t first = p.segment, last = q.fraction == 0.0 ? q.segment : q.segment + 1;
        const ob::State *from = stateAt(p, from_), *to = stateAt(q, to_);
        std::vector<const ob::State*> way{path_.state(first)}, inner;
        if (p.fraction > 0.0)
            way.push_back(from), inner.push_back(from);
        if (q.fraction > 0.0)
            way.push_back(to), inner.push_back(to);
        way.push_back(path_.state(last));
        double length = 0.0;
        for (std::size_t i = 1; i < way.size(); ++i)
            length += si_->distance(way[i - 1], way[i]);
        // Clear of the rounding of sums of lengths.
        if (!(length < path_.lengthBetween(first, last) - 1e-9 * path_.length()))
            return false;
        const auto isValid = [this](const ob::State* state) { return si_->isValid(state); };
        if (!std::all_of(inner.begin(), inner.end(), isValid) || !isFree(way))
            return false;
        path_.replace(first, last, inner);
        return true;
    }

    bool isFree(const std::vector<const ob::State*>& way)
    {
        std::vector<EdgeProof> proofs(way.size() - 1);
        std::vector<EdgeProver::PathEdge> edges;
        for (std::size_t i = 0; i < proofs.size(); ++i)
            edges.push_back({&proofs[i], way[i], way[i + 1]});
        return prover_.prove(edges, interrupted_).state == EdgeProof::State::Free;
    }

    EdgeProver prover_;
    ob::SpaceInformationPtr si_;
    Polyline& path_;
    ob::PlannerTerminationCondition interrupted_;
    std::mt19937_64 random_;
    double window_ = 1.0;
    ob::State *from_, *to_;
};

}  // namespace

SmoothingResult smoothPath(const std::shared_ptr<const StateMapping>& mapping, og::PathGeometric& path,
                           const SmoothingOptions& options)
{
    const ob::SpaceInformationPtr& si = path.getSpaceInformation();
    if (si->getStateSpace().get() != mapping->space().get())
        throw InputError("smoothing: the path is of another state space than the mapping");
    kToleranceRange.require(options.tolerance, "smoothing: the tolerance");
    if (path.getStateCount() == 0)
        throw InputError("smoothing: the path has no states");
    const auto start = Clock::now();
    const auto isOver = [&] {
        return std::chrono::duration<double>(Clock::now() - start).count() >= options.seconds
               || (options.interrupted && options.interrupted());
    };
    SmoothingResult result;
    result.length_before = result.length_after = path.length();
    PathCertificationOptions certification;
    certification.validator = options.validator;
    certification.tolerance = options.tolerance;
    certification.interrupted = isOver;
    result.certification = certifyPath(*mapping, path, certification);
    result.certification_seconds = std::chrono::duration<double>(Clock::now() - start).count();
    if (result.certification.verdict != Verdict::Free || path.getStateCount() < 3)
        return result;

    Polyline line(si, path);
    Smoother smoother(EdgeProver(mapping, options.tolerance, options.validator), si, line, options);
    double milestone = line.length();
    std::uint64_t since = 0;
    while (result.steps < options.steps && since < options.patience && line.size() > 2 && !isOver())
    {
        ++result.steps;
        ++since;
        if (!smoother.step())
            continue;
        ++result.shortcuts;
        if (line.length() < (1.0 - kConverged) * milestone)
        {
            milestone = line.length();
            since = 0;
        }
        if (options.progress)
            options.progress(result.steps, line.length());
    }
    line.writeTo(path);
    result.length_after = path.length();
    return result;
}

}  // namespace gapless
