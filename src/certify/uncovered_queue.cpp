// A binary heap of entries whose fronts stand one behind the other in one arena: a vector each would be allocated and freed with every
// entry. A popped front stays behind as garbage. Once a large arena is more than four times what entries still own, that is copied to a
// new one: fewer node pairs than a third of those popped since the last time. The heap is no std::priority_queue, as whoever asks what is
// uncovered wants to see all entries.
#include "certify/uncovered_queue.h"

#include <algorithm>

namespace gapless {

namespace {

/// Node pairs from which on an arena that is mostly garbage is compacted.
constexpr std::size_t kWorthCompacting = 65536;

bool lessUncovered(const UncoveredQueue::Entry& x, const UncoveredQueue::Entry& y)
{
    return x.uncovered < y.uncovered;
}

}  // namespace

void UncoveredQueue::clear()
{
    heap_.clear();
    arena_.clear();
    live_ = 0;
}

void UncoveredQueue::push(int interval, ActiveIndex pair, const std::vector<NodePair>& front, double uncovered)
{
    Entry entry;
    entry.uncovered = uncovered;
    entry.interval = interval;
    entry.pair = pair;
    entry.begin = arena_.size();
    entry.count = front.size();
    arena_.insert(arena_.end(), front.begin(), front.end());
    live_ += front.size();
    heap_.push_back(entry);
    std::push_heap(heap_.begin(), heap_.end(), lessUncovered);
}

UncoveredQueue::Entry UncoveredQueue::pop(std::vector<NodePair>& front)
{
    std::pop_heap(heap_.begin(), heap_.end(), lessUncovered);
    const Entry entry = heap_.back();
    heap_.pop_back();
    front.assign(arena_.begin() + static_cast<std::ptrdiff_t>(entry.begin),
                 arena_.begin() + static_cast<std::ptrdiff_t>(entry.begin + entry.count));
    live_ -= entry.count;
    if (arena_.size() > kWorthCompacting && arena_.size() > 4 * live_)
        compact();
    return entry;
}

void UncoveredQueue::compact()
{
    std::vector<NodePair> kept;
    kept.reserve(2 * live_);
    for (Entry& entry : heap_)
    {
        const std::size_t begin = kept.size();
        kept.insert(kept.end(), arena_.begin() + static_cast<std::ptrdiff_t>(entry.begin),
                    arena_.begin() + static_cast<std::ptrdiff_t>(entry.begin + entry.count));
        entry.begin = begin;
    }
    arena_ = std::move(kept);
}

}  // namespace gapless
