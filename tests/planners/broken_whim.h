// Broken on purpose: what it does depends on how often it was made, not on the seed alone.
#pragma once

#include <atomic>

#include <ompl/geometric/planners/rrt/RRTConnect.h>

namespace gapless::test {

class BrokenWhim : public ompl::geometric::RRTConnect
{
public:
    explicit BrokenWhim(const ompl::base::SpaceInformationPtr& si) : RRTConnect(si)
    {
        static std::atomic<int> made{0};
        setRange(0.5 + 0.01 * ++made);
    }
};

}  // namespace gapless::test
