#include "planners/proof_history.h"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

namespace gapless {

namespace {

using Entry = SceneKey::Entry;
using Names = std::pair<std::string, std::string>;

/// As an entry of a key has them.
Names namesOf(const Scene& scene, const ObjectPair& pair)
{
    Names names{scene.object(pair.a).name, scene.object(pair.b).name};
    if (names.second < names.first)
        std::swap(names.first, names.second);
    return names;
}

std::map<Names, Digest> pairsOf(const SceneKey& key)
{
    std::map<Names, Digest> pairs;
    for (const Entry& entry : key.entries)
        if (entry.part == SceneKey::Part::Pair)
            pairs.emplace(Names(entry.name, entry.other), entry.digest);
    return pairs;
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

ProofHistory::ProofHistory(std::shared_ptr<const StateMapping> mapping, double tolerance)
    : mapping_(std::move(mapping)), key_(sceneKey(*mapping_, tolerance, &shapes_))
{
    changed_.assign(mapping_->scene()->pairs().size(), now_);
}

std::optional<ProofHistory::KeptPairs> ProofHistory::adopt(std::shared_ptr<const StateMapping> mapping, double tolerance)
{
    SceneKey key = sceneKey(*mapping, tolerance, &shapes_);
    if (key.tolerance != key_.tolerance || key.proof_version != key_.proof_version || now_ == std::numeric_limits<Edit>::max()
        || !haveSameJoints(key, key_))
        return std::nullopt;
    const Scene &before = *mapping_->scene(), &after = *mapping->scene();
    const std::map<Names, Digest> earlier = pairsOf(key_), present = pairsOf(key);
    std::map<Names, PairIndex> places;
    for (const PairIndex pair : after.pairs().indices())
        places.emplace(namesOf(after, after.pair(pair)), pair);

    KeptPairs kept(before.pairs().size());
    IndexedVector<PairIndex, Edit> changed;
    changed.assign(after.pairs().size(), now_ + 1);
    for (const PairIndex pair : before.pairs().indices())
    {
        const Names names = namesOf(before, before.pair(pair));
        const auto was = earlier.find(names), is = present.find(names);
        if (is == present.end() || was->second != is->second)
            continue;
        kept[pair] = places.at(names);
        changed[*kept[pair]] = changed_[pair];
    }
    ++now_;
    mapping_ = std::move(mapping);
    key_ = std::move(key);
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
