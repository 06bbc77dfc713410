// Whether a space is of one class, and of none derived from it, which may interpolate or measure in another way.
#pragma once

#include <typeinfo>

#include <ompl/base/StateSpace.h>

namespace gapless {

template <class Space>
bool isExactly(const ompl::base::StateSpace& space)
{
    return typeid(space) == typeid(Space);
}

}  // namespace gapless
