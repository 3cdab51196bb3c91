#pragma once

#include <filesystem>

namespace huedrift {

/// This program's folder for files of one kind, by the XDG Base Directory Specification: "huedrift" in the
/// folder that the environment variable names ("XDG_CACHE_HOME", say), or in `in_home` (".cache") of the home
/// folder where the variable holds no absolute path. Empty when there is no home folder either. Creates
/// nothing.
std::filesystem::path user_folder(const char* variable, const char* in_home);

}
