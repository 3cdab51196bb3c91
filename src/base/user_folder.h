#pragma once

#include <filesystem>

namespace huedrift {

/// The folder of huedrift for one kind of file, by the XDG Base Directory Specification: "huedrift" in the
/// folder that an environment variable names (such as "XDG_CACHE_HOME") or, unless that holds an absolute
/// path, in `in_home` (such as ".cache") of the home folder. Empty without a home folder. Creates nothing.
std::filesystem::path user_folder(const char* variable, const char* in_home);

}
