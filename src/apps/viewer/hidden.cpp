#include "hidden.h"

#include <algorithm>

#include <gapless/core/error.h>

namespace gapless::viewer {

IndexedVector<ObjectIndex, bool> hiddenObjects(const Scene& scene, const std::string& names)
{
    IndexedVector<ObjectIndex, bool> hidden(scene.objects().size(), false);
    for (std::size_t at = 0; !names.empty() && at <= names.size();)
    {
        const std::size_t end = std::min(names.find(',', at), names.size());
        const std::string name = names.substr(at, end - at);
        const bool is_beginning = !name.empty() && name.back() == '*';
        bool found = false;
        for (const ObjectIndex i : hidden.indices())
        {
            const std::string& own = scene.object(i).name;
            if (is_beginning ? own.compare(0, name.size() - 1, name, 0, name.size() - 1) != 0 : own != name)
                continue;
            hidden[i] = found = true;
        }
        if (!found)
            throw InputError("--hide " + names + ": no link, obstacle or attached part is called '" + name
                             + "'; NAME* stands for all names that begin so");
        at = end + 1;
    }
    return hidden;
}

}  // namespace gapless::viewer
