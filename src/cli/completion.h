#pragma once

#include "cli/man_page.h"

#include <string>

namespace huedrift {

/// Adds the hidden options with which the build writes a program's manual (--man) and completions
/// (--completion bash|zsh|fish), from the descriptions of --help. Both end the parsing, as --version does.
void add_self_descriptions(CLI::App& program, const SelfDescription& description);

/// The script with which a shell (bash, zsh or fish) completes the program's commands, options and values.
std::string completion(const CLI::App& program, const std::string& shell);

}
