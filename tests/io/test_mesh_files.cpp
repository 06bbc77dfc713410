// STL, OBJ and PLY: all of a file is taken, or the error names what is not.
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include "mesh_test_support.h"

using namespace gapless;
using gapless::test::area;
using gapless::test::loadMesh;
using gapless::test::meshError;

namespace {

const std::string kFacet = "facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n";
const std::string kSquare = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n";

std::string binaryStl(std::uint32_t declared, std::size_t triangles, const std::string& header = "")
{
    std::string stl = header + std::string(80 - header.size(), ' ');
    stl.append(reinterpret_cast<const char*>(&declared), 4);
    const float values[12] = {0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0};
    for (std::size_t i = 0; i < triangles; ++i)
    {
        stl.append(reinterpret_cast<const char*>(values), sizeof values);
        stl.append(2, '\0');
    }
    return stl;
}

std::string replaced(std::string text, const std::string& from, const std::string& to)
{
    REQUIRE(text.find(from) != std::string::npos);
    return text.replace(text.find(from), from.size(), to);
}

void checkRefused(const std::string& name, const std::vector<std::pair<std::string, std::string>>& cases)
{
    for (const auto& [content, words] : cases)
        CHECK_THAT(meshError(name, content), Catch::Contains(words));
}

/// The bytes of a number, the most significant first.
template <class Number>
std::string bigEndian(Number value)
{
    std::string bytes(sizeof value, ' ');
    std::memcpy(bytes.data(), &value, sizeof value);
    return {bytes.rbegin(), bytes.rend()};
}

}  // namespace

TEST_CASE("STL as text may have several solids, capitals and normals that are no numbers")
{
    CHECK(loadMesh("t.stl",
                   "solid a b\n" + kFacet + "endsolid a b\nSOLID\n" + replaced(kFacet, "0 0 1", "nan nan -nan") + "EndSolid\n")
              ->triangles()
              .size()
          == 2);
    CHECK(loadMesh("t.stl", "\n solid\r\n" + replaced(kFacet, "vertex", "\tVERTEX") + "endsolid")->triangles().size() == 1);
}

TEST_CASE("A facet of STL that is not one triangle, and text that ends or goes on, are refused by line")
{
    const std::string solid = "solid q\n" + kFacet + "endsolid q\n";
    checkRefused("t.stl", {{replaced(solid, "endloop", "vertex 1 1 0\nendloop"), ":7: 'vertex' stands where 'endloop'"},
                           {replaced(solid, "vertex 0 1 0\n", ""), ":6: 'endloop' stands where 'vertex'"},
                           {replaced(solid, "endloop\n", ""), ":7: 'endfacet' stands where 'endloop'"},
                           {replaced(solid, "endloop\n", "endloop\nouter loop\n"), ":8: 'outer' stands where 'endfacet'"},
                           {replaced(solid, "endfacet\n", ""), ":8: 'endsolid' stands where 'endfacet'"},
                           {replaced(solid, "vertex 0 1 0", "vertex 0 nan 0"), ":6: 'nan' stands where a finite number"},
                           {replaced(solid, "vertex 0 1 0", "vertex 0 1e39 0"), ":6: '1e39' is out of the range"},
                           {replaced(solid, "vertex 0 1 0", "vertex 0 1,5 0"), "'1,5'"},
                           {replaced(solid, "vertex 0 1 0", "vertex 0 1"), "'endloop' stands where a finite number"},
                           {"solid q\n" + kFacet, "the file ends where 'facet' or 'endsolid'"},
                           {"solid q\nfacet normal 0 0 1\nouter", "the file ends where 'loop'"},
                           {solid + kFacet, ":10: 'facet' stands where 'solid' or the end of the file"},
                           {"solid q endsolid " + kFacet, "behind 'solid'"},
                           {solid + "endsolid q\n", "'endsolid' stands where 'solid'"},
                           {"solid q\n" + kFacet + "endsolid q solid r facet normal 0 0 1\n", "behind 'endsolid'"},
                           {"solid q\nendsolid q\n", "no triangles"}});
}

TEST_CASE("Binary STL has as many triangles as it says, whatever its header begins with")
{
    CHECK(loadMesh("t.stl", binaryStl(2, 2))->triangles().size() == 2);
    CHECK(loadMesh("t.stl", binaryStl(2, 2, "solid of revolution"))->triangles().size() == 2);
    for (const std::string header : {"", "solid of revolution"})
        checkRefused("t.stl", {{binaryStl(3, 2, header), "the file has 184 bytes; binary STL with its 3 triangles has 234"},
                               {binaryStl(1, 2, header), "has 134"},
                               {binaryStl(0xffffffff, 2, header), "its 4294967295 triangles"},
                               {binaryStl(2, 2, header) + "\n", "the file has 185 bytes"}});
    checkRefused("t.stl", {{"", "0 bytes"}, {"facet", "5 bytes"}, {binaryStl(0, 0), "no triangles"}});
    std::string bad = binaryStl(1, 1);
    const float nan = NAN;
    std::memcpy(bad.data() + 100, &nan, sizeof nan);
    checkRefused("t.stl", {{bad, "triangle 0, counted from 0, has a coordinate that is not finite"}});
}

TEST_CASE("OBJ takes every form of vertices and corners, in any order, to all digits")
{
    for (const std::string face :
         {"f 1 2 3", "f 1/1 2/2 3/3", "f 1//4 2//4 3//4", "f 1/1/1 2/1/1 3/1/1", "f -4 -3 -2", "f 1 \\\n2\\\n 3 # 4", "fo 1 2 3",
          "\xef\xbb\xbf"
          "f 1 2 3"})
    {
        INFO(face);
        const std::string content = face.front() == '\xef' ? face + "\n" + kSquare : kSquare + face;
        CHECK(area(*loadMesh("t.obj", content)) == 0.5);
    }
    CHECK(area(*loadMesh("t.obj", "f 1 2 3\nv 0 0 0 1\r\nv 1 0 0 .5 .5 .5\r\nv 0 1 0 1 .5 .5 .5\n")) == 0.5);
    CHECK(loadMesh("t.obj", "mtllib a b\no x\ng y\ns off\nusemtl z\nvn 0 0 1\nvt 0 0\n" + kSquare + "f 1 2 3 4\n")
              ->triangles()
              .size()
          == 2);
    CHECK(loadMesh("t.obj", "4 1\n" + kSquare + "f 1 2 3 4\n")->triangles().size() == 2);
    const auto mesh = loadMesh("t.obj", "v 0.1 0 0\nv 0.123456789012345 0 0\nv 0 1 0\nf 1 2 3");
    CHECK(std::find(mesh->vertices().begin(), mesh->vertices().end(), Vec3(0.123456789012345, 0, 0)) != mesh->vertices().end());
}

TEST_CASE("Lines and points of OBJ are taken as segments and points, and leave a solid a solid")
{
    const auto mesh = loadMesh("t.obj", kSquare + "v 5 5 5\nf 1 2 3\nf 3 2 1\nl 1 2 5\np 5 5\n");
    CHECK(mesh->triangles().size() == 6);
    CHECK(mesh->degenerateCount() == 4);
    CHECK(mesh->vertices().size() == 4);
    CHECK(mesh->isSolid());
    checkRefused("t.obj", {{kSquare + "l 1\n", ":5: a line has 1 corners"}});
}

TEST_CASE("What OBJ draws by other means, and corners that no vertex is, are refused by line")
{
    for (const char* name : {"curv 0 1 1 2", "curv2 1 2", "surf 0 1 0 1 1 2 4 3", "vp 0 1", "cstype bezier", "deg 1 1",
                             "parm u 0 1", "sp 1", "call other.obj", "csh x", "bzp 1 2", "facet 1 2 3", "V 0 0 0", "end"})
        CHECK_THAT(meshError("t.obj", kSquare + "f 1 2 3\n" + name + "\n"), Catch::Contains(":6: the statement '"));
    checkRefused("t.obj", {{kSquare + "f 1 2 5\n", ":5: a corner is the vertex 4, counted from 0; the mesh has 4 vertices"},
                           {kSquare + "f 1 2 0\n", ":5: a corner is the vertex 0; OBJ counts from 1"},
                           {kSquare + "f -1 -2 -5\n", ":5: a corner is the vertex -1"},
                           {kSquare + "f 1 2 9223372036854775807\n", ":5: a corner"},
                           {kSquare + "f 1 2 -9223372036854775808\n", ":5: a corner"},
                           {kSquare + "f 1 2 3.5\n", ":5: '3.5' stands where an integer must be"},
                           {kSquare + "f 1 2 /3\n", ":5: nothing stands where an integer"},
                           {kSquare + "f 1 2\n", ":5: a face has 2 corners"},
                           {"v 0 0\n", ":1: a vertex has 2 numbers"},
                           {"v 0 0 0 2\n", ":1: a vertex has the weight 2"},
                           {"v 0 0 inf\n", ":1: 'inf' stands"},
                           {"5 1\n" + kSquare + "f 1 2 3\n", "declares others"}});
}

TEST_CASE("A polygon that is not plane has no one surface: refused, or, if nearly plane, cut with a warning")
{
    checkRefused("t.obj", {{"v 0 0 0\nv 1 0 0\nv 1 1 0.1\nv 0 1 0\nf 1 2 3 4\n", ":5: a polygon with 4 corners is not plane"}});
    CHECK(loadMesh("t.obj", "v 0 0 0\nv 1 0 0\nv 1 1 0.001\nv 0 1 0\nf 1 2 3 4\n")->triangles().size() == 2);
    CHECK(loadMesh("t.obj", "v 0 0 7\nv 1 0 7\nv 1 1 7\nv 0 0 7\nf 1 2 3 4 1\n")->triangles().size() == 3);
    std::string many = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf";
    for (int i = 0; i < 5000; ++i)
        many += " " + std::to_string(i % 3 + 1);
    checkRefused("t.obj", {{many, "5000 corners"}});
}

TEST_CASE("PLY is read as text and as binary of both byte orders, and its other properties are passed over")
{
    const std::string rest =
        "comment x\nelement vertex 3\nproperty float x\nproperty double y\nproperty short z\n"
        "property list uchar uchar extra\nelement face 1\nproperty uchar red\n"
        "property list uchar int vertex_indices\nend_header\n";
    const std::string text = "ply\r\nformat ascii 1.0\n" + rest + "0 0 0 0\n1 0 0 2 7 8\n0 1 0 0\n255 3 0 1 2\n";
    CHECK(area(*loadMesh("t.ply", text)) == 0.5);

    std::string big, little;
    const auto add = [&](auto value) {
        const std::string bytes = bigEndian(value);
        big += bytes;
        little += std::string(bytes.rbegin(), bytes.rend());
    };
    for (const Vec3& p : {Vec3(0, 0, 0), Vec3(1, 0, -300), Vec3(0, 1, 0)})
    {
        add(static_cast<float>(p.x()));
        add(p.y());
        add(static_cast<std::int16_t>(p.z()));
        add(std::uint8_t{1});
        add(std::uint8_t{200});
    }
    add(std::uint8_t{255});
    add(std::uint8_t{3});
    for (const std::int32_t corner : {0, 1, 2})
        add(corner);
    for (const auto& [name, bytes] : {std::pair("binary_big_endian", big), std::pair("binary_little_endian", little)})
    {
        const std::string head = std::string("ply\nformat ") + name + " 1.0\n" + rest;
        const auto mesh = loadMesh("t.ply", head + bytes);
        CHECK(std::find(mesh->vertices().begin(), mesh->vertices().end(), Vec3(1, 0, -300)) != mesh->vertices().end());
        checkRefused("t.ply",
                     {{head + bytes.substr(0, bytes.size() - 1), "ends before its last row"}, {head + bytes + "\n", "goes on"}});
    }
}

TEST_CASE("What PLY has besides vertices and faces, and counts that its rows do not keep, are refused")
{
    const std::string head = "ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\n";
    const std::string face = "element face 1\nproperty list uchar int vertex_index\n";
    const std::string rows = "0 0 0\n1 0 0\n1 1 0\n0 1 0\n";
    CHECK(loadMesh("t.ply", head + face + "end_header\n" + rows + "4 0 1 2 3\n")->triangles().size() == 2);
    CHECK(loadMesh("t.ply", head + face + "element edge 0\nproperty int a\nelement camera 1\nproperty float b\nend_header\n"
                                + rows + "3 0 1 2\n7\n")
              ->triangles()
              .size()
          == 1);
    checkRefused("t.ply",
                 {{head + "element tristrips 1\nproperty list int int vertex_indices\nend_header\n" + rows + "3 0 1 2\n",
                   ":7: the element 'tristrips'"},
                  {head + face + "element edge 1\nproperty int a\nproperty int b\nend_header\n" + rows + "3 0 1 2\n0 1\n",
                   ":9: the element 'edge'"},
                  {head + face + "end_header\n" + rows + "3 0 1 2\n3 0 2 3\n", ":15: the file goes on"},
                  {head + face + "end_header\n" + rows, "ends before its last row"},
                  {head + face + "end_header\n" + rows + "4 0 1 2\n", ":14: the row ends before"},
                  {head + face + "end_header\n" + rows + "3 0 1 2 3\n", ":14: the row has 5 values; the header makes it 4"},
                  {head + face + "end_header\n" + rows + "3 0 1 4\n", ":14: a corner is the vertex 4"},
                  {head + face + "end_header\n" + rows + "3 0 1 -1\n", ":14: a corner is the vertex -1"},
                  {head + face + "end_header\n" + rows + "2 0 1\n", ":14: a face has 2 corners"},
                  {head + face + "end_header\n" + rows + "3 0 1 1.5\n", "a fraction"},
                  {head + face + "end_header\n" + rows + "-3 0 1 2\n", "a list of -3 values"},
                  {head + "element face 1\nproperty int a\nend_header\n" + rows + "3\n", ":7: a face must have one list"},
                  {head + "property float x\n" + face + "end_header\n", "x, y and z once"},
                  {head + "property float128 w\n", ":7: unknown type 'float128'"},
                  {head + "property\n", ":7: the line of 'property'"},
                  {head, "the file ends before 'end_header'"},
                  {replaced(head, "ascii", "xml") + "end_header\n", "unknown format 'xml'"},
                  {replaced(head, "4", "999999999999") + "end_header\n", "ends before its last row"},
                  {replaced(head, "4", "-4") + "end_header\n", "negative number of rows"},
                  {replaced(head, "4", "99999999999999999999") + "end_header\n", "where an integer must be"},
                  {head + "element face 3\nend_header\n" + rows, "no properties"}});
}

TEST_CASE("A carriage return alone ends a line, and nothing behind it is lost")
{
    CHECK(loadMesh("t.obj", kSquare + "# comment\rf 1 2 3\ng name\rf 1 3 4\r")->triangles().size() == 2);
    CHECK(loadMesh("t.stl", "solid a\r" + kFacet + "endsolid a\rsolid b\r" + kFacet + "endsolid b\r")->triangles().size() == 2);
    checkRefused("t.obj", {{"v 0 0 0\rv 1 0 0\r\nv 0 1 0\nf 1 2 4\n", ":4: a corner is the vertex 3"}});
}

TEST_CASE("A facet in the line of a solid's name is refused, in whatever case")
{
    checkRefused("t.stl",
                 {{"solid x " + kFacet + "endsolid x\n", ":1: a facet stands behind 'solid'"},
                  {"solid x\n" + kFacet + "endsolid x SOLID y FACET normal 0 0 1\n", "a facet stands behind 'endsolid'"}});
    CHECK(loadMesh("t.stl", "solid facets of facet_1\n" + kFacet + "endsolid\n")->triangles().size() == 1);
}

TEST_CASE("A polygon that is not plane is refused wherever it is")
{
    for (const std::string at : {"0", "100000"})
        checkRefused("t.obj",
                     {{"v " + at + " 0 0\nv " + at + " 1 0\nv " + at + " 1 1\nv " + at + ".9 0 1\nf 1 2 3 4\n", "is not plane"}});
}
