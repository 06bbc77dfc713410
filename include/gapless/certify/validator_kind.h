// Which validator of motions. Names stand at the borders only: command line, configuration files, MoveIt's parameters.
#pragma once

#include <array>
#include <string>

namespace gapless {

enum class ValidatorKind
{
    Adaptive,     ///< SegmentCertifier: exact, adaptive bisection
    Articulated,  ///< ArticulatedCollision: exact, with the first contact
    Discrete,     ///< samples, which prove nothing
};

inline constexpr std::array kValidatorKinds{ValidatorKind::Adaptive, ValidatorKind::Articulated, ValidatorKind::Discrete};

/// Whether its "free" is a proof.
inline bool isExact(ValidatorKind kind)
{
    return kind != ValidatorKind::Discrete;
}

/// "adaptive", "articulated" or "discrete".
const char* toString(ValidatorKind kind);

/// The other way. @throws InputError naming the known ones if `name` is none of them.
ValidatorKind validatorKind(const std::string& name);

}  // namespace gapless
