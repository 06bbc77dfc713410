#include "io/xml_checked.h"

#include "io/input_text.h"

namespace gapless {

std::unique_ptr<tinyxml2::XMLDocument> parseXml(std::string_view text, const std::string& label, const std::string& root)
{
    checkText(text, label);
    // Parsers that do not know them, such as tinyxml2 and urdfdom's, drop what an entity stands for.
    if (const std::size_t entity = text.find("<!ENTITY"); entity != std::string_view::npos)
        throw inputError(label, lineOf(text, entity), "an <!ENTITY>, which is not taken; write what it stands for");
    auto document = std::make_unique<tinyxml2::XMLDocument>();
    if (document->Parse(text.data(), text.size()) != tinyxml2::XML_SUCCESS)
        throw inputError(label, document->ErrorLineNum(), std::string("malformed XML (") + document->ErrorName() + ")");
    const tinyxml2::XMLElement* element = document->RootElement();
    if (!element || element->Name() != root)
        throw inputError(label, element ? element->GetLineNum() : 0, "no <" + root + "> at the root of the document");
    return document;
}

std::string requireAttribute(const tinyxml2::XMLElement& element, const char* name, const std::string& label)
{
    const char* value = element.Attribute(name);
    if (!value || !*value)
        throw inputError(label, element.GetLineNum(), std::string("<") + element.Name() + "> needs the attribute '" + name + "'");
    return value;
}

std::optional<std::vector<double>> numbersAttribute(const tinyxml2::XMLElement& element, const char* name, std::size_t count,
                                                    const std::string& label)
{
    const char* attribute = element.Attribute(name);
    if (!attribute)
        return std::nullopt;
    const std::string_view text = attribute;
    std::vector<double> values;
    bool good = true;
    for (std::size_t begin = 0; begin < text.size() && good;)
    {
        const std::size_t end = std::min(text.find(' ', begin), text.size());
        if (end > begin)
        {
            const auto value = parseNumber(text.substr(begin, end - begin));
            good = value.has_value();
            values.push_back(value.value_or(0.0));
        }
        begin = end + 1;
    }
    if (!good || values.size() != count)
        throw inputError(label, element.GetLineNum(),
                         std::string("<") + element.Name() + "> has " + name + "=\"" + std::string(text.substr(0, 80))
                             + "\"; it must be "
                             + (count == 1 ? "one finite number" : std::to_string(count) + " finite numbers"));
    return values;
}

double requireNumber(const tinyxml2::XMLElement& element, const char* name, const std::string& label)
{
    requireAttribute(element, name, label);
    return numbersAttribute(element, name, 1, label)->front();
}

}  // namespace gapless
