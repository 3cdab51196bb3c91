#pragma once

#include "cli/failure.h"

namespace huedrift {

/// Runs several inputs in turn: a failure does not stop the rest, an interruption does.
///
///     while (...next input... && batch.goes_on()) batch.run(name, work);
class Batch {
public:
    /// Returns false after an interruption, even if its signal came too late for the work to notice.
    bool goes_on();
    std::optional<Failure> run(const std::string& subject, const std::function<void()>& work);
    /// Counts a failure that run_guarded() returned elsewhere.
    void note(const std::optional<Failure>& failure);

    /// 130 if interrupted, else the code of the first failure, else 0.
    int exit_code() const { return exit_code_; }

private:
    int exit_code_ = 0;
};

}
