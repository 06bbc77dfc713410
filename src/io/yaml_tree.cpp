#include "io/yaml_tree.h"

#include <algorithm>
#include <istream>
#include <map>
#include <sstream>
#include <unordered_set>

#include <yaml-cpp/depthguard.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

#include "io/input_text.h"

namespace gapless {
namespace {

constexpr std::size_t kMaxDepth = 32;
constexpr std::size_t kMaxNodes = 10'000'000;

int lineOfMark(const YAML::Mark& mark)
{
    return mark.is_null() ? 0 : mark.line + 1;
}

/// Builds the tree from the parser's events. YAML::Node is not used: it has no limit on aliases, keeps duplicate keys and
/// reads numbers by the global locale.
class TreeBuilder : public YAML::EventHandler
{
public:
    explicit TreeBuilder(const std::string& label) : label_(label) {}

    std::shared_ptr<const YamlNode> root() const { return root_; }

    void OnDocumentStart(const YAML::Mark& mark) override
    {
        if (root_)
            throw inputError(label_, lineOfMark(mark), "a second YAML document; one per file is expected");
    }
    void OnDocumentEnd() override {}
    void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override { addLeaf(YamlNode::Kind::Null, mark, anchor, ""); }
    void OnScalar(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor, const std::string& value) override
    {
        addLeaf(YamlNode::Kind::Scalar, mark, anchor, value);
    }
    void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override
    {
        const auto found = anchors_.find(anchor);
        if (found == anchors_.end())
            throw inputError(label_, lineOfMark(mark), "an alias inside of its own anchor");
        add(found->second, lineOfMark(mark));
    }
    void OnSequenceStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor, YAML::EmitterStyle::value) override
    {
        open(YamlNode::Kind::Sequence, mark, anchor);
    }
    void OnMapStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor, YAML::EmitterStyle::value) override
    {
        open(YamlNode::Kind::Map, mark, anchor);
    }
    void OnSequenceEnd() override { close(); }
    void OnMapEnd() override { close(); }

private:
    struct Open
    {
        std::shared_ptr<YamlNode> node;
        YAML::anchor_t anchor = 0;
        std::unordered_set<std::string> keys;
    };

    void addLeaf(YamlNode::Kind kind, const YAML::Mark& mark, YAML::anchor_t anchor, const std::string& text)
    {
        auto node = std::make_shared<YamlNode>();
        node->kind = kind;
        node->line = lineOfMark(mark);
        node->text = text;
        if (anchor != 0)
            anchors_[anchor] = node;
        add(node, node->line);
    }

    void open(YamlNode::Kind kind, const YAML::Mark& mark, YAML::anchor_t anchor)
    {
        if (open_.size() >= kMaxDepth)
            throw inputError(label_, lineOfMark(mark), "nested deeper than " + std::to_string(kMaxDepth) + " levels");
        if (!open_.empty() && open_.back().node->kind == YamlNode::Kind::Map && keyIsNext(open_.back()))
            throw inputError(label_, lineOfMark(mark), "a key must be a plain name");
        Open next;
        next.node = std::make_shared<YamlNode>();
        next.node->kind = kind;
        next.node->line = lineOfMark(mark);
        next.anchor = anchor;
        open_.push_back(std::move(next));
    }

    void close()
    {
        const Open done = std::move(open_.back());
        open_.pop_back();
        if (done.anchor != 0)
            anchors_[done.anchor] = done.node;
        add(done.node, done.node->line);
    }

    static bool keyIsNext(const Open& map) { return map.node->keys.size() == map.node->items.size(); }

    void add(const std::shared_ptr<const YamlNode>& node, int line)
    {
        if (open_.empty())
        {
            root_ = node;
            return;
        }
        Open& parent = open_.back();
        parent.node->size += node->size;
        if (parent.node->size > kMaxNodes)
            throw inputError(label_, line, "more than " + std::to_string(kMaxNodes) + " values");
        if (parent.node->kind == YamlNode::Kind::Map && keyIsNext(parent))
        {
            if (node->kind != YamlNode::Kind::Scalar)
                throw inputError(label_, line, "a key must be a plain name");
            if (!parent.keys.insert(node->text).second)
                throw inputError(label_, line, "duplicate key '" + node->text + "'; give it once");
            parent.node->keys.push_back({node->text, line});
            return;
        }
        parent.node->items.push_back(node);
    }

    std::string label_;
    std::shared_ptr<const YamlNode> root_;
    std::vector<Open> open_;
    std::map<YAML::anchor_t, std::shared_ptr<const YamlNode>> anchors_;
};

}  // namespace

std::shared_ptr<const YamlNode> parseYaml(std::string_view text, const std::string& label)
{
    checkText(text, label);
    TreeBuilder builder(label);
    try
    {
        std::istringstream stream{std::string(text)};
        YAML::Parser parser(stream);
        while (parser.HandleNextDocument(builder))
        {}
    }
    catch (const YAML::DeepRecursion& error)
    {
        throw inputError(label, lineOfMark(error.mark), "nested deeper than " + std::to_string(kMaxDepth) + " levels");
    }
    catch (const YAML::Exception& error)
    {
        throw inputError(label, lineOfMark(error.mark), "malformed YAML: " + error.msg);
    }
    if (!builder.root())
        throw inputError(label, 0, "the file is empty");
    return builder.root();
}

}  // namespace gapless
