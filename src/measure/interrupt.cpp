#include "measure/interrupt.h"

#include <atomic>
#include <csignal>

namespace gapless {
namespace {

/// The signal that has come, or 0.
std::atomic<int> flag{0};
static_assert(std::atomic<int>::is_always_lock_free, "a signal handler may only touch lock-free atomics");

void onSignal(int signal)
{
    flag.store(signal);
    std::signal(signal, SIG_DFL);
}

}  // namespace

void handleInterrupts()
{
    std::signal(SIGINT, onSignal);
    std::signal(SIGTERM, onSignal);
    // A file that grows beyond what the shell allows is an error of writing it, which is told.
    std::signal(SIGXFSZ, SIG_IGN);
}

bool interrupted()
{
    return flag.load() != 0;
}

void endIfInterrupted()
{
    if (const int signal = flag.load(); signal != 0)
    {
        std::signal(signal, SIG_DFL);
        std::raise(signal);
    }
}

InterruptsEndProgram::InterruptsEndProgram()
{
    std::signal(SIGINT, SIG_DFL);
    std::signal(SIGTERM, SIG_DFL);
    endIfInterrupted();
}

}  // namespace gapless
