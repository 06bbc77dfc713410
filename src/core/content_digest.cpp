#include "core/content_digest.h"

#include <stdexcept>

#include <sodium.h>

namespace gapless {

Digest digestOf(std::string_view content)
{
    // Once per process, from any thread.
    static const int ready = sodium_init();
    Digest digest;
    if (ready < 0
        || crypto_generichash(digest.data(), digest.size(), reinterpret_cast<const unsigned char*>(content.data()),
                              content.size(), nullptr, 0)
               != 0)
        throw std::runtime_error("libsodium cannot be used here: it does not hash");
    return digest;
}

}  // namespace gapless
