#pragma once

#include "base/error.h"

#include <algorithm>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace huedrift {

/// One line of a table from file name extensions (lower case, without the dot) to formats.
template <typename Format>
struct NamedFormat {
    std::string_view extension;
    Format format;
};

/// "png, jpg, bmp": the extensions of a table, for messages and help texts.
template <typename Format>
std::string list_extensions(std::span<const NamedFormat<Format>> table) {
    std::string list;
    for (const auto& line : table) list.append(list.empty() ? "" : ", ").append(line.extension);
    return list;
}

/// The format for a file name's extension, in any case. `what` names this sort of format in messages. Throws
/// Error(usage), which lists the table's extensions.
template <typename Format>
Format format_by_extension(const std::filesystem::path& path, std::span<const NamedFormat<Format>> table,
                           const std::string& what) {
    std::string extension = path.extension().string();
    std::ranges::transform(extension, extension.begin(),
                           [](char c) { return 'A' <= c && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    for (const auto& line : table)
        if (!extension.empty() && line.extension == std::string_view(extension).substr(1)) return line.format;
    throw Error(ErrorKind::usage, path.string() + ": the name does not end in a known " + what +
                                      " extension; use one of " + list_extensions(table));
}

}
