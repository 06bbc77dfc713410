#include "child_process.h"

#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <new>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

namespace gapless::apps {
namespace {

/// Kind and length of a message stand before its text.
constexpr std::size_t kHeader = 1 + sizeof(std::uint32_t);
/// Memory that a run may take beyond its limit before allocations fail: the planner has to notice first.
constexpr double kSpare = 1.25;
constexpr double kSpareMb = 64.0;

/// Safe in a handler: allocates nothing.
void writeAll(int pipe, const char* data, std::size_t size)
{
    while (size > 0)
    {
        const ssize_t written = write(pipe, data, size);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return;  // nobody listens any more
        data += written;
        size -= static_cast<std::size_t>(written);
    }
}

void sendMessage(int pipe, MessageKind kind, const char* text, std::size_t size)
{
    char header[kHeader];
    const auto length = static_cast<std::uint32_t>(size);
    header[0] = static_cast<char>(kind);
    std::memcpy(header + 1, &length, sizeof length);
    writeAll(pipe, header, kHeader);
    writeAll(pipe, text, size);
}

void sendMessage(int pipe, MessageKind kind, const std::string& text)
{
    sendMessage(pipe, kind, text.data(), text.size());
}

class PipeMonitor : public RunMonitor
{
public:
    explicit PipeMonitor(int pipe) : pipe_(pipe) {}
    void allow(double seconds) override { sendMessage(pipe_, MessageKind::Allow, std::to_string(seconds)); }
    void keep(const std::string& result) override { sendMessage(pipe_, MessageKind::Keep, result); }

private:
    int pipe_;
};

/// Of the child, for the handler below.
int pipe_home = -1;

/// The exception may meet a noexcept or end a thread, and then the process: first say why.
void onNoMemory()
{
    sendMessage(pipe_home, MessageKind::OutOfMemory, "", 0);
    throw std::bad_alloc();
}

/// Bytes of writable private memory that this process has now, which RLIMIT_DATA counts (Linux).
double dataBytes()
{
    std::ifstream statm("/proc/self/statm");
    double pages[6] = {};
    for (double& value : pages)
        statm >> value;
    return statm ? pages[5] * static_cast<double>(sysconf(_SC_PAGESIZE)) : 0.0;
}

void limitMemory(double memory_mb)
{
    constexpr double kMb = 1024.0 * 1024.0;
    rlimit limit{};
    if (getrlimit(RLIMIT_DATA, &limit) != 0)
        return;
    const double bytes = dataBytes() + (kSpare * memory_mb + kSpareMb) * kMb;
    if (limit.rlim_max == RLIM_INFINITY || bytes < static_cast<double>(limit.rlim_max))
        limit.rlim_cur = static_cast<rlim_t>(bytes);
    setrlimit(RLIMIT_DATA, &limit);
}

[[noreturn]] void beChild(int pipe, pid_t parent, double memory_mb, const std::function<std::string(RunMonitor&)>& work)
{
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    if (getppid() != parent)
        _exit(1);
    std::signal(SIGINT, SIG_IGN);
    std::signal(SIGTERM, SIG_DFL);
    dup2(STDERR_FILENO, STDOUT_FILENO);
    const rlimit no_core{0, 0};
    setrlimit(RLIMIT_CORE, &no_core);
    limitMemory(memory_mb);
    pipe_home = pipe;
    std::set_new_handler(onNoMemory);
    PipeMonitor monitor(pipe);
    try
    {
        sendMessage(pipe, MessageKind::Result, work(monitor));
    }
    catch (const std::bad_alloc&)
    {
        sendMessage(pipe, MessageKind::OutOfMemory, "", 0);
    }
    catch (const std::exception& error)
    {
        sendMessage(pipe, MessageKind::Exception, error.what(), std::strlen(error.what()));
    }
    catch (...)
    {
        sendMessage(pipe, MessageKind::Exception, "an exception that is no std::exception");
    }
    // Not exit(): buffers and static objects are the program's.
    _exit(0);
}

}  // namespace

bool MessageReader::read(int pipe)
{
    char data[65536];
    const ssize_t count = ::read(pipe, data, sizeof data);
    if (count > 0)
        buffer_.append(data, static_cast<std::size_t>(count));
    return count > 0 || (count < 0 && errno == EINTR);
}

std::optional<Message> MessageReader::next()
{
    if (buffer_.size() < kHeader)
        return std::nullopt;
    std::uint32_t length = 0;
    std::memcpy(&length, buffer_.data() + 1, sizeof length);
    if (buffer_.size() < kHeader + length)
        return std::nullopt;
    Message message{static_cast<MessageKind>(buffer_[0]), buffer_.substr(kHeader, length)};
    buffer_.erase(0, kHeader + length);
    return message;
}

ChildProcess startChild(double memory_mb, const std::function<std::string(RunMonitor&)>& work)
{
    ChildProcess child;
    int ends[2];
    if (pipe(ends) != 0)
        return child;
    std::fflush(nullptr);
    const pid_t parent = getpid();
    child.pid = fork();
    if (child.pid == 0)
    {
        close(ends[0]);
        beChild(ends[1], parent, memory_mb, work);
    }
    const int error = errno;
    close(ends[1]);
    child.pipe = ends[0];
    if (child.pid < 0)
        close(ends[0]);
    errno = error;
    return child;
}

int endChild(ChildProcess& child, bool kill)
{
    if (kill)
        ::kill(child.pid, SIGKILL);
    int status = 0;
    while (waitpid(child.pid, &status, 0) < 0 && errno == EINTR)
    {}
    close(child.pipe);
    child = ChildProcess();
    return status;
}

}  // namespace gapless::apps
