#pragma once

#include "base/parallel.h"
#include "reduction/engine.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace huedrift {

/// What the user asked to compute with.
struct EngineChoice {
    std::string engine = "auto";  ///< "auto" or the name of an engine
    std::string device{};         ///< a number of the list, part of a device's name, or empty: the best
    std::optional<int> threads{}; ///< none: all
    std::optional<std::size_t> memory_limit{}; ///< as in CpuEngine
};

/// One engine on one device.
struct EngineEntry {
    std::string engine, device;
    std::string reason;  ///< why it cannot be used; empty when it can
    bool is_gpu = false; ///< what auto prefers
    std::function<std::unique_ptr<Engine>(std::optional<std::size_t> memory_limit)> make;

    bool usable() const { return reason.empty(); }
};

/// The names that EngineChoice::engine may have.
std::vector<std::string> engine_names();

/// All there are on this machine, usable or not. An entry's number is its place; GPUs come first.
std::vector<EngineEntry> engine_entries();

/// The entry that `choice` means. auto is the first usable GPU, else the CPU engine.
/// Throws Error(device) with the reason when there is none or it cannot be used.
const EngineEntry& choose_entry(const std::vector<EngineEntry>& entries, const EngineChoice& choice);

std::unique_ptr<Engine> make_engine(const EngineChoice& choice);

/// Bounds the threads as chosen, as long as the result lives.
std::unique_ptr<ThreadLimit> limit_threads(const EngineChoice& choice);

}
