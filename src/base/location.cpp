#include "base/location.h"

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

}
