// The problem that an OMPL space information is about, for what takes problems.
#pragma once

#include <string>

#include <gapless/ompl/state_mapping.h>

namespace gapless {

/// The robots of a mapping, and what is about them, without a start or goal: its start is the mapping's rest. @param file for errors
/// @throws InputError for a symmetric Dubins space, which no problem file has
Problem problemOf(const StateMapping& mapping, const std::string& file);

}  // namespace gapless
