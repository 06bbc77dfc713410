// Rotations as the bounds need them: orthonormal to rounding.
#pragma once

#include <string>

#include <gapless/core/types.h>

namespace gapless {

/// The pose with a rotation that is orthonormal to rounding (R^T R - 1 below 32 u in the Frobenius norm). One that already is
/// comes back bit for bit; one off by at most 1e-9, as after a chain of products, is replaced by the nearest rotation.
/// @param where  opens the error's line
/// @throws InputError if an entry is not finite, the rotation is off by more, or it is a reflection.
Pose orthonormal(const Pose& X, const std::string& where);

}  // namespace gapless
