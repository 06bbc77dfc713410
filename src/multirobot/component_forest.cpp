#include "multirobot/component_forest.h"

namespace gapless {

void ComponentForest::add(double ordered)
{
    const auto node = static_cast<Node>(entries_.size());
    entries_.push_back({node, Permutation(), ordered});
    nodes_ += ordered;
    // What is missing to all arrangements are swaps of slots that are alike; they come as loops.
    components_ += arrangements_;
    noteSize(node);
}

ComponentForest::Found ComponentForest::find(Node node) const
{
    Node root = node;
    Permutation way;
    while (entries_[root].parent != root)
    {
        way = way * entries_[root].way;
        root = entries_[root].parent;
    }
    // All on the way hang on the root from now on.
    const Found found{root, way};
    while (entries_[node].parent != root && node != root)
    {
        const Entry before = entries_[node];
        entries_[node].parent = root;
        entries_[node].way = way;
        way = before.way.inverse() * way;
        node = before.parent;
    }
    return found;
}

const PermutationGroup& ComponentForest::group(Node node) const
{
    static const PermutationGroup trivial;
    const auto found = groups_.find(find(node).root);
    return found == groups_.end() ? trivial : found->second;
}

double ComponentForest::sizeOf(Node root) const
{
    return entries_[root].ordered * group(root).order() / arrangements_;
}

void ComponentForest::noteSize(Node root)
{
    const double size = sizeOf(root);
    if (size > largest_size_)
    {
        largest_size_ = size;
        largest_ = root;
    }
}

void ComponentForest::join(Node u, Node v, const Permutation& permutation)
{
    const auto [root_u, way_u] = find(u);
    const auto [root_v, way_v] = find(v);
    if (root_u == root_v)
    {
        const auto known = groups_.find(root_u);
        const double before = known == groups_.end() ? 1.0 : known->second.order();
        if (before == arrangements_)
            return;
        const Permutation loop = way_u.inverse() * permutation * way_v;
        if (loop.isIdentity() || (known != groups_.end() && known->second.contains(loop)))
            return;
        PermutationGroup& group = groups_[root_u];
        group.add(loop);
        components_ -= arrangements_ / before - arrangements_ / group.order();
        noteSize(root_u);
        return;
    }
    const bool is_u_larger = entries_[root_u].ordered >= entries_[root_v].ordered;
    const Node stays = is_u_larger ? root_u : root_v, goes = is_u_larger ? root_v : root_u;
    const Permutation over = way_u.inverse() * permutation * way_v;  // from root_u to root_v
    const Permutation way = is_u_larger ? over.inverse() : over;     // from the root that goes to the one that stays
    components_ -= arrangements_ / group(stays).order() + arrangements_ / group(goes).order();
    if (const auto of_goes = groups_.find(goes); of_goes != groups_.end())
    {
        PermutationGroup& group = groups_[stays];
        const PermutationGroup& other = groups_.at(goes);
        for (const Permutation& loop : other.generators())
            group.add(way.inverse() * loop * way);
        groups_.erase(goes);
    }
    entries_[goes].parent = stays;
    entries_[goes].way = way;
    entries_[stays].ordered += entries_[goes].ordered;
    components_ += arrangements_ / group(stays).order();
    noteSize(stays);
}

bool ComponentForest::areJoined(Node u, const Permutation& a, Node v, const Permutation& b) const
{
    const auto [root_u, way_u] = find(u);
    const auto [root_v, way_v] = find(v);
    return root_u == root_v && group(root_u).contains((a * way_u).inverse() * (b * way_v));
}

}  // namespace gapless
