// A free list of scratch objects: one per thread that is at work, made when first needed, kept for the next caller.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace gapless {

/// Safe to use from many threads at once. The pool must outlive its leases.
template <class T>
class ObjectPool
{
public:
    explicit ObjectPool(std::function<std::unique_ptr<T>()> make) : make_(std::move(make)) {}

    ObjectPool(const ObjectPool&) = delete;
    ObjectPool& operator=(const ObjectPool&) = delete;

    /// Exclusive use of one object; gives it back when it goes out of scope.
    class Lease
    {
    public:
        Lease(ObjectPool& pool, std::unique_ptr<T> object) : pool_(&pool), object_(std::move(object)) {}
        Lease(Lease&&) noexcept = default;
        Lease& operator=(Lease&&) = delete;
        ~Lease()
        {
            if (object_)
                pool_->giveBack(std::move(object_));
        }

        T* operator->() const { return object_.get(); }
        T& operator*() const { return *object_; }

    private:
        ObjectPool* pool_;
        std::unique_ptr<T> object_;
    };

    Lease acquire()
    {
        {
            std::lock_guard<std::mutex> lock(mutex_);
            if (!free_.empty())
            {
                std::unique_ptr<T> object = std::move(free_.back());
                free_.pop_back();
                return Lease(*this, std::move(object));
            }
        }
        return Lease(*this, make_());
    }

private:
    void giveBack(std::unique_ptr<T> object)
    {
        std::lock_guard<std::mutex> lock(mutex_);
        free_.push_back(std::move(object));
    }

    std::function<std::unique_ptr<T>()> make_;
    std::mutex mutex_;
    std::vector<std::unique_ptr<T>> free_;
};

}  // namespace gapless
