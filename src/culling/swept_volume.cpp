#include <gapless/culling/swept_volume.h>

#include <algorithm>
#include <cmath>

#include <gapless/core/error.h>
#include <gapless/core/rounding.h>
#include <gapless/core/rounding_environment.h>

namespace gapless {

MotionSweeper::MotionSweeper(std::shared_ptr<const Scene> scene, const SweepOptions& options)
    : scene_(std::move(scene)), options_(options)
{
    requireRounding();
    const int n = options_.max_pieces;
    if (n < 1 || n > 1024 || (n & (n - 1)) != 0 || !(options_.chord_share > 0.0))
        throw InputError("a sweep of " + std::to_string(n) + " pieces with a chord share of "
                         + std::to_string(options_.chord_share)
                         + "; the pieces have to be a power of two up to 1024, the share > 0");
    IndexedVector<ObjectIndex, std::optional<double>> clearance(scene_->objects().size());
    for (const ObjectPair& pair : scene_->pairs())
    {
        const bool a_static = scene_->model().body(scene_->object(pair.a).body).is_static;
        const bool b_static = scene_->model().body(scene_->object(pair.b).body).is_static;
        if (a_static == b_static)
            continue;
        std::optional<double>& own = clearance[a_static ? pair.b : pair.a];
        own = std::max(own.value_or(0.0), pair.clearance);
    }
    for (const ObjectIndex i : clearance.indices())
        if (clearance[i])
        {
            links_.push_back(i);
            clearances_.push_back(*clearance[i]);
            capsules_.push_back(enclosingLineSweptSphere(*scene_->object(i).geometry));
        }
    bounds_.resize(links_.size());
    pieces_.resize(links_.size());
}

void MotionSweeper::add(const Motion& motion, SweptVolumeBatch& batch, double t0, double t1)
{
    requireRounding();
    batch.scene_id = scene_->id();
    const double width = t1 - t0;
    poses_.reset(motion);
    const int middle = poses_.addInstant(0.5);
    int most = 1;
    for (std::size_t i = 0; i < links_.size(); ++i)
    {
        const CollisionObject& object = scene_->object(links_[i]);
        bounds_[i].reset(motion, object.body, *object.geometry, poses_, middle);
        // A h^2 / 8 <= share r  <=>  n >= width sqrt(A / (8 share r)); how n is rounded matters to sharpness alone.
        const double wanted = width * std::sqrt(bounds_[i].acceleration() / (8.0 * options_.chord_share * capsules_[i].radius));
        int n = 1;
        while (n < options_.max_pieces && n < wanted)
            n *= 2;
        pieces_[i] = n;
        most = std::max(most, n);
    }
    // All links sample at k/most, most a power of two, so that their poses are shared.
    const int begin = poses_.instantCount();
    for (int k = 0; k <= most; ++k)
        poses_.addInstant(k == most ? t1 : t0 + width * k / most);
    for (std::size_t i = 0; i < links_.size(); ++i)
    {
        const CollisionObject& object = scene_->object(links_[i]);
        const LineSweptSphere& capsule = capsules_[i];
        SweptVolume volume;
        volume.motion = batch.motions;
        volume.object = links_[i];
        volume.first = static_cast<int>(batch.axes.size());
        volume.pieces = pieces_[i];
        volume.clearance = clearances_[i];
        const int stride = most / pieces_[i];
        double coordinate = 0.0;
        for (int k = 0; k <= most; k += stride)
        {
            const Pose& X = poses_.pose(begin + k, object.body);
            batch.axes.push_back({X * capsule.a, X * capsule.b});
            coordinate = std::max(coordinate, X.p.norm());
        }
        // The instants are off by fewer than 4 roundings of numbers <= 1, and so are their distances; h is from above.
        const double h = width / pieces_[i] * kInflate + 16.0 * kUnitRoundoff;
        volume.chord = bounds_[i].acceleration() * h * h * 0.125 * kInflate;
        const double e_R = motion.rotationError(object.body), e_p = motion.positionError(object.body);
        const double axis = std::max(capsule.a.norm(), capsule.b.norm());
        const double e = e_p + e_R * axis + 16.0 * kUnitRoundoff * (coordinate + 2.0 * axis);
        const double E = e_p + e_R * object.geometry->reach();
        volume.radius = (capsule.radius + volume.chord + e + 2.0 * E) * kInflate;
        batch.volumes.push_back(volume);
    }
    ++batch.motions;
}

}  // namespace gapless
