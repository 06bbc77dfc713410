// Pairs of named objects that are never checked.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>

namespace gapless {

/// Why a pair is never checked.
enum class ExemptReason
{
    Joint,  ///< a link and the nearest link above it that has geometry, one revolute, continuous or prismatic joint between them
    Srdf,   ///< disabled in the robot's SRDF
    Problem,  ///< allowed by the problem file or the program: allowed collisions, touch links
};

/// "joint", "srdf", "problem".
const char* toString(ExemptReason reason);

class AllowedCollisionMatrix
{
public:
    /// Of a pair that is allowed twice the first reason is kept.
    void allow(const std::string& a, const std::string& b, ExemptReason reason = ExemptReason::Problem)
    {
        pairs_.emplace(ordered(a, b), reason);
    }
    bool isAllowed(const std::string& a, const std::string& b) const { return reasonFor(a, b).has_value(); }
    /// Nothing for a pair that is not allowed.
    std::optional<ExemptReason> reasonFor(const std::string& a, const std::string& b) const
    {
        const auto found = pairs_.find(ordered(a, b));
        return found == pairs_.end() ? std::nullopt : std::make_optional(found->second);
    }

private:
    static std::pair<std::string, std::string> ordered(const std::string& a, const std::string& b)
    {
        return a < b ? std::make_pair(a, b) : std::make_pair(b, a);
    }

    std::map<std::pair<std::string, std::string>, ExemptReason> pairs_;
};

}  // namespace gapless
