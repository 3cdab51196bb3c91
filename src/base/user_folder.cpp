#include "base/user_folder.h"

#include <cstdlib>

namespace huedrift {

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
