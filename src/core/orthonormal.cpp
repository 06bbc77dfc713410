#include <gapless/core/orthonormal.h>

#include <gapless/core/error.h>
#include <gapless/core/rounding.h>

namespace gapless {

Pose orthonormal(const Pose& X, const std::string& where)
{
    if (!X.R.allFinite() || !X.p.allFinite())
        throw InputError(where + ": its pose is not finite");
    const Mat3 gram = X.R.transpose() * X.R;
    const double off = (gram - Mat3::Identity()).norm();
    if (!(off <= 1e-9) || X.R.determinant() < 0.0)
        throw InputError(where + ": the rotation of its pose is not orthonormal and right-handed within 1e-9");
    if (off <= 32.0 * kUnitRoundoff)
        return X;
    // One step of Newton and Schulz towards the polar factor squares the error: 1e-9 becomes rounding.
    return {0.5 * X.R * (3.0 * Mat3::Identity() - gram), X.p};
}

}  // namespace gapless
