#pragma once

#include "base/error.h"

#include <algorithm>
#include <compare>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace huedrift {

/// One row of a table that maps file name extensions (lower case, without the dot) to formats.
template <typename Format>
struct NamedFormat {
    std::string_view extension;
    Format format;
};

/// A text with its ASCII letters in lower case.
inline std::string lower_case(std::string_view text) {
    std::string lower(text);
    std::ranges::transform(lower, lower.begin(),
                           [](char c) { return 'A' <= c && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    return lower;
}

/// A file name's extension in lower case, without the dot.
inline std::string extension_of(const std::filesystem::path& path) {
    std::string extension = lower_case(path.extension().string());
    if (!extension.empty()) extension.erase(0, 1);
    return extension;
}

/// "png, jpg, bmp": the extensions of a table, each once, for messages and help texts.
template <typename Format>
std::string list_extensions(std::span<const NamedFormat<Format>> table) {
    std::string list;
    for (auto line = table.begin(); line != table.end(); ++line)
        if (std::find_if(table.begin(), line,
                         [&](const auto& other) { return other.extension == line->extension; }) == line)
            list.append(list.empty() ? "" : ", ").append(line->extension);
    return list;
}

/// The format for a file name's extension, in any case. `what` names the kind of format in messages. Throws
/// Error(usage) with a list of the known extensions.
template <typename Format>
Format format_by_extension(const std::filesystem::path& path, std::span<const NamedFormat<Format>> table,
                           const std::string& what) {
    const std::string extension = extension_of(path);
    for (const auto& line : table)
        if (!extension.empty() && line.extension == extension) return line.format;
    throw Error(ErrorKind::usage, path.string() + ": the name does not end in a known " + what +
                                      " extension; use one of " + list_extensions(table));
}

/// A source or target of bytes: a file, a standard stream or the desktop's clipboard.
class Location {
public:
    /// Nowhere.
    Location() = default;
    /// A file of any name, even "-". Pass words from a user to named() instead.
    Location(std::filesystem::path file) : path_(std::move(file)) {}

    static Location standard_stream() { return {Kind::standard_stream, "-"}; }
    /// The pictures that are on the clipboard one after the other are told apart by their numbers.
    static Location clipboard(std::uint64_t number = 0) {
        Location location{Kind::clipboard, "clipboard:"};
        location.number_ = number;
        return location;
    }
    /// Parses a word of the command line: "-" is standard input or output, "clipboard:" the clipboard,
    /// anything else a file.
    static Location named(const std::string& word);

    bool empty() const { return path_.empty(); }
    bool is_file() const { return kind_ == Kind::file && !empty(); }
    bool is_standard_stream() const { return kind_ == Kind::standard_stream; }
    bool is_clipboard() const { return kind_ == Kind::clipboard; }

    /// The file's path; empty for a stream or the clipboard.
    std::filesystem::path file() const { return kind_ == Kind::file ? path_ : std::filesystem::path(); }
    /// The folder part of a file's path; empty without one.
    std::filesystem::path parent_path() const { return file().parent_path(); }
    /// The last part of word().
    std::filesystem::path filename() const { return path_.filename(); }
    /// The stem for names of results: "photo" for photo.png, "stdin" or "clipboard".
    std::string stem() const;
    /// The word that named() turns into this location.
    std::string word() const;
    /// The name of an input in messages: the path, "standard input" or "the clipboard".
    std::string name() const;
    /// The name of an output in messages.
    std::string output_name() const;

    friend auto operator<=>(const Location&, const Location&) = default;
    friend bool operator==(const Location&, const Location&) = default;
    friend bool operator==(const Location& location, const std::filesystem::path& file) {
        return location == Location(file);
    }

private:
    enum class Kind { file, standard_stream, clipboard };

    Location(Kind kind, const char* word) : kind_(kind), path_(word) {}

    Kind kind_ = Kind::file;
    std::filesystem::path path_; ///< the file's path, or word()
    std::uint64_t number_ = 0;   ///< of a picture on the clipboard
};

/// The folder of huedrift for one kind of file, by the XDG Base Directory Specification: "huedrift" in the
/// folder that an environment variable names (such as "XDG_CACHE_HOME") or, unless that holds an absolute
/// path, in `in_home` (such as ".cache") of the home folder. Empty without a home folder. Creates nothing.
std::filesystem::path user_folder(const char* variable, const char* in_home);

}
