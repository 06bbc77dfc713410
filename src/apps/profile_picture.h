// The proven clearance over time as a picture.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <gapless/certify/certify_curve.h>

namespace gapless::apps {

struct ProfilePicture
{
    std::vector<ProvenPart> profile;
    Interval time;                                 ///< of the curve, seconds
    double last_safe = 0.0;                        ///< from there on nothing is proven
    std::optional<double> contact = std::nullopt;  ///< a witness, seconds
    std::string title;
};

/// A PNG of 1000 x 420 pixels: time to the right, the clearance upwards. Complete under its name, or not at all.
/// @throws InputError if it cannot be written, or this build draws no pictures.
void writeProfilePicture(const std::string& file, const ProfilePicture& picture);

}  // namespace gapless::apps
