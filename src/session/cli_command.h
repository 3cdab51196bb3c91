#pragma once

#include "session/export.h"

#include <string>

namespace huedrift {

/// `word` as a POSIX shell takes it: in single quotes where it holds anything but plain characters.
std::string shell_quoted(const std::string& word);

/// The commands, one a line, with which huedrift-cli writes the same bytes as this export of a document with
/// this recipe. Without a picture in the request, the target is suggested_target().
std::string cli_command(const Document& document, const Recipe& recipe, const ExportRequest& request);

}
