#pragma once

#include "base/job_runner.h"

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <vector>

namespace huedrift::app {

/// A question for files.
struct FileQuestion {
    enum class Kind { pictures, palette, target };

    Kind kind = Kind::pictures;
    std::filesystem::path start{};               ///< the folder to start in; for a target the suggested file
    std::vector<std::filesystem::path> recent{}; ///< files opened lately, newest first
};

/// The desktop's file dialogs, by xdg-desktop-portal. A job waits for the desktop.
class DesktopDialog {
public:
    /// Receives the chosen files; none: the user cancelled.
    using Answered = std::function<void(const std::vector<std::filesystem::path>&)>;

    /// Ignores a portal that takes longer than `timeout` to confirm that it has file dialogs.
    explicit DesktopDialog(JobThreads& threads, std::chrono::milliseconds timeout = std::chrono::seconds(4));
    /// Closes an open dialog.
    ~DesktopDialog();
    DesktopDialog(const DesktopDialog&) = delete;
    DesktopDialog& operator=(const DesktopDialog&) = delete;

    /// Asks, and drops the previous question. deliver() then calls `answered`, or `absent` if no portal
    /// replies or it exits before the user has chosen.
    void ask(const FileQuestion& question, Answered answered, std::function<void()> absent);
    /// Closes the dialog without a callback.
    void close();
    bool deliver() { return runner_.deliver(); }

    /// Whether an answer is pending.
    bool asks() const { return call_ != nullptr; }
    /// Whether the desktop has been told to show the dialog.
    bool is_open() const { return open_; }

private:
    struct Call;

    void end();

    std::chrono::milliseconds timeout_;
    std::shared_ptr<Call> call_; ///< null: no question is pending
    bool open_ = false;
    JobRunner runner_; ///< last: its jobs use the rest
};

}
