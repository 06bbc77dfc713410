#include "planners/proof_history.h"

#include <algorithm>
#include <limits>
#include <tuple>
#include <utility>

namespace gapless {

namespace {

using Entry = SceneKey::Entry;

bool isPair(const Entry& entry)
{
    return entry.part == SceneKey::Part::Pair;
}

/// Pairs come last, sorted by their names.
std::size_t firstPair(const SceneKey& key)
{
    return static_cast<std::size_t>(std::find_if(key.entries.begin(), key.entries.end(), isPair) - key.entries.begin());
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

ProofHistory::ProofHistory(SceneKey key) : key_(std::move(key)), pairs_(key_.entries.size() - firstPair(key_)) {}

ProofHistory::ProofHistory(std::shared_ptr<const StateMapping> mapping, double tolerance)
    : mapping_(std::move(mapping)), key_(sceneKey(*mapping_, tolerance, &memory_)), pairs_(memory_.entry_of_pair.size())
{
    const std::size_t first = firstPair(key_);
    for (const PairIndex pair : memory_.entry_of_pair.indices())
        pairs_[memory_.entry_of_pair[pair] - first].index = pair;
    changed_ = IndexedVector<PairIndex, Edit>(pairs_.size(), now_);
    changes_.assign(pairs_.size(), now_);
}

std::optional<ProofHistory::KeptPairs> ProofHistory::adopt(std::shared_ptr<const StateMapping> mapping, double tolerance)
{
    SceneKey key = sceneKey(*mapping, tolerance, &memory_);
    if (key.tolerance != key_.tolerance || key.proof_version != key_.proof_version || now_ == std::numeric_limits<Edit>::max()
        || !haveSameJoints(key, key_))
        return std::nullopt;
    const std::size_t first = firstPair(key), first_before = firstPair(key_);
    std::vector<Pair> pairs(memory_.entry_of_pair.size());
    for (const PairIndex pair : memory_.entry_of_pair.indices())
        pairs[memory_.entry_of_pair[pair] - first].index = pair;
    IndexedVector<PairIndex, Edit> changed(pairs.size());
    KeptPairs kept(mapping_ ? pairs_.size() : 0);
    std::size_t was = 0;
    for (std::size_t i = 0; i < pairs.size(); ++i)
    {
        const Entry& entry = key.entries[first + i];
        const auto before = [&]() -> const Entry& { return key_.entries[first_before + was]; };
        while (was < pairs_.size() && std::tie(before().name, before().other) < std::tie(entry.name, entry.other))
            ++was;
        const bool is_kept = was < pairs_.size() && before().name == entry.name && before().other == entry.other
                             && before().digest == entry.digest;
        pairs[i].changed = is_kept ? pairs_[was].changed : now_ + 1;
        changed[pairs[i].index] = pairs[i].changed;
        if (is_kept && mapping_)
            kept[pairs_[was].index] = pairs[i].index;
    }
    std::vector<Edit> changes(changed.begin(), changed.end());
    std::sort(changes.begin(), changes.end());
    // From here on nothing throws: it is all of the one scene or all of the other.
    ++now_;
    mapping_ = std::move(mapping);
    key_ = std::move(key);
    pairs_ = std::move(pairs);
    changed_ = std::move(changed);
    changes_ = std::move(changes);
    parts_.clear();
    return kept;
}

double ProofHistory::changedSince(Edit edit) const
{
    const auto count = changes_.end() - std::upper_bound(changes_.begin(), changes_.end(), edit);
    return changes_.empty() ? 0.0 : static_cast<double>(count) / static_cast<double>(changes_.size());
}

const ProofHistory::Part& ProofHistory::partSince(Edit edit)
{
    const auto first = std::upper_bound(changes_.begin(), changes_.end(), edit);
    const auto [place, is_new] = parts_.try_emplace(first == changes_.end() ? std::numeric_limits<Edit>::max() : *first);
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
