// Pictures of squares, where the libraries that draw them were not there when this was built.
#include <gapless/core/error.h>

#include "squares_picture.h"

namespace gapless::apps {

void requirePictures(const std::string& file)
{
    throw InputError(file + ": this build draws no pictures; a file that ends in .json has the same cells");
}

void writeSquaresPicture(const std::string& file, const SquaresPicture& /*picture*/)
{
    requirePictures(file);
}

}  // namespace gapless::apps
