#include "interrupt.h"

#include <atomic>
#include <csignal>

namespace gapless::apps {
namespace {

std::atomic<bool> flag{false};
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler may only touch lock-free atomics");

void onSignal(int signal)
{
    flag.store(true);
    std::signal(signal, SIG_DFL);
}

}  // namespace

void handleInterrupts()
{
    std::signal(SIGINT, onSignal);
    std::signal(SIGTERM, onSignal);
}

bool interrupted()
{
    return flag.load();
}

}  // namespace gapless::apps
