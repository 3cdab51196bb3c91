#include "app/dialogs/file_browser.h"

#include "app/dialogs/dialog.h"
#include "app/ui/actions.h"
#include "app/ui/texts.h"
#include "app/ui/widgets.h"
#include "base/file_extension.h"

#include <imgui.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <utility>

namespace huedrift::app {
namespace {

bool is_picture(const std::filesystem::path& path) {
    constexpr std::array readable{".png", ".jpg", ".jpeg", ".bmp"};
    std::string extension = path.extension().string();
    std::transform(extension.begin(), extension.end(), extension.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return std::find(readable.begin(), readable.end(), extension) != readable.end();
}

std::filesystem::path home() {
    const char* const home = std::getenv("HOME");
    return home && *home ? home : "/";
}

}

void FileBrowser::open(const FileQuestion& question) {
    wanted_ = true;
    question_ = question;
    filter_[0] = 0;
    chosen_.clear();
    const std::filesystem::path folder = chooses_folder() ? question.start.parent_path() : question.start;
    std::error_code failed;
    read(std::filesystem::is_directory(folder, failed) ? folder : home());
}

void FileBrowser::read(const std::filesystem::path& folder) {
    folder_ = folder;
    entries_.clear();
    reason_.clear();
    std::error_code failed;
    for (std::filesystem::directory_iterator it(folder, failed), end; !failed && it != end;
         it.increment(failed)) {
        const std::string name = it->path().filename().string();
        std::error_code unknown;
        const bool is_folder = it->is_directory(unknown);
        const bool is_listed = is_folder || (!chooses_folder() && is_picture(it->path()));
        if (name.starts_with('.') || !is_listed) continue;
        const std::uintmax_t bytes = is_folder ? 0 : it->file_size(unknown);
        entries_.push_back({it->path(), name, is_folder, is_folder || unknown ? "" : file_size(bytes)});
    }
    if (failed) reason_ = "This folder cannot be read: " + failed.message() + ".";
    std::sort(entries_.begin(), entries_.end(), [](const Entry& x, const Entry& y) {
        return x.is_folder != y.is_folder ? x.is_folder : x.name < y.name;
    });
}

void FileBrowser::draw_path(const Gui& gui) {
    std::filesystem::path upto;
    ImGui::PushStyleColor(ImGuiCol_Button, packed(gui.theme().panel, 0));
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {5 * gui.scale(), 4 * gui.scale()});
    int number = 0;
    for (const auto& part : folder_) {
        upto /= part;
        if (number > 0) {
            ImGui::SameLine(0, 0);
            // The last parts matter most: those that would not fit go to the next line.
            if (ImGui::GetContentRegionAvail().x < ImGui::CalcTextSize(part.c_str()).x + 30 * gui.scale())
                ImGui::NewLine();
            else {
                ImGui::TextDisabled("/");
                ImGui::SameLine(0, 0);
            }
        }
        ImGui::PushID(number++);
        const std::string label = part == "/" ? "Computer" : part.string();
        if (ImGui::Button(label.c_str())) next_folder_ = upto;
        ImGui::PopID();
    }
    ImGui::PopStyleVar();
    ImGui::PopStyleColor();
}

std::vector<std::filesystem::path> FileBrowser::draw_entries(const Gui& gui) {
    std::vector<std::filesystem::path> opened;
    const bool entered = ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Enter), false);
    const float row = ImGui::GetFrameHeight();
    ImGui::BeginChild("entries", {0, std::min(14 * row, ImGui::GetIO().DisplaySize.y * 0.84f - 8 * row)});
    const Entry* only = nullptr;
    int shown = 0;
    for (const Entry& entry : entries_) {
        if (filter_[0] && match_score(filter_.data(), entry.name) == 0) continue;
        only = ++shown == 1 ? &entry : nullptr;
        const float top = ImGui::GetCursorPosY();
        ImGui::PushID(&entry);
        if (ImGui::Selectable("##entry", entry.path == chosen_, ImGuiSelectableFlags_DontClosePopups,
                              {0, ImGui::GetFrameHeight()})) {
            if (entry.is_folder)
                next_folder_ = entry.path;
            else
                chosen_ = entry.path;
        }
        if (!entry.is_folder && ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left))
            opened = {entry.path};
        ImGui::PopID();
        const float below = ImGui::GetCursorPosY();
        ImGui::SetCursorPos(
            {8 * gui.scale(), top + (ImGui::GetFrameHeight() - ImGui::GetTextLineHeight()) / 2});
        if (entry.is_folder) {
            ImGui::PushFont(gui.fonts().strong);
            ImGui::TextUnformatted((entry.name + " /").c_str());
            ImGui::PopFont();
        } else {
            ImGui::TextUnformatted(entry.name.c_str());
            ImGui::SameLine(ImGui::GetContentRegionMax().x - ImGui::CalcTextSize(entry.size.c_str()).x -
                            8 * gui.scale());
            ImGui::TextDisabled("%s", entry.size.c_str());
        }
        ImGui::SetCursorPosY(below);
    }
    if (shown == 0)
        ImGui::TextDisabled("%s", !reason_.empty()   ? reason_.c_str()
                                  : chooses_folder() ? "There are no folders here."
                                                     : "There are no pictures here (PNG, JPEG, BMP).");
    ImGui::EndChild();
    if (entered && only && only->is_folder) next_folder_ = only->path;
    if (entered && only && !only->is_folder) opened = {only->path};
    if (entered && !only && !chosen_.empty()) opened = {chosen_};
    return opened;
}

std::optional<std::vector<std::filesystem::path>> FileBrowser::draw(const Gui& gui) {
    const bool opening = wanted_;
    if (!begin_dialog("file dialog", wanted_, 680, gui)) {
        if (std::exchange(shown_, false)) return std::vector<std::filesystem::path>();
        return {};
    }
    shown_ = true;
    ImGui::PushFont(gui.fonts().title);
    ImGui::TextUnformatted(chooses_folder() ? "Choose a folder" : "Open a picture");
    ImGui::PopFont();
    draw_path(gui);
    ImGui::SetNextItemWidth(-1);
    if (opening || !next_folder_.empty()) ImGui::SetKeyboardFocusHere();
    if (!next_folder_.empty()) {
        read(std::exchange(next_folder_, {}));
        filter_[0] = 0;
    }
    ImGui::InputTextWithHint("##filter", "Type to find", filter_.data(), filter_.size());
    std::vector<std::filesystem::path> chosen = draw_entries(gui);
    const float width = 96 * gui.scale();
    ImGui::SetCursorPosX(ImGui::GetContentRegionMax().x - 2 * width - ImGui::GetStyle().ItemSpacing.x);
    if (ImGui::Button("Cancel", {width, 0})) ImGui::CloseCurrentPopup();
    ImGui::SameLine();
    ImGui::BeginDisabled(!chooses_folder() && chosen_.empty());
    if (accented_button(chooses_folder() ? "Choose" : "Open", gui, width))
        chosen = {chooses_folder() ? folder_ / question_.start.filename() : chosen_};
    ImGui::EndDisabled();
    if (!chosen.empty()) ImGui::CloseCurrentPopup();
    end_dialog();
    if (chosen.empty()) return {};
    shown_ = false;
    return chosen;
}

}
