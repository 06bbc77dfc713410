// Writing a file so that nobody sees half of it, and leaving what it was: its mode, its owner, its other names, a device, a pipe.
#pragma once

#include <string>
#include <string_view>

namespace gapless {

/// Whether writing to `file` is writing to standard output: "-", /dev/stdout, or another name of the pipe or file that it is.
bool isStandardOutput(const std::string& file);

/// What keeps `file` from being written, as far as that can be told without touching it; empty if nothing does.
std::string whyNotWritable(const std::string& file);

/// Writes `text` as the whole content of `file`. Symbolic links are followed. Then
/// - a plain file, or none yet: through a temporary file in the same folder that is renamed over it, with its mode and owner;
/// - a file with several names, of an owner that cannot be kept, or in a folder that takes no new file: in place;
/// - a device, a pipe, standard output (isStandardOutput): through to it.
/// @throws InputError if any step fails; a plain file is then as it was, as is one written in place if the disk is full.
void writeTextFile(const std::string& file, std::string_view text);

/// Moves the complete file `from` to `to`, which is on the same file system and is treated as above.
/// @throws InputError as above
void moveFile(const std::string& from, const std::string& to);

}  // namespace gapless
