#include "io/problem_names.h"

#include <algorithm>
#include <cctype>
#include <numeric>

#include "io/input_text.h"

namespace gapless {
namespace {

constexpr std::size_t kMaxNamed = 5;
/// Longer names are not compared letter by letter: the comparison takes the product of the lengths.
constexpr std::size_t kMaxCompared = 64;

bool endsWith(const std::string& text, const std::string& end)
{
    return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

/// Levenshtein's edit distance.
std::size_t editDistance(const std::string& a, const std::string& b)
{
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 1; i <= a.size(); ++i)
    {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j)
        {
            const std::size_t above = row[j];
            row[j] = std::min({above + 1, row[j - 1] + 1, diagonal + (a[i - 1] == b[j - 1] ? 0 : 1)});
            diagonal = above;
        }
    }
    return row[b.size()];
}

}  // namespace

InputError unknownName(const std::string& label, int line, const std::string& kind, const std::string& name,
                       const std::vector<std::string>& known)
{
    std::vector<std::string> hints;
    for (const std::string& candidate : known)
        if (endsWith(candidate, "/" + name) || endsWith(name, "/" + candidate))
            hints.push_back(candidate);
    if (hints.empty() && known.size() <= kMaxNamed)
        hints = known;
    if (hints.empty() && name.size() <= kMaxCompared)
        for (const std::string& candidate : known)
            if (candidate.size() <= kMaxCompared && editDistance(name, candidate) <= std::max<std::size_t>(2, name.size() / 4))
                hints.push_back(candidate);
    if (hints.empty())
        hints = known;
    std::string list;
    for (std::size_t i = 0; i < std::min(hints.size(), kMaxNamed); ++i)
        list += (i == 0 ? "" : ", ") + hints[i];
    if (hints.size() > kMaxNamed)
        list += ", ...";
    return inputError(label, line,
                      "unknown " + kind + " '" + name + "'" + (list.empty() ? "; there is none" : "; there is " + list));
}

void SceneNames::addLink(const std::string& name, const LinkPlace& place, int line)
{
    if (!links_.emplace(name, place).second)
        throw inputError(file_, line, "two robots have a link '" + name + "'; choose other robot names");
}

void SceneNames::addObject(const ProblemDescription::Obstacle& object)
{
    if (links_.count(object.name) > 0)
        throw inputError(file_, object.line, "object '" + object.name + "' has the name of a link; names must differ");
    objects_.insert(object.name);
}

const SceneNames::LinkPlace& SceneNames::link(const ProblemDescription::Name& name) const
{
    const auto found = links_.find(name.text);
    if (found != links_.end())
        return found->second;
    std::vector<std::string> known;
    for (const auto& link : links_)
        known.push_back(link.first);
    throw unknownName(file_, name.line, "link", name.text, known);
}

const std::string& SceneNames::known(const ProblemDescription::Name& name) const
{
    if (links_.count(name.text) > 0 || objects_.count(name.text) > 0)
        return name.text;
    std::vector<std::string> known(objects_.begin(), objects_.end());
    for (const auto& link : links_)
        known.push_back(link.first);
    throw unknownName(file_, name.line, "link or object", name.text, known);
}

bool SceneNames::hasGeometry(const std::string& name) const
{
    const auto link = links_.find(name);
    return link == links_.end() || link->second.has_geometry;
}

}  // namespace gapless
