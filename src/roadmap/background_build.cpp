#include "roadmap/background_build.h"

#include <atomic>
#include <cerrno>
#include <cstring>
#include <exception>
#include <filesystem>
#include <system_error>
#include <thread>
#include <utility>

#include <unistd.h>

#include <gapless/core/error.h>

#include "io/input_text.h"
#include "roadmap/build_folder.h"

namespace fs = std::filesystem;

namespace gapless {

namespace {

/// What is known before the build has begun is said of every request: the thread's word comes too late for the one that began it.
void requireWritableFolder(const std::string& file, const fs::path& target)
{
    const fs::path folder = target.has_parent_path() ? target.parent_path() : fs::path(".");
    if (::access(folder.c_str(), W_OK | X_OK) != 0)
        throw inputError(file, 0,
                         "it is not there, and cannot be built: the folder '" + folder.string() + "': " + std::strerror(errno));
}

}  // namespace

class BackgroundBuilds::Build
{
public:
    Build(std::string file, Problem problem, RoadmapBuildOptions options)
        : file_(std::move(file)), problem_(std::move(problem)), options_(std::move(options)), process_(::getpid())
    {
        state_.is_under_way = true;
        options_.interrupted = [this] { return is_stopped_.load(); };
        options_.progress = [this](const std::string& stage, std::size_t done, std::size_t of) {
            const std::lock_guard<std::mutex> lock(mutex_);
            state_.stage = stage;
            state_.done = done;
            state_.of = of;
        };
        try
        {
            thread_ = std::thread([this] { run(); });
        }
        catch (const std::system_error& error)
        {
            throw inputError(file_, 0, std::string("no thread can be had to build it in: ") + error.what());
        }
    }
    ~Build()
    {
        stop();
        // A process that was forked has the object, and not the thread.
        if (::getpid() == process_)
            thread_.join();
        else
            thread_.detach();
    }
    Build(const Build&) = delete;
    Build& operator=(const Build&) = delete;

    void stop() { is_stopped_ = true; }
    bool hasEnded() const
    {
        const std::lock_guard<std::mutex> lock(mutex_);
        return has_ended_;
    }
    /// @throws InputError that ended it
    State state() const
    {
        const std::lock_guard<std::mutex> lock(mutex_);
        if (!failure_.empty())
            throw InputError(failure_);
        return state_;
    }

private:
    void run()
    {
        std::string failure;
        bool is_elsewhere = false;
        try
        {
            buildMissingRoadmap(problem_, file_, options_);
        }
        catch (const HeldElsewhere&)
        {
            is_elsewhere = true;
        }
        catch (const InputError& error)
        {
            failure = error.what();
        }
        catch (const std::exception& error)
        {
            failure = file_ + ": " + error.what();
        }
        const std::lock_guard<std::mutex> lock(mutex_);
        failure_ = std::move(failure);
        state_.is_under_way = is_elsewhere;
        has_ended_ = true;
    }

    std::string file_;
    Problem problem_;
    RoadmapBuildOptions options_;
    pid_t process_;
    std::atomic<bool> is_stopped_{false};
    mutable std::mutex mutex_;
    State state_;
    bool has_ended_ = false;
    std::string failure_;
    std::thread thread_;
};

BackgroundBuilds::BackgroundBuilds() = default;

BackgroundBuilds::~BackgroundBuilds()
{
    for (auto& [file, build] : builds_)
        if (build)
            build->stop();
}

BackgroundBuilds& BackgroundBuilds::ofProcess()
{
    static BackgroundBuilds all;
    return all;
}

BackgroundBuilds::State BackgroundBuilds::build(const std::string& file, const Problem& problem,
                                                const RoadmapBuildOptions& options)
{
    // Of the file itself, as BuildFolder has it.
    std::error_code unknown;
    const std::string target = fs::weakly_canonical(file, unknown).string();
    const std::lock_guard<std::mutex> lock(mutex_);
    std::unique_ptr<Build>& build = builds_[unknown ? file : target];
    if (build && build->hasEnded())
    {
        std::unique_ptr<Build> ended;
        ended.swap(build);
        State state = ended->state();
        if (state.is_under_way)
            return state;  // in another process; the next call looks again
    }
    if (!build && fs::exists(file, unknown))
        return {};
    if (!build)
    {
        requireWritableFolder(file, unknown ? fs::path(file) : fs::path(target));
        build = std::make_unique<Build>(file, problemOfRoadmap(problem), options);
    }
    return build->state();
}

}  // namespace gapless
