#include "cli/report.h"

#include "base/output_file.h"

#include <nlohmann/json.hpp>

#include <sys/resource.h>

namespace huedrift {

void print(const std::string& text) { write_stdout(std::as_bytes(std::span(text))); }

nlohmann::ordered_json new_report(const std::string& command) {
    return {{"version", 1}, {"command", command}};
}

std::string json_text(const nlohmann::ordered_json& report) {
    // File names may be any bytes, but JSON holds only UTF-8: invalid bytes become U+FFFD.
    return report.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

void print_json(const nlohmann::ordered_json& report) { print(json_text(report)); }

std::uint64_t peak_memory() {
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

}
