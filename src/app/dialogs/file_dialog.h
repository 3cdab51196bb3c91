#pragma once

#include "app/dialogs/folders.h"
#include "app/ui/thumbnail_view.h"
#include "app/ui/view_state.h"
#include "base/enumeration.h"
#include "base/job_runner.h"

#include <array>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace huedrift::app {

/// The desktop's file dialogs, by xdg-desktop-portal. A job waits for the desktop.
class DesktopDialog {
public:
    /// Receives the chosen files; none: the user cancelled.
    using Answered = std::function<void(const std::vector<std::filesystem::path>&)>;

    explicit DesktopDialog(JobThreads& threads) : runner_(threads) {}
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

    std::shared_ptr<Call> call_; ///< null: no question is pending
    bool open_ = false;
    JobRunner runner_; ///< last: its jobs use the rest
};

/// The window's own file dialog. Lists folders and the files that can be opened; the user may choose several.
/// For a target the user chooses a folder and sees its files. Jobs look at the disk, since it may be slow.
class FileBrowser {
public:
    explicit FileBrowser(JobThreads& threads);

    void open(const FileQuestion& question);
    bool is_open() const { return opens_ || shown_; }
    /// Takes in the findings of a job; returns whether there were any.
    bool deliver();
    bool is_reading() const { return reader_.busy(); }
    /// The chosen files once the user has chosen; empty if the user cancelled.
    std::optional<std::vector<std::filesystem::path>> draw(ThumbnailView& thumbnails, const Gui& gui);

    const std::filesystem::path& folder() const { return folder_.path; }
    bool lists_recent() const { return lists_recent_; }
    /// How many rows it has drawn so far, for tests: a folder may have thousands.
    std::size_t rows_drawn() const { return rows_drawn_; }

private:
    using Files = std::vector<std::filesystem::path>;

    /// Where a kind of question last started, and the folder in which the user left it.
    struct Visit {
        std::filesystem::path asked, left_at;
    };

    /// The answer of a job that looked at the disk.
    struct DiskAnswer {
        std::optional<Folder> folder{};   ///< to list
        bool is_recent = false;           ///< it holds the files opened lately
        Files chosen{};                   ///< what the dialog was asked for
        std::string complaint{};          ///< a sentence; empty: none
        std::filesystem::path pictures{}; ///< pictures_folder()
    };
    using Task = std::function<DiskAnswer()>;

    bool takes_several() const { return question_.kind == FileQuestion::Kind::pictures; }
    bool chooses_folder() const { return question_.kind == FileQuestion::Kind::target; }
    Visit& visit() { return visits_[static_cast<std::size_t>(question_.kind)]; }
    void begin(const Task& task);
    void read(const std::filesystem::path& folder);
    void read_recent();
    void show(const DiskAnswer& answer);
    void list();
    std::vector<const Folder::Entry*> matching() const;
    bool begins_pictures(std::size_t row) const;

    void draw_places(const Gui& gui);
    void draw_path(const Gui& gui);
    void draw_filter(bool opening);
    void draw_row(const Folder::Entry& entry, int row, ThumbnailView& thumbnails, const Gui& gui);
    static void show_row(int row, float step);
    void draw_rows(ThumbnailView& thumbnails, const Gui& gui);
    Files draw_buttons(const Gui& gui);
    void click(const Folder::Entry& entry, int row);
    void step_by_keys();
    bool can_enter() const;
    Files entered();
    Files target();
    Files chosen() const;
    void enter_typed();
    void make_folder();

    bool opens_ = false, shown_ = false;
    FileQuestion question_;
    std::array<Visit, count_enumerators<FileQuestion::Kind>()> visits_;
    Folder folder_;
    std::filesystem::path pictures_;
    std::filesystem::path next_folder_;
    std::vector<const Folder::Entry*> listed_; ///< entries that match the typed text
    ListSelection selection_;
    std::array<char, 1024> filter_{};
    std::string asked_text_; ///< typed when the last task began
    std::optional<std::filesystem::path>
        typed_{};               ///< the path that the typed text means; none: a part of a name
    bool lists_recent_ = false; ///< files opened lately, in place of the folder's
    std::string complaint_;     ///< about the typed text; empty: none
    bool refocus_ = false;      ///< gives the focus back to the field
    bool is_read_ = false;      ///< the folder was read since the last frame
    bool is_new_ = false;       ///< the list has changed since the last frame
    bool scrolls_ = false;      ///< scrolls to the row chosen by a key
    std::size_t rows_drawn_ = 0;
    int reads_ = 0;   ///< folders read so far
    int pressed_ = 0; ///< those at the first press of the last click, single or double
    Files opened_;    ///< by a double click or a typed name
    LatestJob<Task, DiskAnswer> reader_;
};

/// Asks for files with the desktop's dialog if there is one, else with the window's own.
class FileDialog {
public:
    /// Receives the chosen files; none: the user cancelled.
    using Answer = DesktopDialog::Answered;

    explicit FileDialog(JobThreads& threads) : browser_(threads), desktop_(threads) {}

    /// Starts in the nearest folder that exists. A second call while the desktop's dialog is open replaces it
    /// by the window's own: the desktop's may hang or be hidden behind other windows.
    void ask(const FileQuestion& question, Answer answer);
    /// Handles the reply of the desktop or the disk; returns whether there was one. Calls back here or in
    /// draw().
    bool deliver();
    /// Draws the window's own dialog or, in `area`, a message that the desktop's is open.
    void draw(ThumbnailView& thumbnails, const Gui& gui, const Box& area);

    bool is_open_here() const { return browser_.is_open(); }
    const FileBrowser& browser() const { return browser_; }
    bool asks_desktop() const { return desktop_.asks(); }
    /// Whether an answer of the desktop or the disk is pending.
    bool busy() const { return desktop_.asks() || browser_.is_reading(); }

private:
    void ask_here();

    FileQuestion question_;
    Answer answer_;
    FileBrowser browser_;
    DesktopDialog desktop_;
};

}
