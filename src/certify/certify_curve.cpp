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
#include <gapless/core/error.h>

namespace gapless {

namespace {

/// About how far a part's tube may bring points nearer before it is tried at all, metres. A choice of speed.
constexpr double kMostTube = 0.02;
/// Of a certifier, for one part: halves are the easier.
constexpr std::uint64_t kMostSteps = 1024;
/// Of a piece: no part is made narrower than that.
constexpr double kSmallestPart = 0x1p-42;
/// What is only enclosed so sharply is a point of the curve, radians and metres; and by share of the largest value.
constexpr double kSharp = 1e-9, kSharpShare = 1e-14;
/// Of the last tolerance, the next one where a tube is not proven: how far from its straight motion a witness may be is not known.
constexpr double kFiner = 1.0 / 16.0;

/// How far the points that a variable moves are from its axis, about; metres. For a choice of speed.
std::vector<double> leversOf(const Scene& scene)
{
    const KinematicModel& model = scene.model();
    std::vector<double> levers(static_cast<std::size_t>(model.configurationSize()), 0.0);
    for (const CollisionObject& object : scene.objects())
    {
        double reach = object.geometry->reach();
        for (BodyIndex i = object.body; !model.body(i).is_static; i = model.body(i).parent)
        {
            const Body& body = model.body(i);
            const Body& source = body.joint.mimic ? model.body(body.joint.mimic->master) : body;
            if (source.variable)
                for (int k = 0; k < variableCount(source.joint.type); ++k)
                {
                    const bool shifts_by = source.joint.type == JointType::Prismatic
                                           || (source.joint.type == JointType::Planar && k < 2)
                                           || (source.joint.type == JointType::Floating && k < 3);
                    double& lever = levers[static_cast<std::size_t>(*source.variable) + static_cast<std::size_t>(k)];
                    lever = std::max(lever, shifts_by ? 1.0 : reach);
                }
            reach += body.X_PJ.p.norm();
        }
    }
    return levers;
}

/// Of planar joints, the first of their three.
std::vector<int> planarVariables(const KinematicModel& model)
{
    std::vector<int> variables;
    for (const Body& body : model.bodies())
        if (body.joint.type == JointType::Planar)
            variables.push_back(*body.variable);
    return variables;
}

}  // namespace

class CurveCertifier::Search
{
public:
    Search(std::shared_ptr<const Scene> scene, const CurveOptions& options)
        : scene_(std::move(scene)),
          options_(options),
          levers_(leversOf(*scene_)),
          planar_variables_(planarVariables(scene_->model())),
          error_(options.tracking_error)
    {
        const KinematicModel& model = scene_->model();
        if (error_.size() == 0)
            error_ = Configuration::Zero(model.configurationSize());
        validateTube(model, error_);
        NumberRange::positive("seconds").require(options.time_tolerance, "the time tolerance");
        kToleranceRange.require(options.smallest_tolerance, "the smallest tolerance");
        setTolerance(options.tolerance);
        from_ = to_ = tube_.deviation = error_;
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
            if (straighten(part) > kMostTube && !is_narrow && !isStopped())
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

    /// Sets the straight motion, with what turns on it, and the tube about it. @return about how far the curve leaves it, metres
    double straighten(const Part& part)
    {
        double bulge = 0.0;
        const auto set = [&](std::size_t v, double from, double to, double deviation, double width) {
            const auto k = static_cast<Eigen::Index>(v);
            from_[k] = from;
            to_[k] = to;
            tube_.deviation[k] = (Interval(deviation) + error_[k]).upper;
            bulge += levers_[v] * std::max(0.0, deviation - width);
        };
        const auto setLine = [&](std::size_t v) {
            const JointFunction& p = part.variables[v];
            const double from = p.first().middle(), to = p.last().middle();
            set(v, from, to, p.deviation(from, to), p.width());
        };
        tube_.turns.clear();
        for (std::size_t v = 0; v < part.variables.size(); ++v)
            if (!part.variables[v].arc())
                setLine(v);
        for (std::size_t v = 0; v < part.variables.size(); ++v)
        {
            const CircularArc* const x = part.variables[v].arc();
            if (!x)
                continue;
            const std::optional<NearTurn> near = nearTurn(part, v);
            if (!near)
            {
                setLine(v);
                continue;
            }
            const PlanarTurn& turn = near->turn;
            tube_.turns.push_back(turn);
            const auto at = [&](double heading) -> Eigen::Vector2d {
                return turn.centre + Eigen::Rotation2Dd(heading) * turn.arm;
            };
            const Eigen::Vector2d first = at(from_[turn.variable + 2]), last = at(to_[turn.variable + 2]);
            set(v, first.x(), last.x(), near->x_deviation, x->centre.width());
            set(v + 1, first.y(), last.y(), near->y_deviation, part.variables[v + 1].arc()->centre.width());
            ++v;
        }
        turnFloating(part.begin, part.end);
        return bulge;
    }

    /// Sets the rotations of floating joints that turn, at two instants of the piece. @pre all else is set
    void turnFloating(double first, double last)
    {
        for (const FloatingTurn& turn : piece_->turns)
        {
            from_.segment<4>(turn.variable + 3) = slerp(turn.from, turn.to, first);
            to_.segment<4>(turn.variable + 3) = slerp(turn.from, turn.to, last);
            double& deviation = tube_.deviation[turn.variable + 3];
            deviation = (Interval(deviation) + FloatingTurn::kRounding).upper;
        }
    }

    /// The turn that x, y and the heading of a planar joint are, if they are nearer to one than to a straight line.
    struct NearTurn
    {
        PlanarTurn turn;
        double x_deviation, y_deviation;  // of x and y from it
    };
    /// @param v of x, an arc. @pre from_ and to_ have the headings
    std::optional<NearTurn> nearTurn(const Part& part, std::size_t v) const
    {
        const auto variable = static_cast<int>(v);
        if (std::find(planar_variables_.begin(), planar_variables_.end(), variable) == planar_variables_.end()
            || !part.variables[v + 1].arc() || part.variables[v + 2].arc())
            return std::nullopt;
        const CircularArc &x = *part.variables[v].arc(), &y = *part.variables[v + 1].arc();
        const double radius = x.radius.middle(), heading = from_[variable + 2];
        const Interval turned = Interval(to_[variable + 2]) - Interval(heading);
        NearTurn near;
        near.turn.variable = variable;
        near.turn.centre = {x.centre.middle(), y.centre.middle()};
        near.turn.arm = {0.0, -radius};
        near.x_deviation = x.deviation(CircularArc{near.turn.centre.x(), radius, heading, turned});
        // -cos(a) = -sin(a + pi / 2)
        near.y_deviation = y.deviation(CircularArc{near.turn.centre.y(), -radius, heading + kQuarterTurn, turned});
        // About what a straight line would be off.
        const double bulge = 0.125 * std::abs(radius) * turned.upper * turned.upper;
        return near.x_deviation + near.y_deviation < bulge ? std::make_optional(near) : std::nullopt;
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
        certifier_->resetTube(from_, to_, tube_);
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
        if (stuck_ && stuck_->at <= part.end)
            stuck_.reset();
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
        double widest = 0.0;
        tube_.turns.clear();
        for (std::size_t v = 0; v < part.variables.size(); ++v)
        {
            const auto k = static_cast<Eigen::Index>(v);
            const Interval value = part.variables[v](within);
            from_[k] = to_[k] = value.middle();
            const double wide = Bernstein(value).deviation(from_[k], from_[k]);
            widest = std::max(widest, wide);
            tube_.deviation[k] = (Interval(wide) + error_[k]).upper;
        }
        turnFloating(at, at);
        const Judgement judgement = judge();
        if (judgement != Judgement::Open)
            return judgement == Judgement::Free;
        Stuck found{at, Verdict::Undecided, witness_ ? *witness_ : witness.value_or(ClosePair()), from_};
        ClosePair close;
        if (widest <= kSharp + kSharpShare * from_.lpNorm<Eigen::Infinity>()
            && checker_->check(from_, &close) == Verdict::Collision)
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
            if (error_.isZero(0.0))
                close_ = stuck_;
        }
        setTolerance(std::max(options_.smallest_tolerance, next));
        stuck_.reset();
        return true;
    }

    /// The part, the first that is not proven, is the answer.
    void conclude(const Part& part)
    {
        result_.time = {seconds(part.begin), seconds(part.end)};
        result_.witness = witness_;
        if (close_ && part.begin <= close_->at && close_->at <= part.end && (!stuck_ || stuck_->verdict == Verdict::Undecided))
            stuck_ = close_;
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
    std::vector<double> levers_;
    std::vector<int> planar_variables_;
    Configuration error_;

    const CurvePiece* piece_ = nullptr;
    std::vector<Part> stack_;  // the first depth_ of them
    std::size_t depth_ = 0;
    std::optional<Stuck> stuck_;
    std::optional<Stuck> close_;  // that a larger tolerance had

    // The motion at hand, and what the certifier said of it.
    Configuration from_, to_;
    MotionTube tube_;
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
