// A file that a command will write: looked at before the work is done.
#pragma once

#include <string>

namespace gapless::apps {

/// @throws InputError naming `option` if the file's folder is missing or the file is a folder. Nothing to check if it is empty.
void requireWritable(const std::string& file, const std::string& option);

}  // namespace gapless::apps
