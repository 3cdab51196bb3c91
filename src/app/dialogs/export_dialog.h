#pragma once

#include "app/ui/gui.h"
#include "app/ui/view_state.h"
#include "session/session.h"

#include <array>

namespace huedrift::app {

class FileDialog;

/// What to write, and where. It stays until that is written, and says what was wrong.
class ExportDialog {
public:
    void open(const Snapshot& snapshot);
    void draw(const Snapshot& snapshot, Session& session, FileDialog& files, ViewState& state,
              const Gui& gui);

    const std::string& failure() const { return failure_; }
    /// Where the picture's path was drawn last: x, y, width, height in Dear ImGui's units.
    const std::array<float, 4>& picture_field() const { return picture_area_; }

private:
    using Field = std::array<char, 4096>;

    ExportRequest request(const Snapshot& snapshot) const;
    std::filesystem::path target(const Field& path) const;
    void draw_path(const char* id, Field& path, FileDialog& files, const Gui& gui);
    void draw_targets(const Snapshot& snapshot, FileDialog& files, const Gui& gui);
    void draw_indexed(const Snapshot& snapshot, const Gui& gui);
    void draw_complaints(const Snapshot& snapshot, const Gui& gui) const;
    bool await_end(const Snapshot& snapshot, Session& session);

    bool wanted_ = false;
    bool writing_ = false;         ///< what was asked for here
    std::string failure_;          ///< why the last export failed, a sentence; empty: it did not
    std::filesystem::path folder_; ///< that names without one are in
    Field picture_{}, palette_{};
    std::array<float, 4> picture_area_{};
    bool writes_picture_ = true, writes_palette_ = false, indexed_ = false, settings_ = true,
         replace_ = false;
    Weightings weightings_ = Weightings::frequency;
};

}
