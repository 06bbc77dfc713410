// Depth first in time. A task is an interval with the tests that are active on it, the earliest task is on top.
//
// 1. The paths of all vertices of active tests are bounded once for the interval, and once at the cut (section 5.2.2).
// 2. Each test excludes what it can, and what is left of it on either side of the cut goes to the halves. The paper cuts the interval
//    down to the union of what all equations have left; here each test keeps its own part besides, so that what was excluded for it once
//    is not looked at again, though the paths are bounded over the hull of all parts.
// 3. A half without tests is done, the other ones are pushed, the later first. A half is as short as the hull of its tests' parts, so a
//    contact that Newton's step has closed in upon takes few rounds.
// 4. Down at the tolerance the contact is reported if it can be proven, else halved on, to the smallest width that is asked for.
#include "certify/elementary_collision.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include <gapless/core/rounding_environment.h>

#include "elementary_bounds.h"

namespace gapless {

namespace {

/// Narrower intervals of time are below the rounding of positions.
constexpr double kSmallestFraction = 0x1p-48;
/// Where an interval is cut: not in its middle, for contacts at simple fractions of the motion would lie in two parts, at the end of both.
constexpr double kCut = 0.492;

/// A test and the part of the interval at hand on which it may have a contact.
struct ActiveTest
{
    int test;
    Interval t;
};

/// An interval of time that is still to be worked off: the hull of its tests' parts.
struct Task
{
    Interval t;
    std::vector<ActiveTest> tests;
};

void add(Task& task, int test, const Interval& part)
{
    task.t = task.tests.empty() ? part : hull(task.t, part);
    task.tests.push_back({test, part});
}

/// Both parts as one; a test that is active in both has the hull of its parts. Both are in the order of the tests.
Task joined(const Task& left, const Task& right)
{
    Task out;
    auto a = left.tests.begin(), b = right.tests.begin();
    while (a != left.tests.end() || b != right.tests.end())
    {
        if (b == right.tests.end() || (a != left.tests.end() && a->test < b->test))
        {
            add(out, a->test, a->t);
            ++a;
        }
        else if (a == left.tests.end() || b->test < a->test)
        {
            add(out, b->test, b->t);
            ++b;
        }
        else
        {
            add(out, a->test, hull(a->t, b->t));
            ++a;
            ++b;
        }
    }
    return out;
}

class Solver
{
public:
    Solver(const std::vector<ElementaryTest>& tests, const ElementaryOptions& options) : tests_(tests), options_(options)
    {
        std::unordered_map<const VertexPath*, int> index;
        for (const ElementaryTest& test : tests)
        {
            Indices own;
            for (int k = 0; k < 4; ++k)
            {
                const auto found = index.emplace(test.vertex[k], static_cast<int>(paths_.size()));
                if (found.second)
                    paths_.push_back(test.vertex[k]);
                own.vertex[k] = found.first->second;
            }
            indices_.push_back(own);
        }
        ranges_.resize(paths_.size());
        stamp_.assign(paths_.size(), 0);
    }

    ElementaryResult solve(const Interval& t)
    {
        Task whole;
        for (std::size_t i = 0; i < tests_.size(); ++i)
            add(whole, static_cast<int>(i), t);
        if (!whole.tests.empty())
            tasks_.push_back(std::move(whole));
        const double size = std::max(1.0, t.magnitude());
        const double tolerance = std::max(options_.time_tolerance, kSmallestFraction * size);
        const double smallest = std::max(std::min(options_.unproved_tolerance, tolerance), kSmallestFraction * size);
        // Every task is before the ones below it on the stack, and its parts are before or after its cut: the earliest is on top.
        while (!tasks_.empty())
        {
            const Task task = std::move(tasks_.back());
            tasks_.pop_back();
            if (result_.evaluations + task.tests.size() > options_.budget)
            {
                giveUp(task.t.lower, t.upper);
                return std::move(result_);
            }
            Task left, right;
            work(task, left, right);
            if (left.tests.empty() && right.tests.empty())
                continue;
            const Interval rest = left.tests.empty() ? right.t : right.tests.empty() ? left.t : hull(left.t, right.t);
            if (task.t.width() <= tolerance)
            {
                const bool is_last = task.t.width() <= smallest;
                if (report(joined(left, right), t, is_last ? tolerance : task.t.width(), is_last) || is_last)
                {
                    result_.outcome = ElementaryResult::Outcome::Contact;
                    return std::move(result_);
                }
            }
            // What a wider interval left is looked at once more before it is reported, or halved for nothing.
            if (rest.width() <= smallest || (rest.width() <= tolerance && task.t.width() > tolerance))
            {
                tasks_.push_back(joined(left, right));
                continue;
            }
            if (!right.tests.empty())
                tasks_.push_back(std::move(right));
            if (!left.tests.empty())
                tasks_.push_back(std::move(left));
        }
        result_.active.clear();
        result_.lo = result_.hi = t.upper;
        return std::move(result_);
    }

private:
    struct Indices
    {
        int vertex[4];
    };

    /// Calls f for every path of the tests, once.
    template <class F>
    void forPaths(const std::vector<ActiveTest>& tests, const F& f)
    {
        ++round_;
        for (const ActiveTest& active : tests)
            for (const int v : indices_[static_cast<std::size_t>(active.test)].vertex)
            {
                const auto i = static_cast<std::size_t>(v);
                if (stamp_[i] == round_)
                    continue;
                stamp_[i] = round_;
                f(*paths_[i], ranges_[i]);
            }
    }

    void work(const Task& task, Task& left, Task& right)
    {
        const double m = std::min(std::max(task.t.lower + kCut * (task.t.upper - task.t.lower), task.t.lower), task.t.upper);
        // All paths over one interval before the next: bodies' poses are shared.
        forPaths(task.tests, [&](const VertexPath& path, VertexRange& out) {
            out.range = path.position(task.t);
            out.rate = path.velocity(task.t);
        });
        forPaths(task.tests, [&](const VertexPath& path, VertexRange& out) { out.middle = path.position(m); });
        ++result_.intervals;
        result_.evaluations += task.tests.size();
        for (const ActiveTest& active : task.tests)
        {
            const auto i = static_cast<std::size_t>(active.test);
            const VertexRange* vertex[4];
            for (int k = 0; k < 4; ++k)
                vertex[k] = &ranges_[static_cast<std::size_t>(indices_[i].vertex[k])];
            const TimeParts parts = partsWithContact(tests_[i].kind, vertex, task.t, m);
            // What was excluded on a wider interval stays excluded.
            const auto keep = [&](Task& half, const Interval& part) {
                const Interval kept(std::max(part.lower, active.t.lower), std::min(part.upper, active.t.upper));
                if (!TimeParts::isEmpty(kept))
                    add(half, active.test, kept);
            };
            keep(left, parts.left);
            keep(right, parts.right);
        }
    }

    void giveUp(double from, double to)
    {
        result_.outcome = ElementaryResult::Outcome::GaveUp;
        result_.active.clear();
        result_.lo = from;
        result_.hi = to;
    }

    /// Fills in a contact; returns whether one is proven. The ends of the interval in which a test's contact is left may be at the root of
    /// f to rounding, so its sign is looked at `margin` off. No contact is before rest.t.lower, so one that is proven in
    /// [rest.t.lower - margin, rest.t.lower + margin] is not before lo. A contact near the rim of a feature is only proven with a small
    /// margin, one of slow features with a large one: if `is_last`, smaller ones are tried as well.
    bool report(const Task& rest, const Interval& t, double margin, bool is_last)
    {
        result_.lo = rest.t.lower;
        result_.hi = rest.t.upper;
        result_.active.clear();
        for (const ActiveTest& active : rest.tests)
            result_.active.push_back({active.test, false});
        std::vector<IntervalVec3> range(paths_.size()), first(paths_.size()), last(paths_.size());
        const auto fill = [&](std::vector<IntervalVec3>& out, const Interval& when) {
            forPaths(rest.tests, [&](const VertexPath& path, VertexRange& at) {
                out[static_cast<std::size_t>(&at - ranges_.data())] = path.position(when);
            });
        };
        do
        {
            double end = std::min(t.upper, rest.t.lower + margin);
            if (end - rest.t.lower > margin)  // by rounding
                end = std::nextafter(end, rest.t.lower);
            const Interval wide(std::max(t.lower, rest.t.lower - margin), std::max(rest.t.upper, end));
            fill(range, wide);
            fill(first, wide.lower);
            fill(last, wide.upper);
            for (ElementaryResult::Active& active : result_.active)
            {
                const auto i = static_cast<std::size_t>(active.test);
                IntervalVec3 p[3][4];
                for (int k = 0; k < 4; ++k)
                {
                    const auto v = static_cast<std::size_t>(indices_[i].vertex[k]);
                    p[0][k] = range[v];
                    p[1][k] = first[v];
                    p[2][k] = last[v];
                }
                if (active.proved || !contactIsProved(tests_[i].kind, p[0], p[1], p[2]))
                    continue;
                active.proved = true;
                result_.hi = std::max(result_.hi, wide.upper);
            }
            margin /= 64.0;
        }
        while (is_last && margin > kSmallestFraction);
        return result_.proved();
    }

    const std::vector<ElementaryTest>& tests_;
    const ElementaryOptions options_;
    std::vector<const VertexPath*> paths_;
    std::vector<Indices> indices_;
    std::vector<VertexRange> ranges_;
    std::vector<std::uint64_t> stamp_;
    std::uint64_t round_ = 0;
    std::vector<Task> tasks_;
    ElementaryResult result_;
};

}  // namespace

bool ElementaryResult::proved() const
{
    return std::any_of(active.begin(), active.end(), [](const Active& a) { return a.proved; });
}

ElementaryResult earliestContact(const std::vector<ElementaryTest>& tests, const Interval& t, const ElementaryOptions& options)
{
    requireRounding();
    return Solver(tests, options).solve(t);
}

ElementaryResult earliestContact(const std::vector<ElementaryTest>& tests, const Interval& t, double time_tolerance)
{
    ElementaryOptions options;
    options.time_tolerance = options.unproved_tolerance = time_tolerance;
    return earliestContact(tests, t, options);
}

}  // namespace gapless
