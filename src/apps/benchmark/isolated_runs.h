// Runs that may throw, crash, eat the memory or never end, without harm to those that follow.
#pragma once

#include <cstddef>
#include <functional>
#include <string>

namespace gapless::apps {

enum class RunEnd
{
    Done,         ///< the work returned
    Threw,        ///< it let an exception out
    Crashed,      ///< its process died, of a signal or by itself
    OutOfMemory,  ///< its process ran into its limit
    Overran,      ///< it was ended, past the time allowed
};

struct RunOutcome
{
    RunEnd end = RunEnd::Crashed;
    /// What the work returned. Where it did not: what it kept last, or nothing.
    std::string result;
    std::string detail;    ///< one line on what went wrong
    double seconds = 0.0;  ///< from start to end
};

/// How a run tells the program meanwhile.
class RunMonitor
{
public:
    virtual ~RunMonitor() = default;
    /// From now on the run may take `seconds` more, instead of what was left.
    virtual void allow(double seconds) = 0;
    /// Should the run end badly later, this much is known.
    virtual void keep(const std::string& result) = 0;
};

struct IsolationOptions
{
    unsigned int at_once = 1;
    double seconds = 60.0;    ///< until the work says how long it will take
    double memory_mb = 4096;  ///< that a run may allocate on top of what the program has
    /// false: one run after another in this process. Exceptions are still held back; time, memory and crashes are not.
    bool processes = true;
};

/// Does work(i, monitor) for i = 0 .. count - 1, each in a child process, and calls finished(i, outcome) in this one as runs end.
/// Where the system gives no process, that run is done in this one. stop() is asked several times a second; once it is true,
/// runs under way are ended, without a word of them to `finished`.
/// @pre this process has one thread. @return whether all runs were finished.
bool runIsolated(std::size_t count, const IsolationOptions& options,
                 const std::function<std::string(std::size_t, RunMonitor&)>& work,
                 const std::function<void(std::size_t, const RunOutcome&)>& finished, const std::function<bool()>& stop);

}  // namespace gapless::apps
