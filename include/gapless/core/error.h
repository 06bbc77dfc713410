// The one exception type for bad input.
#pragma once

#include <stdexcept>
#include <string>

namespace gapless {

/// Bad input. what() is one line: what is wrong, where (file:line where there is one), what would be right.
class InputError : public std::runtime_error
{
public:
    explicit InputError(const std::string& message) : std::runtime_error(message) {}
};

}  // namespace gapless
