// What processes that build a roadmap together tell each other.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/content_digest.h"

namespace gapless {

/// To a process that makes parts.
struct PartOrder
{
    enum class Stage : unsigned char
    {
        Edges,
        Cells
    };

    Digest work{};  ///< RoadmapWork::digest() of who asks
    Stage stage = Stage::Edges;
    std::size_t part = 0;
    std::string edges{};  ///< of that part, for its cells

    std::string bytes() const;
    /// @throws InputError if they are no order
    static PartOrder read(std::string_view bytes);
};

/// From there.
struct PartAnswer
{
    enum class Outcome : char
    {
        Made = '+',
        Failed = '-',
        Interrupted = '!'
    };

    Outcome outcome = Outcome::Failed;
    std::string content{};  ///< the part, or why it failed

    std::string bytes() const { return static_cast<char>(outcome) + content; }
    /// Whatever the bytes are.
    static PartAnswer read(std::string bytes);
};

}  // namespace gapless
