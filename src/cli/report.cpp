#include "cli/report.h"

#include "base/output_file.h"

#include <nlohmann/json.hpp>

#include <sys/resource.h>
#include <utility>

namespace huedrift {

void print(const std::string& text) { write_stdout(std::as_bytes(std::span(text))); }

nlohmann::ordered_json new_report(const std::string& command) {
    return {{"version", 1}, {"command", command}};
}

std::string json_text(const nlohmann::ordered_json& report) {
    // JSON holds only UTF-8, so invalid bytes of file names become U+FFFD.
    return report.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

void print_json(const nlohmann::ordered_json& report) { print(json_text(report)); }

void GrowingReport::begin() {
    if (begun_) return;
    begun_ = true;
    nlohmann::ordered_json head = new_report(command_);
    head[list_] = nlohmann::ordered_json::array();
    std::string text = json_text(head);
    text.resize(text.rfind(']'));
    print(text);
}

void GrowingReport::add(const nlohmann::ordered_json& item) {
    begin();
    std::string text = json_text(item);
    text.pop_back();
    print(std::exchange(empty_, false) ? text : "," + text);
}

void GrowingReport::end(const nlohmann::ordered_json& rest) {
    begin();
    std::string text = json_text(rest);
    text.front() = ',';
    print("]" + text);
}

std::uint64_t peak_memory() {
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

}
