#include "io/json_checked.h"

#include <set>
#include <vector>

#include "io/input_text.h"

namespace gapless {

std::string reasonOf(const nlohmann::json::exception& error)
{
    // nlohmann's texts begin with an id in brackets and, of parse errors, with the place up to a colon.
    std::string text = error.what();
    if (const std::size_t id = text.find("] "); id != std::string::npos)
        text.erase(0, id + 2);
    if (const std::size_t place = text.find(": "); place != std::string::npos && text.rfind("parse error", 0) == 0)
        text.erase(0, place + 2);
    return text;
}

nlohmann::json parseJson(std::string_view text, const std::string& label)
{
    constexpr int kMaxDepth = 32;
    checkText(text, label);
    std::vector<std::set<std::string>> keys;
    const nlohmann::json::parser_callback_t check = [&](int depth, nlohmann::json::parse_event_t event, nlohmann::json& value) {
        using Event = nlohmann::json::parse_event_t;
        if (depth > kMaxDepth)
            throw inputError(label, 0, "nested deeper than " + std::to_string(kMaxDepth) + " levels");
        if (event == Event::object_start)
            keys.emplace_back();
        else if (event == Event::object_end)
            keys.pop_back();
        else if (event == Event::key && !keys.back().insert(value.get<std::string>()).second)
            throw inputError(label, 0, "duplicate key '" + value.get<std::string>() + "'; give it once");
        return true;
    };
    try
    {
        return nlohmann::json::parse(text.begin(), text.end(), check);
    }
    catch (const nlohmann::json::parse_error& error)
    {
        throw inputError(label, lineOf(text, error.byte > 0 ? error.byte - 1 : 0), "malformed JSON: " + reasonOf(error));
    }
    catch (const nlohmann::json::exception& error)
    {
        throw inputError(label, 0, "malformed JSON: " + reasonOf(error));
    }
}

}  // namespace gapless
