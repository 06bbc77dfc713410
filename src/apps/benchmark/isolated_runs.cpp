// One loop in one thread, which starts children until as many run as may, then waits for what they write. fork() is only safe in a
// process of one thread: hence no thread per child. A child tells how long it will take (Allow), what is worth keeping should it die
// (Keep), and how it ended; its end shows as the end of the pipe. The deadline is looked at each kSlice, and a child past it is killed,
// for a planner that is stuck heeds nothing else. So is one that has sent its result: nothing that it may still do counts.
//
// Order of the causes in conclude(): a result counts, whatever its process did after it; running out of memory comes before the exception
// that it leads to, and an exception before the deadline.
#include "isolated_runs.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <new>
#include <vector>

#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <spdlog/spdlog.h>

#include "child_process.h"

namespace gapless::apps {
namespace {

using Clock = std::chrono::steady_clock;

/// How often stop() and the deadlines are looked at, milliseconds.
constexpr int kSlice = 100;

double secondsSince(Clock::time_point start)
{
    return std::chrono::duration<double>(Clock::now() - start).count();
}

/// A run in a child, as the parent sees it.
struct Running
{
    std::size_t index = 0;
    ChildProcess child;
    MessageReader messages;
    Clock::time_point start = Clock::now();
    double deadline = 0.0;  ///< seconds after start
    bool done = false, threw = false, out_of_memory = false, at_end = false;
    std::string result, detail;
};

/// Takes in what the child has written.
void listen(Running& run)
{
    run.at_end = !run.messages.read(run.child.pipe);
    while (const std::optional<Message> message = run.messages.next())
        switch (message->kind)
        {
            case MessageKind::Allow: run.deadline = secondsSince(run.start) + std::strtod(message->text.c_str(), nullptr); break;
            case MessageKind::Keep: run.result = message->text; break;
            case MessageKind::Result:
                run.result = message->text;
                run.done = true;
                break;
            case MessageKind::Exception:
                run.detail = message->text;
                run.threw = true;
                break;
            case MessageKind::OutOfMemory: run.out_of_memory = true; break;
        }
}

std::string describeEnd(int status)
{
    if (WIFSIGNALED(status))
        return "signal " + std::to_string(WTERMSIG(status)) + " (" + strsignal(WTERMSIG(status)) + ")";
    return "it ended its process with exit code " + std::to_string(WEXITSTATUS(status));
}

/// The child has gone or is told to go.
RunOutcome conclude(Running& run, bool overran, double limit)
{
    RunOutcome outcome;
    outcome.seconds = secondsSince(run.start);
    // One that has said all that it had to say has nothing left but to end.
    const int status = endChild(run.child, overran || run.done || run.threw);
    outcome.result = run.result;
    if (run.done)
        outcome.end = RunEnd::Done;
    else if (run.out_of_memory)
    {
        outcome.end = RunEnd::OutOfMemory;
        outcome.detail = "out of memory";
    }
    else if (run.threw)
    {
        outcome.end = RunEnd::Threw;
        outcome.detail = run.detail;
    }
    else if (overran)
    {
        outcome.end = RunEnd::Overran;
        outcome.detail = "ended after " + std::to_string(limit) + " s";
    }
    else
    {
        outcome.end = RunEnd::Crashed;
        outcome.detail = describeEnd(status);
    }
    return outcome;
}

class NoMonitor : public RunMonitor
{
public:
    void allow(double /*seconds*/) override {}
    void keep(const std::string& result) override { kept = result; }

    std::string kept;
};

RunOutcome runHere(std::size_t index, const std::function<std::string(std::size_t, RunMonitor&)>& work)
{
    RunOutcome outcome;
    NoMonitor monitor;
    const Clock::time_point start = Clock::now();
    try
    {
        outcome.result = work(index, monitor);
        outcome.end = RunEnd::Done;
    }
    catch (const std::bad_alloc&)
    {
        outcome = {RunEnd::OutOfMemory, monitor.kept, "out of memory"};
    }
    catch (const std::exception& error)
    {
        outcome = {RunEnd::Threw, monitor.kept, error.what()};
    }
    catch (...)
    {
        outcome = {RunEnd::Threw, monitor.kept, "an exception that is no std::exception"};
    }
    outcome.seconds = secondsSince(start);
    return outcome;
}

/// Waits until a child has written or kSlice is over.
void waitForNews(std::vector<Running>& running)
{
    std::vector<pollfd> pipes;
    pipes.reserve(running.size());
    for (const Running& run : running)
        pipes.push_back({run.child.pipe, POLLIN, 0});
    if (poll(pipes.data(), pipes.size(), kSlice) <= 0)
        return;
    for (std::size_t i = 0; i < running.size(); ++i)
        if (pipes[i].revents != 0)
            listen(running[i]);
}

}  // namespace

bool runIsolated(std::size_t count, const IsolationOptions& options,
                 const std::function<std::string(std::size_t, RunMonitor&)>& work,
                 const std::function<void(std::size_t, const RunOutcome&)>& finished, const std::function<bool()>& stop)
{
    std::vector<Running> running;
    std::size_t next = 0;
    while (next < count || !running.empty())
    {
        if (stop())
        {
            for (Running& run : running)
                endChild(run.child, true);
            return false;
        }
        if (next < count && running.size() < std::max(1u, options.at_once))
        {
            Running run;
            run.index = next++;
            run.deadline = options.seconds;
            if (options.processes)
                run.child = startChild(options.memory_mb, [&](RunMonitor& monitor) { return work(run.index, monitor); });
            if (run.child.started())
                running.push_back(std::move(run));
            else
            {
                if (options.processes)
                    spdlog::warn("no process for a run ({}); it goes on in this one", std::strerror(errno));
                finished(run.index, runHere(run.index, work));
            }
            continue;
        }
        waitForNews(running);
        for (std::size_t i = 0; i < running.size();)
        {
            Running& run = running[i];
            const bool overran = secondsSince(run.start) > run.deadline;
            if (!overran && !run.at_end && !run.done && !run.threw)
            {
                ++i;
                continue;
            }
            const std::size_t index = run.index;
            const RunOutcome outcome = conclude(run, overran, run.deadline);
            running.erase(running.begin() + static_cast<std::ptrdiff_t>(i));
            finished(index, outcome);
        }
    }
    return true;
}

}  // namespace gapless::apps
