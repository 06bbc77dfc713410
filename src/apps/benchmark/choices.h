// What the lists of planners and of validators have in common.
#pragma once

#include <string>
#include <vector>

#include "io/input_text.h"

namespace gapless::apps {

/// The last choice whose `member` is `name`; a new one if there is none or `begin` asks for it.
template <typename Choice, typename Named, typename Name>
Choice& currentChoice(std::vector<Choice>& choices, Name Named::*member, const Name& name, bool begin, int line)
{
    if (!begin)
        for (auto choice = choices.rbegin(); choice != choices.rend(); ++choice)
            if ((*choice).*member == name)
                return *choice;
    choices.emplace_back();
    choices.back().*member = name;
    choices.back().line = line;
    return choices.back();
}

/// @throws InputError naming the second of two with the same label.
template <typename Choice>
void requireDistinctLabels(const std::vector<Choice>& choices, const std::string& file, const std::string& what)
{
    for (std::size_t i = 0; i < choices.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            if (choices[i].label == choices[j].label)
                throw inputError(file, choices[i].line,
                                 "another " + what + " is called '" + choices[i].label + "', too (line "
                                     + std::to_string(choices[j].line) + "); tell them apart by a '.name'");
}

}  // namespace gapless::apps
