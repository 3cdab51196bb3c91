#include "cli/world_file.h"

#include <string>

namespace huedrift {
namespace {

namespace fs = std::filesystem;

enum class Naming {
    initials,  ///< the first and the last letter of the picture's extension, and w
    extension, ///< all of it, and w
    plain      ///< wld
};

std::string shifted(std::string text, char first, char last, int by) {
    for (char& c : text)
        if (first <= c && c <= last) c = static_cast<char>(c + by);
    return text;
}
std::string lower(const std::string& text) { return shifted(text, 'A', 'Z', 'a' - 'A'); }
std::string upper(const std::string& text) { return shifted(text, 'a', 'z', 'A' - 'a'); }

std::string extension_for(const fs::path& picture, Naming naming) {
    std::string own = picture.extension().string();
    if (naming == Naming::plain || own.size() < 2) return "wld";
    own.erase(0, 1);
    return naming == Naming::extension ? own + "w" : std::string{own.front(), own.back(), 'w'};
}

fs::path with_extension(fs::path picture, const std::string& extension) {
    return picture.replace_extension(extension);
}

}

std::optional<WorldFile> world_file_of(const fs::path& input, const fs::path& output) {
    if (input == "-" || output == "-") return std::nullopt;
    std::error_code unknown;
    for (const Naming naming : {Naming::initials, Naming::extension, Naming::plain}) {
        const std::string extension = extension_for(input, naming);
        for (const std::string& spelling : {lower(extension), upper(extension), extension}) {
            const fs::path source = with_extension(input, spelling);
            if (source == input || !fs::is_regular_file(source, unknown)) continue;
            const fs::path target = with_extension(output, lower(extension_for(output, naming)));
            if (fs::equivalent(source, target, unknown)) return std::nullopt;
            return WorldFile{source, target};
        }
    }
    return std::nullopt;
}

}
