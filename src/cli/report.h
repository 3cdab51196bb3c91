#pragma once

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <string>

namespace huedrift {

/// Prints results on stdout. Throws Error(output) when that fails.
void print(const std::string& text);

/// The head of every JSON report: the version of the layouts in docs/json.md and the command.
nlohmann::ordered_json new_report(const std::string& command);
/// A report as text, on one line.
std::string json_text(const nlohmann::ordered_json& report);
void print_json(const nlohmann::ordered_json& report);

/// The peak memory of this process, in bytes.
std::uint64_t peak_memory();

}
