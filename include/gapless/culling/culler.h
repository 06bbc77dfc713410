// The question that all cullers answer: which swept volumes can be proven to stay away from the obstacles?
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <gapless/culling/static_obstacles.h>

namespace gapless {

/// Which obstacles each volume of a batch may hit: a table of bits.
class ObstacleHits
{
public:
    void reset(std::size_t volumes, int words)
    {
        words_ = words;
        bits_.assign(volumes * static_cast<std::size_t>(words), 0);
    }
    /// May the volume hit the obstacle (a number in StaticObstacles)?
    bool mayHit(std::size_t volume, ObstacleIndex obstacle) const
    {
        return (row(volume)[obstacle.value() / 32] >> (obstacle.value() % 32)) & 1u;
    }
    void set(std::size_t volume, ObstacleIndex obstacle)
    {
        row(volume)[obstacle.value() / 32] |= std::uint32_t{1} << (obstacle.value() % 32);
    }
    std::uint32_t* row(std::size_t volume) { return bits_.data() + volume * static_cast<std::size_t>(words_); }
    const std::uint32_t* row(std::size_t volume) const { return bits_.data() + volume * static_cast<std::size_t>(words_); }
    int words() const { return words_; }

private:
    int words_ = 0;
    std::vector<std::uint32_t> bits_;
};

/// Discards (link, obstacle) pairs that cannot meet during a motion. For exact geometry and motions, rounding included:
/// - "no" is a PROOF: at no t of the swept interval does the link come within volume.clearance of the obstacle, nor lie inside it;
/// - "may hit" says nothing at all.
/// Obstacles are the objects on static bodies. Pairs of moving objects (self-collision, robots with each other) are NOT looked at:
/// "no" says nothing about them. Pairs of the scene that may touch are left out.
/// Safe to call from many threads. A derived class says what its calls cost and whether they wait for each other.
class Culler
{
public:
    explicit Culler(std::shared_ptr<const StaticObstacles> obstacles) : obstacles_(std::move(obstacles)) {}
    virtual ~Culler() = default;
    Culler(const Culler&) = delete;
    Culler& operator=(const Culler&) = delete;

    /// For logs and tables.
    virtual const char* name() const = 0;
    const StaticObstacles& obstacles() const { return *obstacles_; }

    /// may_hit[i] is 0 if volume i is proven to stay clear of every obstacle, else 1. Stops at the first hit of a volume.
    /// @throws InputError if the volumes are of another scene.
    void cull(const SweptVolumeBatch& batch, std::vector<char>& may_hit) const;
    /// For each volume, which obstacles it may hit.
    /// @throws InputError if the volumes are of another scene.
    void cullPairs(const SweptVolumeBatch& batch, ObstacleHits& hits) const;

protected:
    enum class Detail
    {
        Any,       ///< hits has one word per volume: not 0 if the volume may hit any obstacle
        Obstacles  ///< hits has a bit per obstacle
    };
    /// Another culler's answer, for a culler that cannot give one itself.
    static void askOther(const Culler& other, const SweptVolumeBatch& batch, Detail detail, ObstacleHits& hits)
    {
        other.doCull(batch, detail, hits);
    }

private:
    /// Marks what the volumes may touch of the obstacles' leaves: surfaces and solid primitives. Everything in `hits` is 0 before. A pair
    /// may stay 0 only if it is inactive or the gap is proven greater than volume.clearance + obstacles().error(). Insides of
    /// meshes are the caller's.
    virtual void doCull(const SweptVolumeBatch& batch, Detail detail, ObstacleHits& hits) const = 0;

    void requireSameScene(const SweptVolumeBatch& batch) const;

    std::shared_ptr<const StaticObstacles> obstacles_;
};

}  // namespace gapless
