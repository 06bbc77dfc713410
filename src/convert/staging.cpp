#include "convert/staging.h"

#include <vector>

#include <unistd.h>

#include "io/input_text.h"
#include "io/write_file.h"

namespace gapless {

namespace fs = std::filesystem;

ConvertStaging::ConvertStaging(const std::string& output_dir)
    : output_(output_dir), folder_(output_ / (".gapless-convert-" + std::to_string(::getpid())))
{
    std::error_code error;
    made_output_ = !fs::exists(output_, error);
    fs::create_directories(folder_, error);
    if (error)
        throw inputError(output_dir, 0, "cannot be made: " + error.message());
}

ConvertStaging::~ConvertStaging()
{
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
    if (made_output_)
        fs::remove(output_, ignored);  // only succeeds while it is empty
}

void ConvertStaging::publish() const
{
    std::vector<fs::path> files, problems;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder_))
        if (entry.is_regular_file())
            (entry.path().extension() == ".yaml" ? problems : files).push_back(entry.path());
    files.insert(files.end(), problems.begin(), problems.end());
    for (const fs::path& file : files)
    {
        const fs::path target = output_ / file.lexically_relative(folder_);
        std::error_code error;
        fs::create_directories(target.parent_path(), error);
        if (error)
            throw inputError(target.string(), 0, "cannot be written: " + error.message());
        moveFile(file.string(), target.string());
    }
}

}  // namespace gapless
