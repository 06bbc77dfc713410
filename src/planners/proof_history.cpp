#include "planners/proof_history.h"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

namespace gapless {

namespace {

using Entry = SceneKey::Entry;
/// As an entry of a key has them.
std::pair<std::string, std::string> namesOf(const Scene& scene, const ObjectPair& pair)
{
    std::pair<std::string, std::string> names{scene.object(pair.a).name, scene.object(pair.b).name};
    if (names.second < names.first)
        std::swap(names.first, names.second);
    return names;
}

bool haveSameJoints(const SceneKey& a, const SceneKey& b)
{
    // Joints come first.
    const auto isJoint = [](const Entry& entry) { return entry.part == SceneKey::Part::Joint; };
    const auto end_a = std::find_if_not(a.entries.begin(), a.entries.end(), isJoint);
    const auto end_b = std::find_if_not(b.entries.begin(), b.entries.end(), isJoint);
    return std::equal(a.entries.begin(), end_a, b.entries.begin(), end_b,
                      [](const Entry& x, const Entry& y) { return x.name == y.name && x.digest == y.digest; });
}

}  // namespace

ProofHistory::ProofHistory(SceneKey key) : key_(std::move(key)), pairs_(pairsOf(key_)) {}

ProofHistory::ProofHistory(std::shared_ptr<const StateMapping> mapping, double tolerance)
    : mapping_(std::move(mapping)), key_(sceneKey(*mapping_, tolerance, &shapes_)), pairs_(pairsOf(key_))
{
    changed_.assign(mapping_->scene()->pairs().size(), now_);
    for (const PairIndex pair : changed_.indices())
        find(pairs_, namesOf(*mapping_->scene(), mapping_->scene()->pair(pair)))->index = pair;
}

std::vector<ProofHistory::Pair> ProofHistory::pairsOf(const SceneKey& key)
{
    std::vector<Pair> pairs;
    for (const Entry& entry : key.entries)
        if (entry.part == SceneKey::Part::Pair)
            pairs.push_back({{entry.name, entry.other}, entry.digest});
    return pairs;
}

ProofHistory::Pair* ProofHistory::find(std::vector<Pair>& pairs, const Names& names)
{
    const auto place =
        std::lower_bound(pairs.begin(), pairs.end(), names, [](const Pair& pair, const Names& x) { return pair.names < x; });
    return place != pairs.end() && place->names == names ? &*place : nullptr;
}

std::optional<ProofHistory::KeptPairs> ProofHistory::adopt(std::shared_ptr<const StateMapping> mapping, double tolerance)
{
    SceneKey key = sceneKey(*mapping, tolerance, &shapes_);
    if (key.tolerance != key_.tolerance || key.proof_version != key_.proof_version || now_ == std::numeric_limits<Edit>::max()
        || !haveSameJoints(key, key_))
        return std::nullopt;
    // Both lists are sorted by the names.
    std::vector<Pair> pairs = pairsOf(key);
    auto was = pairs_.begin();
    for (Pair& pair : pairs)
    {
        while (was != pairs_.end() && was->names < pair.names)
            ++was;
        const bool is_kept = was != pairs_.end() && was->names == pair.names && was->digest == pair.digest;
        pair.changed = is_kept ? was->changed : now_ + 1;
    }
    const Scene& after = *mapping->scene();
    IndexedVector<PairIndex, Edit> changed(after.pairs().size());
    for (const PairIndex pair : after.pairs().indices())
    {
        Pair* const place = find(pairs, namesOf(after, after.pair(pair)));
        place->index = pair;
        changed[pair] = place->changed;
    }
    KeptPairs kept(mapping_ ? mapping_->scene()->pairs().size() : 0);
    for (const PairIndex pair : kept.indices())
        if (const Pair* const is = find(pairs, namesOf(*mapping_->scene(), mapping_->scene()->pair(pair)));
            is && is->changed <= now_)
            kept[pair] = is->index;
    ++now_;
    mapping_ = std::move(mapping);
    key_ = std::move(key);
    pairs_ = std::move(pairs);
    changed_ = std::move(changed);
    parts_.clear();
    return kept;
}

double ProofHistory::changedSince(Edit edit) const
{
    const auto count = std::count_if(changed_.begin(), changed_.end(), [edit](Edit change) { return change > edit; });
    return changed_.empty() ? 0.0 : static_cast<double>(count) / static_cast<double>(changed_.size());
}

const ProofHistory::Part& ProofHistory::partSince(Edit edit)
{
    Edit first = std::numeric_limits<Edit>::max();
    for (const Edit change : changed_)
        if (change > edit)
            first = std::min(first, change);
    const auto [place, is_new] = parts_.try_emplace(first);
    Part& part = place->second;
    if (!is_new)
        return part;
    const Scene& scene = *mapping_->scene();
    std::vector<ObjectPair> pairs;
    for (const PairIndex pair : scene.pairs().indices())
        if (changed_[pair] > edit)
        {
            part.pairs.push_back(pair);
            pairs.push_back(scene.pair(pair));
        }
    // The whole scene is there already.
    part.scene = pairs.size() == scene.pairs().size()
                     ? mapping_->scene()
                     : std::make_shared<const Scene>(scene.model(), scene.objects().list(), pairs, &scene);
    return part;
}

const std::shared_ptr<const Scene>& ProofHistory::sceneSince(Edit edit)
{
    return partSince(edit).scene;
}

PairIndex ProofHistory::present(Edit edit, PairIndex pair)
{
    return partSince(edit).pairs[pair.value()];
}

}  // namespace gapless
