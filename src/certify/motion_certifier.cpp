#include <gapless/certify/motion_certifier.h>

#include <gapless/certify/articulated_collision.h>
#include <gapless/certify/segment_certifier.h>
#include <gapless/core/error.h>

namespace gapless {

std::unique_ptr<MotionCertifier> makeMotionCertifier(ValidatorKind kind, std::shared_ptr<const Scene> scene,
                                                     const CertifyOptions& options)
{
    switch (kind)
    {
        case ValidatorKind::Adaptive: return std::make_unique<SegmentCertifier>(std::move(scene), options);
        case ValidatorKind::Articulated:
        {
            ArticulatedOptions articulated;
            articulated.tolerance = options.tolerance;
            articulated.time_tolerance = options.time_tolerance;
            articulated.first_contact = options.last_valid_resolution > 0.0;
            return std::make_unique<ArticulatedCollision>(std::move(scene), articulated);
        }
        case ValidatorKind::Discrete: break;
    }
    throw InputError(std::string("the validator '") + toString(kind) + "' proves nothing; " + toString(ValidatorKind::Adaptive)
                     + " or " + toString(ValidatorKind::Articulated) + " will do");
}

}  // namespace gapless
