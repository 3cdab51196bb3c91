#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace huedrift::app {

/// A question for files.
struct FileQuestion {
    enum class Kind { pictures, palette, target };

    Kind kind = Kind::pictures;
    std::filesystem::path start{};               ///< the folder to start in; for a target the suggested file
    std::vector<std::filesystem::path> recent{}; ///< files opened lately, newest first
};

/// The contents of a folder: folders, then files, each in natural order.
struct Folder {
    struct Entry {
        std::filesystem::path path;
        std::string name;
        bool is_folder;
        std::string size; ///< for files
    };

    std::filesystem::path path;
    std::vector<Entry> entries{};
    std::string reason{}; ///< why it cannot be read, a sentence; else empty
};

/// Lists the files that may answer a question, for a palette also pictures, for a target all. Leaves out
/// hidden files.
Folder read_folder(const std::filesystem::path& path, FileQuestion::Kind kind);

/// The absolute path of a file.
std::filesystem::path whole_path(const std::filesystem::path& file);
/// The pictures that a user means by names.
struct MeantPictures {
    std::vector<std::filesystem::path> files{}; ///< absolute
    std::string refusal{};                      ///< a sentence about a folder without pictures, or empty
};
/// The pictures for a list of files and folders; a folder stands for its pictures, in natural order.
MeantPictures pictures_meant(const std::vector<std::filesystem::path>& named);

/// Whether a name comes before another in natural order: "b2" before "B10".
bool natural_less(std::string_view a, std::string_view b);

std::filesystem::path home_folder();
/// The user's folder of pictures, as the desktop names it in user-dirs.dirs (XDG); the home folder if there
/// is none.
std::filesystem::path pictures_folder();
/// `path` if that is a folder, else the nearest folder that it is to be in; pictures_folder() if there is
/// none.
std::filesystem::path nearest_folder(std::filesystem::path path);

/// The path that a text means, or none if it is part of a name. A path begins with "/" or "~", or contains
/// "/" or "..".
std::optional<std::filesystem::path> path_meant(std::string_view text, const std::filesystem::path& from);

}
