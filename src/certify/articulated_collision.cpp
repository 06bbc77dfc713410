#include <gapless/certify/articulated_collision.h>

#include <algorithm>

#include "certify/articulated_search.h"

namespace gapless {

const char* toString(Feature feature)
{
    switch (feature)
    {
        case Feature::Vertex: return "vertex";
        case Feature::Edge: return "edge";
        case Feature::Face: return "face";
        case Feature::Solid: break;
    }
    return "solid";
}

ArticulatedCollision::ArticulatedCollision(std::shared_ptr<const Scene> scene, const ArticulatedOptions& options)
    : search_(std::make_unique<ArticulatedSearch>(std::move(scene), options))
{}

ArticulatedCollision ArticulatedSearch::withEquations(std::shared_ptr<const Scene> scene, const ArticulatedOptions& options)
{
    ArticulatedCollision out(std::move(scene), options);
    out.search_->solves_equations_ = true;
    return out;
}

ArticulatedCollision::~ArticulatedCollision() = default;
ArticulatedCollision::ArticulatedCollision(ArticulatedCollision&&) noexcept = default;
ArticulatedCollision& ArticulatedCollision::operator=(ArticulatedCollision&&) noexcept = default;

void ArticulatedCollision::reset(const Configuration& q0, const Configuration& q1)
{
    search_->reset(q0, q1);
}

void ArticulatedCollision::resetTube(const Configuration& q0, const Configuration& q1, const MotionTube& tube)
{
    search_->resetTube(q0, q1, tube);
}

Verdict ArticulatedCollision::run(const Budget& budget)
{
    return search_->run(budget);
}

bool ArticulatedCollision::isDone() const
{
    return search_->isDone();
}

double ArticulatedCollision::uncoveredLength() const
{
    return search_->uncoveredLength();
}

ArticulatedResult ArticulatedCollision::contactResult() const
{
    return search_->result();
}

CertifyResult ArticulatedCollision::result() const
{
    const ArticulatedResult full = search_->result();
    CertifyResult result;
    result.verdict = full.verdict;
    result.interval = full.time_of_contact;
    result.t = 0.5 * (full.time_of_contact.lower + full.time_of_contact.upper);
    if (!full.contacts.empty())
    {
        const Contact& first = full.contacts.front();
        result.witness = ClosePair{first.pair, first.point_a, first.point_b, (first.point_a - first.point_b).norm()};
        result.t = first.t;
    }
    if (full.verdict == Verdict::Collision)
        result.contact_proved = full.contact_proved;
    result.last_valid = full.last_valid;
    result.certified_clearance = full.certified_clearance;
    result.statistics = {full.statistics.configurations, full.statistics.elementary_tests, full.statistics.bounding_volume_tests};
    return result;
}

std::vector<UncoveredInterval> ArticulatedCollision::uncoveredIntervals() const
{
    const ArticulatedResult full = search_->result();
    if (full.verdict == Verdict::Free)
        return {};
    UncoveredInterval rest{{full.last_valid, 1.0}, {}};
    if (!full.contacts.empty())
        rest.pair = full.contacts.front().pair;
    return {rest};
}

ArticulatedResult ArticulatedCollision::check(const Configuration& q0, const Configuration& q1, const Budget& budget)
{
    reset(q0, q1);
    return resume(budget);
}

ArticulatedResult ArticulatedCollision::resume(const Budget& budget)
{
    run(budget);
    return contactResult();
}

}  // namespace gapless
