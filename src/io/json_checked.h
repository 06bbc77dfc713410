// JSON by nlohmann's parser with errors that name file and line.
#pragma once

#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

namespace gapless {

/// What an error of nlohmann's says, without its ids and places.
std::string reasonOf(const nlohmann::json::exception& error);

/// @throws InputError "label:line: ..." for malformed JSON, numbers that no double holds, nesting deeper than 32 levels,
///         and duplicate keys of one object.
nlohmann::json parseJson(std::string_view text, const std::string& label);

}  // namespace gapless
