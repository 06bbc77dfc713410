#include "planners/deflate.h"

#include <limits>

#include <zlib.h>

#include <gapless/core/error.h>

namespace gapless {

namespace {

/// No byte of zlib's stands for more.
constexpr std::size_t kMostPerByte = 1040;

}  // namespace

std::string deflated(std::string_view bytes)
{
    uLongf size = compressBound(static_cast<uLong>(bytes.size()));
    std::string packed(size, '\0');
    if (compress2(reinterpret_cast<Bytef*>(packed.data()), &size, reinterpret_cast<const Bytef*>(bytes.data()),
                  static_cast<uLong>(bytes.size()), Z_BEST_COMPRESSION)
        != Z_OK)
        throw std::bad_alloc();
    packed.resize(size);
    return packed;
}

std::string inflated(std::string_view packed, std::size_t size)
{
    if (size / kMostPerByte > packed.size() || size > std::numeric_limits<uLongf>::max())
        throw InputError("damaged: more is said to be packed than there can be");
    std::string bytes(size, '\0');
    // One byte of room where there is nothing: zlib minds a null.
    Bytef none = 0;
    auto got = static_cast<uLongf>(size);
    auto taken = static_cast<uLong>(packed.size());
    const int code = uncompress2(size > 0 ? reinterpret_cast<Bytef*>(bytes.data()) : &none, &got,
                                 reinterpret_cast<const Bytef*>(packed.data()), &taken);
    if (code == Z_MEM_ERROR)
        throw std::bad_alloc();
    if (code != Z_OK || got != size || taken != packed.size())
        throw InputError("damaged: what is packed in it is not what it says");
    return bytes;
}

}  // namespace gapless
