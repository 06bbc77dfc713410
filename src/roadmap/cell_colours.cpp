#include "roadmap/cell_colours.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include <ompl/util/Console.h>

#include <gapless/core/error.h>

#include "io/input_text.h"

namespace gapless {

namespace {

using Edit = ProofHistory::Edit;

/// What is known of an obstacle's pairs with links that the cells are of.
struct ObstaclePairs
{
    Edit changed = 0;  ///< the last scene in which one of them was new, differed or had its clearance raised; 0: there is none
    bool is_as_built = true;  ///< or with smaller clearances
    std::vector<PairIndex> pairs;
    double clearance = 0.0;  ///< the largest of the obstacle's pairs, with links and others
};

}  // namespace

CellColours::CellColours(std::shared_ptr<const LoadedRoadmap> roadmap) : roadmap_(std::move(roadmap))
{
    for (const SceneKey::Entry& entry : roadmap_->content.key.entries)
        if (entry.part == SceneKey::Part::Link)
            links_.emplace(entry.name, entry.digest);
}

CellColours::~CellColours() = default;

/// Those links of a scene that the cells are of, by a look at all of them: cells of a link say nothing of another one of its name. Others, such as fingers that stand
/// elsewhere, are as what is attached: their pairs are not covered.
/// @throws InputError if there are none
std::set<std::string> CellColours::linksOfCells(const SceneKey& present)
{
    std::set<std::string> same;
    std::string others, first;
    for (const SceneKey::Entry& entry : present.entries)
    {
        if (entry.part != SceneKey::Part::Link)
            continue;
        const auto link = links_.find(entry.name);
        if (link != links_.end() && link->second == entry.digest)
        {
            same.insert(entry.name);
            continue;
        }
        if (first.empty())
            first = link == links_.end() ? "it has no link '" + entry.name + "'" : "the link '" + entry.name + "' differs";
        others += (others.empty() ? "'" : ", '") + entry.name + "'";
    }
    if (same.empty() && !links_.empty())
        throw inputError(roadmap_->file, 0,
                         "the roadmap is of another robot ("
                             + (first.empty() ? "it has " + std::to_string(links_.size()) + " links, here are none" : first)
                             + "); what is proven in it does not hold here");
    if (others != told_ && !others.empty())
        OMPL_WARN("%s: it is not of the links %s as they are now; edges are proven for them when a path is to go over them",
                  roadmap_->file.c_str(), others.c_str());
    told_ = std::move(others);
    return same;
}

void CellColours::note(const ObstacleCells::Change& change)
{
    entered_.insert(entered_.end(), change.entered.begin(), change.entered.end());
    left_.insert(left_.end(), change.left.begin(), change.left.end());
}

/// Counts what was noted: all edits together, since what one obstacle leaves another may have entered.
void CellColours::countCells()
{
    std::sort(entered_.begin(), entered_.end());
    std::sort(left_.begin(), left_.end());
    // A cell is entered and left in turns.
    ObstacleCells::Change change;
    std::set_difference(entered_.begin(), entered_.end(), left_.begin(), left_.end(), std::back_inserter(change.entered));
    std::set_difference(left_.begin(), left_.end(), entered_.begin(), entered_.end(), std::back_inserter(change.left));
    entered_.clear();
    left_.clear();
    std::size_t marked = 0;
    for (const auto& [name, obstacle] : marked_)
        marked += obstacles_->cellsOf(obstacle.number).size();
    if (change.entered.size() + change.left.size() <= marked)
    {
        counts_->apply(change, turned_);
        return std::sort(turned_.begin(), turned_.end());
    }
    CellSet all;
    for (const auto& [name, obstacle] : marked_)
        all.insert(all.end(), obstacles_->cellsOf(obstacle.number).begin(), obstacles_->cellsOf(obstacle.number).end());
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    counts_->recount(all, turned_);
}

void CellColours::adopt(const ProofHistory& history)
{
    const std::set<std::string> links = linksOfCells(history.key());
    is_first_ = last_ == 0 || history.now() != last_ + 1;
    if (is_first_)
    {
        obstacles_ = std::make_unique<ObstacleCells>(roadmap_->lists->grid());
        counts_ = std::make_unique<MarkedCounts>(roadmap_->lists);
        marked_.clear();
        holds_from_ = ProofHistory::kFirst;
    }
    // Until all is done nothing counts.
    last_ = 0;
    turned_.clear();
    entered_.clear();
    left_.clear();

    const Scene& scene = *history.mapping().scene();
    std::map<ObjectIndex, ObstaclePairs> obstacles;
    std::vector<char> is_covered(scene.pairs().size(), 0);
    Edit holds_from = ProofHistory::kFirst;
    for (const PairIndex index : scene.pairs().indices())
    {
        const ObjectPair& pair = scene.pair(index);
        const Edit from = history.holdsFrom(index);
        if (from != ProofHistory::kNever)
        {
            is_covered[index.value()] = 1;
            holds_from = std::max(holds_from, from);
        }
        for (const auto& [a, b] : {std::pair(pair.a, pair.b), std::pair(pair.b, pair.a)})
            if (scene.object(b).kind == ObjectKind::Obstacle && scene.model().body(scene.object(b).body).is_static)
            {
                ObstaclePairs& own = obstacles[b];
                own.clearance = std::max(own.clearance, pair.clearance);
                if (scene.object(a).kind != ObjectKind::Link || links.count(scene.object(a).name) == 0)
                    continue;
                own.changed = std::max(own.changed, history.changed(index));
                own.is_as_built = own.is_as_built && from == ProofHistory::kFirst;
                own.pairs.push_back(index);
            }
    }
    std::set<std::string> present;
    for (const auto& [object, own] : obstacles)
    {
        if (own.is_as_built)
            continue;
        const std::string& name = scene.object(object).name;
        present.insert(name);
        for (const PairIndex pair : own.pairs)
            is_covered[pair.value()] = 1;
        const auto [place, is_new] = marked_.try_emplace(name, Marked{next_number_});
        if (is_new)
            ++next_number_;
        Marked& marked = place->second;
        if (is_new || own.changed == history.now() || own.clearance != marked.clearance || is_first_)
            note(obstacles_->update(marked.number, scene, object, roadmap_->content.key.tolerance));
        marked.clearance = own.clearance;
    }
    for (auto it = marked_.begin(); it != marked_.end();)
    {
        if (present.count(it->first) > 0)
        {
            ++it;
            continue;
        }
        note(obstacles_->remove(it->second.number));
        it = marked_.erase(it);
    }
    countCells();
    uncovered_since_ = 0;
    for (const PairIndex pair : scene.pairs().indices())
        if (!is_covered[pair.value()])
            uncovered_since_ = std::max(uncovered_since_, history.changed(pair));
    takeHoldsFrom(holds_from);
    std::size_t white = white_count_;
    if (is_first_)
    {
        white = 0;
        for (EdgeId e = 0; e < count(); ++e)
            white += isWhite(e) ? 1 : 0;
    }
    else
        for (const EdgeId e : turned_)
            isWhite(e) ? ++white : --white;
    white_count_ = white;
    last_ = history.now();
}

/// Makes of what turned by its cells, in order, what turned.
void CellColours::takeHoldsFrom(Edit holds_from)
{
    const Edit before = std::exchange(holds_from_, holds_from);
    if (before == holds_from)
    {
        const auto stays_grey = [this](EdgeId e) { return isTooNear(e); };
        turned_.erase(std::remove_if(turned_.begin(), turned_.end(), stays_grey), turned_.end());
        return;
    }
    turned_by_cells_.swap(turned_);
    turned_.clear();
    auto next = turned_by_cells_.begin();
    for (EdgeId e = 0; e < count(); ++e)
    {
        const bool has_turned = next != turned_by_cells_.end() && *next == e;
        next += has_turned ? 1 : 0;
        const bool was_white = counts_->isWhite(e) != has_turned && provenIn(e) >= before;
        if (was_white != isWhite(e))
            turned_.push_back(e);
    }
}

// Among boxes, 3 % of the grey edges that touch 1 or 2 marked cells collide, and so on: `roadmap_moves --scenes` prints what was expected and what is so. For
// speed only: what is likely to be proven in vain is worth a detour. Edges that were not proven for the clearances between links that are asked for now mostly do not keep them.
double CellColours::doubt(EdgeId e) const
{
    constexpr double kTooNear = 0.8;
    const std::uint32_t marked = counts_->marked(e);
    const double by_cells = marked <= 2 ? 0.03 : marked <= 5 ? 0.18 : marked <= 10 ? 0.51 : marked <= 20 ? 0.86 : 0.99;
    return isTooNear(e) ? std::max(kTooNear, by_cells) : by_cells;
}

}  // namespace gapless
