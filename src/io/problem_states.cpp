#include "io/problem_states.h"
#include "core/log.h"

#include <algorithm>

#include "io/input_text.h"
#include "io/problem_names.h"
#include "io/rotation.h"

namespace gapless {
namespace {

std::string several(std::size_t n)
{
    return std::to_string(n) + (n == 1 ? " value" : " values");
}

}  // namespace

StateReader::StateReader(const KinematicModel& model, const std::vector<PlanningJoint>& joints, Configuration defaults,
                         std::string file)
    : model_(model), joints_(joints), plans_(model.bodies().size(), false), defaults_(std::move(defaults)), file_(std::move(file))
{
    for (const PlanningJoint& joint : joints)
        plans_[joint.body] = true;
}

Configuration StateReader::read(const ProblemDescription::State& state, const std::string& what,
                                const Configuration& fixed_values, bool is_start) const
{
    Configuration q = fixed_values;
    for (const PlanningJoint& joint : joints_)
        q.segment(joint.variable, joint.count) = defaults_.segment(joint.variable, joint.count);
    if (state.by_name)
        readByName(state, what, is_start, q);
    else
        readFlat(state, what, q);
    return q;
}

BodyIndex StateReader::settableBody(const ProblemDescription::Name& name) const
{
    const std::optional<BodyIndex> body = model_.findJoint(name.text);
    if (body && model_.body(*body).variable)
        return *body;
    if (body && model_.body(*body).joint.mimic)
        throw inputError(file_, name.line,
                         "joint '" + name.text + "' follows '" + model_.body(model_.body(*body).joint.mimic->master).joint.name
                             + "'; give that one only");
    std::vector<std::string> known;
    for (const Body& b : model_.bodies())
        if (b.variable)
            known.push_back(b.joint.name);
    throw unknownName(file_, name.line, "movable joint", name.text, known);
}

void StateReader::readByName(const ProblemDescription::State& state, const std::string& what, bool is_start,
                             Configuration& q) const
{
    IndexedVector<BodyIndex, bool> given(plans_.size(), false);
    for (const ProblemDescription::JointValues& joint : state.joints)
    {
        const BodyIndex index = settableBody(joint.joint);
        const Body& body = model_.body(index);
        const auto count = static_cast<std::size_t>(variableCount(body.joint.type));
        if (joint.values.size() != count)
            throw inputError(
                file_, joint.joint.line,
                what + " gives joint '" + joint.joint.text + "' " + several(joint.values.size()) + "; it has " + several(count));
        given[index] = true;
        const Configuration before = q;
        setJoint(index, joint.values.data(), what, joint.joint.line, q);
        if (!is_start && !plans_[index] && q != before)
            throw inputError(file_, joint.joint.line, what + " moves joint '" + joint.joint.text +
                                                          "', which does not plan; leave it out, or give it the value "
                                                          "of start");
    }
    std::string left_out;
    for (const PlanningJoint& joint : joints_)
    {
        if (given[joint.body])
            continue;
        left_out += (left_out.empty() ? "" : ", ") + joint.name + " =";
        for (int i = 0; i < joint.count; ++i)
            left_out += " " + formatNumber(q[joint.variable + i]);
    }
    if (!left_out.empty())
        libraryLog()->info("{}:{}: {} leaves out joints, which take their defaults: {}", file_, state.line, what, left_out);
}

void StateReader::readFlat(const ProblemDescription::State& state, const std::string& what, Configuration& q) const
{
    std::size_t count = 0;
    for (const PlanningJoint& joint : joints_)
        count += static_cast<std::size_t>(joint.count);
    if (state.values.size() != count)
        throw inputError(file_, state.line,
                         what + " has " + several(state.values.size()) + "; the joints that plan have " + several(count));
    const double* next = state.values.data();
    for (const PlanningJoint& joint : joints_)
    {
        setJoint(joint.body, next, what, state.line, q);
        next += joint.count;
    }
}

void StateReader::setJoint(BodyIndex index, const double* values, const std::string& what, int line, Configuration& q) const
{
    const Body& body = model_.body(index);
    const int count = variableCount(body.joint.type), variable = *body.variable;
    for (int i = 0; i < count; ++i)
        q[variable + i] = values[i];
    model_.normalizeAngles(q);
    if (body.joint.type == JointType::Floating)
    {
        const auto unit = unitQuaternion({values[3], values[4], values[5], values[6]});
        if (!unit)
            throw inputError(file_, line, what + " of joint '" + body.joint.name +
                                              "' has a quaternion that is not of unit length within 1e-6; the order is "
                                              "x, y, z, qx, qy, qz, qw");
        q.segment<4>(variable + 3) = *unit;
    }
    const std::size_t limited = std::min(body.joint.lower.size(), body.joint.upper.size());
    for (std::size_t i = 0; i < limited && i < static_cast<std::size_t>(count); ++i)
        if (!(values[i] >= body.joint.lower[i] && values[i] <= body.joint.upper[i]))
            throw inputError(file_, line,
                             what + " has joint '" + body.joint.name + "' at " + formatNumber(values[i])
                                 + ", outside of its limits [" + formatNumber(body.joint.lower[i]) + ", "
                                 + formatNumber(body.joint.upper[i]) + "]");
}

}  // namespace gapless
