#pragma once

#include "app/dialogs/desktop_dialog.h"
#include "app/dialogs/file_browser.h"

namespace huedrift::app {

/// Asks for files, by the desktop's dialog where there is one, else by the window's own.
class FileDialog {
public:
    /// The files that were chosen; none: it was cancelled.
    using Answer = DesktopDialog::Answered;

    /// `wake` is called from another thread when there is something to deliver().
    explicit FileDialog(std::function<void()> wake) : desktop_(std::move(wake)) {}

    /// Asked again while the desktop's dialog is open, the window's own replaces it: the desktop's may hang
    /// or be hidden behind other windows.
    void ask(const FileQuestion& question, Answer answer);
    /// Handles what the desktop answered; returns whether there was anything. Calls back here or in draw().
    bool deliver() { return desktop_.deliver(); }
    /// The window's own dialog, or in `area` a message that the desktop's is open.
    void draw(const Gui& gui, const std::array<float, 4>& area);

    bool is_open_here() const { return browser_.is_open(); }
    const FileBrowser& browser() const { return browser_; }
    bool asks_desktop() const { return desktop_.asks(); }

private:
    void ask_here();

    FileQuestion question_;
    Answer answer_;
    FileBrowser browser_;
    DesktopDialog desktop_;
};

}
