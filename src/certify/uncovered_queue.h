// The parts of a motion that are not proven yet, most uncovered first: the priority queue of Schwarzer, Saha, Latombe 2002, section 3.4.
#pragma once

#include <cstddef>
#include <vector>

#include "certify/front.h"

namespace gapless {

class UncoveredQueue
{
public:
    /// A pair of objects on an interval; its front, the node pairs that are left, is kept by the queue.
    struct Entry
    {
        double uncovered = 0.0;  ///< length, metres
        int interval = 0;        ///< in the interval tree
        ActiveIndex pair;
        std::size_t begin = 0, count = 0;  ///< its front, in the queue's arena
    };

    void clear();
    bool empty() const { return heap_.empty(); }
    void push(int interval, ActiveIndex pair, const std::vector<NodePair>& front, double uncovered);
    /// Takes the most uncovered entry off. @param[out] front its own, replaced. @pre not empty
    Entry pop(std::vector<NodePair>& front);
    /// The most uncovered entry. @pre not empty
    const Entry& top() const { return heap_.front(); }
    /// All, the most uncovered first, the others in no order.
    const std::vector<Entry>& entries() const { return heap_; }

private:
    void compact();

    std::vector<Entry> heap_;
    std::vector<NodePair> arena_;  // fronts of all entries, and of some that are gone
    std::size_t live_ = 0;         // node pairs of the arena that an entry still owns
};

}  // namespace gapless
