#include "cli/failure.h"

#include "cli/cli_run.h"
#include "cli/progress_bar.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <csignal>
#include <cstdlib>
#include <new>
#include <optional>
#include <sys/mman.h>
#include <thread>
#include <unistd.h>

namespace {

// Signal handlers and a wrapped function can only reach globals.
std::atomic<bool> holds_handler{false}, handler_waits{false}, was_awaited{false};
void* page = nullptr;
const std::size_t page_size = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));

/// Holds a thread that touches the page until it may.
void hold(int) {
    handler_waits = true;
    while (holds_handler) {
    }
    ::mprotect(page, page_size, PROT_READ | PROT_WRITE);
}

}

extern "C" int __real_sched_yield();
/// std::this_thread::yield() of whoever waits for the handler, which may go on now.
extern "C" int __wrap_sched_yield() {
    if (handler_waits) was_awaited = true;
    holds_handler = false;
    return __real_sched_yield();
}

namespace huedrift {
namespace {

/// Destroys a job's guard while a handler on another thread has reached its progress. Ends the process with 0
/// if the destructor waits for the handler, and the handler cancels the job.
[[noreturn]] void destroy_beside_a_handler() {
    install_signal_handlers();
    struct sigaction holding {};
    holding.sa_handler = hold;
    ::sigaction(SIGSEGV, &holding, nullptr);
    page = ::mmap(nullptr, page_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    Progress* const progress = new (page) Progress;
    std::optional<CancelOnSignal> cancel_on_signal(std::in_place, *progress);
    holds_handler = true;
    ::mprotect(page, page_size, PROT_NONE); // so that the handler stops at the progress
    std::thread interrupted([] { ::pthread_kill(::pthread_self(), SIGTERM); });
    while (!handler_waits) {
    }
    cancel_on_signal.reset();
    holds_handler = false;
    interrupted.join();
    std::_Exit(was_awaited && progress->cancelled() ? 0 : 1);
}

TEST(Interrupt, AJobOutlivesTheHandlersThatCancelIt) {
    EXPECT_EXIT(destroy_beside_a_handler(), testing::ExitedWithCode(0), "");
}

using testing::HasSubstr;
using testing::Not;

class Terminal : public CliTest {};

TEST_F(Terminal, ShowsABarAndTakesItAway) {
    write_picture("in.png", random_picture(30, 30, 1));
    TerminalRun running(folder.path(), "reduce in.png -o out.png -r 0.05 --engine reference");
    EXPECT_EQ(running.end(), 0);
    EXPECT_THAT(running.screen(), HasSubstr("in.png [                        ] 0%"));
    EXPECT_THAT(running.screen(), HasSubstr("\r\x1b[Kin.png: 900 -> "));
}

TEST_F(Terminal, ShowsNoBarWhenQuiet) {
    write_picture("in.png", random_picture(30, 30, 1));
    TerminalRun running(folder.path(), "reduce in.png -o out.png -r 0.05 --engine reference --quiet");
    EXPECT_EQ(running.end(), 0);
    EXPECT_EQ(running.screen(), "");
}

TEST_F(Terminal, IsNoPlaceForAPicture) {
    write_picture("in.png", ramp_picture(8, 8));
    TerminalRun running(folder.path(), "reduce in.png -o -");
    EXPECT_EQ(running.end(), 2);
    EXPECT_THAT(running.screen(), HasSubstr("terminal"));
    EXPECT_THAT(running.screen(), Not(HasSubstr("PNG")));
}

TEST(BarText, TellsTheShareAndTheTimeLeft) {
    EXPECT_EQ(bar_text(0, 5), "[                        ] 0%");
    EXPECT_EQ(bar_text(0.25, 5), "[######                  ] 25%, 15 s left");
    EXPECT_EQ(bar_text(0.5, 7200), "[############            ] 50%, 120 min left");
    EXPECT_EQ(bar_text(1, 5), "[########################] 100%");
}

}
}
