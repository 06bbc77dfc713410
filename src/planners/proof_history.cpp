#include "planners/proof_history.h"

#include <algorithm>
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

ProofHistory::ProofHistory(SceneKey key, std::vector<double> raises)
    : key_(std::move(key)),
      first_key_(key_),
      raises_(std::move(raises)),
      now_(static_cast<Edit>(kFirst + raises_.size())),
      pairs_(key_.entries.size() - firstPair(key_))
{
    for (const Entry& entry : first_key_.entries)
        if (entry.part == SceneKey::Part::Link)
            first_links_.push_back(entry.name);
}

ProofHistory::ProofHistory(std::shared_ptr<const StateMapping> mapping, double tolerance)
    : mapping_(std::move(mapping)),
      key_(sceneKey(*mapping_, tolerance, &memory_)),
      first_key_(key_),
      pairs_(memory_.entry_of_pair.size())
{
    const std::size_t first = firstPair(key_);
    for (const PairIndex pair : memory_.entry_of_pair.indices())
        pairs_[memory_.entry_of_pair[pair] - first].index = pair;
    for (Holding* const holding : {&first_, &later_})
    {
        holding->since = IndexedVector<PairIndex, Edit>(pairs_.size(), now_);
        holding->sorted.assign(pairs_.size(), now_);
    }
}

/// What holdsFrom() says of a pair, by a look at the first scene.
ProofHistory::Edit ProofHistory::findFirst(const Entry& entry) const
{
    const auto before = [](const Entry& a, const Entry& b) {
        return std::tie(a.part, a.name, a.other) < std::tie(b.part, b.name, b.other);
    };
    const auto first = std::lower_bound(first_key_.entries.begin(), first_key_.entries.end(), entry, before);
    if (first == first_key_.entries.end() || before(entry, *first) || first->digest != entry.digest)
        return kNever;
    if (entry.clearance <= first->clearance)
        return kFirst;
    const auto isLink = [this](const std::string& name) {
        return std::binary_search(first_links_.begin(), first_links_.end(), name);
    };
    if (isLink(entry.name) && isLink(entry.other))
        for (std::size_t i = 0; i < raises_.size(); ++i)
            if (entry.clearance <= raisedClearance(first->clearance, raises_[i]))
                return static_cast<Edit>(kFirst + 1 + i);
    return kNever;
}

std::optional<ProofHistory::KeptPairs> ProofHistory::adopt(std::shared_ptr<const StateMapping> mapping, double tolerance)
{
    SceneKey key = sceneKey(*mapping, tolerance, &memory_);
    if (key.tolerance != key_.tolerance || key.proof_version != key_.proof_version || now_ == kNever - 1
        || !haveSameJoints(key, key_))
        return std::nullopt;
    const std::size_t first = firstPair(key), first_before = firstPair(key_);
    std::vector<Pair> pairs(memory_.entry_of_pair.size());
    for (const PairIndex pair : memory_.entry_of_pair.indices())
        pairs[memory_.entry_of_pair[pair] - first].index = pair;
    Holding from_first, later;
    from_first.since = later.since = IndexedVector<PairIndex, Edit>(pairs.size());
    KeptPairs kept(mapping_ ? pairs_.size() : 0);
    std::size_t was = 0;
    for (std::size_t i = 0; i < pairs.size(); ++i)
    {
        const Entry& entry = key.entries[first + i];
        const auto before = [&]() -> const Entry& { return key_.entries[first_before + was]; };
        while (was < pairs_.size() && std::tie(before().name, before().other) < std::tie(entry.name, entry.other))
            ++was;
        const bool is_same = was < pairs_.size() && before().name == entry.name && before().other == entry.other
                             && before().digest == entry.digest;
        pairs[i].changed = is_same && entry.clearance <= before().clearance ? pairs_[was].changed : now_ + 1;
        later.since[pairs[i].index] = pairs[i].changed;
        const bool is_as_before = is_same && entry.clearance == before().clearance;
        pairs[i].holds_from = is_as_before ? pairs_[was].holds_from : findFirst(entry);
        from_first.since[pairs[i].index] = pairs[i].holds_from;
        if (is_same && entry.clearance >= before().clearance && mapping_)
            kept[pairs_[was].index] = pairs[i].index;
    }
    for (Holding* const holding : {&from_first, &later})
    {
        holding->sorted.assign(holding->since.begin(), holding->since.end());
        std::sort(holding->sorted.begin(), holding->sorted.end());
    }
    // From here on nothing throws: it is all of the one scene or all of the other.
    ++now_;
    mapping_ = std::move(mapping);
    key_ = std::move(key);
    pairs_ = std::move(pairs);
    first_ = std::move(from_first);
    later_ = std::move(later);
    return kept;
}

double ProofHistory::changedSince(Edit edit) const
{
    const std::vector<Edit>& since = holding(edit).sorted;
    const auto count = since.end() - std::upper_bound(since.begin(), since.end(), edit);
    return since.empty() ? 0.0 : static_cast<double>(count) / static_cast<double>(since.size());
}

const ProofHistory::Part& ProofHistory::partSince(Edit edit)
{
    Holding& from = isFirst(edit) ? first_ : later_;
    const auto first = std::upper_bound(from.sorted.begin(), from.sorted.end(), edit);
    const auto [place, is_new] = from.parts.try_emplace(first == from.sorted.end() ? Edit{0} : *first);
    Part& part = place->second;
    if (!is_new)
        return part;
    const Scene& scene = *mapping_->scene();
    std::vector<ObjectPair> pairs;
    for (const PairIndex pair : scene.pairs().indices())
        if (from.since[pair] > edit)
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
