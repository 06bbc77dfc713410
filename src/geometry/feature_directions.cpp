#include "geometry/feature_directions.h"

#include <array>

namespace gapless {

namespace {

struct Directions
{
    std::array<Vec3, 3> edges, normals;
    int edge_count = 0, normal_count = 0;
};

Directions directionsOf(const Convex& piece)
{
    Directions d;
    switch (piece.type)
    {
        case Convex::Type::Point: break;
        case Convex::Type::Segment:
            d.edges[0] = piece.b - piece.a;
            d.edge_count = 1;
            break;
        case Convex::Type::Triangle:
            d.edges = {piece.b - piece.a, piece.c - piece.b, piece.a - piece.c};
            d.edge_count = 3;
            d.normals[0] = d.edges[0].cross(d.edges[1]);
            d.normal_count = 1;
            break;
        case Convex::Type::Rectangle:
            d.edges = {piece.b, piece.c, Vec3::Zero()};
            d.edge_count = 2;
            d.normals[0] = piece.b.cross(piece.c);
            d.normal_count = 1;
            break;
        case Convex::Type::Box:
            d.edges = d.normals = {piece.b, piece.c, piece.d};
            d.edge_count = d.normal_count = 3;
            break;
        case Convex::Type::Cylinder:
        case Convex::Type::Cone:
            d.normals[0] = piece.d;
            d.edges[0] = piece.b;
            d.edge_count = d.normal_count = 1;
            break;
    }
    return d;
}

}  // namespace

void tryFeatureDirections(const Convex& A, const Convex& B, ConvexDistance& best)
{
    const auto consider = [&](const Vec3& direction) {
        const double length = direction.norm();
        if (!(length > 0.0))
            return;
        for (const Vec3& n : {Vec3(direction / length), Vec3(-direction / length)})
        {
            const double gap = supportGap(A, B, n);
            if (gap > best.lower)
            {
                best.lower = gap;
                best.direction = n;
            }
        }
    };
    const Directions a = directionsOf(A), b = directionsOf(B);
    for (const Directions* d : {&a, &b})
        for (int i = 0; i < d->normal_count; ++i)
        {
            consider(d->normals[i]);
            for (int j = 0; j < d->edge_count; ++j)
                consider(d->normals[i].cross(d->edges[j]));
        }
    for (int i = 0; i < a.edge_count; ++i)
        for (int j = 0; j < b.edge_count; ++j)
            consider(a.edges[i].cross(b.edges[j]));
}

}  // namespace gapless
