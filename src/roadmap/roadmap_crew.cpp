#include "roadmap/roadmap_crew.h"

#include <exception>

#include <gapless/core/error.h>

#include "roadmap/parallel.h"
#include "roadmap/part_order.h"
#include "roadmap/roadmap_work.h"

namespace gapless {

class RoadmapMember::Impl
{
public:
    Impl(const Problem& problem, const RoadmapBuildOptions& options)
        : options_(ofOneThread(options)), work_(problem, options_), maker_(work_)
    {}

    std::string answer(std::string_view bytes)
    {
        const PartOrder order = PartOrder::read(bytes);
        if (order.work != work_.digest())
            throw InputError("has another problem, other options or another version of the program");
        return order.stage == PartOrder::Stage::Edges ? maker_.edges(order.part) : maker_.cells(order.edges);
    }

private:
    /// A crew has as many members as it is to have threads.
    static RoadmapBuildOptions ofOneThread(RoadmapBuildOptions options)
    {
        options.jobs = 1;
        return options;
    }

    RoadmapBuildOptions options_;
    RoadmapWork work_;
    PartMaker maker_;
};

RoadmapMember::RoadmapMember(const Problem& problem, const RoadmapBuildOptions& options)
{
    try
    {
        impl_ = std::make_unique<Impl>(problem, options);
    }
    catch (const Interruption&)
    {
        // So is every answer.
    }
}

RoadmapMember::~RoadmapMember() = default;

std::string RoadmapMember::answer(std::string_view order)
{
    if (!impl_)
        return PartAnswer{PartAnswer::Outcome::Interrupted}.bytes();
    try
    {
        return PartAnswer{PartAnswer::Outcome::Made, impl_->answer(order)}.bytes();
    }
    catch (const Interruption&)
    {
        return PartAnswer{PartAnswer::Outcome::Interrupted}.bytes();
    }
    catch (const std::exception& error)
    {
        return refusal(error.what());
    }
}

std::string RoadmapMember::refusal(const std::string& why)
{
    return PartAnswer{PartAnswer::Outcome::Failed, why}.bytes();
}

}  // namespace gapless
