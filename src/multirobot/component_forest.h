// Which nodes of a super-graph are joined by edges, and how the robots that are alike can come to stand on the way.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "multirobot/permutation_group.h"

namespace gapless {

/// Nodes are unordered tuples; who of equal robots is in which slot is an assignment, slot -> robot. An edge from u to v with the permutation p takes the assignment a
/// of u to a * p at v (Permutation). Union-find in which each node knows the permutation of a way to its root; loops at the root generate its group. Two assignments
/// of one node are joined if they differ by a loop, so a component is as many components of ordered tuples as the group has cosets.
class ComponentForest
{
public:
    using Node = std::uint32_t;

    /// @param arrangements of all robots, each in a slot of its kind: the product of the factorials of how many are alike
    explicit ComponentForest(double arrangements) : arrangements_(arrangements) {}

    /// The next node, by itself. @param ordered in how many ways robots can be told to its slots that are different ordered tuples
    void add(double ordered);
    void join(Node u, Node v, const Permutation& permutation);

    double arrangements() const { return arrangements_; }
    /// Of ordered tuples.
    double nodeCount() const { return nodes_; }
    double componentCount() const { return components_; }
    /// Of the largest component of ordered tuples the share of all; 0 without any.
    double largestShare() const { return nodes_ > 0.0 ? largest_size_ / nodes_ : 0.0; }
    /// A node of it. @pre there are nodes
    Node largest() const { return largest_; }

    Node root(Node node) const { return find(node).root; }
    /// Of the component of a node: the loops at its root.
    const PermutationGroup& group(Node node) const;
    /// A way to the root of the node.
    Permutation wayToRoot(Node node) const { return find(node).way; }
    /// Whether the node u, with its slots as assignment a has them, is in one component with v and b.
    bool areJoined(Node u, const Permutation& a, Node v, const Permutation& b) const;

private:
    struct Entry
    {
        Node parent = 0;
        Permutation way;       // to the parent
        double ordered = 0.0;  // of the component, of roots
    };
    struct Found
    {
        Node root;
        Permutation way;
    };

    Found find(Node node) const;
    double sizeOf(Node root) const;
    void noteSize(Node root);

    double arrangements_, nodes_ = 0.0, components_ = 0.0, largest_size_ = 0.0;
    Node largest_ = 0;
    mutable std::vector<Entry> entries_;                 // ways are made shorter by looking for roots
    std::unordered_map<Node, PermutationGroup> groups_;  // of roots with loops that permute
};

}  // namespace gapless
