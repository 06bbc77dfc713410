// Counts into the plain counters of ompl::base::MotionValidator from many threads.
#pragma once

namespace gapless {

/// OMPL (1.5 to 2.0) keeps its counts of valid and invalid motions in plain unsigned integers and reads them in functions that
/// are not virtual, so the increments have to be made atomic from here.
void countAtomically(unsigned int& counter);

}  // namespace gapless
