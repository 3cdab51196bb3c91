#pragma once

#include "base/progress.h"

#include <functional>
#include <optional>
#include <string>

namespace huedrift {

/// A failure as the user sees it.
struct Failure {
    int exit_code = 1;
    std::string sentence{};
};

/// Runs `work`; returns nothing if it succeeds. Reports an exception as one line on stderr, which begins with
/// `subject` (a file name, or empty) unless the message is about that file. The command line catches
/// exceptions only here.
std::optional<Failure> run_guarded(const std::string& subject, const std::function<void()>& work);

/// Replaces control characters by question marks: file names come from anywhere, and terminals obey control
/// characters.
std::string printable(std::string text);

/// Writes one line to stderr; complain() begins it with the name of the program.
void say(const std::string& sentence);
void complain(const std::string& sentence);

/// Runs several inputs in turn: a failure does not stop the rest, an interruption does.
///
///     while (...next input... && batch.goes_on()) batch.run(name, work);
class Batch {
public:
    /// Returns false after an interruption, even if its signal came too late for the work to notice.
    bool goes_on();
    std::optional<Failure> run(const std::string& subject, const std::function<void()>& work);

    /// 130 if interrupted, else the code of the first failure, else 0.
    int exit_code() const { return exit_code_; }

private:
    int exit_code_ = 0;
};

/// From now on SIGINT, SIGTERM and, unless it is ignored, SIGHUP (the terminal closes) end the program at
/// once with exit code 130. Writing to a closed pipe fails with an error instead of killing the program.
void install_signal_handlers();

/// Whether a signal has asked to stop.
bool interrupted();

/// While an object exists, the first of those signals cancels `progress` instead; a second one ends the
/// program. At most one object at a time.
class CancelOnSignal {
public:
    explicit CancelOnSignal(Progress& progress);
    ~CancelOnSignal();
    CancelOnSignal(const CancelOnSignal&) = delete;
    CancelOnSignal& operator=(const CancelOnSignal&) = delete;
};

}
