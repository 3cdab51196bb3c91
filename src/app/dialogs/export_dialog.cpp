#include "app/dialogs/export_dialog.h"

#include "app/dialogs/dialog.h"
#include "app/dialogs/file_dialog.h"
#include "app/dialogs/folder.h"
#include "app/ui/clipboard.h"
#include "app/ui/texts.h"
#include "app/ui/widgets.h"
#include "session/cli_command.h"

#include <imgui.h>

#include <algorithm>
#include <cstring>

namespace huedrift::app {
namespace {

template <std::size_t size>
void put(std::array<char, size>& field, const std::string& text) {
    const std::size_t length = std::min(text.size(), size - 1);
    std::memcpy(field.data(), text.data(), length);
    field[length] = 0;
}

constexpr std::size_t max_indexed = 256;

/// Of the results that are shown.
std::size_t most_colors(const Snapshot& snapshot) {
    std::size_t most = 0;
    for (const Weighting weighting : each(snapshot.weightings))
        if (const auto& result = snapshot.result(weighting)) most = std::max(most, result->palette.size());
    return most;
}

bool is_png(const char* path) { return std::filesystem::path(path).extension() == ".png"; }

}

void ExportDialog::open(const Snapshot& snapshot) {
    if (!snapshot.document) return;
    wanted_ = true;
    replace_ = writing_ = false;
    failure_.clear();
    folder_ = snapshot.document->path.parent_path();
    weightings_ = snapshot.weightings;
    std::filesystem::path target = suggested_target(*snapshot.document, snapshot.recipe);
    put(picture_, target.string());
    put(palette_, target.replace_extension(".gpl").string());
}

/// What a typed path means: "~" is the user's folder, and a mere name lies beside the picture.
std::filesystem::path ExportDialog::target(const Field& path) const {
    if (!path[0]) return {};
    const std::string text = path.data();
    return path_meant(text, folder_).value_or(folder_ / text);
}

ExportRequest ExportDialog::request(const Snapshot& snapshot) const {
    return {.picture = writes_picture_ ? target(picture_) : std::filesystem::path(),
            .palette = writes_palette_ ? target(palette_) : std::filesystem::path(),
            .weightings = weightings_,
            .indexed = indexed_ && is_png(picture_.data()) && most_colors(snapshot) <= max_indexed,
            .settings = settings_ && is_png(picture_.data()),
            .overwrite = replace_ ? Overwrite::yes : Overwrite::no};
}

void ExportDialog::draw_path(const char* id, Field& path, FileDialog& files, const Gui& gui) {
    const float button = 84 * gui.scale();
    ImGui::PushID(id);
    ImGui::SetNextItemWidth(-button - ImGui::GetStyle().ItemSpacing.x);
    if (ImGui::InputText("##path", path.data(), path.size())) failure_.clear();
    if (&path == &picture_) picture_area_ = item_area();
    ImGui::SameLine();
    if (ImGui::Button("Choose\u2026", {button, 0}))
        files.ask({FileQuestion::Kind::target, path.data()}, [this, &path](const auto& chosen) {
            if (!chosen.empty()) put(path, chosen.front().string());
            wanted_ = true; // in case the window's own dialog replaced this one
        });
    ImGui::PopID();
}

void ExportDialog::draw_indexed(const Snapshot& snapshot, const Gui& gui) {
    const std::size_t colors = most_colors(snapshot);
    const bool fits = colors <= max_indexed;
    ImGui::BeginDisabled(!is_png(picture_.data()) || !fits);
    bool shown = indexed_ && fits;
    if (ImGui::Checkbox("Indexed", &shown)) indexed_ = shown;
    tooltip("A PNG with a colour table, of at most 256 colours.", gui);
    ImGui::EndDisabled();
    if (fits) return;
    ImGui::SameLine();
    ImGui::TextDisabled("(%s, 256 at most)", counted(colors, "colour", "colours").c_str());
}

void ExportDialog::draw_complaints(const Snapshot& snapshot, const Gui& gui) const {
    const std::string complaint = !failure_.empty()  ? failure_
                                  : snapshot.exact() ? ""
                                                     : "The exact result is not there yet.";
    if (complaint.empty()) return;
    ImGui::PushStyleColor(ImGuiCol_Text, packed(gui.theme().warning));
    ImGui::TextWrapped("%s", complaint.c_str());
    ImGui::PopStyleColor();
}

/// Whether what was asked for is written.
bool ExportDialog::await_end(const Snapshot& snapshot, Session& session) {
    if (!writing_ || snapshot.exporting) return false;
    writing_ = false;
    if (!snapshot.exported.empty()) return true;
    failure_ = snapshot.notice;
    session.dismiss_notice();
    return false;
}

void ExportDialog::draw_targets(const Snapshot& snapshot, FileDialog& files, const Gui& gui) {
    const float column = 112 * gui.scale();
    ImGui::Checkbox("Picture", &writes_picture_);
    ImGui::SameLine(column);
    ImGui::BeginDisabled(!writes_picture_);
    draw_path("picture", picture_, files, gui);
    ImGui::SetCursorPosX(column);
    draw_indexed(snapshot, gui);
    ImGui::SameLine(0, 20 * gui.scale());
    ImGui::BeginDisabled(!is_png(picture_.data()));
    ImGui::Checkbox("With these settings inside", &settings_);
    tooltip("Dropped on this window, such a PNG brings them back.", gui);
    ImGui::EndDisabled();
    ImGui::SetCursorPosX(column);
    ImGui::TextDisabled("png, jpg, bmp or tga, by its name");
    ImGui::EndDisabled();

    ImGui::Checkbox("Palette", &writes_palette_);
    ImGui::SameLine(column);
    ImGui::BeginDisabled(!writes_palette_);
    draw_path("palette", palette_, files, gui);
    ImGui::SetCursorPosX(column);
    ImGui::TextDisabled("gpl, hex, json, act, pal, ase or css, by its name");
    ImGui::EndDisabled();

    if (snapshot.weightings != Weightings::both) return;
    caption("Weighting", gui, column);
    if (const auto chosen =
            segments("which", {"Palette", "Frequency", "Both"}, static_cast<int>(weightings_), gui))
        weightings_ = static_cast<Weightings>(*chosen);
}

void ExportDialog::draw(const Snapshot& snapshot, Session& session, FileDialog& files, ViewState& state,
                        const Gui& gui) {
    if (!begin_dialog("export", wanted_, 640, gui)) return;
    ImGui::PushFont(gui.fonts().title);
    ImGui::TextUnformatted("Export");
    ImGui::PopFont();
    ImGui::Spacing();
    if (snapshot.weightings != Weightings::both) weightings_ = snapshot.weightings;
    if (await_end(snapshot, session)) ImGui::CloseCurrentPopup();
    draw_targets(snapshot, files, gui);
    ImGui::Spacing();

    const ExportRequest wanted = request(snapshot);
    const auto there = would_overwrite(wanted);
    if (!there.empty()) {
        std::string names = there[0].filename().string();
        if (there.size() > 1) names += " and " + std::to_string(there.size() - 1) + " more";
        ImGui::Checkbox(("Replace " + names).c_str(), &replace_);
    }
    draw_complaints(snapshot, gui);
    ImGui::Spacing();
    const float width = 96 * gui.scale();
    if (snapshot.document && ImGui::Button("Copy as command"))
        copy(cli_command(*snapshot.document, snapshot.recipe, wanted), "the command", state);
    tooltip("The huedrift-cli command that writes the same bytes.", gui);
    ImGui::SameLine(ImGui::GetContentRegionMax().x - 2 * width - ImGui::GetStyle().ItemSpacing.x);
    if (ImGui::Button("Cancel", {width, 0})) ImGui::CloseCurrentPopup();
    ImGui::SameLine();
    const bool writes = (writes_picture_ && picture_[0]) || (writes_palette_ && palette_[0]);
    const bool ready = writes && snapshot.exact() && !snapshot.exporting && (there.empty() || replace_);
    ImGui::BeginDisabled(!ready);
    const bool entered = ready && ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Enter), false);
    if (accented_button("Export", gui, width) || entered) {
        session.export_results(wanted);
        failure_.clear();
        writing_ = true;
    }
    ImGui::EndDisabled();
    end_dialog();
}

}
