#include "conversion/geometry_store.h"

#include <cstring>

namespace gapless_moveit {

namespace {

/// Appends what makes a shape that shape and no other.
struct KeyWriter
{
    std::vector<std::uint64_t>& key;

    void add(double value)
    {
        std::uint64_t bits = 0;
        std::memcpy(&bits, &value, sizeof bits);
        key.push_back(bits);
    }
    void operator()(const gapless::Box& box)
    {
        for (const double x : box.half_extents)
            add(x);
    }
    void operator()(const gapless::Sphere& sphere) { add(sphere.radius); }
    template <class Round>
    void operator()(const Round& shape)
    {
        add(shape.radius);
        add(shape.half_length);
    }
    void operator()(const std::shared_ptr<const gapless::TriangleMesh>& mesh)
    {
        key.push_back(reinterpret_cast<std::uintptr_t>(mesh.get()));
    }
};

}  // namespace

GeometryStore::Key GeometryStore::keyOf(const std::vector<gapless::PlacedShape>& shapes)
{
    Key key;
    KeyWriter writer{key};
    for (const gapless::PlacedShape& placed : shapes)
    {
        key.push_back(placed.shape.index());
        std::visit(writer, placed.shape);
        for (int i = 0; i < 9; ++i)
            writer.add(placed.X_BS.R.data()[i]);
        for (int i = 0; i < 3; ++i)
            writer.add(placed.X_BS.p[i]);
    }
    return key;
}

std::shared_ptr<const gapless::CollisionGeometry> GeometryStore::get(const std::vector<gapless::PlacedShape>& shapes,
                                                                     const std::string& name)
{
    const Key key = keyOf(shapes);
    {
        const std::lock_guard<std::mutex> lock(mutex_);
        const auto known = known_.find(key);
        if (known != known_.end())
            return known->second;
    }
    // The geometry holds its meshes: while it is here, no other mesh can have the address of one.
    auto geometry = std::make_shared<const gapless::CollisionGeometry>(shapes, name);
    const std::lock_guard<std::mutex> lock(mutex_);
    return known_.emplace(key, std::move(geometry)).first->second;
}

void GeometryStore::prune()
{
    const std::lock_guard<std::mutex> lock(mutex_);
    for (auto it = known_.begin(); it != known_.end();)
        it = it->second.use_count() == 1 ? known_.erase(it) : std::next(it);
}

std::shared_ptr<const gapless::Scene> GeometryStore::lastScene(const std::string& group) const
{
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto last = last_scenes_.find(group);
    return last == last_scenes_.end() ? nullptr : last->second;
}

void GeometryStore::setLastScene(const std::string& group, std::shared_ptr<const gapless::Scene> scene)
{
    const std::lock_guard<std::mutex> lock(mutex_);
    last_scenes_[group] = std::move(scene);
}

}  // namespace gapless_moveit
