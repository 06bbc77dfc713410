#include "apps/profile_picture.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>

#include "drawing.h"
#include "palette.h"
#include "png_image.h"

namespace gapless::apps {
namespace {

using viewer::Colour;
using viewer::Drawing;
using viewer::kInk;
using viewer::kTextSize;

constexpr int kWidth = 1000, kHeight = 420, kLeft = 78, kRight = 24, kTop = 46, kBottom = 48;
constexpr double kTicks = 6.0;  // about

const Colour kLine(0.87f, 0.88f, 0.90f);

/// 1, 2 or 5 times a power of ten, so that there are about kTicks in `range`.
double stepOf(double range)
{
    const double rough = range / kTicks, power = std::pow(10.0, std::floor(std::log10(rough)));
    for (const double factor : {1.0, 2.0, 5.0})
        if (factor * power >= rough)
            return factor * power;
    return 10.0 * power;
}

std::string number(double value)
{
    std::array<char, 32> text;
    std::snprintf(text.data(), text.size(), "%.6g", std::abs(value) < 1e-12 ? 0.0 : value);
    return text.data();
}

}  // namespace

void writeProfilePicture(const std::string& file, const ProfilePicture& picture)
{
    const double begin = picture.time.lower, length = std::max(picture.time.width(), 1e-12);
    double highest = 0.0, least = std::numeric_limits<double>::infinity();
    for (const ProvenPart& part : picture.profile)
    {
        least = std::min(least, part.clearance);
        if (std::isfinite(part.clearance))
            highest = std::max(highest, part.clearance);
    }
    const double top = highest > 0.0 ? 1.05 * highest : 1.0;
    constexpr int kPlotWidth = kWidth - kLeft - kRight, kPlotHeight = kHeight - kTop - kBottom;
    const auto xOf = [&](double seconds) {
        return kLeft + static_cast<int>(std::lround(kPlotWidth * (seconds - begin) / length));
    };
    const auto yOf = [&](double metres) {
        return kTop + static_cast<int>(std::lround(kPlotHeight * (1.0 - std::min(1.0, metres / top))));
    };

    Drawing drawing(kWidth, kHeight);
    for (double y = 0.0; y <= 1e3 * top; y += stepOf(1e3 * top))
    {
        drawing.fill(kLeft, yOf(1e-3 * y), kWidth - kRight, yOf(1e-3 * y) + 1, kLine);
        const std::string text = number(y);
        drawing.write(static_cast<float>(kLeft) - 8.0f - drawing.widthOf(text),
                      static_cast<float>(yOf(1e-3 * y)) - 0.5f * kTextSize, text);
    }
    for (const ProvenPart& part : picture.profile)
        drawing.fill(xOf(part.time.lower), yOf(part.clearance), std::max(xOf(part.time.upper), xOf(part.time.lower) + 1),
                     kTop + kPlotHeight, viewer::kProvenColour);
    if (picture.last_safe < picture.time.upper)
        drawing.fill(xOf(picture.last_safe), kTop, xOf(picture.time.upper), kTop + kPlotHeight, viewer::kUncoveredColour);
    if (picture.contact)
        drawing.fill(xOf(*picture.contact) - 1, kTop - 6, xOf(*picture.contact) + 2, kTop + kPlotHeight, viewer::kWitnessColour);
    drawing.fill(kLeft, kTop + kPlotHeight, kWidth - kRight, kTop + kPlotHeight + 1, kInk);
    const double step = stepOf(length);
    for (double s = std::ceil(begin / step) * step; s <= begin + length * (1.0 + 1e-9); s += step)
    {
        drawing.fill(xOf(s), kTop + kPlotHeight, xOf(s) + 1, kTop + kPlotHeight + 6, kInk);
        const std::string text = number(s);
        drawing.write(static_cast<float>(xOf(s)) - 0.5f * drawing.widthOf(text), kHeight - kBottom + 10.0f, text);
    }
    drawing.write(kWidth - kRight - drawing.widthOf("s"), kHeight - 20.0f, "s");
    drawing.write(8.0f, kTop - 24.0f, "mm");
    std::string title = picture.title + ": ";
    if (picture.contact)
        title += "collision at " + number(*picture.contact) + " s";
    else if (picture.last_safe < picture.time.upper)
        title += "not proven from " + number(picture.last_safe) + " s on";
    else
        title += std::isfinite(least) ? "clearance at least " + number(1e3 * least) + " mm, proven" : "nothing to touch";
    drawing.write(kLeft, 12.0f, title);
    viewer::writePng(file, drawing.image());
}

}  // namespace gapless::apps
