#include "app/dialogs/folders.h"

#include "app/ui/texts.h"
#include "base/location.h"
#include "image/load.h"
#include "image/picture_formats.h"
#include "palette/palette_file.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <fstream>

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

}

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

std::filesystem::path whole_path(const std::filesystem::path& file) {
    std::error_code failed;
    std::filesystem::path whole = std::filesystem::absolute(file, failed).lexically_normal();
    return failed ? file : whole;
}

MeantPictures pictures_meant(const std::vector<std::filesystem::path>& named) {
    MeantPictures meant;
    for (const std::filesystem::path& path : named) {
        std::error_code unknown;
        if (!std::filesystem::is_directory(path, unknown)) {
            meant.files.push_back(whole_path(path));
            continue;
        }
        const Folder folder = read_folder(path, FileQuestion::Kind::pictures);
        const std::size_t before = meant.files.size();
        for (const Folder::Entry& entry : folder.entries)
            if (!entry.is_folder) meant.files.push_back(whole_path(entry.path));
        if (meant.files.size() > before) continue;
        meant.refusal = whole_path(path).string() + ": " +
                        (folder.reason.empty() ? "the folder has no pictures" : folder.reason);
    }
    return meant;
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

}
