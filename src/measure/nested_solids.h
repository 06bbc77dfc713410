// Random motions among nested solids: closed shells about common centres, hollow, inverted, holding lumps, of one mesh or of several
// collision elements, beside primitives and open surfaces, on trees of every joint type. The centres are put where the moving links are at
// a random instant of the motion, so that what is inside what changes from link to obstacle.
#pragma once

#include <memory>

#include "support/random_scene.h"

namespace gapless::test {

/// One motion in a scene of its own.
struct Case
{
    std::shared_ptr<const Scene> scene;
    Configuration q0, q1;
    double t = 0.5;  ///< the instant at which the nests were put together
};

Case randomCase(Random& random);

}  // namespace gapless::test
