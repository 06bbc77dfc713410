#include "apps/squares_picture.h"

#include <algorithm>
#include <cmath>

#include "drawing.h"
#include "palette.h"
#include "png_image.h"

namespace gapless::apps {
namespace {

using viewer::Colour;
using viewer::Drawing;

/// Pixels: of the longer side of a square, and about it.
constexpr int kSide = 320, kMargin = 44;
constexpr int kMostColumns = 4;

const Colour kWay(0.05f, 0.20f, 0.65f), kFrame(0.12f, 0.13f, 0.15f);
constexpr float kExcluded = 0.30f;

void draw(Drawing& drawing, const SquaresPicture::Square& square, int left, int top)
{
    const double scale = kSide / std::max(square.end_s, square.end_t);
    const auto xOf = [&](double s) { return left + static_cast<int>(std::lround(scale * s)); };
    const auto yOf = [&](double t) { return top + static_cast<int>(std::lround(scale * (square.end_t - t))); };
    for (const CoordinationMap::Cell& cell : square.leaves)
        drawing.fill(xOf(cell.s.lower), yOf(cell.t.upper), xOf(cell.s.upper), yOf(cell.t.lower),
                     cell.state == CoordinationMap::State::Free ? viewer::kProvenColour : viewer::kUncoveredColour);
    for (std::size_t k = 0; k < square.corners.size(); ++k)
    {
        const Eigen::Vector2d& p = square.corners[k];
        if (square.is_below[k])
            drawing.fill(xOf(p.x()), yOf(p.y()), xOf(square.end_s), yOf(0.0), kFrame, kExcluded);
        else
            drawing.fill(xOf(0.0), yOf(square.end_t), xOf(p.x()), yOf(p.y()), kFrame, kExcluded);
    }
    for (std::size_t k = 0; k + 1 < square.schedule.size(); ++k)
    {
        const Eigen::Vector2d &p = square.schedule[k], &q = square.schedule[k + 1];
        const int steps = 1 + static_cast<int>(2.0 * scale * (q - p).cwiseAbs().maxCoeff());
        for (int i = 0; i <= steps; ++i)
        {
            const Eigen::Vector2d at = p + (q - p) * (static_cast<double>(i) / steps);
            drawing.fill(xOf(at.x()) - 1, yOf(at.y()) - 1, xOf(at.x()) + 2, yOf(at.y()) + 2, kWay);
        }
    }
    drawing.fill(xOf(0.0), yOf(0.0), xOf(square.end_s) + 1, yOf(0.0) + 1, kFrame);
    drawing.fill(xOf(0.0) - 1, yOf(square.end_t), xOf(0.0), yOf(0.0) + 1, kFrame);
    const auto y = static_cast<float>(yOf(0.0)) + 4.0f;
    drawing.write(static_cast<float>(xOf(square.end_s)) - drawing.widthOf(square.name_s), y, square.name_s);
    drawing.write(static_cast<float>(left), static_cast<float>(yOf(square.end_t)) - 20.0f, square.name_t);
}

}  // namespace

void requirePictures(const std::string& /*file*/) {}

void writeSquaresPicture(const std::string& file, const SquaresPicture& picture)
{
    const int count = std::max(1, static_cast<int>(picture.squares.size()));
    const int columns = std::min(kMostColumns, count), rows = (count + columns - 1) / columns;
    Drawing drawing(columns * (kSide + 2 * kMargin), rows * (kSide + 2 * kMargin));
    for (int k = 0; k < static_cast<int>(picture.squares.size()); ++k)
        draw(drawing, picture.squares[static_cast<std::size_t>(k)], (k % columns) * (kSide + 2 * kMargin) + kMargin,
             (k / columns) * (kSide + 2 * kMargin) + kMargin);
    viewer::writePng(file, drawing.image());
}

}  // namespace gapless::apps
