// A key is of all that isSameChain() compares, and of the trees over the leaves: proofs name nodes by number.
#include "collision/kept_limit_proofs.h"

#include <cstdint>
#include <map>
#include <string>

#include "geometry/geometry_content.h"

namespace gapless {

namespace {

/// Puts geometry as digests, each of which is worked out once.
class QuestionWriter
{
public:
    void put(const LimitQuestion& question)
    {
        const RelativeChain& chain = *question.chain;
        content_.putDouble(question.clearance);
        content_.put8(static_cast<unsigned>(question.turned));
        content_.put64(chain.chain.bodies().size());
        for (const Body& body : chain.chain.bodies())
        {
            content_.put64(body.parent.value());
            content_.put(body.X_PJ);
            content_.put8(static_cast<unsigned>(body.joint.type));
            content_.put(body.joint.axis);
        }
        content_.put64(chain.upper.size());
        for (std::size_t v = 0; v < chain.upper.size(); ++v)
        {
            content_.putDouble(chain.low[static_cast<Eigen::Index>(v)]);
            content_.putDouble(chain.high[static_cast<Eigen::Index>(v)]);
            content_.putDouble(chain.upper[v]);
        }
        for (const CollisionObject* object : {&chain.a, &chain.b})
        {
            content_.put64(object->body.value());
            put(*object->geometry);
        }
    }
    const std::string& bytes() const { return content_.bytes(); }

private:
    void put(const CollisionGeometry& geometry)
    {
        const auto [known, is_new] = digests_.try_emplace(&geometry);
        if (is_new)
        {
            ContentWriter both;
            both.put(digestOfShapes(geometry.shapes()));
            both.put(digestOfNodes(geometry.tree()));
            known->second = digestOf(both.bytes());
        }
        content_.put(known->second);
    }

    ContentWriter content_;
    std::map<const CollisionGeometry*, Digest> digests_;
};

std::string bytesOf(const std::vector<LimitQuestion>& questions)
{
    QuestionWriter content;
    for (const LimitQuestion& question : questions)
        content.put(question);
    return content.bytes();
}

void put(ContentWriter& content, const ApartCells& cells)
{
    content.put64(cells.axes().size());
    for (const ApartCells::Axis& axis : cells.axes())
    {
        content.putDouble(axis.low);
        content.putDouble(axis.high);
        content.putDouble(axis.upper);
    }
    content.put64(cells.nodes().size());
    for (const ApartCells::Node& node : cells.nodes())
    {
        content.putDouble(node.value);
        content.put32(static_cast<std::uint32_t>(node.child));
        content.put32(static_cast<std::uint32_t>(node.variable));
    }
    content.put64(cells.contacts().size());
    for (const ApartCells::Contact& contact : cells.contacts())
    {
        content.put32(static_cast<std::uint32_t>(contact.a.value()));
        content.put32(static_cast<std::uint32_t>(contact.b.value()));
    }
}

void require(bool holds)
{
    if (!holds)
        throw InputError("no proof of this pair");
}

/// @throws InputError where what stands there is none that ApartCells takes
std::shared_ptr<const ApartCells> takeCells(ContentReader& content, const RelativeChain& chain)
{
    const std::uint64_t variables = content.take64();
    require(variables == chain.upper.size());
    std::vector<ApartCells::Axis> axes(variables);
    for (std::size_t v = 0; v < axes.size(); ++v)
    {
        axes[v] = {content.takeDouble(), content.takeDouble(), content.takeDouble()};
        const auto i = static_cast<Eigen::Index>(v);
        require(axes[v].low == chain.low[i] && axes[v].high == chain.high[i] && axes[v].upper == chain.upper[v]);
    }
    const std::uint64_t count = content.take64();
    require(count > 0 && count <= content.left() / (8 + 4 + 4));
    std::vector<ApartCells::Node> nodes(count);
    std::vector<int> depth(count);
    for (std::size_t i = 0; i < count; ++i)
    {
        nodes[i].value = content.takeDouble();
        nodes[i].child = static_cast<std::int32_t>(content.take32());
        nodes[i].variable = static_cast<std::int32_t>(content.take32());
        if (nodes[i].child == ApartCells::kCell)
            continue;
        require(nodes[i].variable >= 0 && static_cast<std::uint64_t>(nodes[i].variable) < variables);
        const auto child = static_cast<std::int64_t>(nodes[i].child);
        require(child > static_cast<std::int64_t>(i) && child + 1 < static_cast<std::int64_t>(count)
                && depth[i] < ApartCells::kDeepest);
        const auto first = static_cast<std::size_t>(child);
        depth[first] = depth[first + 1] = depth[i] + 1;
    }
    const std::uint64_t met = content.take64();
    require(met <= content.left() / (4 + 4));
    std::vector<ApartCells::Contact> contacts(met);
    for (ApartCells::Contact& contact : contacts)
    {
        const auto takeLeaf = [&content](const RssTree& tree) {
            const NodeIndex leaf(content.take32());
            require(tree.nodes().has(leaf) && tree.node(leaf).isLeaf());
            return leaf;
        };
        contact.a = takeLeaf(chain.a.geometry->tree());
        contact.b = takeLeaf(chain.b.geometry->tree());
    }
    for (const ApartCells::Node& node : nodes)
        require(node.child != ApartCells::kCell || node.variable == ApartCells::kNone
                || (node.variable >= 0 && static_cast<std::uint64_t>(node.variable) < met));
    return std::make_shared<const ApartCells>(axes, std::move(nodes), std::move(contacts));
}

void put(ContentWriter& content, const ApartWithinLimits& proof)
{
    content.putDouble(proof.gap);
    content.put64(proof.open.size());
    for (const NodePair& nodes : proof.open)
    {
        content.put64(nodes.a.value());
        content.put64(nodes.b.value());
    }
    content.put8(proof.cells ? 1 : 0);
    if (proof.cells)
        put(content, *proof.cells);
}

ApartWithinLimits takeProof(ContentReader& content, const LimitQuestion& question)
{
    const RelativeChain& chain = *question.chain;
    ApartWithinLimits proof;
    proof.gap = content.takeDouble();
    require(proof.gap > question.clearance);
    const std::uint64_t count = content.take64();
    require(count <= content.left() / 16);
    proof.open.resize(count);
    for (NodePair& nodes : proof.open)
    {
        nodes = {NodeIndex(content.take64()), NodeIndex(content.take64())};
        require(chain.a.geometry->tree().nodes().has(nodes.a) && chain.b.geometry->tree().nodes().has(nodes.b));
    }
    if (content.take8() != 0)
        proof.cells = takeCells(content, chain);
    // Of these nobody could say what their leaves are.
    require(question.turned != LimitQuestion::Turned::All || !proof.cells || proof.cells->contacts().empty());
    return proof;
}

}  // namespace

KeptLimitProofs::KeptLimitProofs(const std::vector<LimitQuestion>& questions) : questions_(questions)
{
    if (cache_.isOn())
        key_ = DiskCache::keyOf("apart within limits", bytesOf(questions));
}

std::optional<LimitAnswers> KeptLimitProofs::find() const
{
    return cache_.findAs(key_, [&](ContentReader& content) {
        LimitAnswers answers;
        answers.spent_on_cells = content.take64();
        answers.spent_on_rings = content.take64();
        answers.spent_on_three_joints = content.take64();
        for (const LimitQuestion& question : questions_)
            answers.proofs.push_back(takeProof(content, question));
        return answers;
    });
}

void KeptLimitProofs::keep(const LimitAnswers& answers) const
{
    ContentWriter content;
    content.put64(answers.spent_on_cells);
    content.put64(answers.spent_on_rings);
    content.put64(answers.spent_on_three_joints);
    for (const ApartWithinLimits& proof : answers.proofs)
        put(content, proof);
    cache_.keep(key_, content.bytes());
}

}  // namespace gapless
