// Positions of different lists are different types; an IndexedVector is read by its own positions alone.
#include <catch2/catch.hpp>

#include <string>
#include <type_traits>

#include <gapless/core/index.h>

using namespace gapless;

namespace {

using AppleIndex = Index<struct Apple>;
using PearIndex = Index<struct Pear>;

static_assert(!std::is_convertible_v<AppleIndex, PearIndex> && !std::is_constructible_v<PearIndex, AppleIndex>);
static_assert(!std::is_convertible_v<int, AppleIndex> && !std::is_convertible_v<std::size_t, AppleIndex>);
static_assert(!std::is_convertible_v<AppleIndex, int> && !std::is_convertible_v<AppleIndex, std::size_t>);
static_assert(std::is_constructible_v<AppleIndex, int> && std::is_constructible_v<AppleIndex, std::size_t>);
static_assert(!std::is_constructible_v<AppleIndex, double>, "a number that is cut off is no position");
static_assert(sizeof(AppleIndex) == sizeof(std::int32_t), "lists of positions are as compact as lists of numbers");

template <class A, class B, class = void>
struct AreComparable : std::false_type
{};
template <class A, class B>
struct AreComparable<A, B, std::void_t<decltype(std::declval<A>() == std::declval<B>())>> : std::true_type
{};
static_assert(AreComparable<AppleIndex, AppleIndex>::value);
static_assert(!AreComparable<AppleIndex, PearIndex>::value && !AreComparable<AppleIndex, int>::value);

template <class List, class At, class = void>
struct IsReadBy : std::false_type
{};
template <class List, class At>
struct IsReadBy<List, At, std::void_t<decltype(std::declval<List>()[std::declval<At>()])>> : std::true_type
{};
using Names = IndexedVector<AppleIndex, std::string>;
static_assert(IsReadBy<Names, AppleIndex>::value);
static_assert(!IsReadBy<Names, PearIndex>::value && !IsReadBy<Names, int>::value && !IsReadBy<Names, std::size_t>::value);

}  // namespace

TEST_CASE("Indices compare as the positions that they stand for, begin at the first one and count on")
{
    CHECK(AppleIndex() == AppleIndex(0));
    CHECK(AppleIndex(std::size_t{7}).value() == 7);
    CHECK(AppleIndex(3).next() == AppleIndex(4));
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
        {
            const AppleIndex a(i), b(j);
            CHECK((a == b) == (i == j));
            CHECK((a != b) == (i != j));
            CHECK((a < b) == (i < j));
            CHECK((a > b) == (i > j));
            CHECK((a <= b) == (i <= j));
            CHECK((a >= b) == (i >= j));
        }
}

TEST_CASE("The indices of a list of n are 0 to n - 1 in order, of an empty one none")
{
    std::size_t expected = 0;
    for (const AppleIndex i : IndexRange<AppleIndex>(5))
        CHECK(i.value() == expected++);
    CHECK(expected == 5);
    for (const AppleIndex i : IndexRange<AppleIndex>(0))
        FAIL("an index " << i.value() << " of nothing");
}

TEST_CASE("An indexed vector gives each of its positions its own entry")
{
    Names names(std::vector<std::string>{"Cox", "Boskoop"});
    names.emplace_back("Idared");
    names[AppleIndex(1)] = "Elstar";
    CHECK(names.size() == 3);
    CHECK(names.has(AppleIndex(2)));
    CHECK_FALSE(names.has(AppleIndex(3)));
    std::string walked, ranged;
    for (const AppleIndex i : names.indices())
        walked += names[i] + ' ';
    for (const std::string& name : names)
        ranged += name + ' ';
    CHECK(walked == "Cox Elstar Idared ");
    CHECK(ranged == walked);
    names.clear();
    CHECK(names.empty());
    CHECK_FALSE(names.has(AppleIndex(0)));
}
