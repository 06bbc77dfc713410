// Bytes in fewer bytes, by zlib (RFC 1950). What a packed text is made of depends on zlib's version, what comes out of it does not.
#pragma once

#include <string>
#include <string_view>

namespace gapless {

std::string deflated(std::string_view bytes);

/// @param size of what was packed @throws InputError("damaged: ...") if it is anything else, before more than that is allocated
std::string inflated(std::string_view packed, std::size_t size);

}  // namespace gapless
