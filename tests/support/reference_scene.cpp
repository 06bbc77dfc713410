#include "reference_scene.h"

#include <algorithm>
#include <cmath>

namespace gapless::test {

bool ReferenceSolid::contains(const Vec3& x) const
{
    if ((x.array() < low.array()).any() || (x.array() > high.array()).any())
        return false;
    double sum = 0.0;
    for (const auto& t : triangles)
    {
        const Vec3 a = t[0] - x, b = t[1] - x, c = t[2] - x;
        const double la = a.norm(), lb = b.norm(), lc = c.norm();
        sum += std::atan2(a.dot(b.cross(c)), la * lb * lc + a.dot(b) * lc + b.dot(c) * la + c.dot(a) * lb);
    }
    return std::abs(sum) > M_PI;  // twice this is the solid angle: 4 pi inside
}

ReferenceObject::ReferenceObject(const CollisionGeometry& geometry)
{
    for (const PlacedShape& placed : geometry.shapes())
        add(placed);
    for (std::size_t i = 0; i < pieces.size(); ++i)
    {
        const Piece<double>& P = pieces[i];
        double r = 0.0;
        const Vec3 c = P.centre();
        if (P.kind == Piece<double>::Kind::Hull)
            for (int k = 0; k < P.count; ++k)
                r = std::max(r, (P.p[k] - c).norm());
        else if (P.kind == Piece<double>::Kind::Cell)
            for (int k = 0; k < P.count; ++k)
                r += P.h[k].norm();
        else
            r = std::hypot(P.half, P.round);
        centres.push_back(c);
        radii.push_back((r + P.radius) * (1 + 1e-12));
        centre += c / static_cast<double>(pieces.size());
    }
    for (std::size_t i = 0; i < pieces.size(); ++i)
    {
        radius = std::max(radius, (centres[i] - centre).norm() + radii[i]);
        reach = std::max(reach, centres[i].norm() + radii[i]);
    }
}

void ReferenceObject::add(const PlacedShape& placed)
{
    const PoseT<double> X = lift<double>(placed.X_BS);
    Piece<double> P;
    if (const auto* box = std::get_if<Box>(&placed.shape))
    {
        P.kind = Piece<double>::Kind::Cell;
        P.count = 3;
        P.p[0] = Vec3::Zero();
        for (int i = 0; i < 3; ++i)
            P.h[i] = Vec3::Unit(i) * box->half_extents[i];
    }
    else if (const auto* sphere = std::get_if<Sphere>(&placed.shape))
    {
        P.p[0] = Vec3::Zero();
        P.radius = sphere->radius;
    }
    else if (const auto* cylinder = std::get_if<Cylinder>(&placed.shape))
    {
        P.kind = Piece<double>::Kind::Cylinder;
        P.p[0] = Vec3::Zero();
        P.h[0] = Vec3::UnitZ();
        P.half = cylinder->half_length;
        P.round = cylinder->radius;
    }
    else if (const auto* cone = std::get_if<Cone>(&placed.shape))
    {
        P.kind = Piece<double>::Kind::Cone;
        P.p[0] = Vec3(0, 0, -cone->half_length);
        P.h[0] = Vec3::UnitZ();
        P.half = 2 * cone->half_length;
        P.round = cone->radius;
    }
    else if (const auto* capsule = std::get_if<Capsule>(&placed.shape))
    {
        P.count = 2;
        P.p[0] = Vec3(0, 0, -capsule->half_length);
        P.p[1] = Vec3(0, 0, capsule->half_length);
        P.radius = capsule->radius;
    }
    else
    {
        const TriangleMesh& mesh = *std::get<std::shared_ptr<const TriangleMesh>>(placed.shape);
        ReferenceSolid solid;
        solid.low.setConstant(1e300);
        solid.high.setConstant(-1e300);
        for (const auto& t : mesh.triangles())
        {
            Piece<double> T;
            T.count = 3;
            for (int k = 0; k < 3; ++k)
            {
                T.p[k] = X * mesh.vertices()[static_cast<std::size_t>(t[k])];
                solid.low = solid.low.cwiseMin(T.p[k]);
                solid.high = solid.high.cwiseMax(T.p[k]);
            }
            solid.triangles.push_back(T.p);
            pieces.push_back(T);
        }
        if (mesh.isSolid())
            solids.push_back(std::move(solid));
        return;
    }
    pieces.push_back(P.placed(X));
}

double objectDistance(const ReferenceObject& A, const ReferenceObject& B, const PoseT<double>& X_AB, double known)
{
    double best = known;
    if ((X_AB * B.centre - A.centre).norm() - A.radius - B.radius >= best)
        return best;
    for (std::size_t j = 0; j < B.pieces.size(); ++j)
    {
        const Vec3 c = X_AB * B.centres[j];
        if ((c - A.centre).norm() - A.radius - B.radii[j] >= best)
            continue;
        const Piece<double> b = B.pieces[j].placed(X_AB);
        for (std::size_t i = 0; i < A.pieces.size(); ++i)
            if ((c - A.centres[i]).norm() - A.radii[i] - B.radii[j] < best)
                best = std::min(best, pieceDistance(A.pieces[i], b));
        if (best == 0.0)
            return 0.0;
    }
    for (const ReferenceSolid& solid : A.solids)
        for (const Vec3& x : B.centres)
            if (solid.contains(X_AB * x))
                return 0.0;
    for (const ReferenceSolid& solid : B.solids)
        for (const Vec3& x : A.centres)
            if (solid.contains(X_AB.R.transpose() * (x - X_AB.p)))
                return 0.0;
    return best;
}

ReferenceScene::Poses ReferenceScene::poses(const Configuration& q0, const Configuration& q1, double t) const
{
    return referencePoses<long double>(scene_.model(), q0, q1, static_cast<long double>(t));
}

PoseT<double> ReferenceScene::relativePose(const Poses& poses, const ObjectPair& pair) const
{
    const auto &A = poses[body(pair.a)], &B = poses[body(pair.b)];
    const M3<long double> R = A.R.transpose() * B.R;
    const V3<long double> p = A.R.transpose() * (B.p - A.p);
    return {R.cast<double>(), p.cast<double>()};
}

double ReferenceScene::pointDistance(const Poses& poses, ObjectIndex index, const Vec3& x) const
{
    const auto& X = poses[body(index)];
    const V3<long double> local = X.R.transpose() * (x.cast<long double>() - X.p);
    const Vec3 y = local.cast<double>();
    double best = 1e300;
    for (const auto& piece : object(index).pieces)
        best = std::min(best, distanceFromPiece<double>(piece, y));
    for (const auto& solid : object(index).solids)
        if (solid.contains(y))
            best = 0.0;
    return best;
}

}  // namespace gapless::test
