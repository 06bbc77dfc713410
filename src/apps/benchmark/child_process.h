// A child process that does some work and sends messages home through a pipe.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include <sys/types.h>

#include "isolated_runs.h"

namespace gapless::apps {

struct ChildProcess
{
    pid_t pid = -1;
    int pipe = -1;  ///< to read messages from
    bool started() const { return pid > 0; }
};

enum class MessageKind : char
{
    Allow = 'A',
    Keep = 'K',
    Result = 'R',
    Exception = 'X',
    OutOfMemory = 'M'
};

struct Message
{
    MessageKind kind;
    std::string text;
};

/// Puts messages together from what arrives in pieces.
class MessageReader
{
public:
    /// Reads what is there; waits if there is nothing. false: the other end is closed.
    bool read(int pipe);
    /// The next complete message.
    std::optional<Message> next();

private:
    std::string buffer_;
};

/// Starts a child that does the work, sends its result or its exception, and ends. Its standard output is this program's standard
/// error; it may allocate `memory_mb` more than the program has, writes no core file, leaves Ctrl-C to the program and ends with it.
/// Not started, with errno, if the system refuses.
ChildProcess startChild(double memory_mb, const std::function<std::string(RunMonitor&)>& work);

/// Waits for the child's end, having killed it if so asked, and closes the pipe. Returns the status as of waitpid().
int endChild(ChildProcess& child, bool kill);

}  // namespace gapless::apps
