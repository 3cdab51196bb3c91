#pragma once

#include "app/dialogs/desktop_dialog.h"
#include "app/shell/actions.h"
#include "app/ui/gui.h"
#include "session/session.h"

#include <array>
#include <filesystem>
#include <vector>

namespace huedrift::app {

/// Finds and runs an action by typing part of its name.
class CommandPalette {
public:
    void open() { wanted_ = true; }
    void draw(const Actions& actions, const Gui& gui);

private:
    bool wanted_ = false;
    std::array<char, 64> typed_{};
    int chosen_ = 0;
};

/// The list of all keys.
class KeyList {
public:
    void open() { wanted_ = true; }
    void draw(const Actions& actions, const Gui& gui);

private:
    bool wanted_ = false;
};

/// The window's own file dialog: the folders, and in them what can be opened. For a target it chooses the
/// folder.
class FileBrowser {
public:
    void open(const FileQuestion& question);
    bool is_open() const { return wanted_ || shown_; }
    /// What is chosen, once it is; nothing when the dialog was cancelled.
    std::optional<std::vector<std::filesystem::path>> draw(const Gui& gui);

private:
    struct Entry {
        std::filesystem::path path;
        std::string name;
        bool is_folder;
        std::string size; ///< of a file
    };

    bool chooses_folder() const { return question_.kind == FileQuestion::Kind::target; }
    void read(const std::filesystem::path& folder);
    void draw_path(const Gui& gui);
    std::vector<std::filesystem::path> draw_entries(const Gui& gui);

    bool wanted_ = false, shown_ = false;
    FileQuestion question_;
    std::filesystem::path folder_, next_folder_;
    std::string reason_; ///< why the folder cannot be read; empty: it can
    std::vector<Entry> entries_;
    std::filesystem::path chosen_;
    std::array<char, 64> filter_{};
};

class FileDialog;

/// Asks what to write and where.
class ExportDialog {
public:
    void open(const View& view);
    void draw(const View& view, Session& session, FileDialog& files, const Gui& gui);

private:
    using Field = std::array<char, 4096>;

    ExportRequest request() const;
    void draw_path(const char* id, Field& path, FileDialog& files, const Gui& gui);
    void draw_targets(const View& view, FileDialog& files, const Gui& gui);

    bool wanted_ = false;
    Field picture_{}, palette_{};
    bool writes_picture_ = true, writes_palette_ = false, indexed_ = false, settings_ = true,
         replace_ = false;
    Weightings weightings_ = Weightings::palette;
};

/// A popup in the middle of the window's upper half, `width` units wide; false when it is closed. Ended with
/// end_dialog() where it was true.
bool begin_dialog(const char* name, bool& wanted, float width, const Gui& gui);
void end_dialog();

}
