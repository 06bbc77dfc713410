// Broken on purpose: clear() keeps the trees.
#pragma once

#include <ompl/geometric/planners/rrt/RRTConnect.h>

namespace gapless::test {

class BrokenClear : public ompl::geometric::RRTConnect
{
public:
    using RRTConnect::RRTConnect;

    void clear() override { Planner::clear(); }
};

}  // namespace gapless::test
