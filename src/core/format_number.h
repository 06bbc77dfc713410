// Numbers as text.
#pragma once

#include <string>

namespace gapless {

/// The shortest decimal text that reads back as the same double (17 digits where it takes them).
std::string formatNumber(double value);

}  // namespace gapless
