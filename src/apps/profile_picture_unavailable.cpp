// Pictures of profiles, where the libraries that draw them were not there when this was built.
#include <gapless/core/error.h>

#include "profile_picture.h"

namespace gapless::apps {

void writeProfilePicture(const std::string& file, const ProfilePicture& /*picture*/)
{
    throw InputError(file + ": this build draws no pictures; a file that ends in .csv has the same numbers");
}

}  // namespace gapless::apps
