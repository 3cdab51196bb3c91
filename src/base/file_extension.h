#pragma once

#include "base/error.h"

#include <algorithm>
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

}
