#include <gapless/kinematics/interval_motion.h>

#include <cmath>

namespace gapless {

namespace {

/// (X Y)' = X' Y + X Y', entry by entry; the last row of every derivative is zero.
IntervalPose productRate(const IntervalPose& X, const IntervalPose& X_rate, const IntervalPose& Y, const IntervalPose& Y_rate)
{
    IntervalPose out;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
        {
            Interval sum = 0.0;
            for (int k = 0; k < 3; ++k)
                sum += X_rate.R[i][k] * Y.R[k][j] + X.R[i][k] * Y_rate.R[k][j];
            out.R[i][j] = sum;
        }
    out.p = X_rate * Y.p + X.rotated(Y_rate.p);
    return out;
}

IntervalPose zeroRate()
{
    IntervalPose out;
    for (int i = 0; i < 3; ++i)
        out.R[i][i] = 0.0;
    return out;
}

void widen(IntervalPose& X, double rotation, double position)
{
    // Every entry of a matrix is at most its spectral norm.
    const Interval r(-rotation, rotation);
    for (auto& row : X.R)
        for (Interval& entry : row)
            entry += r;
    X.p = widened(X.p, position);
}

}  // namespace

void IntervalMotion::reset(const Motion& motion, const Interval& t)
{
    motion_ = &motion;
    const std::size_t count = motion.model().bodies().size();
    cached_.resize(count);
    for (Cached& c : cached_)
        c.forget();
    touched_.clear();
    time_ = t;
    boundRateErrors();
}

void IntervalMotion::reset(const Interval& t)
{
    if (time_.lower == t.lower && time_.upper == t.upper)
        return;
    time_ = t;
    for (const BodyIndex body : touched_)
        cached(body).forget();
    touched_.clear();
}

// How far the derivatives of F are from the exact ones', by induction along the chain. Let r be rotationError of the body (its own
// joint's and its parent's errors are no greater), W = |R'| <= the sum of the rates of turning up to the body, L a bound of |p_PJ| +
// |translation| as in motion.cpp, and a parent's values be marked by P.
// - A joint's own rotation, |turn rate| w: its axis times w is off by at most d = u (128 + 128 w + 8 mimic magnitude) + 2 slack max(1, w).
//   The slack covers OMPL's held rotation, whose rate is 0 while w <= slack, the other way round of half a turn, whose rate is off by
//   2 w <= slack w, angles of several turns, off by the slack themselves, and quaternions whose lengths are off by e <= slack / 4: with
//   the notation of motion.cpp, f' = [theta sin(theta) / (sin(t theta) sin((1 - t) theta))] [sin(f) sin(h - f) / sin(h)], and the
//   logarithms of the two brackets are off by at most 0.4 * 2 e and |d ln r| <= 3.3 e.
// - R' = R_P' R_PB + R_P R_PB': rotation error e = e_P + W_P r + r w + r w + d, which is at most e_P + 2 r W + d.
// - p' = p_P' + R_P' x + R_P x', x = p_PJ + R_PJ translation(t): f = f_P + e_P L + W_P k u L + r_P v + k u (v + mimic magnitude),
//   v = |translation rate|, k = 32, or 96 for a planar joint as in motion.cpp. An arm of length a is turned by R, and L has its length: a times
//   the error of R', and a k u W.
void IntervalMotion::boundRateErrors()
{
    const KinematicModel& model = motion_->model();
    rate_error_.assign(model.bodies().size(), {});
    for (const BodyIndex i : model.movingBodies())
    {
        const Body& body = model.body(i);
        const JointMotion& m = motion_->joint(i);
        const RateError& parent = rate_error_[body.parent];
        RateError& own = rate_error_[i];
        const double w = std::abs(m.angle_rate), v = m.translation_rate.norm(), r = motion_->rotationError(i);
        const double L = body.X_PJ.p.norm() + m.translation.norm() + v + m.arm_length + m.mimic_magnitude;
        const double roundings = body.joint.type == JointType::Planar ? 96.0 : 32.0;
        const double d =
            kUnitRoundoff * (128.0 + 128.0 * w + 8.0 * m.mimic_magnitude) + 2.0 * m.rotation_slack * std::max(1.0, w);
        own.turning = (parent.turning + w) * kInflate;
        own.rotation = (parent.rotation + 2.0 * r * own.turning + d) * kInflate;
        own.position =
            (parent.position + parent.rotation * L + roundings * kUnitRoundoff * (parent.turning * L + v + m.mimic_magnitude)
             + motion_->rotationError(body.parent) * v + (own.rotation + roundings * kUnitRoundoff * own.turning) * m.arm_length)
            * kInflate;
    }
}

Interval IntervalMotion::instant(When when) const
{
    switch (when)
    {
        case Whole: break;
        case Middle: return time_.middle();
        case First: return time_.lower;
        case Last: return time_.upper;
    }
    return time_;
}

const JointRange& IntervalMotion::joint(BodyIndex index)
{
    Cached& own = cached(index);
    if (!own.joint_is_known)
    {
        touched_.push_back(index);
        own.joint_is_known = true;
        own.joint = jointRange(motion_->model().body(index), motion_->joint(index), time_);
    }
    return own.joint;
}

const IntervalPose& IntervalMotion::curve(BodyIndex index, When when)
{
    Cached& own = cached(index);
    if (own.pose_is_known[when])
        return own.pose[when];
    touched_.push_back(index);
    own.pose_is_known[when] = true;
    const Body& body = motion_->model().body(index);
    IntervalPose& X = own.pose[when];
    if (body.is_static)
        return X = IntervalPose(body.X_WB);
    const IntervalPose X_PB = when == Whole ? joint(index).X_PB : jointRange(body, motion_->joint(index), instant(when)).X_PB;
    X = body.parent == kWorld ? X_PB : curve(body.parent, when) * X_PB;
    // The exact entries are at most 1; the computed ones are off by e, and F no farther from these.
    const double most = 1.0 + 4.0 * motion_->rotationError(index);
    for (auto& row : X.R)
        for (Interval& entry : row)
            entry = intersection(entry, {-most, most});
    if (when != Whole || time_.lower == time_.upper)
        return X;
    const IntervalPose& rate = curveRate(index);
    const IntervalPose& middle = curve(index, Middle);
    const Interval from_middle = time_ - Interval(time_.middle());
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
            X.R[i][j] = intersection(X.R[i][j], middle.R[i][j] + rate.R[i][j] * from_middle);
    X.p = intersection(X.p, middle.p + from_middle * rate.p);
    return X;
}

const IntervalPose& IntervalMotion::curveRate(BodyIndex index)
{
    Cached& own = cached(index);
    if (own.rate_is_known)
        return own.rate;
    touched_.push_back(index);
    own.rate_is_known = true;
    const Body& body = motion_->model().body(index);
    if (body.is_static)
        return own.rate = zeroRate();
    const JointRange& own_joint = joint(index);
    if (body.parent == kWorld)
        return own.rate = own_joint.rate;
    const IntervalPose& X_WP = curve(body.parent, Whole);
    return own.rate = productRate(X_WP, curveRate(body.parent), own_joint.X_PB, own_joint.rate);
}

double IntervalMotion::error(BodyIndex body, const Vec3& p_B) const
{
    return (motion_->positionError(body) + motion_->rotationError(body) * p_B.norm()) * kInflate;
}

IntervalPose IntervalMotion::pose(BodyIndex body)
{
    IntervalPose X = curve(body, Whole);
    widen(X, motion_->rotationError(body), motion_->positionError(body));
    return X;
}

IntervalPose IntervalMotion::rate(BodyIndex body)
{
    IntervalPose X = curveRate(body);
    const RateError& e = rate_error_[body];
    widen(X, e.rotation, e.position);
    return X;
}

IntervalVec3 IntervalMotion::enclosePoint(BodyIndex body, const Vec3& p_B, double acceleration)
{
    IntervalVec3 box = curve(body, Whole) * p_B;
    if (time_.lower < time_.upper && !motion_->model().body(body).is_static)
    {
        if (acceleration < std::numeric_limits<double>::infinity())
        {
            const double h = roundedUp(time_.upper - time_.lower);
            // F's rotations are orthonormal to rounding, far less than the second kInflate.
            const double bow = acceleration * h * h * 0.125 * kInflate * kInflate;
            box = intersection(box, widened(hull(curve(body, First) * p_B, curve(body, Last) * p_B), bow));
        }
        else
        {
            const Interval from_middle = time_ - Interval(time_.middle());
            box = intersection(box, curve(body, Middle) * p_B + from_middle * (curveRate(body) * p_B));
        }
    }
    return widened(box, error(body, p_B));
}

IntervalVec3 IntervalMotion::encloseBall(BodyIndex body, const Vec3& centre_B, double radius, double acceleration)
{
    return widened(enclosePoint(body, centre_B, acceleration), radius);
}

IntervalVec3 IntervalMotion::velocity(BodyIndex body, const Vec3& p_B)
{
    const RateError& e = rate_error_[body];
    return widened(curveRate(body) * p_B, (e.position + e.rotation * p_B.norm()) * kInflate);
}

}  // namespace gapless
