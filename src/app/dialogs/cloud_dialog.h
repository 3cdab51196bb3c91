#pragma once

#include "app/ui/frame_context.h"
#include "app/ui/geometry.h"
#include "app/ui/view_state.h"
#include "base/latest_job.h"
#include "base/output_file.h"
#include "image/image.h"

#include <array>
#include <filesystem>

namespace huedrift::app {

/// Makes a file of what the window shows of the cloud: a picture, or an animation of its whole drift.
class CloudRecorder {
public:
    explicit CloudRecorder(JobThreads& threads);

    /// From now on take() is to be called with each frame. The file's extension says which of the two it is.
    /// Throws what its name and place are refused for.
    void begin(const std::filesystem::path& file, Overwrite overwrite, ViewState& state);
    bool is_recording() const { return !file_.empty(); }
    /// What the window shows, of which the cloud takes an area. Sets what the next frame is to show; after
    /// the last one the file is written in the background.
    void take(const Image& window, const Area& cloud, ViewState& state);
    /// Forgets what was taken; the window shows again what it did before.
    void cancel(ViewState& state);

    /// Tells in ViewState::said of a file that is written; whether there was news.
    bool deliver(ViewState& state);
    bool busy() const { return is_recording() || writer_.busy(); }
    /// Why the last file is not written, one sentence; empty where it is.
    const std::string& failure() const { return failure_; }
    void dismiss_failure() { failure_.clear(); }

private:
    /// What becomes a file; frames of one size.
    struct Recording {
        std::filesystem::path file;
        Overwrite overwrite;
        bool is_animation;
        std::shared_ptr<const std::vector<Image>> frames;
    };
    static std::filesystem::path write(const Recording& recording);

    std::filesystem::path file_{}; ///< empty: nothing is recorded
    Overwrite overwrite_ = Overwrite::no;
    bool is_animation_ = false;
    std::size_t wanted_ = 1; ///< frames
    std::vector<Image> frames_{};
    std::size_t shown_before_ = 0; ///< of the drift
    bool played_before_ = false;
    std::string failure_{};
    LatestJob<Recording, std::filesystem::path> writer_;
};

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
