#pragma once

#include "session/export.h"

#include <string>

namespace huedrift {

/// `word` quoted for a POSIX shell: in single quotes where it holds anything but plain characters.
std::string shell_quoted(const std::string& word);

/// The huedrift-cli commands, one per line, that write the same bytes as this export of a document with this
/// recipe. Without a picture in the request, the target is suggested_target().
std::string cli_command(const Document& document, const Recipe& recipe, const ExportRequest& request);

}
