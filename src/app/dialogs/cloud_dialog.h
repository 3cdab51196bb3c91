#pragma once

#include "app/dialogs/cloud_recorder.h"
#include "app/ui/gui.h"

#include <array>

namespace huedrift::app {

class FileDialog;

/// Asks where a picture of the cloud, or an animation of its drift, is to be saved.
class CloudDialog {
public:
    /// Suggests a file beside the picture.
    void open(const std::filesystem::path& picture);
    void draw(CloudRecorder& recorder, ViewState& state, FileDialog& files, const Gui& gui);

private:
    void draw_kind(const Gui& gui);
    void draw_file(FileDialog& files, const Gui& gui);
    void draw_buttons(CloudRecorder& recorder, ViewState& state, const Gui& gui);
    void save(CloudRecorder& recorder, ViewState& state);

    bool wanted_ = false, replace_ = false;
    std::filesystem::path folder_{}; ///< of the picture
    std::array<char, 4096> file_{};
    std::string failure_{};
};

}
