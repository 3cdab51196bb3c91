#pragma once

#include "app/dialogs/export_form.h"
#include "app/ui/camera.h"
#include "app/ui/view_state.h"
#include "base/job_runner.h"
#include "base/output_file.h"
#include "image/image.h"

#include <filesystem>

namespace huedrift::app {

/// Saves the cloud as the window shows it: a picture, or an animation of its whole drift.
class CloudRecorder {
public:
    explicit CloudRecorder(JobThreads& threads) : writer_(threads, write) {}

    /// Starts a recording; take() must then get each frame. The file's extension chooses between picture and
    /// animation. Throws if it is that of neither.
    void begin(const std::filesystem::path& file, Overwrite overwrite, ViewState& state);
    bool is_recording() const { return !recording_.file.empty(); }
    /// Takes a frame of the window, in which the cloud has this area. Sets the state for the next frame;
    /// after the last one, writes the file in the background.
    void take(const Image& window, const Area& cloud, ViewState& state);
    /// Drops the frames; the window shows its former state again.
    void cancel(ViewState& state);
    /// The same, because a frame could not be had.
    void fail(const Error& reason, ViewState& state);

    /// Reports a written file in ViewState::said; returns whether there was news.
    bool deliver(ViewState& state);
    /// Waits until the file is written.
    void finish() { writer_.finish(); }
    bool busy() const { return is_recording() || writer_.busy(); }
    /// Why the last file was not written, one sentence; empty if it was.
    const std::string& failure() const { return failure_; }
    void dismiss_failure() { failure_.clear(); }

private:
    /// The content of a file; all frames have the same size.
    struct Recording {
        std::filesystem::path file{}; ///< empty: no recording
        Overwrite overwrite = Overwrite::no;
        bool is_animation = false;
        std::shared_ptr<std::vector<Image>> frames{};
    };
    static std::filesystem::path write(const Recording& recording, Progress& progress);

    Recording recording_{};
    std::size_t wanted_ = 1;       ///< frames
    std::size_t shown_before_ = 0; ///< of the drift
    bool played_before_ = false;
    std::string failure_{};
    LatestJob<Recording, std::filesystem::path> writer_;
};

/// Asks where to save a picture of the cloud or an animation of its drift.
class CloudDialog {
public:
    explicit CloudDialog(JobThreads& threads);
    /// Suggests a file beside the picture.
    void open(const std::filesystem::path& picture);
    /// Takes in whether the file exists and can be written; returns whether there was news.
    bool deliver() { return target_.deliver(); }
    bool busy() const { return target_.busy(); }
    void draw(const FrameContext& frame, CloudRecorder& recorder, FileDialog& files);

private:
    struct Target {
        bool exists = false;
        std::string refusal{}; ///< why nothing can be written there, a sentence; empty if it can
    };

    void draw_kind(const Gui& gui);
    void draw_buttons(const FrameContext& frame, CloudRecorder& recorder);
    void save(CloudRecorder& recorder, const Target& target, ViewState& state);
    std::filesystem::path file() const { return path_.path(folder_); }

    bool wanted_ = false;
    std::filesystem::path folder_{}; ///< of the picture
    PathField path_{PathField::Kind::file};
    std::string failure_{};
    LatestJob<std::filesystem::path, Target> target_;
};

}
