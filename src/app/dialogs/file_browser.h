#pragma once

#include "app/dialogs/desktop_dialog.h"
#include "app/ui/gui.h"

#include <array>
#include <filesystem>
#include <vector>

namespace huedrift::app {

/// The window's own file dialog: folders and the files in them that can be opened. For a target it chooses
/// the folder.
class FileBrowser {
public:
    void open(const FileQuestion& question);
    bool is_open() const { return wanted_ || shown_; }
    /// The files that were chosen, once they are; empty when the dialog was cancelled.
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

}
