#pragma once

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <string>

namespace huedrift {

/// Results on stdout. Throws Error(output) when they are not taken.
void print(const std::string& text);

/// The head of every JSON report: the version of the layouts in docs/json.md and the command.
nlohmann::ordered_json new_report(const std::string& command);
/// A report as text, on one line: made to be read by programs, and a list of modes can be long.
std::string json_text(const nlohmann::ordered_json& report);
void print_json(const nlohmann::ordered_json& report);

/// The most memory this process has held, in bytes.
std::uint64_t peak_memory();

}
