// XML by tinyxml2 with errors that name file and line.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tinyxml2.h>

namespace gapless {

/// The document, its root element named `root`. Nesting is bounded (tinyxml2's 100 levels), which also protects parsers
/// that read the same text afterwards.
/// @throws InputError "label:line: ..." if the text is malformed or its root has another name.
std::unique_ptr<tinyxml2::XMLDocument> parseXml(std::string_view text, const std::string& label, const std::string& root);

/// The attribute's value. @throws InputError if it is missing or empty.
std::string requireAttribute(const tinyxml2::XMLElement& element, const char* name, const std::string& label);

/// The numbers of an attribute, `count` of them separated by blanks; nothing if the attribute is missing.
/// @throws InputError if it holds anything else.
std::optional<std::vector<double>> numbersAttribute(const tinyxml2::XMLElement& element, const char* name, std::size_t count,
                                                    const std::string& label);

/// As above, one number. @throws InputError if it is missing.
double requireNumber(const tinyxml2::XMLElement& element, const char* name, const std::string& label);

}  // namespace gapless
