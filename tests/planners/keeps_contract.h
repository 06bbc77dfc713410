// Catch2's side of the planner contract.
#pragma once

#include <algorithm>
#include <iterator>

#include <catch2/catch.hpp>

#include "planners/planner_contract.h"

namespace gapless::test {

/// `known`: texts of violations that are known and excused.
inline void keepsContract(const PlannerUnderTest& planner, const std::vector<std::string>& known = {})
{
    const auto is_new = [&](const std::string& violation) {
        return std::none_of(known.begin(), known.end(),
                            [&](const std::string& text) { return violation.find(text) != std::string::npos; });
    };
    double longest_overrun = 0.0;
    for (const Obligation& obligation : plannerContract())
    {
        const Findings findings = check(planner, obligation);
        longest_overrun = std::max(longest_overrun, findings.longestOverrun());
        std::vector<std::string> violations;
        std::copy_if(findings.violations().begin(), findings.violations().end(), std::back_inserter(violations), is_new);
        for (std::size_t i = 0; i < violations.size() && i < 10; ++i)
            UNSCOPED_INFO(violations[i]);
        UNSCOPED_INFO(planner.name << " " << obligation.name);
        CHECK(violations.empty());
    }
    WARN(planner.name << " went on for at most " << longest_overrun * 1e3 << " ms after it was to stop");
}

}  // namespace gapless::test
