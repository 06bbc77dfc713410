#include "roadmap/background_build.h"

#include <atomic>
#include <exception>
#include <filesystem>
#include <thread>
#include <utility>

namespace fs = std::filesystem;

namespace gapless {

class BackgroundBuilds::Build
{
public:
    Build(std::string file, Problem problem, RoadmapBuildOptions options)
        : file_(std::move(file)), problem_(std::move(problem)), options_(std::move(options))
    {
        state_.is_under_way = true;
        options_.interrupted = [this] { return is_stopped_.load(); };
        options_.progress = [this](const std::string& stage, std::size_t done, std::size_t of) {
            const std::lock_guard<std::mutex> lock(mutex_);
            state_.stage = stage;
            state_.done = done;
            state_.of = of;
        };
        thread_ = std::thread([this] { run(); });
    }
    ~Build()
    {
        is_stopped_ = true;
        thread_.join();
    }

    /// @throws what ended it
    State state() const
    {
        const std::lock_guard<std::mutex> lock(mutex_);
        if (failure_)
            std::rethrow_exception(failure_);
        return state_;
    }
    bool hasEnded() const
    {
        const std::lock_guard<std::mutex> lock(mutex_);
        return !state_.is_under_way;
    }

private:
    void run()
    {
        std::exception_ptr failure;
        try
        {
            buildRoadmap(problem_, file_, options_);
        }
        catch (...)
        {
            failure = std::current_exception();
        }
        const std::lock_guard<std::mutex> lock(mutex_);
        failure_ = failure;
        state_.is_under_way = false;
    }

    std::string file_;
    Problem problem_;
    RoadmapBuildOptions options_;
    std::atomic<bool> is_stopped_{false};
    mutable std::mutex mutex_;
    State state_;
    std::exception_ptr failure_;
    std::thread thread_;
};

BackgroundBuilds::BackgroundBuilds() = default;
BackgroundBuilds::~BackgroundBuilds() = default;

BackgroundBuilds& BackgroundBuilds::ofProcess()
{
    static BackgroundBuilds all;
    return all;
}

BackgroundBuilds::State BackgroundBuilds::build(const std::string& file, const Problem& problem,
                                                const RoadmapBuildOptions& options)
{
    std::error_code no_path;
    const fs::path path = fs::absolute(file, no_path).lexically_normal();
    const std::lock_guard<std::mutex> lock(mutex_);
    std::unique_ptr<Build>& build = builds_[path.string()];
    if (!build)
        build = std::make_unique<Build>(file, problem, options);
    const std::unique_ptr<Build> ended = build->hasEnded() ? std::move(build) : nullptr;
    return (ended ? ended : build)->state();
}

}  // namespace gapless
