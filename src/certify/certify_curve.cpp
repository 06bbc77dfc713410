// Parts of the curve lie on a stack, the earliest on top: all before the top one is proven. A part that is not proven is halved, until it
// is narrower than the tolerance: then it is the answer. Where its witness is, the curve is looked at as it stands still there: if that is
// not proven either, nothing can be, and the answer has its later end. A witness there that is only close is first tried to be ruled out by
// a smaller tolerance, as certify_path.cpp does it; where rounding then leaves it open, it stands.
#include <gapless/certify/certify_curve.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>

#include <gapless/certify/motion_certifier.h>
#include <gapless/certify/static_checker.h>
#include <gapless/core/error.h>

#include "certify/curve_straightener.h"

namespace gapless {

namespace {

/// About how far a part's tube may bring points nearer before it is tried at all, metres. A choice of speed.
constexpr double kMostTube = 0.02;
/// Of a certifier, for one part: halves are the easier.
constexpr std::uint64_t kMostSteps = 1024;
/// Of a piece: no part is made narrower than that.
constexpr double kSmallestPart = 0x1p-42;
/// What is only enclosed so sharply is a point of the curve, radians and metres; and by share of the largest value, and of the tolerance.
constexpr double kSharp = 1e-9, kSharpShare = 1e-14, kSharpOfTolerance = 1e-3;
/// Of the last tolerance, the next one where a tube is not proven: how far from its straight motion a witness may be is not known.
constexpr double kFiner = 1.0 / 16.0;

}  // namespace

class CurveCertifier::Search
{
public:
    Search(std::shared_ptr<const Scene> scene, const CurveOptions& options)
        : scene_(std::move(scene)), options_(options), straightener_(*scene_, options.tracking_error)
    {
        NumberRange::positive("seconds").require(options.time_tolerance, "the time tolerance");
        kToleranceRange.require(options.smallest_tolerance, "the smallest tolerance");
        setTolerance(options.tolerance);
    }

    CurveResult run(const CurveMotion& curve, const Budget& budget)
    {
        curve.requireFits(scene_->model());
        budget_ = &budget;
        start_ = Clock::now();
        is_interrupted_ = false;
        if (tolerance_ != options_.tolerance)
            setTolerance(options_.tolerance);
        result_ = CurveResult();
        result_.time = {curve.begin(), curve.end()};
        result_.last_safe = curve.begin();
        for (const CurvePiece& piece : curve.pieces())
            if (!proves(piece))
                return std::move(result_);
        result_.verdict = Verdict::Free;
        result_.time = curve.end();
        result_.last_safe = curve.end();
        return std::move(result_);
    }

private:
    using Clock = std::chrono::steady_clock;
    struct Part
    {
        double begin, end;  // of the piece
        std::vector<JointFunction> variables;
    };
    /// An instant at which the curve is not proven, as it stands still there.
    struct Stuck
    {
        double at;  // of the piece
        Verdict verdict;
        ClosePair witness;
        Configuration configuration;
    };
    enum class Judgement
    {
        Free,
        Open,
        OutOfBudget
    };

    bool proves(const CurvePiece& piece)
    {
        piece_ = &piece;
        stuck_.reset();
        close_.reset();
        depth_ = 0;
        Part& whole = push(0.0, 1.0);
        whole.variables = piece.variables;
        while (depth_ > 0)
        {
            const Part& part = stack_[depth_ - 1];
            const bool is_narrow =
                seconds(part.end) - seconds(part.begin) <= options_.time_tolerance || part.end - part.begin <= kSmallestPart;
            if (straightener_.take(piece, part.variables, part.begin, part.end) > kMostTube && !is_narrow && !isStopped())
            {
                halve();
                continue;
            }
            switch (judge())
            {
                case Judgement::Free: cover(part); continue;
                case Judgement::OutOfBudget: conclude(part); return false;
                case Judgement::Open: break;
            }
            const bool is_looked_at = probe(part, witness_t_) && (!is_narrow || probe(part, 1.0));
            // A narrow part without an instant that is not proven is halved all the same: it may be proven yet.
            const bool is_answer = isAnswered() || (is_narrow && (isStuckIn(part) || part.end - part.begin <= kSmallestPart));
            if (is_looked_at && is_answer && sharpen())
                continue;
            if (!is_looked_at || is_answer)
            {
                conclude(part);
                return false;
            }
            halve();
        }
        return true;
    }

    /// No later than the curve is there.
    double seconds(double s) const
    {
        if (s == 0.0 || s == 1.0)
            return s == 0.0 ? piece_->begin : piece_->end;
        const Interval at = Interval(piece_->begin) + Interval(s) * (Interval(piece_->end) - piece_->begin);
        return std::min(piece_->end, std::max(piece_->begin, at.lower));
    }

    Part& push(double begin, double end)
    {
        if (depth_ == stack_.size())
            stack_.emplace_back();
        Part& part = stack_[depth_++];
        part.begin = begin;
        part.end = end;
        return part;
    }

    void halve()
    {
        push(0.0, 0.0);  // may move the others
        Part &right = stack_[depth_ - 2], &left = stack_[depth_ - 1];
        left.begin = right.begin;
        left.end = right.begin = 0.5 * (right.begin + right.end);
        left.variables.resize(right.variables.size());
        for (std::size_t v = 0; v < right.variables.size(); ++v)
            right.variables[v].halve(left.variables[v], right.variables[v]);
    }

    bool isStopped()
    {
        is_interrupted_ = is_interrupted_ || (budget_->interrupted && budget_->interrupted());
        return is_interrupted_ || secondsLeft() < 0.0;
    }

    double secondsLeft() const
    {
        if (budget_->seconds == std::numeric_limits<double>::infinity())
            return budget_->seconds;
        return budget_->seconds - std::chrono::duration<double>(Clock::now() - start_).count();
    }

    /// The straight motion with its tube.
    Judgement judge()
    {
        if (isStopped() || result_.motions >= budget_->steps)
            return Judgement::OutOfBudget;
        ++result_.motions;
        straightener_.start(*certifier_);
        Budget rest;
        rest.steps = kMostSteps;
        rest.interrupted = [this] { return isStopped(); };
        const Verdict verdict = certifier_->run(rest);
        const CertifyResult found = certifier_->result();
        result_.statistics += found.statistics;
        witness_ = found.witness;
        witness_t_ = found.t;
        clearance_ = found.certified_clearance;
        if (verdict == Verdict::Free)
            return Judgement::Free;
        return !certifier_->isDone() && isStopped() ? Judgement::OutOfBudget : Judgement::Open;
    }

    void cover(const Part& part)
    {
        result_.last_safe = seconds(part.end);
        result_.certified_clearance = std::min(result_.certified_clearance, clearance_);
        result_.profile.push_back({{seconds(part.begin), seconds(part.end)}, clearance_});
        for (std::optional<Stuck>* known : {&stuck_, &close_})
            if (*known && (*known)->at <= part.end)
                known->reset();
        --depth_;
    }

    /// Looks at the curve as it stands still at an instant of a part, unless an earlier one is known where it is not proven.
    /// @param within of the part. @return false: out of budget
    bool probe(const Part& part, double within)
    {
        const double at = part.begin + within * (part.end - part.begin);
        if (stuck_ && stuck_->at <= at)
            return true;
        const std::optional<ClosePair> witness = witness_;
        const double widest = straightener_.takeInstant(*piece_, part.variables, within, at);
        const Judgement judgement = judge();
        if (judgement != Judgement::Open)
            return judgement == Judgement::Free;
        Stuck found{at, Verdict::Undecided, witness_ ? *witness_ : witness.value_or(ClosePair()), straightener_.to()};
        ClosePair close;
        if (isSharp(widest) && checker_->check(found.configuration, &close) == Verdict::Collision)
        {
            found.verdict = Verdict::Collision;
            found.witness = close;
        }
        stuck_ = found;
        return true;
    }

    void setTolerance(double tolerance)
    {
        CertifyOptions of_parts;
        of_parts.tolerance = tolerance_ = tolerance;
        of_parts.check_end_first = false;
        of_parts.time_tolerance = 1e-2;
        certifier_ = makeMotionCertifier(options_.validator, scene_, of_parts);
        checker_.emplace(scene_, tolerance);
    }

    bool isStuckIn(const Part& part) const { return stuck_ && stuck_->at <= part.end; }

    /// Any witness will do, and there is one.
    bool isAnswered() const { return !options_.find_first && stuck_ && stuck_->verdict == Verdict::Collision; }

    /// Goes on with a smaller tolerance, if that may rule out what is not proven. @return false: it cannot
    bool sharpen()
    {
        if (!stuck_ || tolerance_ <= options_.smallest_tolerance)
            return false;
        double next = kFiner * tolerance_;
        if (stuck_->verdict == Verdict::Collision)
        {
            const double excess = stuck_->witness.distance - scene_->pair(stuck_->witness.pair).clearance;
            if (excess <= 0.0)
                return false;
            next = std::min(0.25 * tolerance_, 0.5 * excess);
            // With a tracking error it may be that which is not proven.
            if (!straightener_.hasTrackingError())
                close_ = stuck_;
        }
        setTolerance(std::max(options_.smallest_tolerance, next));
        stuck_.reset();
        return true;
    }

    /// A witness at the end of a part, as close as it was first asked for.
    std::optional<Stuck> closeAtEnd(const Part& part)
    {
        setTolerance(options_.tolerance);
        const double widest = straightener_.takeInstant(*piece_, part.variables, 1.0, part.end);
        Stuck found{part.end, Verdict::Collision, {}, straightener_.to()};
        return isSharp(widest) && checker_->check(found.configuration, &found.witness) == Verdict::Collision
                   ? std::make_optional(found)
                   : std::nullopt;
    }

    /// Whether what is enclosed so widely is a point of the curve: the one in the straightener.
    bool isSharp(double widest) const
    {
        return widest <= kSharp + kSharpShare * straightener_.to().lpNorm<Eigen::Infinity>() + kSharpOfTolerance * tolerance_;
    }

    /// The part, the first that is not proven, is the answer.
    void conclude(const Part& part)
    {
        result_.time = {seconds(part.begin), seconds(part.end)};
        result_.witness = witness_;
        // Nothing proves the curve free where a larger tolerance had a witness, be it later than this part.
        if (close_ && (close_->at <= part.end || !options_.find_first) && (!stuck_ || stuck_->verdict == Verdict::Undecided))
            stuck_ = close_;
        // Free as it stands still at both ends, and not proven between them, though it cannot be halved: it is on the point of touching something.
        if ((!stuck_ || stuck_->at > part.end) && !isAnswered() && part.end - part.begin <= kSmallestPart
            && !straightener_.hasTrackingError())
            stuck_ = closeAtEnd(part);
        if (!stuck_ || (stuck_->at > part.end && !isAnswered()))
            return;
        result_.verdict = stuck_->verdict;
        result_.time.upper = std::max(result_.time.lower, seconds(stuck_->at));
        result_.witness = stuck_->witness;
        result_.configuration = stuck_->configuration;
    }

    std::shared_ptr<const Scene> scene_;
    CurveOptions options_;
    const Budget* budget_ = nullptr;
    Clock::time_point start_;
    double tolerance_ = 0.0;
    std::optional<StaticChecker> checker_;
    std::unique_ptr<MotionCertifier> certifier_;
    CurveStraightener straightener_;

    const CurvePiece* piece_ = nullptr;
    std::vector<Part> stack_;  // the first depth_ of them
    std::size_t depth_ = 0;
    std::optional<Stuck> stuck_;
    std::optional<Stuck> close_;  // that a larger tolerance had

    // What the certifier said of the motion at hand.
    bool is_interrupted_ = false;
    std::optional<ClosePair> witness_;
    double witness_t_ = 0.0, clearance_ = 0.0;

    CurveResult result_;
};

CurveCertifier::CurveCertifier(std::shared_ptr<const Scene> scene, const CurveOptions& options)
{
    if (!scene)
        throw InputError("a curve cannot be certified without a scene");
    search_ = std::make_unique<Search>(std::move(scene), options);
}

CurveCertifier::~CurveCertifier() = default;

CurveResult CurveCertifier::certify(const CurveMotion& curve, const Budget& budget)
{
    return search_->run(curve, budget);
}

CurveResult certifyCurve(const std::shared_ptr<const Scene>& scene, const CurveMotion& curve, const CurveOptions& options,
                         const Budget& budget)
{
    return CurveCertifier(scene, options).certify(curve, budget);
}

}  // namespace gapless
