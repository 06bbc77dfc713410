// Replaces the global operator new, so that any allocation can be made to fail: for one source file of a program of its own.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <functional>
#include <new>
#include <thread>

namespace {

/// Allocations of this thread until one fails; 0: none does.
thread_local long allocations_left = 0;

void* allocate(std::size_t size, std::size_t alignment)
{
    if (allocations_left > 0 && --allocations_left == 0)
        throw std::bad_alloc();
    const std::size_t rounded = (size + alignment - 1) / alignment * alignment;
    if (void* const memory = std::aligned_alloc(alignment, rounded > 0 ? rounded : alignment))
        return memory;
    throw std::bad_alloc();
}

}  // namespace

// All of them: those of a sanitizer know nothing of what others have allocated.
void* operator new(std::size_t size)
{
    return allocate(size, alignof(std::max_align_t));
}
void* operator new(std::size_t size, std::align_val_t alignment)
{
    return allocate(size, static_cast<std::size_t>(alignment));
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept
{
    return std::malloc(size);
}
void* operator new[](std::size_t size)
{
    return ::operator new(size);
}
void* operator new[](std::size_t size, std::align_val_t alignment)
{
    return ::operator new(size, alignment);
}
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept
{
    return std::malloc(size);
}
void operator delete(void* memory, const std::nothrow_t&) noexcept
{
    std::free(memory);
}
void operator delete[](void* memory) noexcept
{
    std::free(memory);
}
void operator delete[](void* memory, std::size_t) noexcept
{
    std::free(memory);
}
void operator delete[](void* memory, std::align_val_t) noexcept
{
    std::free(memory);
}
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept
{
    std::free(memory);
}
void operator delete[](void* memory, const std::nothrow_t&) noexcept
{
    std::free(memory);
}
// Not inlined: GCC would take free() there for no match of the new that it sees beside it.
[[gnu::noinline]] void operator delete(void* memory) noexcept
{
    std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept
{
    std::free(memory);
}
void operator delete(void* memory, std::align_val_t) noexcept
{
    std::free(memory);
}
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept
{
    std::free(memory);
}

namespace gapless::test {

/// Lets the k-th allocation of `use` fail, for all k, each in a thread of its own, and calls `check` afterwards.
/// @param stride of k, as a share of it @return how many failed
inline long failEachAllocation(const std::function<void()>& use, const std::function<void()>& check, double stride = 0.0)
{
    long failed = 0, k = 1;
    for (bool fails = true; fails; k += 1 + static_cast<long>(stride * static_cast<double>(k)))
        std::thread([&] {
            fails = false;
            allocations_left = k;
            try
            {
                use();
            }
            catch (const std::bad_alloc&)
            {
                fails = true;
            }
            allocations_left = 0;
            check();
            failed += fails;
        }).join();
    return failed;
}

}  // namespace gapless::test
