#pragma once

#include "session/export.h"

#include <string>

namespace huedrift {

/// Quotes `word` for a POSIX shell: adds single quotes unless all its characters are plain.
std::string shell_quoted(const std::string& word);

/// The huedrift-cli commands, one per line, that write the same bytes as this export of a document with this
/// recipe. A request without a picture gets suggested_target().
std::string cli_command(const Document& document, const Recipe& recipe, const ExportRequest& request);

}
