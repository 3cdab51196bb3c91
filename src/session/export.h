#pragma once

#include "base/enumeration.h"
#include "base/progress.h"
#include "pipeline/write_result.h"
#include "session/result.h"

#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace huedrift {

/// The files that an export would replace.
struct ReplacedFiles {
    std::vector<std::filesystem::path> files{};
    std::vector<std::filesystem::path> sources{}; ///< those of them that the export reads
};
/// Immutable.
using ConfirmedFiles = std::shared_ptr<const ReplacedFiles>;
/// Looks at the disk. `pictures` are those that the export reads.
ConfirmedFiles find_replaced(std::span<const WriteTarget> targets, std::span<const Location> pictures);
/// `overwrite`, but only for the files that the user has seen before agreeing; null: for any. Throws
/// Error(output) for another target that exists.
Overwrite confirmed(Overwrite overwrite, const ConfirmedFiles& files, std::span<const WriteTarget> targets);

/// The files to write of the results.
struct ExportRequest {
    WriteRequest write{}; ///< of each weighting. The clipboard: PNG of one weighting, without other files
    /// The colours of the parts, by weighting; none: all.
    std::array<std::vector<Rgb>, count_enumerators<Weighting>()> part_colors{};
    Weightings weightings = Weightings::frequency;
    ConfirmedFiles replaced{}; ///< the only files that `write` may overwrite; null: any

    friend bool operator==(const ExportRequest&, const ExportRequest&) = default;
};

/// A request whose paths are endings, such as ".png", "-masks", with `base` in front of each.
WriteRequest placed(WriteRequest endings, const std::filesystem::path& base);
/// The request for one weighting's result. Names end in "-palette" and "-frequency" if the request is for
/// both.
WriteRequest write_request(const ExportRequest& request, Weighting weighting);
/// The recipe of a request's files: their colours are in the order of the window, those with areas follow
/// for_areas(), and indexed ones for_indexed(), unless they share a palette. `source` is their document's.
Recipe recipe_of_files(Recipe recipe, const WriteRequest& request, const ImageView& source, bool is_shared);
/// The targets of all weightings.
std::vector<WriteTarget> export_targets(const ExportRequest& request);

/// "photo-32-colours.png" beside the document. For an animation, a GIF if the document is one, else an APNG.
std::filesystem::path suggested_target(const Document& document, const Recipe& recipe,
                                       const std::string& palette_name = {});

/// The input of an export: the results that its request asks for.
struct Export {
    ExportRequest request;
    std::vector<std::shared_ptr<const Result>> results; ///< exact ones

    friend bool operator==(const Export&, const Export&) = default;
};

/// The part of a request that decides on the size of its pictures. Leaves out `smallest`, which takes seconds
/// and cannot be cancelled.
ExportRequest only_pictures(const ExportRequest& request);
/// The size of the pictures of such a request, without writing them. Throws as write_export() does.
std::uintmax_t export_bytes(const Export& input, const Progress& progress);

/// The outcome of an export.
struct Exported {
    std::string sentence{};              ///< names the files
    std::vector<std::string> notes{};    ///< on sources written in place of larger pictures, and on links
    std::vector<std::uintmax_t> bytes{}; ///< of each of the export_targets(); 0: a folder

    /// The sentence, and the notes on lines of their own.
    std::string message() const;
};

/// Writes the files, all or none. Throws Error(failed) for a result that is not exact, Error(usage) for parts
/// of an animation, and the errors of encoding and writing.
Exported write_export(const Export& input, Progress& progress);

/// Quotes `word` for a POSIX shell: adds single quotes unless all its characters are plain.
std::string shell_quoted(const std::string& word);

/// The files from which masks were read, by the hash of a MaskId.
using MaskFiles = std::map<std::uint64_t, std::filesystem::path>;

/// The huedrift-cli commands, one per line, that write the same bytes as this export of a document with this
/// recipe, whose masks are among `masks`. A request without a picture gets suggested_target(). `linked`:
/// pictures that share a palette, the document included; empty: it has its own.
std::string cli_command(const Document& document, const Recipe& recipe, const ExportRequest& request,
                        const MaskFiles& masks = {}, std::span<const Location> linked = {});

}
