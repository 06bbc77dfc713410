#include <gapless/collision/allowed_collision_matrix.h>

namespace gapless {

const char* toString(ExemptReason reason)
{
    switch (reason)
    {
        case ExemptReason::Joint: return "joint";
        case ExemptReason::Srdf: return "srdf";
        case ExemptReason::Problem: return "problem";
    }
    return "unknown";
}

}  // namespace gapless
