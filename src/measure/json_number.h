// Numbers in JSON.
#pragma once

#include <cmath>
#include <optional>

#include <nlohmann/json.hpp>

namespace gapless {

/// null for what JSON cannot say.
inline nlohmann::ordered_json numberOrNull(std::optional<double> value)
{
    if (!value || !std::isfinite(*value))
        return nullptr;
    return *value;
}

}  // namespace gapless
