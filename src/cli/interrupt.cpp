#include "cli/interrupt.h"

#include "base/error.h"

#include <csignal>
#include <thread>
#include <unistd.h>

namespace huedrift {
namespace {

// A signal handler can only reach globals.
std::atomic<Progress*> running_job{nullptr};
std::atomic<int> handlers{0}; ///< running now, on any threads
std::atomic<bool> signalled{false};
static_assert(std::atomic<Progress*>::is_always_lock_free && std::atomic<int>::is_always_lock_free &&
              std::atomic<bool>::is_always_lock_free);

void handle(int) {
    signalled = true;
    ++handlers;
    Progress* const job = running_job.load();
    if (job == nullptr || job->cancelled()) ::_exit(static_cast<int>(ErrorKind::cancelled));
    job->cancel();
    --handlers;
}

}

void install_signal_handlers() {
    struct sigaction action {};
    action.sa_handler = handle;
    action.sa_flags = SA_RESTART;
    ::sigaction(SIGINT, &action, nullptr);
    ::sigaction(SIGTERM, &action, nullptr);
    struct sigaction before {};
    ::sigaction(SIGHUP, nullptr, &before);
    if (before.sa_handler != SIG_IGN) ::sigaction(SIGHUP, &action, nullptr); // otherwise nohup is in effect
    std::signal(SIGPIPE, SIG_IGN);
}

bool interrupted() { return signalled; }

CancelOnSignal::CancelOnSignal(Progress& progress) { running_job = &progress; }

CancelOnSignal::~CancelOnSignal() {
    running_job = nullptr;
    // A handler on another thread may hold the progress, which is destroyed next.
    while (handlers != 0) std::this_thread::yield();
}

}
