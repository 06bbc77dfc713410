// Other processes that make parts of a roadmap, on this machine or on others: who asks them (buildRoadmap() with a crew), and what each of them does.
//
// How orders and answers travel is up to who has processes: a crew of MPI's is in apps/mpi.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <gapless/roadmap/roadmap_builder.h>

namespace gapless {

/// Asked by one thread.
class RoadmapCrew
{
public:
    struct Answer
    {
        std::size_t member = 0;
        std::string content;
    };

    virtual ~RoadmapCrew() = default;
    virtual std::size_t size() const = 0;
    /// For the log: which process a member is.
    virtual std::string name(std::size_t member) const = 0;
    /// Sends an order to a member, by number. It has none: its last one was answered. Waits for no answer.
    virtual void ask(std::size_t member, const std::string& order) = 0;
    /// What a member has answered; none: nobody has since.
    virtual std::optional<Answer> answer() = 0;
};

/// Of the process that a member of a crew is. It has the problem and the options of the build from where the asking process has them; that they are the same
/// ones is told by a digest in every order.
class RoadmapMember
{
public:
    /// If it is interrupted, which options.interrupted tells, so is every answer. Of one thread, whatever options.jobs is.
    /// @throws InputError as buildRoadmap()
    RoadmapMember(const Problem& problem, const RoadmapBuildOptions& options);
    ~RoadmapMember();

    /// Makes the part that is asked for. Whatever fails is in the answer. @throws nothing
    std::string answer(std::string_view order);

    /// The answer, to any order, of a process that cannot be a member. @param why one line
    static std::string refusal(const std::string& why);

private:
    class Impl;
    std::unique_ptr<Impl> impl_;  // null: interrupted
};

/// The same roadmap, by a crew; by options.jobs threads of this process if it has no members.
/// @throws InputError also if a member cannot make a part
RoadmapBuildReport buildRoadmap(const Problem& problem, const std::string& file, const RoadmapBuildOptions& options,
                                RoadmapCrew& crew);

}  // namespace gapless
