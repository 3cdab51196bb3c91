#include "cli/failure.h"

#include "base/error.h"

#include <csignal>
#include <cstdio>
#include <new>
#include <thread>
#include <unistd.h>
#include <utility>

namespace huedrift {
namespace {

Failure failure(const std::string& subject, ErrorKind kind, std::string sentence) {
    const bool is_named = sentence.starts_with(subject + ":") || sentence.starts_with(subject + " ");
    if (!subject.empty() && !is_named) sentence = subject + ": " + sentence;
    if (kind == ErrorKind::device) sentence += "; `huedrift-cli devices` lists the devices";
    complain(sentence);
    return {static_cast<int>(kind), std::move(sentence)};
}

}

std::optional<Failure> run_guarded(const std::string& subject, const std::function<void()>& work) {
    try {
        work();
        return std::nullopt;
    } catch (const Error& error) {
        return failure(subject, error.kind(), error.what());
    } catch (const std::bad_alloc&) {
        return failure(subject, ErrorKind::failed, "there is not enough memory");
    } catch (const std::exception& error) {
        return failure(subject, ErrorKind::failed, error.what());
    }
}

std::string printable(std::string text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (byte(i) < 0x20 || byte(i) == 0x7F) text[i] = '?';
        // U+0080 to U+009F, which some terminals treat like escape sequences.
        if (i > 0 && byte(i - 1) == 0xC2 && 0x80 <= byte(i) && byte(i) <= 0x9F) text[i - 1] = text[i] = '?';
    }
    return text;
}

void say(const std::string& sentence) { std::fputs((printable(sentence) + "\n").c_str(), stderr); }

void complain(const std::string& sentence) { say("huedrift-cli: " + sentence); }

namespace {

constexpr int cancelled = static_cast<int>(ErrorKind::cancelled);

}

bool Batch::goes_on() {
    if (exit_code_ == cancelled) return false;
    if (!interrupted()) return true;
    complain("interrupted before the next input");
    exit_code_ = cancelled;
    return false;
}

std::optional<Failure> Batch::run(const std::string& subject, const std::function<void()>& work) {
    std::optional<Failure> failure = run_guarded(subject, work);
    if (failure && (exit_code_ == 0 || failure->exit_code == cancelled)) exit_code_ = failure->exit_code;
    return failure;
}

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
