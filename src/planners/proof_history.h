// What of earlier proofs holds after an edit of the scene.
//
// A proof that an edge is free is one for each pair of objects, and rests on nothing but what scene_key.h counts to that pair. So an edge that was
// proven in one scene is proven in the next but for the pairs that are new, differ or have a larger clearance, and those alone have to be proven there; a
// witness against an edge stands as long as its pair is the same, with no smaller clearance.
//
// Clearances between links. Edges of a roadmap file are proven for more than the first scene asks: links keep theirs raised by one of a few lengths, each edge by its own.
// As if there were a first scene for each of these raises, an edge proven in the one of its own. What holds from there is looked up for each pair and raise: the pair
// is the same, and its clearance no larger than the first one's and the raise (raisedClearance(), the same number in the proof and here).
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include <gapless/ompl/state_mapping.h>

#include "planners/scene_key.h"

namespace gapless {

/// A clearance between two links of which more is proven than is asked for, metres.
inline double raisedClearance(double clearance, double raise)
{
    return clearance + raise;
}

/// The scenes that a roadmap's proofs are of, one after the other. Not for several threads at once.
class ProofHistory
{
public:
    /// The number of a scene; 0: none.
    using Edit = std::uint32_t;
    static constexpr Edit kFirst = 1;
    static constexpr Edit kNever = std::numeric_limits<Edit>::max();

    ProofHistory(std::shared_ptr<const StateMapping> mapping, double tolerance);
    /// Of a scene that is known by what proofs rest on alone, kFirst: one has to be adopted before anything is asked. It has more numbers: in the scene of kFirst + i, links
    /// keep their clearances from each other raised by raises[i - 1]. @param raises ascending, metres
    explicit ProofHistory(SceneKey key, std::vector<double> raises = {});

    /// By pair of the scene before, if there was one: the same pair in the present one, if a witness against it stands; none if it is gone, differs, or has a smaller clearance.
    using KeptPairs = IndexedVector<PairIndex, std::optional<PairIndex>>;

    /// The scene is another one. @return none if nothing that was proven holds there: other joints, another tolerance. Then this is as before.
    std::optional<KeptPairs> adopt(std::shared_ptr<const StateMapping> mapping, double tolerance);

    Edit now() const { return now_; }
    const SceneKey& key() const { return key_; }
    /// The present scene. @pre there is one
    const StateMapping& mapping() const { return *mapping_; }
    /// The first scene since which a pair of the present one is as it is now, with no smaller clearance.
    Edit changed(PairIndex pair) const { return later_.since[pair]; }
    /// The lowest number of the first scene from which a pair of the present one holds, whatever it was in between; kNever: from none.
    Edit holdsFrom(PairIndex pair) const { return first_.since[pair]; }
    /// Share of the pairs that do not hold from that scene; of 0, all.
    double changedSince(Edit edit) const;
    /// The present scene with those pairs alone. @pre there is one
    const std::shared_ptr<const Scene>& sceneSince(Edit edit);
    /// Which pair of the present scene a pair of sceneSince(edit) is.
    PairIndex present(Edit edit, PairIndex pair);

private:
    /// Of an entry of the key.
    struct Pair
    {
        Edit changed = kFirst;     ///< the first scene since which it is as it is now, with no smaller clearance
        Edit holds_from = kFirst;  ///< as holdsFrom() has it
        PairIndex index{0};        ///< in the present scene
    };

    struct Part
    {
        std::shared_ptr<const Scene> scene;
        std::vector<PairIndex> pairs;  ///< of the present scene
    };
    /// The number of a scene, by pair of the present one, from which on a proof holds.
    struct Holding
    {
        IndexedVector<PairIndex, Edit> since;
        std::vector<Edit> sorted;    ///< the same ones
        std::map<Edit, Part> parts;  ///< by the first of them that counts; 0: none does
    };
    bool isFirst(Edit edit) const { return edit < kFirst + 1 + raises_.size(); }
    const Holding& holding(Edit edit) const { return isFirst(edit) ? first_ : later_; }
    Edit findFirst(const SceneKey::Entry& pair) const;
    const Part& partSince(Edit edit);

    std::shared_ptr<const StateMapping> mapping_;
    SceneKeyMemory memory_;
    SceneKey key_, first_key_;
    std::vector<double> raises_;
    std::vector<std::string> first_links_;  ///< sorted
    Edit now_ = kFirst;
    std::vector<Pair> pairs_;  ///< of the present scene, as the key has them
    Holding first_;            ///< from numbers of the first scene
    Holding later_;            ///< from any other
};

}  // namespace gapless
