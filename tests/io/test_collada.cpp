// COLLADA: what the scene's nodes place is taken, all of it, or the error names what is not.
#include <algorithm>
#include <utility>
#include <vector>

#include "mesh_test_support.h"

using namespace gapless;
using gapless::test::area;
using gapless::test::loadMesh;
using gapless::test::meshError;

namespace {

/// A document with five points, (0 0 0), (1 0 0), (1 1 0), (0 1 0) and (0 0 1).
struct Dae
{
    std::string asset = "<unit meter='1'/><up_axis>Z_UP</up_axis>";
    std::string primitive = "<triangles count='1'><input semantic='VERTEX' source='#v' offset='0'/><p>0 1 2</p></triangles>";
    std::string accessor = "source='#a' count='5' stride='3'";
    std::string more = "";  ///< libraries
    std::string node = "<instance_geometry url='#g'/>";

    std::string text() const
    {
        return "<?xml version='1.0'?>\n<COLLADA version='1.4.1'><asset>" + asset + "</asset>\n<library_geometries><geometry id='g'><mesh>\n"
               "<source id='s'><float_array id='a' count='15'>0 0 0 1 0 0 <!-- two --> 1 1 0\n0 1 0 0 0 1</float_array><technique_common><accessor "
               + accessor + "><param name='X' type='float'/><param name='Y' type='float'/><param name='Z' type='float'/></accessor>"
               "</technique_common></source><vertices id='v'><input semantic='POSITION' source='#s'/></vertices>\n" + primitive
               + "\n</mesh></geometry></library_geometries>" + more + "\n<library_visual_scenes><visual_scene id='vs'><node id='n'>\n" + node
               + "\n</node></visual_scene></library_visual_scenes><scene><instance_visual_scene url='#vs'/></scene></COLLADA>";
    }
};

Dae withPrimitive(const std::string& name, const std::string& count, const std::string& lists, const std::string& inputs = "")
{
    Dae dae;
    dae.primitive = "<" + name + " count='" + count + "'><input semantic='VERTEX' source='#v' offset='0'/>" + inputs + lists
                    + "</" + name + ">";
    return dae;
}

Dae withNode(const std::string& node, const std::string& more = "")
{
    Dae dae;
    dae.node = node;
    dae.more = more;
    return dae;
}

std::shared_ptr<const TriangleMesh> load(const Dae& dae)
{
    return loadMesh("t.dae", dae.text());
}

std::string refusal(const Dae& dae)
{
    return meshError("t.dae", dae.text());
}

bool has(const TriangleMesh& mesh, const Vec3& p)
{
    return std::any_of(mesh.vertices().begin(), mesh.vertices().end(), [&](const Vec3& v) { return (v - p).norm() < 1e-14; });
}

}  // namespace

TEST_CASE("Every primitive of COLLADA is taken")
{
    CHECK(area(*load(withPrimitive("triangles", "2", "<p>0 1 2 0 2 3</p>"))) == 1.0);
    CHECK(area(*load(withPrimitive("polylist", "2", "<vcount>4 3</vcount><p>0 1 2 3 0 1 4</p>"))) == 1.5);
    CHECK(area(*load(withPrimitive("polygons", "2", "<p>0 1 2 3</p><p>0 1 4</p>"))) == 1.5);
    CHECK(area(*load(withPrimitive("tristrips", "2", "<p>0 1 3 2</p><p>0 1 4</p>"))) == 1.5);
    CHECK(area(*load(withPrimitive("trifans", "1", "<p>0 1 2 3</p>"))) == 1.0);
    CHECK(load(withPrimitive("lines", "2", "<p>0 1 1 2</p>"))->triangles().size() == 2);
    CHECK(load(withPrimitive("linestrips", "1", "<p>0 1 2</p>"))->degenerateCount() == 2);
    CHECK(area(*load(withPrimitive("triangles", "1", "<p>0 9 1 8 <!-- x --> 2 -7</p>",
                                   "<input semantic='NORMAL' source='#none' offset='1'/>")))
          == 0.5);
}

TEST_CASE("A strip's triangles all face one way")
{
    const auto mesh = load(withPrimitive("tristrips", "1", "<p>0 1 3 2</p>"));
    for (const auto& t : mesh->triangles())
    {
        const Vec3 &a = mesh->vertices()[static_cast<std::size_t>(t[0])], &b = mesh->vertices()[static_cast<std::size_t>(t[1])],
                   &c = mesh->vertices()[static_cast<std::size_t>(t[2])];
        CHECK((b - a).cross(c - a).z() > 0.0);
    }
}

TEST_CASE("Primitives that are cut, have holes, other indices or other counts are refused by line")
{
    const std::vector<std::pair<Dae, std::string>> cases = {
        {withPrimitive("triangles", "1", "<p>0 1 -1</p>"), ":6: a corner is the vertex -1"},
        {withPrimitive("triangles", "1", "<p>0 1 5</p>"),
         ":6: a corner is the vertex 5, counted from 0; the mesh has 5 vertices"},
        {withPrimitive("triangles", "1", "<p>0 1 x</p>"), "'x' stands where an integer must be"},
        {withPrimitive("triangles", "1", "<p>0 1 2 3</p>"), "triangles have 4 corners"},
        {withPrimitive("triangles", "2", "<p>0 1 2</p>"), "<triangles> declares a count of 2, but has 1"},
        {withPrimitive("triangles", "1", "<p>0 1 2</p><p>0 1 2</p>"), "declares a count of 1"},
        {withPrimitive("triangles", "-1", "<p>0 1 2</p>"), "<triangles> has count=\"-1\"; it must be an integer"},
        {withPrimitive("triangles", "1", ""), "declares a count of 1, but has 0"},
        {withPrimitive("triangles", "1", "<p>0 1 2</p><q/>"), "<q> in <triangles> is not taken"},
        {withPrimitive("triangles", "1", "<p>0 1 <b/>2</p>"), "<b> in <p> is not taken"},
        {withPrimitive("triangles", "1", "<p>0 1 2</p>", "<input semantic='NORMAL' offset='1'/>"), "a corner takes 2"},
        {withPrimitive("triangles", "1", "<p>0 1 2</p>", "<input semantic='VERTEX' source='#v' offset='0'/>"),
         "the input VERTEX must be one"},
        {withPrimitive("polylist", "1", "<vcount>4</vcount><p>0 1 2</p>"), "<vcount> has more corners than <p>"},
        {withPrimitive("polylist", "1", "<vcount>3</vcount><p>0 1 2 3</p>"), "<p> has more corners than <vcount>"},
        {withPrimitive("polylist", "2", "<vcount>3</vcount><p>0 1 2</p>"), "declares a count of 2, but has 1"},
        {withPrimitive("polylist", "1", "<vcount>4</vcount><p>0 1 2 4</p>"), "is not plane"},
        {withPrimitive("polygons", "1", "<ph><p>0 1 2 3</p><h>0 1 2</h></ph>"),
         "<ph> in <polygons> is not taken; cut polygons with holes"},
        {withPrimitive("trifans", "1", "<p>0 1</p>"), "a fan of triangles has 2 corners"},
        {withPrimitive("spline", "1", "<p>0 1</p>"), ":6: <spline> in <mesh> is not taken"}};
    for (const auto& [dae, words] : cases)
        CHECK_THAT(refusal(dae), Catch::Contains(words));
}

TEST_CASE("The positions are where the accessor says, or it is refused")
{
    Dae dae;
    dae.accessor = "source='#a' count='4' stride='3' offset='3'";
    CHECK(has(*load(dae), Vec3(1, 1, 0)));
    for (const auto& [accessor, words] : std::vector<std::pair<std::string, std::string>>{
             {"source='#a' count='6' stride='3'", "reads past its array"},
             {"source='#a' count='5' stride='3' offset='1'", "reads past its array"},
             {"source='#a' count='5'", "within its stride"},
             {"source='#b' count='5' stride='3'", "no <float_array> with that id"},
             {"source='other.dae#a' count='5' stride='3'", "'other.dae#a', which is not in this file"},
             {"source='#a' count='99999999999' stride='3'", "from 0 to 2^31"}})
    {
        dae.accessor = accessor;
        CHECK_THAT(refusal(dae), Catch::Contains(words));
    }
}

TEST_CASE("A unit that is no length is refused")
{
    for (const char* unit : {"0", "-1", "nan", "1e-400", "inch", ""})
    {
        Dae dae;
        dae.asset = std::string("<unit meter='") + unit + "'/>";
        CHECK_THAT(refusal(dae), Catch::Contains(":2: <unit> has meter="));
    }
    Dae dae;
    dae.asset = "<unit name='inch' meter='0.0254'/>";
    CHECK(has(*load(dae), Vec3(0.0254, 0.0254, 0)));
    dae.asset = "<created/>";
    CHECK(has(*load(dae), Vec3(1, 1, 0)));
}

TEST_CASE("Nodes are placed by all their transforms, in order, wherever they stand")
{
    const std::string g = "<instance_geometry url='#g'/>";
    CHECK(has(*load(withNode("<translate>1 2 3</translate><scale>2 3 1</scale>" + g)), Vec3(3, 5, 3)));
    CHECK(has(*load(withNode("<scale>2 3 1</scale><translate>1 2 3</translate>" + g)), Vec3(4, 9, 3)));
    CHECK(has(*load(withNode("<rotate>0 0 2 90</rotate>" + g)), Vec3(-1, 1, 0)));
    CHECK(has(*load(withNode("<matrix>0 -1 0 7 1 0 0 0 0 0 1 0 0 0 0 1</matrix>" + g)), Vec3(6, 1, 0)));
    CHECK(has(*load(withNode("<lookat>0 0 5 0 0 0 0 1 0</lookat>" + g)), Vec3(1, 1, 5)));
    CHECK(has(*load(withNode(g + "<translate>1 0 0</translate>")), Vec3(2, 1, 0)));
    CHECK(has(*load(withNode("<translate>1 0 0</translate><node><translate>0 1 0</translate>" + g + "</node>")), Vec3(2, 2, 0)));
    const std::string library = "<library_nodes><node id='m'><translate>0 0 1</translate>" + g + "</node></library_nodes>";
    const auto both = load(withNode(g + "<instance_node url='#m'/>", library));
    CHECK(both->triangles().size() == 2);
    CHECK(has(*both, Vec3(1, 1, 1)));
}

TEST_CASE("A mirroring transform turns the triangles, and outside stays outside")
{
    const std::string tetrahedron = "<p>0 2 1 0 1 4 0 4 2 1 2 4</p>";
    Dae dae = withPrimitive("triangles", "4", tetrahedron);
    for (const char* scale : {"1 1 1", "-1 1 1", "-1 -1 -1", "-2 -3 1"})
    {
        dae.node = std::string("<scale>") + scale + "</scale><instance_geometry url='#g'/>";
        const auto mesh = load(dae);
        CHECK(mesh->isSolid());
        double volume = 0.0;
        for (const auto& t : mesh->triangles())
            volume += mesh->vertices()[static_cast<std::size_t>(t[0])].dot(
                mesh->vertices()[static_cast<std::size_t>(t[1])].cross(mesh->vertices()[static_cast<std::size_t>(t[2])]));
        CHECK(volume > 0.0);
    }
}

TEST_CASE("What nodes place besides meshes of the file, and transforms that make them flat, are refused by line")
{
    const std::string g = "<instance_geometry url='#g'/>";
    const std::vector<std::pair<std::string, std::string>> cases = {
        {"<instance_controller url='#c'/>", ":9: <instance_controller> in <node> is not taken"},
        {"<instance_geometry url='other.dae#g'/>", ":9: <instance_geometry> refers to 'other.dae#g', which is not in this file"},
        {"<instance_geometry url='#h'/>", "no <geometry> with that id"},
        {"<instance_node url='#g'/>", "no <node> with that id"},
        {"<instance_geometry/>", "needs the attribute 'url'"},
        {"<skew>1 0 0 0 1 0 0</skew>" + g, "<skew> in <node> is not taken"},
        {"<scale>1 0 1</scale>" + g, ":9: <scale> is singular"},
        {"<matrix>1 0 0 0 0 1 0 0 1 1 0 0 0 0 0 1</matrix>" + g, "<matrix> is singular"},
        {"<matrix>1 0 0 0 0 1 0 0 0 0 1 0 0 0 1 1</matrix>" + g, "the last row of a <matrix>"},
        {"<matrix>1 0 0 0 0 1 0 0 0 0 1 0 0 0 0</matrix>" + g, "<matrix> has 15 numbers; it must have 16"},
        {"<rotate>0 0 0 90</rotate>" + g, "zero axis"},
        {"<translate>1 0 nan</translate>" + g, "'nan' stands where"},
        {"<lookat>0 0 0 0 0 0 0 1 0</lookat>" + g, "singular"}};
    for (const auto& [node, words] : cases)
        CHECK_THAT(refusal(withNode(node)), Catch::Contains(words));
    CHECK_THAT(refusal(withNode(g, "<library_geometries><geometry id='g'/></library_geometries>")),
               Catch::Contains("two elements have"));
    for (const char* geometry : {"<convex_mesh convex_hull_of='#g'/>", "<spline/>", "<brep/>", "<mesh/>", ""})
        CHECK_THAT(refusal(withNode("<instance_geometry url='#h'/>", std::string("<library_geometries><geometry id='h'>")
                                                                         + geometry + "</geometry></library_geometries>")),
                   Catch::Contains(*geometry ? std::string(geometry).substr(0, 5) : "has no <mesh>"));
    const std::string text = Dae().text();
    CHECK_THAT(meshError("t.dae", text.substr(0, text.find("<scene>")) + "</COLLADA>"), Catch::Contains("no <scene>"));
}

TEST_CASE("Nodes that instance each other in a loop, or that double 30 times, are refused in bounded time and memory")
{
    CHECK_THAT(refusal(withNode("<instance_node url='#n'/>")), Catch::Contains("in a loop"));
    std::string library = "<library_nodes>";
    for (int i = 0; i < 30; ++i)
    {
        const std::string next = "<instance_node url='#m" + std::to_string(i + 1) + "'/>";
        library += "<node id='m" + std::to_string(i) + "'>" + next + next + "</node>";
    }
    library += "<node id='m30'><instance_geometry url='#g'/></node></library_nodes>";
    CHECK_THAT(refusal(withNode("<instance_node url='#m0'/>", library)), Catch::Contains("more than 1000000 nodes"));
}
