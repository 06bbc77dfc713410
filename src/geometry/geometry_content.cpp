#include "geometry/geometry_content.h"

#include <variant>

namespace gapless {

namespace {

struct ShapeWriter
{
    ContentWriter& content;

    void operator()(const Box& box) { content.put(box.half_extents); }
    void operator()(const Sphere& sphere) { content.putDouble(sphere.radius); }
    template <class Round>
    void operator()(const Round& round)
    {
        content.putDouble(round.radius);
        content.putDouble(round.half_length);
    }
    void operator()(const std::shared_ptr<const TriangleMesh>& mesh)
    {
        content.put64(mesh->vertices().size());
        for (const Vec3& vertex : mesh->vertices())
            content.put(vertex);
        content.put64(mesh->triangles().size());
        for (const TriangleMesh::Triangle& triangle : mesh->triangles())
            for (const std::int32_t corner : triangle)
                content.put32(static_cast<std::uint32_t>(corner));
    }
};

}  // namespace

Digest digestOfShapes(const std::vector<PlacedShape>& shapes)
{
    ContentWriter content;
    content.put64(shapes.size());
    for (const PlacedShape& placed : shapes)
    {
        // Of a cloud's hundred thousand shapes none is turned.
        const bool is_turned = placed.X_BS.R != Mat3::Identity();
        content.put8(is_turned ? 1 : 0);
        if (is_turned)
            content.put(placed.X_BS);
        else
            content.put(placed.X_BS.p);
        content.put8(static_cast<unsigned>(placed.shape.index()));
        std::visit(ShapeWriter{content}, placed.shape);
    }
    return digestOf(content.bytes());
}

Digest digestOfNodes(const RssTree& tree)
{
    ContentWriter content;
    content.put64(tree.nodes().size());
    for (const RssNode& node : tree.nodes())
    {
        content.put8(node.isLeaf() ? 1 : 0);
        content.put64(node.isLeaf() ? node.leaf() : node.children()[0].value());
    }
    return digestOf(content.bytes());
}

}  // namespace gapless
