// Which pairs of links are checked, from the definition and the trees of links alone: nothing of bodies, models or scenes.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace gapless::test {

struct TreeLink
{
    std::string name;
    /// Index of the link above; none for the root, which comes first.
    std::optional<int> parent;
    /// Type of the joint above, as in URDF.
    std::string joint;
    bool has_geometry = true;
    /// The joint follows `master`, the joint above that link.
    std::optional<int> master;
};

struct TreeRobot
{
    std::string prefix;
    bool floating = false;
    std::vector<TreeLink> links;

    const TreeLink& link(int index) const { return links[static_cast<std::size_t>(index)]; }
};

using NamedPairs = std::set<std::pair<std::string, std::string>>;

/// Links on the way from one up to the root, both included.
inline std::vector<int> wayUp(const TreeRobot& robot, std::optional<int> link)
{
    std::vector<int> way;
    for (; link; link = robot.link(*link).parent)
        way.push_back(*link);
    return way;
}

inline bool standsStill(const TreeRobot& robot, int link)
{
    bool still = !robot.floating;
    for (const int l : wayUp(robot, link))
        still = still && (!robot.link(l).parent || robot.link(l).joint == "fixed");
    return still;
}

/// No joint that moves on the way from one link to the other.
inline bool isRigid(const TreeRobot& robot, int x, int y)
{
    std::vector<int> a = wayUp(robot, x), b = wayUp(robot, y);
    while (!a.empty() && !b.empty() && a.back() == b.back())
    {
        a.pop_back();
        b.pop_back();
    }
    a.insert(a.end(), b.begin(), b.end());
    for (const int l : a)
        if (robot.link(l).joint != "fixed")
            return false;
    return true;
}

/// Is `above` the first link with geometry on the way up from `link`, with exactly one joint that moves between, of a type that exempts?
inline bool isExempt(const TreeRobot& robot, int link, int above)
{
    std::vector<std::string> moving;
    for (int l = link; robot.link(l).parent;)
    {
        if (robot.link(l).joint != "fixed")
            moving.push_back(robot.link(l).joint);
        l = *robot.link(l).parent;
        if (robot.link(l).has_geometry)
            return l == above && moving.size() == 1
                   && (moving[0] == "revolute" || moving[0] == "continuous" || moving[0] == "prismatic");
    }
    return false;
}

struct ReferencePairs
{
    NamedPairs active, exempt;
};

inline ReferencePairs referencePairs(const std::vector<TreeRobot>& robots)
{
    ReferencePairs pairs;
    for (std::size_t r = 0; r < robots.size(); ++r)
        for (std::size_t s = r; s < robots.size(); ++s)
            for (int x = 0; x < static_cast<int>(robots[r].links.size()); ++x)
                for (int y = r == s ? x + 1 : 0; y < static_cast<int>(robots[s].links.size()); ++y)
                {
                    const TreeRobot &R = robots[r], &S = robots[s];
                    if (!R.link(x).has_geometry || !S.link(y).has_geometry)
                        continue;
                    if (r == s ? isRigid(R, x, y) : standsStill(R, x) && standsStill(S, y))
                        continue;
                    const bool exempt = r == s && (isExempt(R, x, y) || isExempt(R, y, x));
                    (exempt ? pairs.exempt : pairs.active)
                        .insert(std::minmax(R.prefix + R.link(x).name, S.prefix + S.link(y).name));
                }
    return pairs;
}

}  // namespace gapless::test
