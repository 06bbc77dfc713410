// Converted files appear all together or not at all.
#pragma once

#include <filesystem>
#include <string>

namespace gapless {

/// A folder for files that are not complete yet, inside of the output folder so that a rename suffices to move them. What
/// has not been published is gone with the object.
class ConvertStaging
{
public:
    /// @throws InputError if `output_dir` cannot be made.
    explicit ConvertStaging(const std::string& output_dir);
    ~ConvertStaging();
    ConvertStaging(const ConvertStaging&) = delete;
    ConvertStaging& operator=(const ConvertStaging&) = delete;

    std::string folder() const { return folder_.string(); }

    /// Moves all files to their places; the problem files, which name the others, last.
    /// @throws InputError naming the file that cannot be written.
    void publish() const;

private:
    std::filesystem::path output_, folder_;
    bool made_output_ = false;
};

}  // namespace gapless
