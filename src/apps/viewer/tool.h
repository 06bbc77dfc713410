// Of which link the ways along a roadmap's edges are drawn.
#pragma once

#include <gapless/io/problem.h>

namespace gapless::viewer {

/// Of the links that the most planning joints move, the last. @pre there is a link
ObjectIndex toolOf(const Problem& problem);

}  // namespace gapless::viewer
