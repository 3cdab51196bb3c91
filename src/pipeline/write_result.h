#pragma once

#include "base/location.h"
#include "base/output_file.h"
#include "image/save.h"
#include "pipeline/file_colors.h"
#include "pipeline/parts.h"
#include "pipeline/pipeline.h"

#include <optional>

namespace huedrift {

/// The files to write of a result.
struct WriteRequest {
    Location picture{};                  ///< empty: none
    std::optional<ImageFormat> format{}; ///< of the picture; none: by the extension, PNG without a file
    std::size_t frame = 0;               ///< the frame for formats that hold one picture
    std::filesystem::path palette{};     ///< the extension is the format; empty: none
    PartFiles parts{};
    bool indexed = false, truecolor = false, smallest = false; ///< see EncodeOptions
    bool settings = false;      ///< stores the recipe in the picture, PNG and APNG only
    bool keep_metadata = false; ///< of the source, as far as the format can
    bool keep_times = false;    ///< the picture gets the times of the source, when this was read and changed
    /// Writes the source's own file in place of a picture that has its format and is not smaller. The
    /// document must have been loaded with LoadLimits::keeps_file.
    bool keep_smaller = false;
    int quality = EncodeOptions{}.jpeg_quality;
    Overwrite overwrite = Overwrite::no;

    friend bool operator==(const WriteRequest&, const WriteRequest&) = default;
};

/// A file of a request; for masks, their folder.
struct WriteTarget {
    enum class Kind { picture, palette, part };

    Kind kind = Kind::picture;
    Location path;
    const PartKind* part = nullptr; ///< null: not a part

    bool is_folder() const { return part && part->is_folder; }
    friend bool operator==(const WriteTarget&, const WriteTarget&) = default;
};

/// The targets of a request, the picture first.
std::vector<WriteTarget> targets_of(const WriteRequest& request);
/// Whether the picture's file has a palette in any case, with one entry for transparent pixels.
bool has_palette(const WriteRequest& request, const Recipe& recipe);
/// Whether the picture's file must have a palette, whose entries may be soft.
bool has_soft_palette(const WriteRequest& request);
/// Whether a file of the request numbers the colours, as palettes, indexed pictures and parts do.
bool numbers_colors(const WriteRequest& request);
/// The files that a request would replace and the folders that it would add to; the user is asked about them.
std::vector<std::filesystem::path> would_overwrite(std::span<const WriteTarget> targets);
/// Checks targets before long work. Throws Error(usage) for two that are one file or folder, and
/// Error(output) for files that are known to be unwritable.
void check_targets(std::span<const WriteTarget> targets, Overwrite overwrite);

/// The format of the request's picture. Throws Error(usage) for an unknown extension.
ImageFormat picture_format(const WriteRequest& request);
/// The source's metadata for the picture to keep. None if the picture has another size, as the metadata give
/// the sizes of pixels and picture.
Metadata result_metadata(const WriteRequest& request, const Document& document, const ImageView& output);
/// The resolution of the print of a result's picture; none if the source's is unknown.
std::optional<Resolution> output_resolution(const Shared<Reduced>& reduced, Pipeline& pipeline,
                                            const Progress& progress);

/// Writes the files of one or more results. Encodes everything before it writes the first file, and gives no
/// file its name before all, or max_pending of more, are written.
class ResultWriter {
public:
    /// Encodes the files of a request, with the indices of `shared` unless it is null. `pipeline` keeps
    /// intermediate outputs. Throws Error(usage) for parts of an animation and for colours that the result
    /// does not have, Error(output) for contents that a format cannot hold, and Error(cancelled).
    void encode(const WriteRequest& request, const Shared<Reduced>& reduced, const SharedPalette* shared,
                Pipeline& pipeline, const Progress& progress);
    const std::vector<EncodedFile>& files() const { return files_; }
    /// For each picture in place of which its source is written, a sentence that says so.
    const std::vector<std::string>& kept() const { return kept_; }

    /// Files at a time. Each keeps a descriptor open, of which a process usually has 1024.
    static constexpr std::size_t max_pending = 256;

    /// Makes the folders, checks that every file can be written, then writes all. Throws Error(usage) before
    /// the first byte if two files have the same target, and Error(output): with at most max_pending files,
    /// none has changed unless it is the renaming that fails. Returns the notes_on_links().
    std::vector<std::string> write(Overwrite overwrite) const;

private:
    std::vector<std::filesystem::path> folders_;
    std::vector<EncodedFile> files_;
    std::vector<std::string> kept_;
};

}
