#pragma once

#include "app/dialogs/desktop_dialog.h"
#include "app/dialogs/file_browser.h"

namespace huedrift::app {

/// Asks for files, with the desktop's dialog where there is one, else with the window's own.
class FileDialog {
public:
    /// The chosen files; none: it was cancelled.
    using Answer = DesktopDialog::Answered;

    explicit FileDialog(JobThreads& threads) : desktop_(threads) {}

    /// A second call while the desktop's dialog is open replaces it by the window's own: the desktop's may
    /// hang or be hidden behind other windows.
    void ask(const FileQuestion& question, Answer answer);
    /// Handles the desktop's reply; returns whether there was one. Calls back here or in draw().
    bool deliver() { return desktop_.deliver(); }
    /// Draws the window's own dialog, or in `area` a message that the desktop's is open.
    void draw(ThumbnailView& thumbnails, const Gui& gui, const std::array<float, 4>& area);

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
