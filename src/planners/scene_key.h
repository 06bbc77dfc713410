// What proofs rest on, by names and digests: a proof is of use only where all of it is the same.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gapless/certify/proof_version.h>
#include <gapless/ompl/state_mapping.h>

#include "core/content_digest.h"

namespace gapless {

/// One entry per joint, object and pair, so that an edit shows what it touches. The order in which a scene lists them does not count,
/// their names do, and of numbers the last bit.
struct SceneKey
{
    enum class Part : std::uint8_t
    {
        Joint,
        Link,
        Obstacle,
        Attached,
        Pair
    };
    struct Entry
    {
        Part part = Part::Joint;
        std::string name, other;  ///< the other object of a pair; empty for all else
        Digest digest{};
        double clearance = 0.0;  ///< of a pair, metres; not in its digest: what is proven of a larger one holds for a smaller one
    };
    std::uint32_t proof_version = kProofVersion;
    double tolerance = 0.0;
    std::vector<Entry> entries;  ///< sorted
};

/// For callers with one scene after the other: what the key of the last one took to make. Of content that is the same, and looked at for that, the digest is taken from here.
struct SceneKeyMemory
{
    /// By geometry, which it keeps alive: no other can have its address.
    std::map<std::shared_ptr<const CollisionGeometry>, Digest> shapes;
    /// Of all else, in the order in which they were needed.
    std::vector<std::pair<std::string, Digest>> contents;
    /// How its entries were sorted: the first one was made as the order[0]-th.
    std::vector<std::size_t> order;
    /// The entry of each pair.
    IndexedVector<PairIndex, std::size_t> entry_of_pair;
};

/// | entry | its digest is of |
/// |---|---|
/// | joint | its frame, type, axis and limits, and what drives it: which numbers of a state, or the value at which it stands; of a car its steering, and the bounds of its space; of a mimic joint, its law and what drives its master |
/// | link, obstacle, attached part | its shapes and their poses, and all joints between it and the world |
/// | pair | the shapes of both, and the joints between their nearest common ancestor and both |
///
/// A proof that a pair keeps its clearance along the motion between two states rests on the digest of that pair alone: which of the
/// pairs there are makes the scene, the numbers of the states are in the drives, and how a space interpolates follows from the types
/// of the joints, a car's from its steering (StateMapping takes no other space), and from kProofVersion.
/// @param memory of the key before, afterwards of this one
SceneKey sceneKey(const StateMapping& mapping, double tolerance, SceneKeyMemory* memory = nullptr);

/// "of another scene (the obstacle 'post' differs)": how what was proven under `found` differs from what `wanted` asks for, by the
/// first entry that does; empty if it does not.
std::string differenceOf(const SceneKey& found, const SceneKey& wanted);

}  // namespace gapless
