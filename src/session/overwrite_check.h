#pragma once

#include "pipeline/write_result.h"
#include "session/job_runner.h"

namespace huedrift {

/// Looks in the background which files an export would replace, since a folder may be on a slow network.
/// Its members are called from one thread and return at once.
class OverwriteCheck {
public:
    /// `wake` is called on the worker's thread when deliver() has something to take in.
    explicit OverwriteCheck(std::function<void()> wake) : runner_(std::move(wake)) {}

    /// Asks about these targets; does nothing if they were asked about last.
    void ask(const std::vector<WriteTarget>& targets);
    /// Files may have changed: the next ask() looks again.
    void recheck() { is_current_ = false; }
    /// Takes in what is ready; whether there was anything.
    bool deliver() { return runner_.deliver(); }

    /// As would_overwrite(), of the targets asked about last; null while it is not known.
    const std::shared_ptr<const std::vector<std::filesystem::path>>& found() const { return found_; }
    bool busy() const { return runner_.alive() > 0; }

private:
    std::vector<WriteTarget> asked_;
    bool is_current_ = false; ///< `asked_` was looked at since recheck()
    std::shared_ptr<const std::vector<std::filesystem::path>> found_;
    JobRunner runner_; ///< last: its thread uses the others
};

}
