#include "shown.h"

#include <algorithm>
#include <array>
#include <utility>

#include <gapless/core/error.h>

namespace gapless::viewer {

Shown parseShown(const std::string& text)
{
    Shown shown;
    const std::array<std::pair<const char*, bool*>, 7> items = {{{"start", &shown.start},
                                                                 {"goal", &shown.goal},
                                                                 {"swept", &shown.swept},
                                                                 {"witness", &shown.witness},
                                                                 {"uncovered", &shown.uncovered},
                                                                 {"grid", &shown.grid},
                                                                 {"panel", &shown.panel}}};
    for (const auto& item : items)
        *item.second = false;
    if (text == "none")
        return shown;
    for (std::size_t at = 0; at <= text.size();)
    {
        const std::size_t end = std::min(text.find(',', at), text.size());
        const std::string word = text.substr(at, end - at);
        const auto item = std::find_if(items.begin(), items.end(), [&](const auto& i) { return word == i.first; });
        if (item == items.end())
            throw InputError("--show " + text + ": there is no '" + word
                             + "'; known are start, goal, swept, witness, uncovered, grid, panel, and none by itself");
        *item->second = true;
        at = end + 1;
    }
    return shown;
}

}  // namespace gapless::viewer
