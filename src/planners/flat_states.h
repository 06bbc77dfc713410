// States as rows of numbers, side by side in memory: whose is nearest is told by a look at all of them, which is faster than a tree of pointers.
//
// The spaces: any nesting of CompoundStateSpace (OMPL's or ours) and SE2StateSpace, of R^n and SO(2), by their exact type, so that the distance is known: the sum over parts,
// each with the product of the weights above it, of |x - y| in R^n, and of the angle between two in SO(2).
//
// Exactness. Rows for the look at all are floats. Let M bound all numbers, n of them, u = 2^-24: a difference of two is off by less than 5 u M (both are rounded, and the difference), the
// norm of n of these by less than sqrt(n) 5 u M, and what squaring, adding n terms and the root round by (n + 4) u of a norm of at most 2 M sqrt(n); weights and their sum add no more
// than (parts + 2) u of a distance. Together less than 16 u (n + parts + 4) n W M =: e, with W the sum of all weights, angles being within M >= 2 pi. Of the k nearest by the space's own distance d
// none is farther than D, the k-th smallest, so its a <= D + e, and the k-th smallest of all a is at least D - e: whoever has a <= a_k + 2 e may be one, nobody else. These few are asked by d.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include <Eigen/Core>

#include <ompl/base/StateSpace.h>

namespace gapless {

/// Used by one thread.
class FlatStates
{
public:
    /// None of a space whose distance is another one, or not known.
    static std::unique_ptr<FlatStates> of(const ompl::base::StateSpace& space);

    std::size_t size() const { return count_; }
    void add(const ompl::base::State* state);
    /// The first `count` are left.
    void truncate(std::size_t count);
    void prefetch(std::size_t i) const { __builtin_prefetch(row(i)); }
    /// The space's, up to rounding.
    double distance(std::size_t i, std::size_t j) const;

    /// The space's distance of a state to the one that is asked about.
    using Distance = std::function<double(std::uint32_t)>;
    /// Sets `found` to the k nearest to state `i` of the first `among`, the nearest first, those of one distance by number: by `distance`, which is asked about few.
    void nearest(std::size_t i, std::size_t k, std::size_t among, const Distance& distance, std::vector<std::uint32_t>& found);
    /// All of them within `radius`.
    void within(std::size_t i, double radius, std::size_t among, const Distance& distance, std::vector<std::uint32_t>& found);

private:
    static constexpr std::size_t kLanes = 16;
    using Lanes = Eigen::Array<float, kLanes, 1>;
    /// Of the cache.
    struct alignas(64) Line
    {
        double numbers[8];
    };
    struct Part
    {
        std::size_t first = 0, count = 1;
        bool is_angle = false;
        double weight = 1.0;
    };
    struct Candidate
    {
        float distance;
        std::uint32_t state;
    };

    explicit FlatStates(const ompl::base::StateSpace& space) : space_(space) {}
    bool takeParts(const ompl::base::StateSpace& space, double weight);
    const double* row(std::size_t i) const { return rows_[i * lines_].numbers; }
    /// About the distances of a block's states to `point`, squared where there is one part.
    Lanes distances(std::size_t block) const;
    bool isSquared() const;
    double error() const;
    float boundOf(double distance) const;
    template <class Bound, class Take>
    void visit(std::size_t i, std::size_t among, const Bound& bound, const Take& take);
    void sort(const Distance& distance, std::size_t k, double radius, std::vector<std::uint32_t>& found);

    const ompl::base::StateSpace& space_;
    std::vector<Part> parts_;
    std::size_t numbers_ = 0, count_ = 0;
    double largest_ = 0.0;       // of all numbers, and of a turn where there are angles
    std::size_t lines_ = 0;      // of a row
    std::vector<Line> rows_;     // one state after the other
    std::vector<Lanes> blocks_;  // of kLanes states, number by number
    std::vector<double> reals_;
    std::vector<float> point_;  // what is asked about
    std::vector<float> least_;  // a heap
    std::vector<Candidate> candidates_;
    std::vector<std::pair<double, std::uint32_t>> sorted_;
};

}  // namespace gapless
