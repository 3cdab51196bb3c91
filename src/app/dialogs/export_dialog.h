#pragma once

#include "app/ui/gui.h"
#include "app/ui/view_state.h"
#include "session/session.h"

#include <array>

namespace huedrift::app {

class FileDialog;

/// What to write, and where.
class ExportDialog {
public:
    void open(const Snapshot& snapshot);
    void draw(const Snapshot& snapshot, Session& session, FileDialog& files, ViewState& state,
              const Gui& gui);

private:
    using Field = std::array<char, 4096>;

    ExportRequest request() const;
    void draw_path(const char* id, Field& path, FileDialog& files, const Gui& gui);
    void draw_targets(const Snapshot& snapshot, FileDialog& files, const Gui& gui);

    bool wanted_ = false;
    Field picture_{}, palette_{};
    bool writes_picture_ = true, writes_palette_ = false, indexed_ = false, settings_ = true,
         replace_ = false;
    Weightings weightings_ = Weightings::frequency;
};

}
