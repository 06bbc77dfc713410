// Positions in lists, of one type for each list: the number of a body cannot be taken for that of an object.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <type_traits>
#include <utility>
#include <vector>

namespace gapless {

/// A position, from 0, in the one list of `Of`s that there is (of a scene, a model, a tree). None is an empty std::optional.
template <class Of>
class Index
{
public:
    constexpr Index() = default;
    /// @pre 0 <= position < 2^31
    template <class Integer, class = std::enable_if_t<std::is_integral_v<Integer>>>
    explicit constexpr Index(Integer position) : position_(static_cast<std::int32_t>(position))
    {}

    constexpr std::size_t value() const { return static_cast<std::size_t>(position_); }
    /// The one after it.
    constexpr Index next() const { return Index(position_ + 1); }

    friend constexpr bool operator==(Index a, Index b) { return a.position_ == b.position_; }
    friend constexpr bool operator!=(Index a, Index b) { return a.position_ != b.position_; }
    friend constexpr bool operator<(Index a, Index b) { return a.position_ < b.position_; }
    friend constexpr bool operator>(Index a, Index b) { return b < a; }
    friend constexpr bool operator<=(Index a, Index b) { return !(b < a); }
    friend constexpr bool operator>=(Index a, Index b) { return !(a < b); }

private:
    std::int32_t position_ = 0;
};

/// All positions of a list of that length, in order: for (PairIndex pair : IndexRange<PairIndex>(n)).
template <class I>
class IndexRange
{
public:
    class Iterator
    {
    public:
        // NOLINTBEGIN(readability-identifier-naming): the names that std::iterator_traits asks for.
        using iterator_category = std::input_iterator_tag;
        using value_type = I;
        using difference_type = std::ptrdiff_t;
        using pointer = const I*;
        using reference = I;
        // NOLINTEND(readability-identifier-naming)

        constexpr explicit Iterator(I at) : at_(at) {}
        constexpr I operator*() const { return at_; }
        constexpr Iterator& operator++()
        {
            at_ = at_.next();
            return *this;
        }
        friend constexpr bool operator==(Iterator a, Iterator b) { return a.at_ == b.at_; }
        friend constexpr bool operator!=(Iterator a, Iterator b) { return a.at_ != b.at_; }

    private:
        I at_;
    };

    constexpr explicit IndexRange(std::size_t size) : size_(size) {}
    constexpr Iterator begin() const { return Iterator(I(0)); }
    constexpr Iterator end() const { return Iterator(I(size_)); }

private:
    std::size_t size_;
};

/// A vector with one entry for each position of a list elsewhere, read by that position alone.
template <class I, class T>
class IndexedVector : private std::vector<T>
{
    using Base = std::vector<T>;

public:
    using typename Base::const_iterator;
    using typename Base::const_reference;
    using typename Base::iterator;
    using typename Base::reference;
    using typename Base::value_type;

    using Base::assign;
    using Base::back;
    using Base::Base;
    using Base::begin;
    using Base::clear;
    using Base::emplace_back;
    using Base::empty;
    using Base::end;
    using Base::push_back;
    using Base::reserve;
    using Base::resize;
    using Base::size;

    IndexedVector() = default;
    explicit IndexedVector(std::vector<T> list) : Base(std::move(list)) {}
    /// For what knows no positions.
    const std::vector<T>& list() const { return *this; }

    reference operator[](I index) { return Base::operator[](index.value()); }
    const_reference operator[](I index) const { return Base::operator[](index.value()); }
    IndexRange<I> indices() const { return IndexRange<I>(size()); }
    /// Whether it has an entry there.
    bool has(I index) const { return index.value() < size(); }
};

}  // namespace gapless
