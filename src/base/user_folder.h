#pragma once

#include <filesystem>

namespace huedrift {

/// This program's folder for files of one kind, by the XDG Base Directory Specification: "huedrift" below
/// what the environment variable names ("XDG_CACHE_HOME", say), or below `in_home` (".cache") in the home
/// folder where it names nothing absolute. Empty when there is no home folder either. Nothing is created.
std::filesystem::path user_folder(const char* variable, const char* in_home);

}
