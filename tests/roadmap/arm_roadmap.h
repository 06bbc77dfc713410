// An arm of two joints among posts, and roadmaps of it.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <gapless/roadmap/roadmap_builder.h>

#include "planners/lazy_prm_support.h"
#include "roadmap/roadmap_library.h"

namespace gapless::test {

struct Post
{
    std::string name;
    double x = 0.0, y = 0.0, radius = 0.05;
    bool fixed = false;
};

struct ArmWorld
{
    std::vector<Post> posts;
    double clearance = 0.0;
    /// Of a ball at the end of the lower rod that is attached to it; 0: none.
    double part = 0.0;
    /// Of both rods.
    double radius = 0.02;
    /// Of a ball about the shoulder, a link, which the lower rod reaches when it is folded; 0: none.
    double base = 0.0;
    /// Between links; none: the same as `clearance`.
    std::optional<double> self = {};
};

/// The arm of armAndPost() in such a world.
Problem problemOf(const ArmWorld& world);

/// Few nodes of the arm alone, or among fixed posts, in cells of 10 cm.
RoadmapBuildOptions smallRoadmap();

std::string contentOfFile(const std::string& file);

/// Builds and loads it. @throws std::runtime_error if it is not complete
std::shared_ptr<const LoadedRoadmap> armRoadmap(const Problem& problem, const std::string& file,
                                                const RoadmapBuildOptions& options = smallRoadmap());

}  // namespace gapless::test
