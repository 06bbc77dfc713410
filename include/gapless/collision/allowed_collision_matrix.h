// Pairs of named objects that are never checked.
#pragma once

#include <set>
#include <string>
#include <utility>

namespace gapless {

class AllowedCollisionMatrix
{
public:
    void allow(const std::string& a, const std::string& b) { pairs_.insert(ordered(a, b)); }
    bool isAllowed(const std::string& a, const std::string& b) const { return pairs_.count(ordered(a, b)) > 0; }

private:
    static std::pair<std::string, std::string> ordered(const std::string& a, const std::string& b)
    {
        return a < b ? std::make_pair(a, b) : std::make_pair(b, a);
    }

    std::set<std::pair<std::string, std::string>> pairs_;
};

}  // namespace gapless
