#pragma once

#include "app/dialogs/cloud_recorder.h"
#include "app/ui/frame_context.h"
#include "base/latest_job.h"

#include <array>

namespace huedrift::app {

class FileDialog;

/// Asks where a picture of the cloud, or an animation of its drift, is to be saved.
class CloudDialog {
public:
    explicit CloudDialog(JobThreads& threads);
    /// Suggests a file beside the picture.
    void open(const std::filesystem::path& picture);
    /// Takes in whether the file is there; whether there was news.
    bool deliver() { return is_there_.deliver(); }
    bool busy() const { return is_there_.busy(); }
    void draw(const FrameContext& frame, CloudRecorder& recorder, FileDialog& files);

private:
    void draw_kind(const Gui& gui);
    void draw_file(FileDialog& files, const Gui& gui);
    void draw_buttons(const FrameContext& frame, CloudRecorder& recorder);
    void save(CloudRecorder& recorder, ViewState& state);
    std::filesystem::path file() const;

    bool wanted_ = false, replace_ = false;
    std::filesystem::path folder_{}; ///< of the picture
    std::array<char, 4096> file_{};
    std::string failure_{};
    LatestJob<std::filesystem::path, bool> is_there_;
};

}
