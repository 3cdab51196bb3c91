#include "app/dialogs/cloud_dialog.h"

#include "app/ui/dialog.h"
#include "app/ui/widgets.h"
#include "image/save.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace huedrift::app {
namespace {

/// Fifteen a second for four seconds, or as many as memory holds.
constexpr std::size_t max_frames = 61, max_frame_bytes = std::size_t{512} << 20;
/// The delays between frames, and of the first and the last frame.
constexpr Delay moving{1, 15}, resting{3, 2};

Image part(const Image& window, const Area& area) {
    const int width = std::min(area.extent.width, window.width() - area.x),
              height = std::min(area.extent.height, window.height() - area.y);
    Image image(width, height);
    for (int y = 0; y < height; ++y)
        std::ranges::copy_n(window.pixels().begin() + std::ptrdiff_t(area.y + y) * window.width() + area.x,
                            width, image.pixels().begin() + std::ptrdiff_t(y) * width);
    return image;
}

/// Frames of one size below each other.
Image joined(std::span<const Image> frames) {
    Image all(frames[0].width(), frames[0].height() * static_cast<int>(frames.size()));
    auto end = all.pixels().begin();
    for (const Image& frame : frames) end = std::ranges::copy(frame.pixels(), end).out;
    return all;
}

Animation timing(std::size_t frames) {
    Animation animation{.delays = std::vector<Delay>(frames, moving), .plays = 0};
    animation.delays.front() = animation.delays.back() = resting;
    return animation;
}

}

void CloudRecorder::begin(const std::filesystem::path& file, Overwrite overwrite, ViewState& state) {
    const bool is_animation = is_animated(image_format_of(file));
    failure_.clear();
    recording_ = {file, overwrite, is_animation, std::make_shared<std::vector<Image>>()};
    wanted_ = is_animation ? max_frames : 1;
    shown_before_ = state.drift.frame();
    played_before_ = state.drift.is_playing();
    state.drift.pause();
    if (is_animation) state.drift.show(0);
    state.is_recorded = true;
}

void CloudRecorder::take(const Image& window, const Area& cloud, ViewState& state) {
    Image frame = part(window, cloud);
    std::vector<Image>& frames = *recording_.frames;
    if (!frames.empty() && (frame.width() != frames[0].width() || frame.height() != frames[0].height())) {
        failure_ = "the cloud was not saved because the window's size has changed";
        return cancel(state);
    }
    if (frames.empty() && recording_.is_animation)
        wanted_ = std::clamp<std::size_t>(max_frame_bytes / frame.pixels().size_bytes(), 2, max_frames);
    frames.push_back(std::move(frame));
    if (frames.size() == wanted_) {
        writer_.ask_again(recording_);
        return cancel(state);
    }
    const double share = double(frames.size()) / double(wanted_ - 1);
    state.drift.show(static_cast<std::size_t>(std::lround(share * double(state.drift.frames() - 1))));
}

void CloudRecorder::cancel(ViewState& state) {
    recording_ = {};
    state.is_recorded = false;
    state.drift.show(shown_before_);
    if (played_before_) state.drift.play();
}

void CloudRecorder::fail(const Error& reason, ViewState& state) {
    failure_ = std::string("the cloud was not saved: ") + reason.what();
    cancel(state);
}

std::filesystem::path CloudRecorder::write(const Recording& recording, Progress&) {
    EncodeOptions options;
    if (recording.is_animation) options.animation = timing(recording.frames->size());
    write_file_atomically(recording.file,
                          encode_image(joined(*recording.frames), image_format_of(recording.file), options),
                          recording.overwrite);
    return recording.file;
}

bool CloudRecorder::deliver(ViewState& state) {
    if (!writer_.deliver()) return false;
    if (writer_.answer()) state.said = "Saved " + writer_.answer()->string();
    if (writer_.failure()) failure_ = writer_.failure()->what();
    writer_.forget(); // and the frames with it
    return true;
}

CloudDialog::CloudDialog(JobThreads& threads)
    : target_(threads, [](const std::filesystem::path& file, Progress&) {
          std::error_code unknown;
          Target target{.exists = std::filesystem::exists(file, unknown)};
          try {
              check_target(file, Overwrite::yes);
          } catch (const Error& error) {
              target.refusal = error.what();
          }
          return target;
      }) {}

void CloudDialog::open(const std::filesystem::path& picture) {
    wanted_ = true;
    failure_.clear();
    target_.forget();
    folder_ = picture.parent_path();
    path_.set((folder_ / (picture.stem().string() + "-cloud.png")).string());
    path_.select_name();
}

void CloudDialog::draw_kind(const Gui& gui) {
    caption("Save", gui, caption_column(gui));
    std::filesystem::path file = path_.text();
    const auto animated = segments<bool>("kind", {{false, "This view"}, {true, "The whole drift"}},
                                         is_animated_name(file), gui);
    if (animated) path_.set(file.replace_extension(*animated ? ".apng" : ".png").string());
}

void CloudDialog::save(CloudRecorder& recorder, const Target& target, ViewState& state) {
    failure_ = target.refusal;
    if (!failure_.empty()) return;
    try {
        recorder.begin(file(), target.exists ? Overwrite::yes : Overwrite::no, state);
        ImGui::CloseCurrentPopup();
    } catch (const Error& error) {
        failure_ = error.what();
    }
}

void CloudDialog::draw_buttons(const FrameContext& frame, CloudRecorder& recorder) {
    target_.ask(file());
    // Until it is known, the recorder refuses to replace a file.
    const Target target = target_.answer().value_or(Target{});
    if (target.exists) warning_text(file().filename().string() + " exists.", frame.gui);
    ImGui::Spacing();
    cancel_button(frame.gui);
    const bool ready = !recorder.busy() && !path_.empty();
    if (default_button("Save", target.exists, ready, frame.gui)) save(recorder, target, frame.state);
}

void CloudDialog::draw(const FrameContext& frame, CloudRecorder& recorder, FileDialog& files) {
    if (!begin_dialog("save cloud", DialogKind::form, wanted_, 560, frame.gui)) return;
    dialog_title("Save the cloud", frame.gui);
    ImGui::TextDisabled("At the size shown here. The whole drift becomes an animated PNG of four seconds.");
    ImGui::Spacing();
    draw_kind(frame.gui);
    const std::string before = path_.text();
    path_.draw("File", files, folder_, wanted_, frame.gui);
    if (path_.text() != before) failure_.clear();
    if (!failure_.empty()) warning_text(failure_, frame.gui);
    draw_buttons(frame, recorder);
    end_dialog();
}

}
