#pragma once

#include "base/output_file.h"
#include "base/progress.h"
#include "image/save.h"
#include "pipeline/part_files.h"
#include "session/result.h"
#include "session/weightings.h"

#include <array>

namespace huedrift {

/// Which files to write of the results.
struct ExportRequest {
    /// Its extension is its format; empty: no picture; clipboard_name: nothing else, as PNG, of one
    /// weighting.
    std::filesystem::path picture{};
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

enum class ExportKind { picture, palette, part };

/// One file of one result, or of masks and separations the folder.
struct ExportTarget {
    Weighting weighting;
    ExportKind kind;
    std::filesystem::path path;
    const PartKind* part = nullptr; ///< null for what is none

    bool is_folder() const { return part && part->is_folder; }
};

/// The files of a request. Where it is for both weightings, their names end in "-palette" and "-frequency".
std::vector<ExportTarget> export_targets(const ExportRequest& request);
/// What decides on the names of its files.
ExportRequest only_names(const ExportRequest& request);
/// Those of them that exist, and the world files that go with pictures of `source`, so that the user can be
/// asked before they are replaced.
std::vector<std::filesystem::path> would_overwrite(const ExportRequest& request,
                                                   const std::filesystem::path& source);

/// "photo-r0.05.png" beside the document; of an animation a GIF where it is one, else an APNG.
std::filesystem::path suggested_target(const Document& document, const Recipe& recipe);

/// What decides on the size of its pictures. `smallest` does not: it takes seconds and cannot be cancelled.
ExportRequest only_pictures(const ExportRequest& request);
/// What the pictures of a request take, without writing them. Throws as write_export() does.
std::uintmax_t export_bytes(const ExportRequest& request,
                            const std::vector<std::shared_ptr<const Result>>& results,
                            const Progress& progress);

/// Writes the files, each whole or not at all, and beside a picture the world file of its source; returns a
/// sentence that names those asked for. `results` must hold those
/// requested. Throws Error(failed) for a result that is not exact, Error(usage) for parts of an animation,
/// and what encoding and writing throw.
std::string write_export(const ExportRequest& request,
                         const std::vector<std::shared_ptr<const Result>>& results, Progress& progress);

}
