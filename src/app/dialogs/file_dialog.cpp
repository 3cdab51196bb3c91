#include "app/dialogs/file_dialog.h"

#include "app/ui/actions.h"
#include "app/ui/dialog.h"
#include "app/ui/texts.h"
#include "app/ui/widgets.h"
#include "image/load.h"
#include "image/picture_formats.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace huedrift::app {
namespace {

const char* title_of(FileQuestion::Kind kind) {
    if (kind == FileQuestion::Kind::palette) return "Open a palette";
    return kind == FileQuestion::Kind::pictures ? "Open pictures" : "Choose a folder";
}

constexpr float row_height = 38; // units

void draw_folder_icon(const Box& area, const Gui& gui) {
    const auto [x, y, width, height] = area;
    const float scale = gui.scale();
    const ImVec2 middle{std::round(x + width / 2), std::round(y + height / 2)};
    const ImVec2 low{middle.x - 9 * scale, middle.y - 6 * scale},
        high{middle.x + 9 * scale, middle.y + 7 * scale};
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const std::uint32_t color = packed(gui.theme().muted);
    list.AddRectFilled({low.x, low.y - 2 * scale}, {low.x + 8 * scale, low.y + 2 * scale}, color, 2 * scale);
    list.AddRectFilled(low, high, color, 2 * scale);
}

/// "~/Pictures"
std::string shown_path(const std::filesystem::path& folder) {
    const std::filesystem::path from_home = folder.lexically_relative(home_folder());
    if (from_home.empty() || *from_home.begin() == "..") return folder.string();
    return from_home == "." ? "~" : "~/" + from_home.string();
}

bool is_folder(const std::filesystem::path& path) {
    std::error_code failed;
    return std::filesystem::is_directory(path, failed);
}

}

FileBrowser::FileBrowser(JobThreads& threads)
    : reader_(threads, [](const Task& task, Progress&) {
          DiskAnswer answer = task();
          answer.pictures = pictures_folder();
          return answer;
      }) {}

void FileBrowser::open(const FileQuestion& question) {
    opens_ = true;
    question_ = question;
    const std::filesystem::path asked = chooses_folder() ? question.start.parent_path() : question.start;
    // For the same question, the dialog opens where the user left it.
    const bool returns = visit().asked == asked && !visit().left_at.empty();
    visit().asked = asked;
    folder_ = {returns ? visit().left_at : asked};
    filter_[0] = 0;
    opened_.clear();
    list();
    read(folder_.path);
}

void FileBrowser::begin(const Task& task) {
    asked_text_ = filter_.data();
    reader_.ask_again(task);
}

void FileBrowser::read(const std::filesystem::path& folder) {
    begin([folder, kind = question_.kind] {
        return DiskAnswer{.folder = read_folder(nearest_folder(folder), kind)};
    });
}

/// Lists the files opened lately that are still there.
void FileBrowser::read_recent() {
    begin([recent = question_.recent, folder = folder_.path] {
        DiskAnswer answer{.folder = Folder{folder}, .is_recent = true};
        for (const std::filesystem::path& file : recent) {
            std::error_code failed;
            const std::uintmax_t bytes = std::filesystem::file_size(file, failed);
            if (!failed)
                answer.folder->entries.push_back({file, file.filename().string(), false, file_size(bytes)});
        }
        return answer;
    });
}

bool FileBrowser::deliver() {
    if (!reader_.deliver()) return false;
    if (!is_open()) return true;
    if (reader_.failure()) show({.complaint = reader_.failure()->what()});
    if (reader_.answer()) show(*reader_.answer());
    return true;
}

void FileBrowser::show(const DiskAnswer& answer) {
    complaint_ = answer.complaint;
    opened_ = answer.chosen;
    if (!answer.pictures.empty()) pictures_ = answer.pictures;
    refocus_ = asked_text_ == filter_.data(); // else the user is typing
    if (!answer.folder) return;
    folder_ = *answer.folder;
    lists_recent_ = answer.is_recent;
    if (!lists_recent_) visit().left_at = folder_.path;
    if (refocus_) filter_[0] = 0;
    list();
    is_read_ = true;
    ++reads_;
}

/// Takes in the typed text.
void FileBrowser::list() {
    typed_ = path_meant(filter_.data(), folder_.path);
    complaint_.clear();
    selection_.clear();
    listed_ = matching();
    is_new_ = true;
}

std::vector<const Folder::Entry*> FileBrowser::matching() const {
    std::vector<const Folder::Entry*> entries;
    const bool all = !filter_[0] || typed_;
    for (const Folder::Entry& entry : folder_.entries)
        if (all || match_score(filter_.data(), entry.name) > 0) entries.push_back(&entry);
    return entries;
}

/// Whether a row is the first picture below palettes.
bool FileBrowser::begins_pictures(std::size_t row) const {
    if (question_.kind != FileQuestion::Kind::palette || lists_recent_ || row == 0) return false;
    const Folder::Entry &above = *listed_[row - 1], &here = *listed_[row];
    return is_picture_name(here.path) && !here.is_folder && !above.is_folder && !is_picture_name(above.path);
}

/// Buttons at the right of the title for where pictures are kept.
void FileBrowser::draw_places(const Gui& gui) {
    const std::filesystem::path home = home_folder();
    const ImGuiStyle& style = ImGui::GetStyle();
    const std::string name = pictures_.filename().string();
    const auto width = [&](const char* text) {
        return ImGui::CalcTextSize(text).x + 2 * style.FramePadding.x;
    };
    const bool has_pictures = !pictures_.empty() && pictures_ != home;
    float right = ImGui::GetContentRegionMax().x - width("Home");
    if (!chooses_folder()) right -= width("Recent") + style.ItemSpacing.x;
    if (has_pictures) right -= width(name.c_str()) + style.ItemSpacing.x;
    ImGui::SameLine(right);
    if (!chooses_folder()) {
        ImGui::BeginDisabled(question_.recent.empty());
        if (ImGui::Button("Recent")) read_recent();
        ImGui::EndDisabled();
        tooltip("Files opened recently", gui);
        ImGui::SameLine();
    }
    if (ImGui::Button("Home")) next_folder_ = home;
    if (!has_pictures) return;
    ImGui::SameLine();
    if (ImGui::Button((name + "##pictures").c_str())) next_folder_ = pictures_;
}

void FileBrowser::draw_path(const Gui& gui) {
    std::filesystem::path upto;
    ImGui::PushStyleColor(ImGuiCol_Button, packed(gui.theme().panel, 0));
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {5 * gui.scale(), 4 * gui.scale()});
    int number = 0;
    if (lists_recent_) {
        if (ImGui::Button("Recent##path")) read_recent();
        ImGui::PopStyleVar();
        ImGui::PopStyleColor();
        return;
    }
    for (const auto& part : folder_.path) {
        upto /= part;
        if (number > 0) {
            ImGui::SameLine(0, 0);
            // Parts that do not fit go to the next line.
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

void FileBrowser::draw_filter(bool opening) {
    ImGui::SetNextItemWidth(-1);
    if (std::exchange(refocus_, false) || opening) ImGui::SetKeyboardFocusHere();
    // A field with a history keeps the arrow keys, which move through the list, from moving the focus.
    const auto no_history = [](ImGuiInputTextCallbackData*) { return 0; };
    if (ImGui::InputTextWithHint(
            "##filter", "Type a part of a name, or a path with /, ~ or ..", filter_.data(), filter_.size(),
            ImGuiInputTextFlags_CallbackHistory | ImGuiInputTextFlags_AutoSelectAll, no_history))
        list();
}

void FileBrowser::click(const Folder::Entry& entry, int row) {
    const ImGuiIO& io = ImGui::GetIO();
    if (entry.is_folder) {
        next_folder_ = entry.path;
        return;
    }
    refocus_ = true;
    if (io.KeyCtrl && takes_several()) {
        selection_.toggle(row);
    } else if (io.KeyShift && takes_several()) {
        selection_.extend(row);
    } else {
        selection_.choose(row);
    }
}

void FileBrowser::draw_row(const Folder::Entry& entry, int row, ThumbnailView& thumbnails, const Gui& gui) {
    const float top = ImGui::GetCursorPosY(), height = row_height * gui.scale(), inset = 8 * gui.scale(),
                side = height - inset / 2;
    const bool inert = chooses_folder() && !entry.is_folder;
    ImGui::PushID(row);
    ImGui::BeginDisabled(inert);
    if (ImGui::Selectable("##entry", selection_.contains(row), ImGuiSelectableFlags_DontClosePopups,
                          {0, height})) {
        const bool is_meant = !ImGui::IsMouseReleased(ImGuiMouseButton_Left) || pressed_ == reads_;
        if (is_meant)
            click(entry, row);
        else
            refocus_ = true; // the click began on another list
    }
    const Box area = item_area();
    if (!entry.is_folder && ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left) &&
        pressed_ == reads_)
        opened_ = {entry.path};
    if (begins_pictures(static_cast<std::size_t>(row))) { // a line in the gap, so that all rows are as high
        const float middle = area[1] - ImGui::GetStyle().ItemSpacing.y / 2;
        ImGui::GetWindowDrawList()->AddLine({area[0], middle}, {area[0] + area[2], middle},
                                            packed(gui.theme().line), gui.scale());
    }
    const float below = ImGui::GetCursorPosY();
    std::shared_ptr<const Thumbnail> seen;
    const Box icon{area[0] + inset, area[1] + (area[3] - side) / 2, 1.5f * side, side};
    if (entry.is_folder)
        draw_folder_icon(icon, gui);
    else if (is_picture_name(entry.path))
        seen = thumbnails.draw(entry.path, icon, gui);
    ImGui::SetCursorPos({2 * inset + 1.5f * side, top + (height - ImGui::GetTextLineHeight()) / 2});
    ImGui::PushFont(entry.is_folder ? gui.fonts().strong : gui.fonts().text);
    ImGui::TextUnformatted(entry.name.c_str());
    ImGui::PopFont();
    const float right = ImGui::GetContentRegionMax().x - inset;
    if (lists_recent_) {
        ImGui::SameLine();
        const float room = right - 160 * gui.scale() - ImGui::GetCursorPosX();
        if (room > 60 * gui.scale()) muted_text(shortened(shown_path(entry.path.parent_path()), room), gui);
    }
    const auto write = [&](const std::string& fact, float end) { // right-aligned columns of numbers
        ImGui::SameLine(end - ImGui::CalcTextSize(fact.c_str()).x);
        ImGui::TextDisabled("%s", fact.c_str());
    };
    if (seen && seen->width > 0) write(dimensions(seen->width, seen->height), right - 84 * gui.scale());
    if (!entry.is_folder) write(entry.size, right);
    ImGui::EndDisabled();
    ImGui::SetCursorPosY(below);
    ImGui::PopID();
}

/// Scrolls as little as shows the row, all of which are `step` high.
void FileBrowser::show_row(int row, float step) {
    const float top = static_cast<float>(row) * step, height = ImGui::GetWindowHeight();
    ImGui::SetScrollY(std::clamp(ImGui::GetScrollY(), std::min(top + step - height, top), top));
}

void FileBrowser::draw_rows(ThumbnailView& thumbnails, const Gui& gui) {
    const float row = ImGui::GetFrameHeight();
    ImGui::BeginChild("entries", {0, std::min(14 * row, ImGui::GetIO().DisplaySize.y * 0.84f - 9 * row)});
    if (std::exchange(is_new_, false)) ImGui::SetScrollY(0);
    if (ImGui::GetMouseClickedCount(ImGuiMouseButton_Left) == 1) pressed_ = reads_;
    // All rows have one height, so that thousands of hidden ones cost nothing.
    const float step = row_height * gui.scale() + ImGui::GetStyle().ItemSpacing.y;
    if (std::exchange(scrolls_, false) && selection_.cursor() >= 0) show_row(selection_.cursor(), step);
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(listed_.size()), step);
    while (clipper.Step())
        for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
            ++rows_drawn_;
            draw_row(*listed_[static_cast<std::size_t>(i)], i, thumbnails, gui);
        }
    if (listed_.empty() && !reader_.busy())
        ImGui::TextDisabled("%s",
                            (!folder_.reason.empty() ? folder_.reason
                             : lists_recent_ && folder_.entries.empty()
                                 ? "The files opened recently are no longer there."
                             : !folder_.entries.empty() ? "Nothing here has that name."
                             : chooses_folder()         ? "This folder is empty."
                             : !takes_several()         ? "There are no palettes or pictures here."
                                                : "There are no pictures here (" + formats_read("or") + ").")
                                .c_str());
    ImGui::EndChild();
    if (complaint_.empty()) return;
    wrapped_text(complaint_, gui.theme().warning);
}

void FileBrowser::step_by_keys() {
    const int before = selection_.cursor(), count = static_cast<int>(listed_.size());
    const bool extending = ImGui::GetIO().KeyShift && takes_several();
    if (key_pressed(ImGuiKey_DownArrow, true)) selection_.step(1, count, extending);
    if (key_pressed(ImGuiKey_UpArrow, true)) selection_.step(-1, count, extending);
    scrolls_ = before != selection_.cursor();
}

FileBrowser::Files FileBrowser::chosen() const {
    Files files;
    for (const int row : selection_.rows())
        if (const Folder::Entry& entry = *listed_[static_cast<std::size_t>(row)]; !entry.is_folder)
            files.push_back(entry.path);
    return files;
}

/// Whether Return opens anything.
bool FileBrowser::can_enter() const {
    const int row = selection_.cursor();
    const auto is_file = [&](int chosen) { return !listed_[static_cast<std::size_t>(chosen)]->is_folder; };
    return typed_ || listed_.size() == 1 || std::ranges::any_of(selection_.rows(), is_file) ||
           (row >= 0 && !is_file(row));
}

/// The files that Return opens: the typed path, once a job has found it, else the chosen files, else the
/// only entry listed.
FileBrowser::Files FileBrowser::entered() {
    if (typed_) {
        enter_typed();
        return {};
    }
    refocus_ = true;
    if (listed_.size() == 1 && selection_.rows().empty()) selection_.choose(0);
    if (selection_.cursor() < 0) return {};
    const Folder::Entry& entry = *listed_[static_cast<std::size_t>(selection_.cursor())];
    if (entry.is_folder) {
        next_folder_ = entry.path;
        return {};
    }
    return chooses_folder() ? Files{} : chosen();
}

void FileBrowser::enter_typed() {
    begin([typed = *typed_, kind = question_.kind, takes_files = !chooses_folder()] {
        std::error_code failed;
        if (is_folder(typed)) return DiskAnswer{.folder = read_folder(typed, kind)};
        if (!std::filesystem::exists(typed, failed))
            return DiskAnswer{.complaint = "There is no " + typed.string() + "."};
        return takes_files ? DiskAnswer{.chosen = {typed}} : DiskAnswer{};
    });
}

/// The suggested file in the folder that is shown, or in the typed one, once a job has found it.
FileBrowser::Files FileBrowser::target() {
    const std::filesystem::path name = question_.start.filename();
    if (!typed_) return {folder_.path / name};
    begin([name, typed = *typed_] {
        return is_folder(typed) ? DiskAnswer{.chosen = {typed / name}}
                                : DiskAnswer{.complaint = typed.string() + " is not a folder."};
    });
    return {};
}

void FileBrowser::make_folder() {
    begin([path = folder_.path / filter_.data(), kind = question_.kind] {
        std::error_code failed;
        std::filesystem::create_directory(path, failed);
        return failed
                   ? DiskAnswer{.complaint = path.string() + " cannot be created: " + failed.message() + "."}
                   : DiskAnswer{.folder = read_folder(path, kind)};
    });
}

FileBrowser::Files FileBrowser::draw_buttons(const Gui& gui) {
    Files answered;
    if (chooses_folder()) {
        ImGui::BeginDisabled(!filter_[0] || typed_ || reader_.busy());
        if (ImGui::Button("New Folder")) make_folder();
        ImGui::EndDisabled();
        tooltip("Creates a folder with the name typed above.", gui);
        ImGui::SameLine();
    }
    const Files files = chosen();
    if (files.size() > 1) {
        ImGui::AlignTextToFramePadding();
        ImGui::TextDisabled("%zu pictures", files.size());
        ImGui::SameLine();
    }
    cancel_button(gui);
    const bool ready = chooses_folder() ? !reader_.busy() : can_enter();
    if (accented_button(chooses_folder() ? "Choose" : "Open", gui, end_button_width(gui), ready))
        answered = chooses_folder() ? target() : entered();
    return answered;
}

std::optional<std::vector<std::filesystem::path>> FileBrowser::draw(ThumbnailView& thumbnails,
                                                                    const Gui& gui) {
    const bool opening = opens_;
    if (!begin_dialog("file dialog", DialogKind::form, opens_, 680, gui)) {
        if (!std::exchange(shown_, false)) return {};
        reader_.forget();
        return Files();
    }
    shown_ = true;
    dialog_title(title_of(question_.kind), gui);
    draw_places(gui);
    if (!next_folder_.empty()) read(std::exchange(next_folder_, {}));
    if (std::exchange(is_read_, false)) thumbnails.recheck();
    draw_path(gui);
    draw_filter(opening);
    step_by_keys();
    draw_rows(thumbnails, gui);
    Files answered = draw_buttons(gui);
    if (!opened_.empty()) answered = std::exchange(opened_, {});
    if (key_pressed(ImGuiKey_Enter) && answered.empty()) answered = entered();
    if (!answered.empty()) ImGui::CloseCurrentPopup();
    end_dialog();
    if (answered.empty()) return {};
    shown_ = false;
    return answered;
}

void FileDialog::ask(const FileQuestion& question, Answer answer) {
    question_ = question;
    answer_ = std::move(answer);
    if (desktop_.asks())
        ask_here();
    else
        desktop_.ask(
            question_, [this](const auto& files) { answer_(files); }, [this] { ask_here(); });
}

bool FileDialog::deliver() {
    const bool has_answered = desktop_.deliver();
    return browser_.deliver() || has_answered;
}

void FileDialog::ask_here() {
    desktop_.close();
    browser_.open(question_);
}

void FileDialog::draw(ThumbnailView& thumbnails, const Gui& gui, const Box& area) {
    if (desktop_.is_open() &&
        draw_message("The desktop's file dialog is open. Close this to use huedrift's own.", false, gui,
                     area))
        ask_here();
    if (const auto files = browser_.draw(thumbnails, gui)) answer_(*files);
}

}
