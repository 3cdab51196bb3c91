#pragma once

#include "base/progress.h"
#include "pipeline/write_result.h"
#include "session/result.h"
#include "session/weightings.h"

#include <array>

namespace huedrift {

/// Which files to write of the results.
struct ExportRequest {
    /// Its extension is its format; empty: no picture; the clipboard: nothing else, as PNG, of one weighting.
    Location picture{};
    std::filesystem::path palette{};               ///< its extension is its format; empty: no palette
    std::size_t frame = 0;                         ///< of an animation, for formats that hold one picture
    PartFiles parts{};                             ///< of the colours of each weighting's result:
    std::array<std::vector<Rgb>, 2> part_colors{}; ///< by weighting; none: of all
    Weightings weightings = Weightings::frequency;
    bool indexed = false;       ///< PNG and APNG only
    bool smallest = false;      ///< as in EncodeOptions
    bool settings = false;      ///< stores the recipe in the file, PNG and APNG only
    bool keep_metadata = false; ///< of the source, where the format has a place for them
    int quality = EncodeOptions{}.jpeg_quality;
    Overwrite overwrite = Overwrite::no;

    friend bool operator==(const ExportRequest&, const ExportRequest&) = default;
};

/// What to write of one weighting's result. Where the request is for both, names end in "-palette" and
/// "-frequency".
WriteRequest write_request(const ExportRequest& request, Weighting weighting);
/// Those of all weightings.
std::vector<WriteTarget> export_targets(const ExportRequest& request);

/// "photo-r0.05.png" beside the document; of an animation a GIF where it is one, else an APNG.
std::filesystem::path suggested_target(const Document& document, const Recipe& recipe);

/// What decides on the size of its pictures. `smallest` does not: it takes seconds and cannot be cancelled.
ExportRequest only_pictures(const ExportRequest& request);
/// What the pictures of a request take, without writing them. Throws as write_export() does.
std::uintmax_t export_bytes(const ExportRequest& request,
                            const std::vector<std::shared_ptr<const Result>>& results,
                            const Progress& progress);

/// Writes the files, all or none; returns a sentence that names them. `results` must hold those
/// requested. Throws Error(failed) for a result that is not exact, Error(usage) for parts of an animation,
/// and what encoding and writing throw.
std::string write_export(const ExportRequest& request,
                         const std::vector<std::shared_ptr<const Result>>& results, Progress& progress);

}
