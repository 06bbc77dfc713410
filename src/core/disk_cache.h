// What took long to work out, kept on disk for the next program that needs it.
//
// Nothing rests on a file being right. It is taken only if it begins with the key that was asked for and ends with the digest of all before it;
// whatever else is there is as good as nothing, and is replaced. A key is a digest of all that the content depends on: what was given, and the
// sources that worked it out (GaplessSourceDigest.cmake). Who can write to the folder can put anything there, as into the program itself.
//
// Files are written beside their place and renamed, so that of two programs with one key either wins. Where the folder cannot be made or
// written, or is full, nothing is kept, and that is no error.
#pragma once

#include <cstdint>
#include <filesystem>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/content_bytes.h"

namespace gapless {

class DiskCache
{
public:
    /// What all files together may take of a disk, bytes.
    static constexpr std::uint64_t kMostBytes = 256u << 20;

    /// In the folder $GAPLESS_CACHE_DIR; if that is not set, in gapless in $XDG_CACHE_HOME or else in $HOME/.cache, unless somebody else owns that
    /// (root with a user's HOME). Set but empty, or no such variable: keeps and finds nothing.
    static DiskCache ofUser();

    /// @param folder made when something is kept; empty: keeps and finds nothing
    explicit DiskCache(std::filesystem::path folder, std::uint64_t most_bytes = kMostBytes);

    bool isOn() const { return !folder_.empty(); }

    /// For content of that kind that was worked out from `inputs`, by these sources if no others are named.
    static Digest keyOf(std::string_view kind, std::string_view inputs);
    static Digest keyOf(std::string_view kind, std::string_view inputs, std::string_view sources);

    std::optional<std::string> find(const Digest& key) const;
    /// As `decode` reads it from a ContentReader, to the end; what it cannot read (InputError) is as good as nothing.
    template <class Decode>
    auto findAs(const Digest& key, const Decode& decode) const -> std::optional<decltype(decode(std::declval<ContentReader&>()))>
    {
        try
        {
            if (const std::optional<std::string> kept = find(key))
            {
                ContentReader reader(*kept);
                auto content = decode(reader);
                if (reader.left() == 0)
                    return content;
            }
        }
        catch (const InputError&)
        {
            // Of another program than ours: what was to be found is worked out.
        }
        catch (const std::bad_alloc&)
        {
            // Working it out may take less.
        }
        return std::nullopt;
    }
    /// Now and then room is made by removing what was not asked for longest. More than a quarter of most_bytes is not kept, and nothing that was
    /// worked out where rounding is not as proofs have it.
    void keep(const Digest& key, std::string_view content) const noexcept;

    const std::filesystem::path& folder() const { return folder_; }

private:
    std::filesystem::path fileOf(const Digest& key) const;
    void write(const Digest& key, std::string_view content) const;
    void makeRoom() const;

    std::filesystem::path folder_;
    std::uint64_t most_bytes_;
};

}  // namespace gapless
