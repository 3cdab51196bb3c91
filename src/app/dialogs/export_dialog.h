#pragma once

#include "app/ui/fields.h"
#include "app/ui/view_state.h"
#include "image/save.h"

#include <array>
#include <memory>
#include <optional>

namespace huedrift::app {

class FileDialog;
class ShowInFolder;

/// What to write, and where. Stays open until the files are written, and shows the failure or the files.
class ExportDialog {
public:
    /// `frame` is the frame of an animation for formats that hold one picture.
    void open(const Snapshot& snapshot, std::size_t frame);
    void draw(const FrameContext& frame, FileDialog& files, ShowInFolder& show_in_folder);

    const std::string& complaint() const { return complaint_; }
    /// The files of the last export, until the dialog is opened again.
    const std::vector<std::filesystem::path>& written() const { return written_; }

private:
    using Field = std::array<char, 4096>;
    /// A file to write; for masks a folder.
    struct Row {
        const char* name;
        std::string formats;
        const char* ending; ///< of the suggested name, after the picture's own
        bool wanted = false;
        Field path{};
    };
    /// An export as confirmed, and the recipe of what it wrote.
    struct Attempt {
        ExportRequest request{};
        std::optional<Recipe> recipe{}; ///< none: of any
        ConfirmedFiles replaced{};      ///< the files that it may replace; null: none
    };
    enum RowIndex { picture, palette, layers, svg, masks, legend, areas };

    /// The visible colours of a result, found once.
    struct Chosen {
        std::uint64_t result = 0; ///< 0: none
        std::optional<Rgb> isolated{};
        std::vector<HiddenColor> hidden{};
        std::vector<Rgb> colors{}; ///< none: all
    };

    /// The losses of a document in a file of this name.
    struct Losses {
        std::shared_ptr<const Document> of{};
        std::string name{};
        bool indexed = false;
        std::vector<std::string> sentences{};
    };

    ExportRequest request(const FrameContext& frame);
    const std::vector<Rgb>& chosen_colors(const FrameContext& frame, Weighting weighting);
    std::filesystem::path target(const Field& path) const;
    std::filesystem::path path_of(RowIndex row) const;
    std::filesystem::path extension() const;
    Indexing indexing_of() const;
    bool writes_png() const;
    bool may_be_indexed() const;
    bool is_indexed(const Snapshot& snapshot) const;
    bool is_truecolor() const;
    bool has_promise(const Snapshot& snapshot) const;
    bool writes_frames(const Snapshot& snapshot) const;
    void draw_row(RowIndex index, FileDialog& files, const Gui& gui);
    void draw_frames(const FrameContext& frame) const;
    void draw_size(const FrameContext& frame);
    void draw_formats(RowIndex index, const Gui& gui) const;
    void draw_parts(const FrameContext& frame, FileDialog& files);
    void draw_only_shown(const FrameContext& frame);
    void draw_targets(const FrameContext& frame, FileDialog& files);
    void draw_part_rows(const FrameContext& frame, FileDialog& files);
    void draw_png_options(const FrameContext& frame);
    void draw_indexed(const FrameContext& frame);
    void draw_truecolor(const Gui& gui);
    void draw_transparent(const FrameContext& frame);
    void draw_slots(const FrameContext& frame);
    void offer_remedies(const FrameContext& frame) const;
    void draw_losses(const FrameContext& frame);
    void draw_complaint(const FrameContext& frame);
    void draw_format(const Gui& gui);
    void draw_form(const FrameContext& frame, FileDialog& files);
    void draw_footer(const FrameContext& frame);
    void draw_end(ShowInFolder& show_in_folder, const Gui& gui) const;
    void draw_size_remedy(const Gui& gui);
    void draw_buttons(const FrameContext& frame, const ExportRequest& wanted, bool replaces);
    void follow(const FrameContext& frame);
    void start(const FrameContext& frame);
    void await_end(const FrameContext& frame);
    void note_written(const std::vector<std::uintmax_t>& bytes);

    bool wanted_ = false;
    std::weak_ptr<const Document> document_;     ///< that the names are for
    Location source_;                            ///< its file
    bool waits_ = false;                         ///< for the final result, to export it
    bool writing_ = false;                       ///< an export started here
    Attempt asked_;                              ///< the last export, or the one that waits
    std::vector<std::filesystem::path> written_; ///< its files once they exist, until the dialog is closed
    std::vector<std::string> written_names_;     ///< their names and sizes
    std::string failure_;          ///< why it failed, a sentence, until anything is changed; else empty
    std::string complaint_;        ///< the failure, or why the next export would fail; as drawn last
    std::filesystem::path folder_; ///< for names without a folder
    std::size_t frame_ = 0;
    std::array<Row, 7> rows_{{
        {"Picture", image_extensions() + ", by the file's extension", ".png", true},
        {"Palette", "gpl, hex, json, act, pal, ase or css, by the file's extension", ".gpl"},
        {"Layers", "OpenRaster, for Krita, GIMP and MyPaint: a layer for each colour", ".ora"},
        {"Vectors", "SVG: a path for each colour, along the edges of its pixels", ".svg"},
        {"Masks", "A folder with a black and white PNG for each colour", "-masks"},
        {"Legend", "SVG: the colours with codes, shares and areas", "-legend.svg"},
        {"Areas", "CSV: the pixels, share, regions and box of each colour", "-areas.csv"},
    }};
    SvgOptions svg_options_{};
    bool only_shown_ = false;
    NumberField transparent_field_, pad_field_;
    int quality_ = EncodeOptions{}.jpeg_quality;
    bool indexed_ = false, truecolor_ = false, smallest_ = false, settings_ = true;
    bool keep_metadata_ = false, keep_times_ = false, keep_smaller_ = false;
    Weightings weightings_ = Weightings::frequency;
    Losses losses_{};
    std::array<Chosen, 2> chosen_{}; ///< by weighting
};

}
