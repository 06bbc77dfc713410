#include <gapless/certify/articulated_collision.h>

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

ArticulatedResult ArticulatedCollision::check(const Configuration& q0, const Configuration& q1, const Budget& budget)
{
    return search_->check(q0, q1, budget);
}

bool ArticulatedCollision::isDone() const
{
    return search_->isDone();
}

ArticulatedResult ArticulatedCollision::resume(const Budget& budget)
{
    return search_->resume(budget);
}

}  // namespace gapless
