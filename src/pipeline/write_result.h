#pragma once

#include "base/location.h"
#include "base/output_file.h"
#include "image/save.h"
#include "pipeline/part_files.h"
#include "pipeline/pipeline.h"
#include "pipeline/shared_palette.h"

#include <optional>

namespace huedrift {

/// What to write of a result.
struct WriteRequest {
    Location picture{};                  ///< empty: no picture
    std::optional<ImageFormat> format{}; ///< of the picture; none: by its extension, PNG where it is no file
    std::size_t frame = 0;               ///< of an animation, for formats that hold one picture
    std::filesystem::path palette{};     ///< its extension is its format; empty: no palette
    PartFiles parts{};
    bool indexed = false;       ///< PNG and APNG only
    bool smallest = false;      ///< as in EncodeOptions
    bool settings = false;      ///< stores the recipe in the picture, PNG and APNG only
    bool keep_metadata = false; ///< of the source, where the format has a place for them
    int quality = EncodeOptions{}.jpeg_quality;
    Overwrite overwrite = Overwrite::no;
};

/// A file of a request, or of masks and separations the folder.
struct WriteTarget {
    enum class Kind { picture, palette, part };

    Kind kind = Kind::picture;
    Location path;
    const PartKind* part = nullptr; ///< null: not a part

    bool is_folder() const { return part && part->is_folder; }
    friend bool operator==(const WriteTarget&, const WriteTarget&) = default;
};

/// The picture first.
std::vector<WriteTarget> targets_of(const WriteRequest& request);
/// Files that would be replaced, and folders that others would be added to: what to ask the user about.
std::vector<std::filesystem::path> would_overwrite(std::span<const WriteTarget> targets);
/// Before long work: throws Error(output) for files that cannot be written, as far as that is known then.
void check_targets(std::span<const WriteTarget> targets, Overwrite overwrite);

/// The format of the request's picture. Throws Error(usage) for an extension of none.
ImageFormat picture_format(const WriteRequest& request);
/// What the picture should keep of its source's metadata.
Metadata wanted_metadata(const WriteRequest& request, const Document& document);

/// Writes the files of one or more results, all or none: everything is encoded before the first is written.
class ResultWriter {
public:
    /// Encodes what the request names, with the indices of `shared` where it is not null. `pipeline` keeps
    /// what is made on the way, for whoever needs it, too. Throws Error(usage) for parts of an animation and
    /// colours that the result does not have, Error(output) for what a format does not hold, and
    /// Error(cancelled).
    void encode(const WriteRequest& request, const std::shared_ptr<const Reduced>& reduced,
                const SharedPalette* shared, Pipeline& pipeline, const Progress& progress);
    const std::vector<EncodedFile>& files() const { return files_; }

    /// Makes the folders, checks that every file may be written, and then writes them. Throws Error(output).
    void write(Overwrite overwrite) const;

private:
    std::vector<std::filesystem::path> folders_;
    std::vector<EncodedFile> files_;
};

}
