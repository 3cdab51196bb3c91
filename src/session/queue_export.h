#pragma once

#include "base/progress.h"
#include "pipeline/write_result.h"
#include "reduction/engine.h"
#include "session/weightings.h"

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace huedrift {

/// The pictures of a queue, each reduced with the same settings into a file of its own.
struct QueueExport {
    std::vector<Location> files{};
    std::vector<Location> linked{}; ///< share a palette; none: each has its own
    std::filesystem::path folder{}; ///< of the results; made if it is not there
    std::string extension = ".png"; ///< names their format; one that holds no frames gets the first of each
    Wanted wanted{};
    bool indexed = false;       ///< PNG and APNG only
    bool smallest = false;      ///< as in EncodeOptions
    bool settings = false;      ///< stores the recipe in each file, PNG and APNG only
    bool keep_metadata = false; ///< of each source, where the format has a place for them
    int quality = EncodeOptions{}.jpeg_quality;
    Overwrite overwrite = Overwrite::no;

    friend bool operator==(const QueueExport&, const QueueExport&) = default;
};

/// How far it is.
struct QueueProgress {
    struct Item {
        enum class State { waiting, written, failed };
        Location file;
        State state = State::waiting;
        std::string failure{};             ///< a sentence
        std::vector<std::size_t> colors{}; ///< of what is written, for each weighting
    };

    std::vector<Item> items{};
    bool running = true;
    std::string notice{}; ///< why it ended too early, or a device failed; one sentence, or empty

    std::size_t count(Item::State state) const;
    /// Null for a file that is not of it.
    const Item* find(const Location& file) const;
};

/// "photo-r0.05", after which an extension may follow.
std::string suggested_stem(const Location& picture, const Recipe& recipe);

/// The file of one result. Where there are results for both weightings, names end in "-palette" and
/// "-frequency".
std::filesystem::path target_of(const QueueExport& request, const Location& file, Weighting weighting);
/// All of them.
std::vector<WriteTarget> export_targets(const QueueExport& request);

/// Called after each file, with its index and what became of it.
using QueueReport = std::function<void(std::size_t index, const QueueProgress::Item& item)>;

/// Reduces and writes one after the other, each file whole or not at all. Of linked pictures indexed ones
/// have the same indices. A picture that fails does not stop the others. Throws Error(usage) where two
/// pictures would become one file, Error(output) where the folder cannot be made, and Error(cancelled).
void export_queue(const QueueExport& request, Engine& engine, Progress& progress, const QueueReport& report);

}
