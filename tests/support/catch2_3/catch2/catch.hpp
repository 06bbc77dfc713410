// Catch2 3 (Ubuntu 24.04, Debian 13) under the name and with the words of Catch2 2 (Debian 12, Ubuntu 22.04).
#pragma once

#include <string>

#include <catch2/catch_all.hpp>

namespace Catch {

inline auto Contains(const std::string& part)
{
    return Matchers::ContainsSubstring(part);
}

using Matchers::StartsWith;

}  // namespace Catch

using Catch::Approx;
