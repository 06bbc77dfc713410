#include "output_file.h"

#include <filesystem>

#include <gapless/core/error.h>

namespace gapless::apps {

void requireWritable(const std::string& file, const std::string& option)
{
    if (file.empty())
        return;
    const std::filesystem::path folder = std::filesystem::absolute(file).parent_path();
    std::error_code ignored;
    if (!std::filesystem::is_directory(folder, ignored))
        throw InputError(option + " " + file + ": " + folder.string() + " is no directory");
    if (std::filesystem::is_directory(file, ignored))
        throw InputError(option + " " + file + ": is a directory");
}

}  // namespace gapless::apps
