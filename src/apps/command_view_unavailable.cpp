// gapless view, where the libraries that it draws with were not there when this was built.

#include <memory>

#include <gapless/core/error.h>

#include "commands.h"
#include "view_options.h"

namespace gapless::apps {

void addViewCommand(CLI::App& app, Action& action)
{
    const auto options = std::make_shared<ViewOptions>();
    options->addTo(app)->callback([&action, options] {
        action = []() -> int {
            throw InputError("this build has no viewer; install GLFW, GLEW, OpenGL, Dear ImGui and libpng, and build again");
        };
    });
}

}  // namespace gapless::apps
