#include <gapless/certify/validator_kind.h>

#include <gapless/core/error.h>

namespace gapless {

const char* toString(ValidatorKind kind)
{
    switch (kind)
    {
        case ValidatorKind::Adaptive: return "adaptive";
        case ValidatorKind::Articulated: return "articulated";
        case ValidatorKind::Discrete: break;
    }
    return "discrete";
}

ValidatorKind validatorKind(const std::string& name)
{
    std::string known;
    for (const ValidatorKind kind : kValidatorKinds)
    {
        if (name == toString(kind))
            return kind;
        known += (known.empty() ? "" : ", ") + std::string(toString(kind));
    }
    throw InputError("unknown validator '" + name + "'; known are " + known);
}

}  // namespace gapless
