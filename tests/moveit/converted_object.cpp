#include "moveit/converted_object.h"

#include <algorithm>
#include <limits>

#include "support/convex_reference.h"

namespace gapless_moveit::test {

double distanceFrom(const gapless::CollisionObject& object, const gapless::Pose& X_WB, const gapless::Vec3& p_W)
{
    const gapless::Vec3 p_B = X_WB.inverse() * p_W;
    if (object.geometry->containment().contains(p_B) == gapless::Containment::Answer::Inside)
        return 0.0;
    double nearest = std::numeric_limits<double>::infinity();
    for (const gapless::Convex& leaf : object.geometry->leaves())
        // Doubles would do but for slivers.
        nearest = std::min(nearest, static_cast<double>(gapless::test::distanceFromPiece<long double>(
                                        gapless::test::pieceOf<long double>(leaf), gapless::test::lift<long double>(p_B))));
    return nearest;
}

}  // namespace gapless_moveit::test
