// What is known of some edges of a roadmap without proving each of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "planners/proof_history.h"

namespace gapless {

/// Of the first count() edges of a roadmap. An edge is white in a scene if all pairs that are *covered* there are proven along it: by one look at all
/// edges together, such as at the cells of the workspace that they may touch. All other edges are grey: nothing is known.
class EdgeColours
{
public:
    using EdgeId = std::uint32_t;

    virtual ~EdgeColours() = default;

    /// The scene is another one, the present of the history, the one after that of the last call.
    /// @throws InputError if nothing that is known holds there. Then, and if it throws anything else, the next call has to be of a history that begins anew.
    virtual void adopt(const ProofHistory& history) = 0;
    virtual std::size_t count() const = 0;
    /// What edges are proven to keep beyond the first scene's clearances between links, as ProofHistory takes it.
    virtual const std::vector<double>& raises() const = 0;
    /// The number of the first scene in which all pairs are proven along an edge.
    virtual ProofHistory::Edit provenIn(EdgeId e) const = 0;
    virtual bool isWhite(EdgeId e) const = 0;
    /// Those that have become white by the last edit, or are so no longer; without meaning after the first.
    virtual const std::vector<EdgeId>& turned() const = 0;
    /// The last scene in which a pair that is not covered was new or differed: 0 if there are none.
    virtual ProofHistory::Edit uncoveredSince() const = 0;
    /// How likely a grey edge collides.
    virtual double doubt(EdgeId e) const = 0;
    /// Whether adopt() was called for the first time with this history.
    virtual bool isFirst() const = 0;
};

}  // namespace gapless
