#pragma once

#include <compare>
#include <filesystem>
#include <string>

namespace huedrift {

/// Where bytes are read from or written to: a file, a standard stream or the desktop's clipboard.
class Location {
public:
    /// Nowhere.
    Location() = default;
    /// A file, whatever its name. What a user typed is for named().
    Location(std::filesystem::path file) : path_(std::move(file)) {}

    static Location standard_stream() { return {Kind::standard_stream, "-"}; }
    static Location clipboard() { return {Kind::clipboard, "clipboard:"}; }
    /// As command lines name it: "-" is standard input or output, "clipboard:" the clipboard, all else a
    /// file.
    static Location named(const std::string& word);

    bool empty() const { return path_.empty(); }
    bool is_file() const { return kind_ == Kind::file && !empty(); }
    bool is_standard_stream() const { return kind_ == Kind::standard_stream; }
    bool is_clipboard() const { return kind_ == Kind::clipboard; }

    /// The file's path; empty for a stream or the clipboard.
    std::filesystem::path file() const { return kind_ == Kind::file ? path_ : std::filesystem::path(); }
    /// The folder of a file that is named with one; else empty.
    std::filesystem::path parent_path() const { return file().parent_path(); }
    /// The last part of word().
    std::filesystem::path filename() const { return path_.filename(); }
    /// What names of results begin with: "photo" for photo.png, "stdin" or "clipboard".
    std::string stem() const;
    /// What named() takes for it.
    std::string word() const;
    /// As messages name an input: the path, "standard input" or "the clipboard".
    std::string name() const;
    /// The same for an output.
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
    std::filesystem::path path_; ///< of a file; else word()
};

}
