#include "base/location.h"

#include <cstdlib>

namespace huedrift {

Location Location::named(const std::string& word) {
    for (const Location& known : {standard_stream(), clipboard()})
        if (known.path_ == word) return known;
    return {std::filesystem::path(word)};
}

std::string Location::stem() const {
    if (is_standard_stream()) return "stdin";
    return is_clipboard() ? "clipboard" : path_.stem().string();
}

std::string Location::word() const {
    const bool is_misread = is_file() && !named(path_.string()).is_file();
    return (is_misread ? "." / path_ : path_).string();
}

std::string Location::name() const {
    if (is_standard_stream()) return "standard input";
    return is_clipboard() ? "the clipboard" : path_.string();
}

std::string Location::output_name() const { return is_standard_stream() ? "standard output" : name(); }

std::filesystem::path user_folder(const char* variable, const char* in_home) {
    // The specification ignores paths that are not absolute.
    const auto absolute = [](const char* name) {
        const char* const value = std::getenv(name);
        const std::filesystem::path path(value ? value : "");
        return path.is_absolute() ? path : std::filesystem::path();
    };
    if (const auto folder = absolute(variable); !folder.empty()) return folder / "huedrift";
    const auto home = absolute("HOME");
    return home.empty() ? home : home / in_home / "huedrift";
}

}
