// What a command will write: looked at before the work is done. The writing itself is in io/write_file.h.
#pragma once

#include <ostream>
#include <string>

namespace gapless::apps {

/// @throws InputError naming `option` if the file cannot be written: no folder, a folder itself, no permission. Nothing to check if empty.
void requireWritable(const std::string& file, const std::string& option);

/// @throws InputError naming `option` if a folder is called "-", as standard output is.
void requireFolderName(const std::string& folder, const std::string& option);

/// Where the report of a command goes that writes `file` (may be empty): standard error if the file is standard output, so that
/// nothing else gets into it.
std::ostream& reportStream(const std::string& file);

}  // namespace gapless::apps
