#pragma once

#include "base/output_file.h"
#include "base/progress.h"
#include "pipeline/part_files.h"
#include "session/result.h"
#include "session/weightings.h"

namespace huedrift {

/// What to write of the results.
struct ExportRequest {
    std::filesystem::path picture{}; ///< its extension is its format; empty: no picture
    std::filesystem::path palette{}; ///< its extension is its format; empty: no palette
    PartFiles parts{};
    Weightings weightings = Weightings::frequency;
    bool indexed = false;  ///< PNG only
    bool settings = false; ///< stores the recipe in the file, PNG only
    Overwrite overwrite = Overwrite::no;
};

enum class ExportKind { picture, palette, layers, svg, masks, legend };

/// One file of one result, or of masks the folder.
struct ExportTarget {
    Weighting weighting;
    ExportKind kind;
    std::filesystem::path path;
};

/// The files that a request asks for. Where both weightings are, their names end in "-palette" and
/// "-frequency".
std::vector<ExportTarget> export_targets(const ExportRequest& request);
/// Those that are there already: to be asked about before they are replaced.
std::vector<std::filesystem::path> would_overwrite(const ExportRequest& request);

/// "photo-r0.05.png" beside the document.
std::filesystem::path suggested_target(const Document& document, const Recipe& recipe);

/// Writes the files, each whole or not at all, and says which in a sentence. `results` has those that are
/// asked for. Throws Error(failed) for a result that is not exact, and what encoding and writing throw.
std::string write_export(const ExportRequest& request,
                         const std::vector<std::shared_ptr<const Result>>& results, Progress& progress);

}
