#include "gapless/io/problem.h"

#include <algorithm>
#include <cmath>

#include "gapless/io/problem_loader.h"
#include "io/input_text.h"
#include "io/rotation.h"

namespace gapless {

bool Problem::hasCars() const
{
    return std::any_of(joints.begin(), joints.end(), [](const PlanningJoint& joint) { return joint.steering.has_value(); });
}

std::vector<std::string> Problem::variableNames() const
{
    static const std::vector<std::string> kPlanar = {"x", "y", "theta"};
    static const std::vector<std::string> kFloating = {"x", "y", "z", "qx", "qy", "qz", "qw"};
    std::vector<std::string> names;
    for (const PlanningJoint& joint : joints)
    {
        if (joint.count == 1)
            names.push_back(joint.name);
        else
            for (const std::string& variable : joint.count == 3 ? kPlanar : kFloating)
                names.push_back(joint.name + "/" + variable);
    }
    return names;
}

std::vector<double> Problem::planningValues(const Configuration& q) const
{
    std::vector<double> values;
    for (const PlanningJoint& joint : joints)
        for (int i = 0; i < joint.count; ++i)
            values.push_back(q[joint.variable + i]);
    return values;
}

Configuration Problem::configuration(const std::vector<double>& values) const
{
    std::size_t count = 0;
    for (const PlanningJoint& joint : joints)
        count += static_cast<std::size_t>(joint.count);
    if (values.size() != count)
        throw inputError(
            file, 0,
            "a state has " + std::to_string(values.size()) + " values; the joints that plan have " + std::to_string(count));
    Configuration q = start;
    std::size_t next = 0;
    for (const PlanningJoint& joint : joints)
    {
        for (int i = 0; i < joint.count; ++i, ++next)
        {
            if (!std::isfinite(values[next]))
                throw inputError(file, 0, "a state has a value of joint '" + joint.name + "' that is not finite");
            q[joint.variable + i] = values[next];
        }
        if (joint.count == 7)
        {
            const auto unit = unitQuaternion(q.segment<4>(joint.variable + 3));
            if (!unit)
                throw inputError(file, 0,
                                 "a state has a quaternion of joint '" + joint.name + "' that is not of unit length within 1e-6");
            q.segment<4>(joint.variable + 3) = *unit;
        }
    }
    scene->model().normalizeAngles(q);
    return q;
}

Problem loadProblem(const std::string& file, const LoadOptions& options)
{
    return ProblemLoader(options).load(file, options.clearance);
}

}  // namespace gapless
