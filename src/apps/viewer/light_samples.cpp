#include "light_samples.h"

#include <cmath>

namespace gapless::viewer {
namespace {

/// Sine of half the angle that the key light is wide: a lamp rather than the sun.
constexpr double kKeySize = 0.06;
/// Lower sky would cast endless shadows.
constexpr double kLowestSky = 0.08;

/// Halton's series.
double halton(int k, int base)
{
    double result = 0.0, share = 1.0;
    for (int i = k; i > 0; i /= base)
    {
        share /= base;
        result += share * (i % base);
    }
    return result;
}

}  // namespace

// Every number has a series of its own, whose first so many terms are spread evenly whatever so many is: Halton's in the bases 2, 3, 5
// and 7, multiples of the golden section, and for the sky those of 1/p and 1/p^2, p = 1.3247 the root of p^3 = p + 1. Series of different
// bases do not move together. A height that is uniform in z is uniform on the sphere, and the root of a uniform number is the radius of a
// point uniform on a disc.
LightSample lightSample(int k, const Eigen::Vector3d& key)
{
    LightSample sample;
    sample.shift = {halton(k + 1, 2) - 0.5, halton(k + 1, 3) - 0.5};
    // Roberts' series for the sky, which wants the evenest spread.
    const double u = std::fmod(0.5 + 0.7548776662466927 * k, 1.0), v = std::fmod(0.5 + 0.5698402909980532 * k, 1.0);
    const double z = kLowestSky + (1.0 - kLowestSky) * u, r = std::sqrt(1.0 - z * z), angle = 2.0 * M_PI * v;
    sample.sky = {r * std::cos(angle), r * std::sin(angle), z};
    const double radius = kKeySize * std::sqrt(halton(k + 1, 5)), turn = 2.0 * M_PI * halton(k + 1, 7);
    const Eigen::Vector3d across = key.cross(Eigen::Vector3d::UnitZ()).normalized(), along = key.cross(across);
    sample.key = (key + radius * (std::cos(turn) * across + std::sin(turn) * along)).normalized();
    sample.dither = std::fmod(0.6180339887498949 * k, 1.0);
    return sample;
}

}  // namespace gapless::viewer
