// The names that a problem file may use, and the error for one that it may not.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include <gapless/core/error.h>

#include "gapless/io/problem_description.h"

namespace gapless {

/// "unknown `kind` 'name'", with what was probably meant: the same name with a robot's prefix, the most similar ones, or all
/// where there are few.
InputError unknownName(const std::string& label, int line, const std::string& kind, const std::string& name,
                       const std::vector<std::string>& known);

/// The links, obstacles and attached objects of a problem. Every error names `file` and the line.
class SceneNames
{
public:
    struct LinkPlace
    {
        BodyIndex body;
        Pose X_BL;
        bool has_geometry = false;
    };

    explicit SceneNames(std::string file) : file_(std::move(file)) {}

    /// @throws InputError if the name is taken.
    void addLink(const std::string& name, const LinkPlace& place, int line);
    void addObject(const ProblemDescription::Obstacle& object);

    /// @throws InputError if there is no such link.
    const LinkPlace& link(const ProblemDescription::Name& name) const;
    /// The name itself. @throws InputError if there is no such link or object.
    const std::string& known(const ProblemDescription::Name& name) const;
    /// False for links without collision elements.
    bool hasGeometry(const std::string& name) const;

private:
    std::string file_;
    std::map<std::string, LinkPlace> links_;
    std::set<std::string> objects_;
};

}  // namespace gapless
