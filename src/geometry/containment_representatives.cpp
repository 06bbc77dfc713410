// Which points of an object tell whether it is inside another: the argument is in containment.h.
//
// 1. The shells of each solid: triangles that are connected by vertices.
// 2. Shells are joined to parts where one has a vertex inside and a vertex outside of the other: its triangles connect the two, so the
//    surfaces cross. Only certain answers count, and beyond kMostShellsToJoin shells nothing is joined: two shells that are taken for two
//    parts though they are one cost a representative more, no more than that.
// 3. A part is left out if one of its vertices of largest x is certainly inside of a solid without the part's own shells. Of any other
//    part one vertex, any, is a representative: the whole part is inside of another body or outside of it.
//
// Shells::counts says which of a solid's shells a winding number is of: one alone in step 2, all but a part's in step 3.

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include <gapless/core/rounding.h>
#include <gapless/geometry/containment.h>
#include <gapless/geometry/shells.h>

#include "geometry/union_find.h"

namespace gapless {

namespace {

/// With more shells the test of all pairs would cost more than it ever saves.
constexpr std::size_t kMostShellsToJoin = 400;
/// Whose boxes are looked at one by one, before a ray.
constexpr std::size_t kMostShellsToLookAt = 100;
/// Solid angles computed where a ray does not tell, at the most: some 0.2 s.
constexpr std::int64_t kMostSolidAngles = 4000000;
/// In a group without parts. So few are asked about one by one.
constexpr std::size_t kMostInGroup = 8;

struct Shell
{
    std::size_t solid;
    int number;  ///< in its solid
    std::vector<std::int32_t> vertices;
    Vec3 low, high;
};

}  // namespace

void Containment::finish()
{
    std::vector<Shells> some(solids_.size());
    std::vector<Shell> shells;
    for (std::size_t s = 0; s < solids_.size(); ++s)
    {
        const Solid& solid = solids_[s];
        const std::size_t first = shells.size();
        const int count = connectedParts(solid.vertices.size(), solid.triangles, some[s].of_triangle);
        some[s].counts.assign(static_cast<std::size_t>(count), true);
        for (int n = 0; n < count; ++n)
            shells.push_back({s,
                              n,
                              {},
                              Vec3::Constant(std::numeric_limits<double>::infinity()),
                              Vec3::Constant(-std::numeric_limits<double>::infinity())});
        for (std::size_t i = 0; i < solid.triangles.size(); ++i)
            for (const std::int32_t k : solid.triangles[i])
            {
                Shell& shell = shells[first + static_cast<std::size_t>(some[s].of_triangle[i])];
                shell.vertices.push_back(k);
                shell.low = shell.low.cwiseMin(solid.vertices[static_cast<std::size_t>(k)]);
                shell.high = shell.high.cwiseMax(solid.vertices[static_cast<std::size_t>(k)]);
            }
    }
    for (const Shell& shell : shells)
        if (const std::size_t count = some[shell.solid].counts.size(); count > 1 && count <= kMostShellsToLookAt)
            solids_[shell.solid].shells.push_back({shell.low, shell.high});
    for (Shell& shell : shells)
    {
        std::sort(shell.vertices.begin(), shell.vertices.end());
        shell.vertices.erase(std::unique(shell.vertices.begin(), shell.vertices.end()), shell.vertices.end());
    }
    const auto vertex = [&](const Shell& shell, std::int32_t k) -> const Vec3& {
        return solids_[shell.solid].vertices[static_cast<std::size_t>(k)];
    };
    std::int64_t solid_angles_left = kMostSolidAngles;
    const auto winding = [&](std::size_t solid, const Vec3& p) {
        Answer answer = insideByRay(solids_[solid], p, &some[solid]);
        if (answer == Answer::Unknown && solid_angles_left > 0)
        {
            solid_angles_left -= static_cast<std::int64_t>(solids_[solid].triangles.size());
            answer = insideByWinding(solids_[solid], p, &some[solid]);
        }
        return answer;
    };

    // Shells that cross are one part of L_A.
    std::vector<int> parent(shells.size());
    std::iota(parent.begin(), parent.end(), 0);
    for (std::size_t j = 0; j < shells.size() && shells.size() <= kMostShellsToJoin; ++j)
    {
        const Shell& other = shells[j];
        std::vector<char>& counts = some[other.solid].counts;
        std::fill(counts.begin(), counts.end(), false);
        counts[static_cast<std::size_t>(other.number)] = true;
        for (std::size_t i = 0; i < shells.size(); ++i)
        {
            const Shell& shell = shells[i];
            int &from = parent[static_cast<std::size_t>(findRoot(parent, static_cast<int>(i)))],
                to = findRoot(parent, static_cast<int>(j));
            if (from == to || (shell.low.array() > other.high.array()).any() || (shell.high.array() < other.low.array()).any())
                continue;
            bool in = false, out = false;
            for (std::size_t k = 0; k < shell.vertices.size() && !(in && out); ++k)
            {
                const Vec3& p = vertex(shell, shell.vertices[k]);
                const bool beyond = (p.array() < other.low.array()).any() || (p.array() > other.high.array()).any();
                const Answer answer = beyond ? Answer::Outside : winding(other.solid, p);
                in = in || answer == Answer::Inside;
                out = out || answer == Answer::Outside;
            }
            if (in && out)
                from = to;
        }
        std::fill(counts.begin(), counts.end(), true);
    }
    std::vector<std::vector<const Shell*>> parts(shells.size());
    for (std::size_t i = 0; i < shells.size(); ++i)
        parts[static_cast<std::size_t>(findRoot(parent, static_cast<int>(i)))].push_back(&shells[i]);

    representatives_ = std::move(loose_parts_);
    loose_parts_.clear();
    for (const auto& part : parts)
    {
        if (part.empty())
            continue;
        double largest = -std::numeric_limits<double>::infinity();
        for (const Shell* shell : part)
        {
            largest = std::max(largest, shell->high.x());
            some[shell->solid].counts[static_cast<std::size_t>(shell->number)] = false;
        }
        const auto goesOn = [&](const Vec3& v) {
            for (std::size_t s = 0; s < solids_.size(); ++s)
                if (!solids_[s].box.isOutside(v) && winding(s, v) == Answer::Inside)
                    return true;
            return false;
        };
        bool is_left_out = false;
        for (const Shell* shell : part)
            for (const std::int32_t k : shell->vertices)
                is_left_out = is_left_out || (vertex(*shell, k).x() == largest && goesOn(vertex(*shell, k)));
        if (!is_left_out)
            representatives_.push_back(vertex(*part.front(), part.front()->vertices.front()));
        for (const Shell* shell : part)
            some[shell->solid].counts[static_cast<std::size_t>(shell->number)] = true;
    }
    group(0, representatives_.size());
}

// At the mean of the widest axis, at the median where that would be lopsided.
void Containment::group(std::size_t begin, std::size_t end)
{
    if (begin == end)
        return;
    Vec3 low = representatives_[begin], high = low, sum = Vec3::Zero();
    for (std::size_t i = begin; i < end; ++i)
    {
        low = low.cwiseMin(representatives_[i]);
        high = high.cwiseMax(representatives_[i]);
        sum += representatives_[i];
    }
    const double largest = std::max(low.cwiseAbs().maxCoeff(), high.cwiseAbs().maxCoeff());
    const std::size_t own = groups_.size();
    groups_.push_back(
        {0.5 * (low + high), 0.5 * (high - low).norm() * kInflate + 16.0 * kUnitRoundoff * largest, begin, end, own + 1});
    if (end - begin <= kMostInGroup)
        return;
    int axis = 0;
    (high - low).maxCoeff(&axis);
    const auto at = [&](std::size_t i) { return representatives_.begin() + static_cast<std::ptrdiff_t>(i); };
    const double mean = sum[axis] / static_cast<double>(end - begin);
    auto middle = static_cast<std::size_t>(std::partition(at(begin), at(end), [&](const Vec3& p) { return p[axis] < mean; })
                                           - representatives_.begin());
    if (std::min(middle - begin, end - middle) < (end - begin) / 8)
    {
        middle = begin + (end - begin) / 2;
        std::nth_element(at(begin), at(middle), at(end), [&](const Vec3& a, const Vec3& b) { return a[axis] < b[axis]; });
    }
    group(begin, middle);
    group(middle, end);
    groups_[own].skip_to = groups_.size();
}

}  // namespace gapless
