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
        nearest = std::min(nearest, gapless::test::distanceFromPiece<double>(gapless::test::pieceOf<double>(leaf), p_B));
    return nearest;
}

}  // namespace gapless_moveit::test
