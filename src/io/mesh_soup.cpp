#include "io/mesh_soup.h"

#include <algorithm>
#include <limits>

#include "io/input_text.h"
#include "io/polygon_triangulation.h"

namespace gapless {
namespace {

/// Cutting off ears takes time quadratic in the corners, cubic at worst.
constexpr std::size_t kMaxCorners = 4096;
/// Off the plane by this share of a polygon's size at most. Two ways to cut it then lie within twice that of each other.
constexpr double kMaxOffPlane = 0.01;
/// What coordinates written with five digits make of a plane.
constexpr double kDigits = 1e-5;

}  // namespace

void addVertex(MeshSoup& soup, const Vec3& vertex, const std::string& label, int line)
{
    if (soup.vertices.size() >= std::min(soup.most, static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max())))
        throw inputError(label, line,
                         "the mesh has more than " + std::to_string(soup.vertices.size())
                             + " vertices, which is what the memory given allows; allow more, or simplify it");
    soup.vertices.push_back(vertex);
}

void MeshElement::addCorner(std::int64_t index, int line)
{
    const auto count = static_cast<std::int64_t>(soup_.vertices.size());
    if (index < 0 || index >= count)
        throw inputError(label_, line,
                         "a corner is the vertex " + std::to_string(index) + ", counted from 0; the mesh has "
                             + std::to_string(count) + " vertices");
    corners_.push_back(static_cast<std::int32_t>(index));
}

void MeshElement::requireCorners(std::size_t least, int line, const char* what) const
{
    if (corners_.size() < least)
        throw inputError(label_, line,
                         std::string(what) + " has " + std::to_string(corners_.size()) + " corners; it needs at least "
                             + std::to_string(least));
}

void MeshElement::requirePlane(int line)
{
    const auto at = [&](std::size_t i) -> const Vec3& { return soup_.vertices[static_cast<std::size_t>(corners_[i])]; };
    Vec3 lower = at(0), upper = at(0);
    for (std::size_t i = 1; i < corners_.size(); ++i)
    {
        lower = lower.cwiseMin(at(i));
        upper = upper.cwiseMax(at(i));
    }
    const Vec3 normal = newellNormal(soup_.vertices, corners_).stableNormalized();
    const Vec3 centre = lower + (upper - lower) / 2.0;
    double off = 0.0;
    for (std::size_t i = 0; i < corners_.size(); ++i)
        off = std::max(off, std::abs(normal.dot(at(i) - centre) - normal.dot(at(0) - centre)));
    const double size = (upper - lower).norm(),
                 digits = kDigits * std::max(lower.cwiseAbs().maxCoeff(), upper.cwiseAbs().maxCoeff());
    if (!(off <= kMaxOffPlane * size))
        throw inputError(label_, line,
                         "a polygon with " + std::to_string(corners_.size()) + " corners is not plane: " + formatNumber(off)
                             + " off its plane at a size of " + formatNumber(size) + "; cut it into triangles");
    if (off > digits)
        soup_.off_plane = std::max(soup_.off_plane, off);
}

void MeshElement::addPolygon(int line)
{
    requireCorners(3, line, "a face");
    if (corners_.size() > kMaxCorners)
        throw inputError(label_, line,
                         "a face has " + std::to_string(corners_.size()) + " corners; cut it into some of at most "
                             + std::to_string(kMaxCorners));
    if (corners_.size() > 3)
        requirePlane(line);
    const auto triangles = triangulatePolygon(soup_.vertices, corners_);
    soup_.triangles.insert(soup_.triangles.end(), triangles.begin(), triangles.end());
    corners_.clear();
}

void MeshElement::addTriangles(int line)
{
    if (corners_.size() % 3 != 0)
        throw inputError(label_, line, "triangles have " + std::to_string(corners_.size()) + " corners; they need three each");
    for (std::size_t i = 0; i < corners_.size(); i += 3)
        addTriangle(i, i + 1, i + 2);
    corners_.clear();
}

void MeshElement::addStrip(int line)
{
    requireCorners(3, line, "a strip of triangles");
    for (std::size_t i = 0; i + 2 < corners_.size(); ++i)
        i % 2 == 0 ? addTriangle(i, i + 1, i + 2) : addTriangle(i + 1, i, i + 2);
    corners_.clear();
}

void MeshElement::addFan(int line)
{
    requireCorners(3, line, "a fan of triangles");
    for (std::size_t i = 1; i + 1 < corners_.size(); ++i)
        addTriangle(0, i, i + 1);
    corners_.clear();
}

void MeshElement::addPolyline(int line)
{
    requireCorners(2, line, "a line");
    for (std::size_t i = 0; i + 1 < corners_.size(); ++i)
        addTriangle(i, i + 1, i + 1);
    ++soup_.lines_and_points;
    corners_.clear();
}

void MeshElement::addLines(int line)
{
    if (corners_.size() % 2 != 0)
        throw inputError(label_, line, "lines have " + std::to_string(corners_.size()) + " ends; they need two each");
    for (std::size_t i = 0; i < corners_.size(); i += 2)
        addTriangle(i, i + 1, i + 1);
    soup_.lines_and_points += corners_.size() / 2;
    corners_.clear();
}

void MeshElement::addPoints()
{
    for (std::size_t i = 0; i < corners_.size(); ++i)
        addTriangle(i, i, i);
    soup_.lines_and_points += corners_.size();
    corners_.clear();
}

}  // namespace gapless
