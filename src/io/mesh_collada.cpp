// COLLADA: the geometries that the nodes of the scene instance, with their transforms and the length unit.
//
// A walk from the scene's root node. The transforms of a node apply in the order in which they stand, before its children wherever these
// stand, and the unit is the outermost scale. A geometry is read once and placed as often as nodes ask for it; a transform that mirrors
// turns its triangles round, so that solids stay right side out. What no node places is not loaded, and counted in a warning.
#include <cmath>
#include <map>
#include <set>

#include "io/collada_geometry.h"
#include "io/input_text.h"
#include "io/mesh_soup.h"
#include "io/xml_checked.h"

namespace gapless {
namespace {

using tinyxml2::XMLElement;
using Affine = Eigen::Matrix<double, 3, 4>;

/// A few lines of nodes that instance each other twice make 2^n of them.
constexpr std::size_t kMaxInstances = 1'000'000;
constexpr int kMaxInstanceDepth = 256;
/// Children of a node that draw nothing where it stands.
const std::set<std::string> kNodesWithoutGeometry = {"asset", "extra", "instance_camera", "instance_light"};

Affine identity()
{
    Affine X = Affine::Zero();
    X.leftCols<3>().setIdentity();
    return X;
}

Affine product(const Affine& A, const Affine& B)
{
    Affine C;
    C.leftCols<3>() = A.leftCols<3>() * B.leftCols<3>();
    C.col(3) = A.leftCols<3>() * B.col(3) + A.col(3);
    return C;
}

Affine lookAt(const std::vector<double>& v)
{
    // The camera's frame: it looks along -z, "up" is in the half plane of y.
    const Vec3 eye(v[0], v[1], v[2]), target(v[3], v[4], v[5]), up(v[6], v[7], v[8]);
    const Vec3 z = (eye - target).normalized(), x = up.cross(z).normalized();
    Affine X;
    X << x, z.cross(x), z, eye;
    return X;
}

/// Whether `element` is a transform, which then is set in X.
bool readTransform(const XMLElement& element, const std::string& label, Affine& X)
{
    const std::string name = element.Name();
    X = identity();
    if (name == "matrix")
    {
        const std::vector<double> m = colladaNumbers(element, label, 16);
        if (m[12] != 0.0 || m[13] != 0.0 || m[14] != 0.0 || m[15] != 1.0)
            throw inputError(label, element.GetLineNum(), "the last row of a <matrix> must be 0 0 0 1");
        X = Eigen::Map<const Eigen::Matrix<double, 3, 4, Eigen::RowMajor>>(m.data());
    }
    else if (name == "translate" || name == "scale")
    {
        const std::vector<double> v = colladaNumbers(element, label, 3);
        if (name == "scale")
            X.leftCols<3>() = Vec3(v[0], v[1], v[2]).asDiagonal();
        else
            X.col(3) = Vec3(v[0], v[1], v[2]);
    }
    else if (name == "rotate")
    {
        const std::vector<double> v = colladaNumbers(element, label, 4);
        const Vec3 axis(v[0], v[1], v[2]);
        if (axis.isZero(0.0) && v[3] != 0.0)
            throw inputError(label, element.GetLineNum(), "<rotate> has a zero axis");
        if (v[3] != 0.0)
            X.leftCols<3>() = Eigen::AngleAxisd(v[3] * (std::acos(-1.0) / 180.0), axis.stableNormalized()).toRotationMatrix();
    }
    else if (name == "lookat")
        X = lookAt(colladaNumbers(element, label, 9));
    else
        return false;
    const double determinant = X.leftCols<3>().determinant();
    if (!X.allFinite() || determinant == 0.0 || !std::isfinite(determinant))
        throw inputError(label, element.GetLineNum(), "<" + name + "> is singular: it makes a body flat");
    return true;
}

class ColladaScene
{
public:
    ColladaScene(const XMLElement& root, const std::string& label, std::size_t most)
        : root_(root), ids_(root, label), label_(label)
    {
        soup_.most = most;
    }

    MeshSoup read()
    {
        const XMLElement* scene = root_.FirstChildElement("scene");
        const XMLElement* instance = scene ? scene->FirstChildElement("instance_visual_scene") : nullptr;
        if (!instance)
            throw inputError(label_, scene ? scene->GetLineNum() : 0,
                             "the document has no <scene> with an <instance_visual_scene>");
        for (const XMLElement* more : {scene->NextSiblingElement("scene"), instance->NextSiblingElement("instance_visual_scene")})
            if (more)
                throw inputError(label_, more->GetLineNum(), "a second scene; a document with one scene is taken");
        Affine X = identity();
        X.leftCols<3>() *= unit();
        readNode(ids_.follow(*instance, "url", "visual_scene"), X, 0);
        for (const XMLElement* library = root_.FirstChildElement("library_geometries"); library;
             library = library->NextSiblingElement("library_geometries"))
            for (const XMLElement* geometry = library->FirstChildElement("geometry"); geometry;
                 geometry = geometry->NextSiblingElement("geometry"))
                if (meshes_.count(geometry) == 0)
                    soup_.not_placed.emplace_back(geometry->Attribute("id") ? geometry->Attribute("id") : "(without id)");
        return std::move(soup_);
    }

private:
    double unit() const
    {
        const XMLElement* asset = root_.FirstChildElement("asset");
        const XMLElement* unit = asset ? asset->FirstChildElement("unit") : nullptr;
        const auto metres = unit ? numbersAttribute(*unit, "meter", 1, label_) : std::nullopt;
        if (metres && !(metres->front() > 0.0))
            throw inputError(label_, unit->GetLineNum(),
                             std::string("<unit> has meter=\"") + unit->Attribute("meter") + "\"; it must be greater than 0");
        return metres ? metres->front() : 1.0;
    }

    void readNode(const XMLElement& node, Affine X, int depth)
    {
        if (++nodes_ > kMaxInstances || depth > kMaxInstanceDepth)
            throw inputError(label_, node.GetLineNum(),
                             depth > kMaxInstanceDepth
                                 ? "nodes that instance each other are nested deeper than " + std::to_string(kMaxInstanceDepth)
                                       + " levels, or in a loop"
                                 : "nodes that instance each other make more than " + std::to_string(kMaxInstances) + " nodes");
        std::vector<const XMLElement*> placed;
        Affine X_child;
        for (const XMLElement* child = node.FirstChildElement(); child; child = child->NextSiblingElement())
            if (readTransform(*child, label_, X_child))
                X = product(X, X_child);
            else
                placed.push_back(child);
        for (const XMLElement* child : placed)
        {
            const std::string name = child->Name();
            if (name == "node")
                readNode(*child, X, depth + 1);
            else if (name == "instance_node")
                readNode(ids_.follow(*child, "url", "node"), X, depth + 1);
            else if (name == "instance_geometry")
                place(ids_.follow(*child, "url", "geometry"), X);
            else if (kNodesWithoutGeometry.count(name) == 0)
                throw inputError(label_, child->GetLineNum(),
                                 "<" + name + "> in <" + node.Name() + "> is not taken; meshes that nodes place are");
        }
    }

    void place(const XMLElement& geometry, const Affine& X)
    {
        auto found = meshes_.find(&geometry);
        if (found == meshes_.end())
            found = meshes_.emplace(&geometry, readColladaMesh(geometry, ids_, soup_.most)).first;
        const MeshSoup& mesh = found->second;
        const std::size_t base = soup_.vertices.size();
        const bool still = X == identity(), mirrored = X.leftCols<3>().determinant() < 0.0;
        for (const Vec3& p : mesh.vertices)
            addVertex(soup_, still ? p : Vec3(X.leftCols<3>() * p + X.col(3)), label_, geometry.GetLineNum());
        if (soup_.triangles.size() + mesh.triangles.size() > soup_.most)
            throw inputError(label_, geometry.GetLineNum(),
                             "the mesh has more than " + std::to_string(soup_.most)
                                 + " triangles, which is what the memory given allows; allow more, or simplify it");
        for (auto triangle : mesh.triangles)
        {
            if (mirrored)
                std::swap(triangle[1], triangle[2]);
            for (std::int32_t& corner : triangle)
                corner += static_cast<std::int32_t>(base);
            soup_.triangles.push_back(triangle);
        }
        soup_.lines_and_points += mesh.lines_and_points;
        soup_.off_plane = std::max(soup_.off_plane, mesh.off_plane * X.leftCols<3>().norm());
    }

    const XMLElement& root_;
    const ColladaIds ids_;
    const std::string& label_;
    std::map<const XMLElement*, MeshSoup> meshes_;
    MeshSoup soup_;
    std::size_t nodes_ = 0;
};

}  // namespace

MeshSoup readCollada(std::string_view bytes, const std::string& label, std::size_t most)
{
    const auto document = parseXml(bytes, label, "COLLADA");
    return ColladaScene(*document->RootElement(), label, most).read();
}

}  // namespace gapless
