#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace huedrift::app {

/// The contents of a folder: first its folders, then its files, each in natural order.
struct Folder {
    struct Entry {
        std::filesystem::path path;
        std::string name;
        bool is_folder;
        std::string size; ///< for files
    };

    std::filesystem::path path;
    std::vector<Entry> entries{};
    std::string reason{}; ///< why it cannot be read, a sentence; empty if it can
};

enum class FilesListed { pictures, palettes, all }; ///< palettes: pictures, too, which may be some

/// Hidden files are left out.
Folder read_folder(const std::filesystem::path& path, FilesListed listed);

/// As it is found from any working folder.
std::filesystem::path whole_path(const std::filesystem::path& file);
/// The pictures that are meant by files and folders: by a folder those in it, in natural order. Whole paths.
std::vector<std::filesystem::path> pictures_meant(const std::vector<std::filesystem::path>& named);

/// Whether a name comes before another in natural order: "b2" before "B10".
bool natural_less(std::string_view a, std::string_view b);

std::filesystem::path home_folder();

/// The path that a text means if it is a path rather than part of a name: it begins with "/" or "~", or
/// contains "/" or "..".
std::optional<std::filesystem::path> path_meant(std::string_view text, const std::filesystem::path& from);

}
