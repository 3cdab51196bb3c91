#include "cli/commands.h"

#include "cli/options.h"
#include "cli/report.h"
#include "engines/engine_choice.h"

#include <nlohmann/json.hpp>

#include <iomanip>
#include <sstream>

namespace huedrift {
namespace {

constexpr const char* devices_examples = R"(Examples:
  huedrift-cli devices
  huedrift-cli reduce in.png -o out.png --device 0
  huedrift-cli reduce in.png -o out.png --device nvidia)";

constexpr const char* without_gpu = R"(
No GPU can be used here, so the CPU does the work: the same bytes, only slower. A GPU needs a Vulkan driver,
from Debian's package mesa-vulkan-drivers or from the GPU's maker.
)";

int list_devices(bool json) {
    const std::vector<EngineEntry> entries = engine_entries();
    const EngineEntry& best = choose_entry(entries, {});
    std::ostringstream text;
    nlohmann::ordered_json rows = nlohmann::ordered_json::array();
    for (std::size_t number = 0; number < entries.size(); ++number) {
        const EngineEntry& entry = entries[number];
        const bool is_default = &entry == &best;
        rows.push_back({{"number", number},
                        {"engine", entry.engine},
                        {"device", entry.device},
                        {"usable", entry.usable()},
                        {"default", is_default},
                        {"reason", entry.reason}});
        text << number << "  " << std::left << std::setw(11) << entry.engine << entry.device;
        if (!entry.usable()) text << (entry.device.empty() ? "" : ", ") << "not usable: " << entry.reason;
        text << (is_default ? " (default)" : "") << "\n";
    }
    if (!best.is_gpu) text << without_gpu;
    if (json)
        print_report("devices", {{"devices", rows}});
    else
        print(text.str());
    return 0;
}

}

Command add_devices(CLI::App& program) {
    Arguments arguments(program, "devices", "List the engines and devices", devices_examples);
    const auto json = std::make_shared<bool>(false);
    arguments.flag("--json", *json, "Report as JSON", output_group);
    return {arguments.app(), [json] { return list_devices(*json); }};
}

}
