#include "io/joint_values.h"

#include <map>

#include "io/input_text.h"

namespace gapless {

std::vector<std::size_t> orderOfJoints(const std::vector<std::string>& file_names, const std::vector<std::string>& names,
                                       const std::string& label, int line)
{
    std::map<std::string, std::size_t> places;
    for (std::size_t i = 0; i < file_names.size(); ++i)
        if (!places.emplace(file_names[i], i).second)
            throw inputError(label, line, "joint_names has '" + file_names[i] + "' twice");
    std::vector<std::size_t> order;
    for (const std::string& name : names)
    {
        const auto found = places.find(name);
        if (found == places.end())
            throw inputError(label, line, "joint_names lacks '" + name + "', which plans in the problem");
        order.push_back(found->second);
        places.erase(found);
    }
    if (!places.empty())
        throw inputError(label, line, "joint_names has '" + places.begin()->first + "', which does not plan in the problem");
    return order;
}

void requireWithinLimits(const std::vector<double>& values, const Problem& problem, const std::string& where)
{
    constexpr double kSlack = 1e-9;
    std::size_t next = 0;
    for (const PlanningJoint& planning : problem.joints)
    {
        const Joint& joint = problem.scene->model().body(planning.body).joint;
        for (std::size_t i = 0; i < static_cast<std::size_t>(planning.count); ++i, ++next)
            if (i < joint.lower.size() && i < joint.upper.size()
                && !(values[next] >= joint.lower[i] - kSlack && values[next] <= joint.upper[i] + kSlack))
                throw InputError(where + " has joint '" + joint.name + "' at " + formatNumber(values[next])
                                 + ", outside of its limits [" + formatNumber(joint.lower[i]) + ", "
                                 + formatNumber(joint.upper[i]) + "]");
    }
}

}  // namespace gapless
