#include "app/dialogs/cloud_dialog.h"

#include "app/dialogs/dialog.h"
#include "app/dialogs/file_dialog.h"
#include "app/dialogs/folder.h"
#include "app/ui/widgets.h"
#include "image/save.h"

#include <imgui.h>

#include <cstdio>

namespace huedrift::app {
namespace {

void put_path(std::array<char, 4096>& text, const std::filesystem::path& path) {
    std::snprintf(text.data(), text.size(), "%s", path.c_str());
}

}

CloudDialog::CloudDialog(JobThreads& threads)
    : is_there_(threads, [](const std::filesystem::path& file, Progress&) {
          std::error_code unknown;
          return std::filesystem::exists(file, unknown);
      }) {}

/// What a typed path means: "~" is the home folder, and a bare name is a file beside the picture.
std::filesystem::path CloudDialog::file() const {
    return path_meant(file_.data(), folder_).value_or(folder_ / file_.data());
}

void CloudDialog::open(const std::filesystem::path& picture) {
    wanted_ = true;
    replace_ = false;
    failure_.clear();
    is_there_.forget();
    folder_ = picture.parent_path();
    put_path(file_, folder_ / (picture.stem().string() + "-cloud.png"));
}

void CloudDialog::draw_kind(const Gui& gui) {
    caption("Save", gui, caption_column(gui));
    std::filesystem::path file = file_.data();
    const auto chosen = segments("kind", {"What is seen", "The whole drift"}, is_animated_name(file), gui);
    if (chosen) put_path(file_, file.replace_extension(*chosen == 0 ? ".png" : ".apng"));
}

void CloudDialog::draw_file(FileDialog& files, const Gui& gui) {
    caption("File", gui, caption_column(gui));
    const float button = 84 * gui.scale();
    ImGui::SetNextItemWidth(-button - ImGui::GetStyle().ItemSpacing.x);
    if (ImGui::InputText("##file", file_.data(), file_.size())) failure_.clear();
    ImGui::SameLine();
    if (!ImGui::Button("Choose\u2026", {button, 0})) return;
    files.ask({FileQuestion::Kind::target, file_.data()}, [this](const auto& chosen) {
        if (!chosen.empty()) put_path(file_, chosen.front());
        wanted_ = true; // in case the window's own dialog replaced this one
    });
}

void CloudDialog::save(CloudRecorder& recorder, ViewState& state) {
    try {
        recorder.begin(file(), replace_ ? Overwrite::yes : Overwrite::no, state);
        ImGui::CloseCurrentPopup();
    } catch (const Error& error) {
        failure_ = error.what();
    }
}

void CloudDialog::draw_buttons(const FrameContext& frame, CloudRecorder& recorder) {
    const float width = 96 * frame.gui.scale();
    is_there_.ask(file());
    // Until it is known, the recorder refuses to replace a file.
    const bool is_there = is_there_.answer().value_or(false);
    if (is_there) ImGui::Checkbox("Replace the file", &replace_);
    ImGui::Spacing();
    ImGui::SetCursorPosX(ImGui::GetContentRegionMax().x - 2 * width - ImGui::GetStyle().ItemSpacing.x);
    if (ImGui::Button("Cancel", {width, 0})) ImGui::CloseCurrentPopup();
    ImGui::SameLine();
    ImGui::BeginDisabled(recorder.busy() || file_[0] == '\0' || (is_there && !replace_));
    if (accented_button("Save", frame.gui, width)) save(recorder, frame.state);
    ImGui::EndDisabled();
}

void CloudDialog::draw(const FrameContext& frame, CloudRecorder& recorder, FileDialog& files) {
    if (!begin_dialog("save cloud", wanted_, 560, frame.gui)) return;
    ImGui::PushFont(frame.gui.fonts().title);
    ImGui::TextUnformatted("Save the cloud");
    ImGui::PopFont();
    ImGui::TextDisabled("As large as it is seen; the drift as an animated PNG of four seconds.");
    ImGui::Spacing();
    draw_kind(frame.gui);
    draw_file(files, frame.gui);
    if (!failure_.empty()) {
        ImGui::PushStyleColor(ImGuiCol_Text, packed(frame.gui.theme().warning));
        ImGui::TextWrapped("%s", failure_.c_str());
        ImGui::PopStyleColor();
    }
    draw_buttons(frame, recorder);
    end_dialog();
}

}
