#pragma once

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <string>
#include <utility>

namespace huedrift {

/// Prints results on stdout. Throws Error(output) if that fails.
void print(const std::string& text);

/// The head of every JSON report: the version of the layouts in docs/json.md and the command.
nlohmann::ordered_json new_report(const std::string& command);
/// A report as one line of text.
std::string json_text(const nlohmann::ordered_json& report);
void print_json(const nlohmann::ordered_json& report);

/// A report that prints its list as it grows: ten thousand pictures would fill the memory.
class GrowingReport {
public:
    GrowingReport(std::string command, std::string list)
        : command_(std::move(command)), list_(std::move(list)) {}

    void add(const nlohmann::ordered_json& item);
    /// Ends the list and prints the other members.
    void end(const nlohmann::ordered_json& rest);

private:
    void begin();

    std::string command_, list_;
    bool begun_ = false, empty_ = true;
};

/// The peak memory of this process, in bytes.
std::uint64_t peak_memory();

}
