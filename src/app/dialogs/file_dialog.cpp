#include "app/dialogs/file_dialog.h"

#include "app/ui/actions.h"
#include "app/ui/dialog.h"
#include "app/ui/texts.h"
#include "app/ui/widgets.h"
#include "base/location.h"
#include "image/load.h"
#include "image/picture_formats.h"
#include "palette/palette_file.h"

#include <imgui.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <utility>

namespace huedrift::app {
namespace {

char lower(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Takes leading digits off a text; returns them without leading zeros.
std::string_view take_number(std::string_view& text) {
    const std::size_t end = std::min(text.find_first_not_of("0123456789"), text.size());
    std::string_view digits = text.substr(0, end);
    text.remove_prefix(end);
    digits.remove_prefix(std::min(digits.find_first_not_of('0'), digits.size()));
    return digits;
}

}

bool natural_less(std::string_view a, std::string_view b) {
    std::string_view x = a, y = b;
    while (!x.empty() && !y.empty()) {
        if (is_digit(x[0]) && is_digit(y[0])) {
            const std::string_view m = take_number(x), n = take_number(y);
            if (m != n) return m.size() != n.size() ? m.size() < n.size() : m < n;
            continue;
        }
        const auto c = static_cast<unsigned char>(lower(x[0])), d = static_cast<unsigned char>(lower(y[0]));
        if (c != d) return c < d;
        x.remove_prefix(1);
        y.remove_prefix(1);
    }
    if (x.empty() != y.empty()) return x.empty();
    return a < b;
}

namespace {

bool is_listed(const std::filesystem::path& file, FileQuestion::Kind kind) {
    return kind == FileQuestion::Kind::target || is_picture_name(file) ||
           (kind == FileQuestion::Kind::palette && is_palette_name(file));
}

/// Lists the files that may answer a question, for a palette also pictures, for a target all. Leaves out
/// hidden files.
Folder read_folder(const std::filesystem::path& path, FileQuestion::Kind kind) {
    Folder folder{path};
    std::error_code failed;
    for (std::filesystem::directory_iterator it(path, failed), end; !failed && it != end;
         it.increment(failed)) {
        const std::string name = it->path().filename().string();
        std::error_code unknown;
        const bool is_folder = it->is_directory(unknown);
        if (name.starts_with('.')) continue;
        if (!is_folder && !is_listed(it->path(), kind)) continue;
        const std::uintmax_t bytes = is_folder ? 0 : it->file_size(unknown);
        folder.entries.push_back({it->path(), name, is_folder, is_folder || unknown ? "" : file_size(bytes)});
    }
    if (failed) folder.reason = "This folder cannot be read: " + failed.message() + ".";
    std::ranges::sort(folder.entries, [&](const Folder::Entry& x, const Folder::Entry& y) {
        if (x.is_folder != y.is_folder) return x.is_folder;
        // For palettes, files of nothing else come first.
        const bool palettes = kind == FileQuestion::Kind::palette && !x.is_folder,
                   first = palettes && !is_picture_name(x.path),
                   second = palettes && !is_picture_name(y.path);
        return first != second ? first : natural_less(x.name, y.name);
    });
    return folder;
}

}

std::filesystem::path whole_path(const std::filesystem::path& file) {
    std::error_code failed;
    std::filesystem::path whole = std::filesystem::absolute(file, failed).lexically_normal();
    return failed ? file : whole;
}

std::vector<std::filesystem::path> pictures_meant(const std::vector<std::filesystem::path>& named) {
    std::vector<std::filesystem::path> files;
    for (const std::filesystem::path& path : named) {
        const std::size_t before = files.size();
        std::error_code unknown;
        if (std::filesystem::is_directory(path, unknown))
            for (const Folder::Entry& entry : read_folder(path, FileQuestion::Kind::pictures).entries)
                if (!entry.is_folder) files.push_back(whole_path(entry.path));
        if (files.size() == before) files.push_back(whole_path(path)); // opening it reports the failure
    }
    return files;
}

std::filesystem::path home_folder() {
    const char* const home = std::getenv("HOME");
    return home && *home ? home : "/";
}

std::filesystem::path pictures_folder() {
    const std::filesystem::path home = home_folder();
    std::filesystem::path folder = home / "Pictures";
    std::ifstream lines(user_folder("XDG_CONFIG_HOME", ".config").replace_filename("user-dirs.dirs"));
    constexpr std::string_view begins = "XDG_PICTURES_DIR=\"", from_home = "$HOME/";
    for (std::string line; std::getline(lines, line);) {
        if (!line.starts_with(begins) || !line.ends_with('"')) continue;
        const std::string named = line.substr(begins.size(), line.size() - begins.size() - 1);
        folder = named.starts_with(from_home) ? home / named.substr(from_home.size())
                                              : std::filesystem::path(named);
    }
    std::error_code unknown;
    return std::filesystem::is_directory(folder, unknown) ? folder : home;
}

std::filesystem::path nearest_folder(std::filesystem::path path) {
    std::error_code unknown;
    while (path.has_relative_path() && !std::filesystem::is_directory(path, unknown))
        path = path.parent_path();
    return path.empty() ? pictures_folder() : path;
}

std::optional<std::filesystem::path> path_meant(std::string_view text, const std::filesystem::path& from) {
    if (text == "~") return home_folder();
    if (text.starts_with("~/")) return home_folder() / text.substr(2);
    if (text != ".." && text.find('/') == text.npos) return {};
    const std::filesystem::path whole = (from / text).lexically_normal();
    // "/a/b/" is the folder "/a/b".
    return whole.has_filename() || whole == whole.root_path() ? whole : whole.parent_path();
}

namespace {

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
          Found found = task();
          found.pictures = pictures_folder();
          return found;
      }) {}

void FileBrowser::open(const FileQuestion& question) {
    wanted_ = true;
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
        return Found{.folder = read_folder(nearest_folder(folder), kind)};
    });
}

/// Lists the files opened lately that are still there.
void FileBrowser::read_recent() {
    begin([recent = question_.recent, folder = folder_.path] {
        Found found{.folder = Folder{folder}, .is_recent = true};
        for (const std::filesystem::path& file : recent) {
            std::error_code failed;
            const std::uintmax_t bytes = std::filesystem::file_size(file, failed);
            if (!failed)
                found.folder->entries.push_back({file, file.filename().string(), false, file_size(bytes)});
        }
        return found;
    });
}

bool FileBrowser::deliver() {
    if (!reader_.deliver()) return false;
    if (!is_open()) return true;
    if (reader_.failure()) show({.complaint = reader_.failure()->what()});
    if (reader_.answer()) show(*reader_.answer());
    return true;
}

void FileBrowser::show(const Found& found) {
    complaint_ = found.complaint;
    opened_ = found.chosen;
    if (!found.pictures.empty()) pictures_ = found.pictures;
    refocus_ = asked_text_ == filter_.data(); // else the user is typing
    if (!found.folder) return;
    folder_ = *found.folder;
    lists_recent_ = found.is_recent;
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
    std::vector<const Folder::Entry*> found;
    const bool all = !filter_[0] || typed_;
    for (const Folder::Entry& entry : folder_.entries)
        if (all || match_score(filter_.data(), entry.name) > 0) found.push_back(&entry);
    return found;
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
    if (scrolls_ && row == selection_.cursor()) ImGui::SetScrollHereY();
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

void FileBrowser::draw_rows(ThumbnailView& thumbnails, const Gui& gui) {
    const float row = ImGui::GetFrameHeight();
    ImGui::BeginChild("entries", {0, std::min(14 * row, ImGui::GetIO().DisplaySize.y * 0.84f - 9 * row)});
    if (std::exchange(is_new_, false)) ImGui::SetScrollY(0);
    if (ImGui::GetMouseClickedCount(ImGuiMouseButton_Left) == 1) pressed_ = reads_;
    for (std::size_t i = 0; i < listed_.size(); ++i) {
        if (begins_pictures(i)) ImGui::Separator();
        draw_row(*listed_[i], static_cast<int>(i), thumbnails, gui);
    }
    scrolls_ = false;
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
    return typed_ || listed_.size() == 1 || !chosen().empty() ||
           (row >= 0 && listed_[static_cast<std::size_t>(row)]->is_folder);
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
        if (is_folder(typed)) return Found{.folder = read_folder(typed, kind)};
        if (!std::filesystem::exists(typed, failed))
            return Found{.complaint = "There is no " + typed.string() + "."};
        return takes_files ? Found{.chosen = {typed}} : Found{};
    });
}

/// The suggested file in the folder that is shown, or in the typed one, once a job has found it.
FileBrowser::Files FileBrowser::target() {
    const std::filesystem::path name = question_.start.filename();
    if (!typed_) return {folder_.path / name};
    begin([name, typed = *typed_] {
        return is_folder(typed) ? Found{.chosen = {typed / name}}
                                : Found{.complaint = typed.string() + " is not a folder."};
    });
    return {};
}

void FileBrowser::make_folder() {
    begin([made = folder_.path / filter_.data(), kind = question_.kind] {
        std::error_code failed;
        std::filesystem::create_directory(made, failed);
        return failed ? Found{.complaint = made.string() + " cannot be created: " + failed.message() + "."}
                      : Found{.folder = read_folder(made, kind)};
    });
}

FileBrowser::Files FileBrowser::draw_buttons(const Gui& gui) {
    Files taken;
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
        taken = chooses_folder() ? target() : entered();
    return taken;
}

std::optional<std::vector<std::filesystem::path>> FileBrowser::draw(ThumbnailView& thumbnails,
                                                                    const Gui& gui) {
    const bool opening = wanted_;
    if (!begin_dialog("file dialog", DialogKind::form, wanted_, 680, gui)) {
        if (!std::exchange(shown_, false)) return {};
        reader_.forget();
        return Files();
    }
    shown_ = true;
    constexpr const char* titles[]{"Open pictures", "Open a palette", "Choose a folder"};
    dialog_title(titles[static_cast<std::size_t>(question_.kind)], gui);
    draw_places(gui);
    if (!next_folder_.empty()) read(std::exchange(next_folder_, {}));
    if (std::exchange(is_read_, false)) thumbnails.recheck();
    draw_path(gui);
    draw_filter(opening);
    step_by_keys();
    draw_rows(thumbnails, gui);
    Files taken = draw_buttons(gui);
    if (!opened_.empty()) taken = std::exchange(opened_, {});
    if (key_pressed(ImGuiKey_Enter) && taken.empty()) taken = entered();
    if (!taken.empty()) ImGui::CloseCurrentPopup();
    end_dialog();
    if (taken.empty()) return {};
    shown_ = false;
    return taken;
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
