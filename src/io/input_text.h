// Text of input files: reading it, numbers in it, errors about it.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include <gapless/core/error.h>

#include "core/format_number.h"

namespace gapless {

/// Larger text files than this are refused: no problem file is, and the parsers hold several copies.
inline constexpr std::size_t kMaxTextBytes = std::size_t{256} << 20;

/// "label:line: message" (no line where it is 0) as an InputError, made one line: control characters become blanks.
InputError inputError(const std::string& label, int line, const std::string& message);

/// @throws InputError if `text` is too large or holds control characters, at which the parsers would silently stop.
void checkText(std::string_view text, const std::string& label);

/// The whole file. `what` names the kind of file in errors ("problem file").
/// @throws InputError if it is missing, no regular file, unreadable or too large.
std::string readFile(const std::string& file, const std::string& what, std::size_t most = kMaxTextBytes);

/// The same, checked as by checkText.
std::string readTextFile(const std::string& file, const std::string& what);

/// A finite decimal number that is all of `text`, correctly rounded whatever the locale; nothing otherwise.
std::optional<double> parseNumber(std::string_view text);

/// One-based line of the byte at `offset`.
int lineOf(std::string_view text, std::size_t offset);

}  // namespace gapless
