// What of earlier proofs holds after an edit of the scene.
//
// A proof that an edge is free is one for each pair of objects, and rests on nothing but what scene_key.h counts to that pair. So an edge that was
// proven in one scene is proven in the next but for the pairs that are new or differ, and those alone have to be proven there; a witness
// against an edge stands as long as its pair is the same.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include <gapless/ompl/state_mapping.h>

#include "planners/scene_key.h"

namespace gapless {

/// The scenes that a roadmap's proofs are of, one after the other. Not for several threads at once.
class ProofHistory
{
public:
    /// The number of a scene; 0: none.
    using Edit = std::uint32_t;
    static constexpr Edit kFirst = 1;

    ProofHistory(std::shared_ptr<const StateMapping> mapping, double tolerance);
    /// Of a scene that is known by what proofs rest on alone, kFirst: one has to be adopted before anything is asked.
    explicit ProofHistory(SceneKey key);

    /// By pair of the scene before, if there was one: the same pair in the present one; none if it is gone or differs.
    using KeptPairs = IndexedVector<PairIndex, std::optional<PairIndex>>;

    /// The scene is another one. @return none if nothing that was proven holds there: other joints, another tolerance. Then this is as before.
    std::optional<KeptPairs> adopt(std::shared_ptr<const StateMapping> mapping, double tolerance);

    Edit now() const { return now_; }
    const SceneKey& key() const { return key_; }
    /// The present scene. @pre there is one
    const StateMapping& mapping() const { return *mapping_; }
    /// The first scene since which a pair of the present one is as it is now.
    Edit changed(PairIndex pair) const { return changed_[pair]; }
    /// Share of the pairs that are new or differ since that scene; of 0, all.
    double changedSince(Edit edit) const;
    /// The present scene with those pairs alone. @pre there is one
    const std::shared_ptr<const Scene>& sceneSince(Edit edit);
    /// Which pair of the present scene a pair of sceneSince(edit) is.
    PairIndex present(Edit edit, PairIndex pair);

private:
    /// Of an entry of the key.
    struct Pair
    {
        Edit changed = kFirst;  ///< the first scene since which it is as it is now
        PairIndex index{0};     ///< in the present scene
    };

    struct Part
    {
        std::shared_ptr<const Scene> scene;
        std::vector<PairIndex> pairs;  ///< of the present scene
    };
    const Part& partSince(Edit edit);

    std::shared_ptr<const StateMapping> mapping_;
    SceneKeyMemory memory_;
    SceneKey key_;
    Edit now_ = kFirst;
    std::vector<Pair> pairs_;  ///< of the present scene, as the key has them
    IndexedVector<PairIndex, Edit> changed_;
    std::vector<Edit> changes_;   ///< the same, sorted
    std::map<Edit, Part> parts_;  ///< by the first changed_ that counts
};

}  // namespace gapless
