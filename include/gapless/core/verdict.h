// The three-way answer to "does any active pair of bodies touch during this motion?".
#pragma once

namespace gapless {

enum class Verdict
{
    /// Proven: at every t in [0,1] each active pair is farther apart than its clearance, rounding included.
    Free,
    /// A witness is at hand: a t, a pair and nearest points whose distance is <= clearance + tolerance.
    Collision,
    /// The budget ran out, or the motion grazes closer than the numerics can tell. Never to be taken as free.
    Undecided,
};

/// "free", "collision" or "undecided", the words of the command line's JSON.
const char* toString(Verdict verdict);

}  // namespace gapless
