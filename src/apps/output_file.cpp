#include "output_file.h"

#include <iostream>

#include <gapless/core/error.h>

#include "io/write_file.h"

namespace gapless::apps {

void requireWritable(const std::string& file, const std::string& option)
{
    if (file.empty())
        return;
    const std::string why = whyNotWritable(file);
    if (!why.empty())
        throw InputError(option + " " + file + ": " + why);
}

void requireFolderName(const std::string& folder, const std::string& option)
{
    if (folder == "-")
        throw InputError(option + " -: a folder is wanted, which standard output is not (./- is one of that name)");
}

std::ostream& reportStream(const std::string& file)
{
    return !file.empty() && isStandardOutput(file) ? std::cerr : std::cout;
}

}  // namespace gapless::apps
