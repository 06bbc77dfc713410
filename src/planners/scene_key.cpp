#include "planners/scene_key.h"

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <locale>
#include <numeric>
#include <optional>
#include <sstream>
#include <tuple>
#include <typeinfo>

#include <ompl/base/spaces/ReedsSheppStateSpace.h>

#include "core/content_bytes.h"
#include "geometry/geometry_content.h"
#include "io/input_text.h"
#include "ompl/car_curve.h"

namespace ob = ompl::base;

namespace gapless {

namespace {

using Part = SceneKey::Part;
using Entry = SceneKey::Entry;

/// Where each variable of a configuration is in a state, and the values of those that are in none.
struct Drives
{
    std::vector<std::optional<int>> slots;  // numbers of StateSpace::copyToReals()
    Configuration rest;
    const StateMapping* mapping;
};

/// Seen through the mapping: a joint that is moved moves its numbers of the state. All values of one joint differ, rotations are unit
/// quaternions without a need to normalise them, and no angle is near a half turn.
Drives drivesOf(const StateMapping& mapping)
{
    constexpr double kRotation[] = {1.0 / 11.0, 2.0 / 11.0, 4.0 / 11.0, 10.0 / 11.0};
    const KinematicModel& model = mapping.scene()->model();
    Configuration base = Configuration::Constant(model.configurationSize(), 0.25);
    for (const Body& body : model.bodies())
        if (body.variable && body.joint.type == JointType::Floating)
            base.segment<4>(*body.variable + 3).setConstant(0.5);
    ob::State* state = mapping.space()->allocState();
    std::vector<double> before, after;
    mapping.toState(base, state);
    mapping.space()->copyToReals(before, state);
    Drives drives{std::vector<std::optional<int>>(static_cast<std::size_t>(base.size())), mapping.toConfiguration(state),
                  &mapping};
    for (const Body& body : model.bodies())
    {
        if (!body.variable)
            continue;
        Configuration moved = base;
        const int count = variableCount(body.joint.type);
        for (int i = 0; i < count; ++i)
            moved[*body.variable + i] = i < 3 ? 0.5 + 0.125 * i : kRotation[i - 3];
        mapping.toState(moved, state);
        mapping.space()->copyToReals(after, state);
        for (std::size_t slot = 0; slot < after.size(); ++slot)
            for (int v = *body.variable; v < *body.variable + count && before[slot] != after[slot]; ++v)
                if (std::abs(after[slot] - moved[v]) < 1e-9)
                    drives.slots[static_cast<std::size_t>(v)] = static_cast<int>(slot);
    }
    mapping.space()->freeState(state);
    return drives;
}

void putLimits(ContentWriter& content, const Joint& joint)
{
    for (const std::vector<double>* limits : {&joint.lower, &joint.upper})
    {
        content.put32(static_cast<std::uint32_t>(limits->size()));
        for (const double limit : *limits)
            content.putDouble(limit);
    }
}

/// What the curves of a car are made of, and where they may go.
void putSteering(ContentWriter& content, const ob::SE2StateSpace& space)
{
    content.putText(typeid(space) == typeid(ob::ReedsSheppStateSpace) ? "reeds_shepp"
                    : space.hasSymmetricInterpolate()                 ? "symmetric dubins"
                                                                      : "dubins");
    content.putDouble(turningRadius(space));
    for (const std::vector<double>& bounds : {space.getBounds().low, space.getBounds().high})
        for (const double bound : bounds)
            content.putDouble(bound);
}

/// The joint of a body in its parent.
void putJoint(ContentWriter& content, const KinematicModel& model, const Body& body, const Drives& drives)
{
    const Joint& joint = body.joint;
    content.put(body.X_PJ);
    content.put8(static_cast<unsigned>(joint.type));
    content.put(joint.axis);
    putLimits(content, joint);
    content.put8(joint.mimic ? 1 : 0);
    if (joint.mimic)
    {
        content.putDouble(joint.mimic->multiplier);
        content.putDouble(joint.mimic->offset);
        content.put8(static_cast<unsigned>(model.body(joint.mimic->master).joint.type));
        putLimits(content, model.body(joint.mimic->master).joint);
    }
    const Body& driver = joint.mimic ? model.body(joint.mimic->master) : body;
    if (const ob::SE2StateSpace* const car = driver.variable ? drives.mapping->carSpace(*driver.variable) : nullptr)
        putSteering(content, *car);
    const int count = driver.variable ? variableCount(driver.joint.type) : 0;
    for (int v = driver.variable.value_or(0), end = v + count; v < end; ++v)
    {
        const std::optional<int> slot = drives.slots[static_cast<std::size_t>(v)];
        content.put32(static_cast<std::uint32_t>(slot.value_or(-1)));
        content.putDouble(slot ? 0.0 : drives.rest[v]);
    }
}

/// Digests of contents that were asked for before in the same order: of those that are as they were, without making them.
class RepeatedDigests
{
public:
    explicit RepeatedDigests(std::vector<std::pair<std::string, Digest>>& known) : known_(known) {}

    Digest of(const std::string& content)
    {
        if (next_ == known_.size())
            known_.emplace_back(content, digestOf(content));
        else if (known_[next_].first != content)
            known_[next_] = {content, digestOf(content)};
        return known_[next_++].second;
    }
    void forgetOthers() { known_.resize(next_); }

private:
    std::vector<std::pair<std::string, Digest>>& known_;
    std::size_t next_ = 0;
};

/// Digests of all joints from an ancestor to a body, each worked out once.
class ChainDigests
{
public:
    ChainDigests(const KinematicModel& model, const Drives& drives, RepeatedDigests& digests)
        : model_(model), drives_(drives), digests_(digests)
    {}

    const Digest& of(BodyIndex ancestor, BodyIndex body)
    {
        const auto [place, is_new] = known_.try_emplace({ancestor, body});
        if (is_new)
        {
            chain_.clear();
            for (BodyIndex next = body; next != ancestor; next = model_.body(next).parent)
                chain_.push_back(next);
            content_.clear();
            content_.put32(static_cast<std::uint32_t>(chain_.size()));
            for (std::size_t i = chain_.size(); i-- > 0;)
                putJoint(content_, model_, model_.body(chain_[i]), drives_);
            place->second = digests_.of(content_.bytes());
        }
        return place->second;
    }

private:
    const KinematicModel& model_;
    const Drives& drives_;
    RepeatedDigests& digests_;
    std::map<std::pair<BodyIndex, BodyIndex>, Digest> known_;
    std::vector<BodyIndex> chain_;
    ContentWriter content_;
};

Part partOf(ObjectKind kind)
{
    switch (kind)
    {
        case ObjectKind::Link: return Part::Link;
        case ObjectKind::Attached: return Part::Attached;
        case ObjectKind::Obstacle: break;
    }
    return Part::Obstacle;
}

auto rank(const Entry& entry)
{
    return std::tie(entry.part, entry.name, entry.other, entry.digest, entry.clearance);
}

bool isBefore(const Entry& a, const Entry& b)
{
    return rank(a) < rank(b);
}

std::string described(const Entry& entry)
{
    constexpr const char* kParts[] = {"joint", "link", "obstacle", "attached part", "pair"};
    return std::string(kParts[static_cast<std::size_t>(entry.part)]) + " '" + entry.name + "'"
           + (entry.part == Part::Pair ? ", '" + entry.other + "'" : "");
}

/// As people write it, 0.0005 rather than 5e-04, with as many digits as tell it from its neighbours.
std::string decimal(double value)
{
    std::ostringstream text;
    text.imbue(std::locale::classic());
    for (int digits = 6; digits <= 17; ++digits)
    {
        text.str("");
        text << std::setprecision(digits) << value;
        if (parseNumber(text.str()) == value)
            break;
    }
    return text.str();
}

std::string differenceOfEntries(const std::vector<Entry>& found, const std::vector<Entry>& wanted)
{
    const auto same = [](const Entry& a, const Entry& b) { return rank(a) == rank(b); };
    const auto [f, w] = std::mismatch(found.begin(), found.end(), wanted.begin(), wanted.end(), same);
    if (f == found.end() && w == wanted.end())
        return "";
    const bool is_extra = w == wanted.end() || (f != found.end() && isBefore(*f, *w));
    const bool is_other =
        f != found.end() && w != wanted.end() && f->part == w->part && f->name == w->name && f->other == w->other;
    const Entry& first = is_extra ? *f : *w;
    const std::string what = is_other   ? "the " + described(first) + " differs"
                             : is_extra ? "it has the " + described(first) + ", which is not here"
                                        : "it has no " + described(first);
    return std::string(first.part <= Part::Link ? "of another robot (" : "of another scene (") + what + ")";
}

}  // namespace

SceneKey sceneKey(const StateMapping& mapping, double tolerance, SceneKeyMemory* memory)
{
    SceneKeyMemory none;
    SceneKeyMemory& before = memory ? *memory : none;
    const Scene& scene = *mapping.scene();
    const KinematicModel& model = scene.model();
    const Drives drives = drivesOf(mapping);
    RepeatedDigests digests(before.contents);
    ContentWriter content;
    std::vector<Entry> entries;
    for (const Body& body : model.bodies())
        if (body.joint.type != JointType::Fixed)
        {
            content.clear();
            putJoint(content, model, body, drives);
            entries.push_back({Part::Joint, body.joint.name, "", digests.of(content.bytes())});
        }
    ChainDigests chains(model, drives, digests);
    IndexedVector<ObjectIndex, Digest> shapes;
    decltype(before.shapes) present;
    for (const CollisionObject& object : scene.objects())
    {
        const auto [digest, is_new] = present.try_emplace(object.geometry);
        if (is_new)
        {
            const auto known = before.shapes.find(object.geometry);
            digest->second = known != before.shapes.end() ? known->second : digestOfShapes(object.geometry->shapes());
        }
        shapes.push_back(digest->second);
        const Digest& chain = chains.of(kWorld, object.body);
        content.clear();
        content.put(shapes.back());
        content.put(chain);
        entries.push_back({partOf(object.kind), object.name, "", digests.of(content.bytes())});
    }
    const std::size_t first_pair = entries.size();
    for (const ObjectPair& pair : scene.pairs())
    {
        const bool in_order = scene.object(pair.a).name < scene.object(pair.b).name;
        const ObjectIndex ends[] = {in_order ? pair.a : pair.b, in_order ? pair.b : pair.a};
        const BodyIndex ancestor = model.commonAncestor(scene.object(pair.a).body, scene.object(pair.b).body);
        content.clear();
        for (const ObjectIndex end : ends)
        {
            content.put(shapes[end]);
            content.put(chains.of(ancestor, scene.object(end).body));
        }
        entries.push_back(
            {Part::Pair, scene.object(ends[0]).name, scene.object(ends[1]).name, digests.of(content.bytes()), pair.clearance});
    }
    digests.forgetOthers();
    before.shapes.swap(present);

    // Mostly they are sorted as those before.
    if (before.order.size() != entries.size())
    {
        before.order.resize(entries.size());
        std::iota(before.order.begin(), before.order.end(), std::size_t{0});
    }
    const auto comesBefore = [&](std::size_t a, std::size_t b) { return isBefore(entries[a], entries[b]); };
    if (!std::is_sorted(before.order.begin(), before.order.end(), comesBefore))
        std::sort(before.order.begin(), before.order.end(), comesBefore);
    before.entry_of_pair = IndexedVector<PairIndex, std::size_t>(scene.pairs().size());
    SceneKey key;
    key.tolerance = tolerance;
    key.entries.reserve(entries.size());
    for (const std::size_t made : before.order)
    {
        if (made >= first_pair)
            before.entry_of_pair[PairIndex(made - first_pair)] = key.entries.size();
        key.entries.push_back(std::move(entries[made]));
    }
    return key;
}

std::string differenceOf(const SceneKey& found, const SceneKey& wanted)
{
    if (found.proof_version != wanted.proof_version)
        return "of version " + std::to_string(found.proof_version) + " of the proofs instead of "
               + std::to_string(wanted.proof_version);
    std::string differs = differenceOfEntries(found.entries, wanted.entries);
    if (found.tolerance != wanted.tolerance)
        differs += (differs.empty() ? "" : " and ") + ("of tolerance " + decimal(found.tolerance)) + " instead of "
                   + decimal(wanted.tolerance);
    return differs;
}

}  // namespace gapless
