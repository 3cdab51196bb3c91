#pragma once

#include "app/dialogs/export_form.h"
#include "app/ui/view_state.h"

#include <memory>
#include <optional>

namespace huedrift::app {

class FileDialog;
class ShowInFolder;

/// Asks for the files to write. Stays open until the files are written, and shows the failure or the files.
class ExportDialog {
public:
    /// `frame` is the frame of an animation for formats that hold one picture.
    void open(const Snapshot& snapshot, std::size_t frame);
    void draw(const FrameContext& frame, FileDialog& files, ShowInFolder& show_in_folder);

    const std::string& complaint() const { return complaint_; }
    /// The files of the last export, until the dialog is opened again.
    const std::vector<std::filesystem::path>& written() const { return written_; }

private:
    /// An export as confirmed, and the recipe of what it wrote.
    struct Attempt {
        ExportRequest request{};
        std::optional<Recipe> recipe{}; ///< none: of any
        ConfirmedFiles replaced{};      ///< the files that it may replace; null: none
    };

    /// The properties of a document, and its losses in a file of this name.
    struct Pixels {
        std::shared_ptr<const Document> of{};
        bool have_alpha = false;
        std::string name{};
        bool indexed = false;
        std::vector<std::string> losses{};
    };

    ExportFacts facts(const Snapshot& snapshot) const;
    ExportRequest request(const Snapshot& snapshot) const;
    ExportRequest with_colors(ExportRequest request, const FrameContext& frame) const;
    std::filesystem::path base() const;
    bool writes_frames(const Snapshot& snapshot) const;
    void suggest_name(const Snapshot& snapshot);
    void read_extension();
    void look_at_pixels(const Snapshot& snapshot);
    void draw_path(FileDialog& files, const Gui& gui);
    void draw_only_shown(const FrameContext& frame);
    void draw_frames(const FrameContext& frame) const;
    void draw_size(const FrameContext& frame);
    void draw_targets(const FrameContext& frame, FileDialog& files);
    void offer_remedies(const FrameContext& frame) const;
    void draw_complaint(const FrameContext& frame);
    void draw_form(const FrameContext& frame, FileDialog& files);
    void draw_footer(const FrameContext& frame);
    void draw_end(ShowInFolder& show_in_folder, const Gui& gui) const;
    void draw_buttons(const FrameContext& frame, const ExportRequest& request, bool replaces);
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
    Refusal failed_;               ///< of the failure
    std::string complaint_;        ///< the failure, or why the next export would fail; as drawn last
    Refusal refusal_;              ///< of the complaint
    std::filesystem::path folder_; ///< for names without a folder
    std::size_t frame_ = 0;
    ExportForm form_;
    PathField path_;
    std::string suggested_;      ///< the path, without its extension
    std::uint64_t named_at_ = 0; ///< the snapshot's revision that it was suggested for; 0: none
    bool only_shown_ = false;
    Weightings weightings_ = Weightings::frequency;
    Pixels pixels_{};
};

}
