#pragma once

#include "app/dialogs/export_form.h"
#include "app/ui/view_state.h"

#include <memory>
#include <optional>

namespace huedrift::app {

class ShowInFolder;

/// Asks for the files to write. Stays open until the files are written, and shows the failure or the files.
class ExportDialog {
public:
    /// `frame` is the frame of an animation for formats that hold one picture.
    void open(const Snapshot& snapshot, const ExportSettings& last, std::size_t frame);
    void draw(const FrameContext& frame, FileDialog& files, ShowInFolder& show_in_folder);

    std::string complaint() const { return complaint_ ? complaint_->what() : ""; }
    /// Whether a confirmed export waits for the final result.
    bool waits() const { return waits_; }
    /// The files of the last export, until the dialog is opened again.
    const std::vector<std::filesystem::path>& written() const { return written_; }

private:
    /// An export as confirmed, and the recipe that it wrote.
    struct Attempt {
        ExportRequest request{};
        std::optional<Recipe> recipe{}; ///< none: of any
        ConfirmedFiles replaced{};      ///< the files that it may replace; null: none
    };

    /// The properties of a document, and its losses in a file of this name.
    struct Pixels {
        std::shared_ptr<const Document> of{};
        bool have_alpha = false, are_soft = false;
        std::string name{};
        bool indexed = false;
        std::vector<std::string> losses{};
    };

    ExportFacts facts(const Snapshot& snapshot) const;
    ExportRequest request(const Snapshot& snapshot) const;
    ExportRequest with_colors(ExportRequest request, const FrameContext& frame) const;
    bool writes_frames(const Snapshot& snapshot) const;
    void suggest_name(const Snapshot& snapshot);
    void look_at_pixels(const Snapshot& snapshot);
    void measure(const FrameContext& frame);
    void draw_only_shown(const FrameContext& frame);
    void draw_frames(const FrameContext& frame) const;
    void draw_size(const FrameContext& frame);
    void draw_targets(const FrameContext& frame, FileDialog& files);
    static void offer_flat(const FrameContext& frame);
    void offer_remedies(const FrameContext& frame) const;
    void draw_complaint(const FrameContext& frame);
    void draw_form(const FrameContext& frame, FileDialog& files);
    void draw_footer(const FrameContext& frame);
    void draw_buttons(const FrameContext& frame, const ExportRequest& next, bool ready);
    void follow(const FrameContext& frame);
    void confirm(const FrameContext& frame, const ExportRequest& next, const ConfirmedFiles& replaced);
    void start(const FrameContext& frame);
    void await_end(const FrameContext& frame);
    void take_failure(Session& session);
    void note_written(const std::vector<std::uintmax_t>& bytes);
    void remember(ExportSettings& last) const;

    bool opens_ = false;
    std::weak_ptr<const Document> document_;     ///< that the names are for
    Location source_;                            ///< its file
    bool waits_ = false;                         ///< for the final result, to export it
    bool writing_ = false;                       ///< an export started here
    Attempt asked_;                              ///< the last export, or the one that waits
    std::vector<std::filesystem::path> written_; ///< its files once they exist, until the dialog is closed
    std::vector<std::string> written_names_;     ///< their names and sizes
    std::optional<Refused> failure_{};           ///< why it failed, until anything is changed
    std::optional<Refused> complaint_{}; ///< the failure, or why the next export would fail; as drawn last
    std::filesystem::path folder_;       ///< for names without a folder
    std::size_t frame_ = 0;
    ExportForm form_;
    PathField path_{PathField::Kind::file};
    std::string suggested_;      ///< the path, without its extension
    std::uint64_t named_at_ = 0; ///< the snapshot's revision that it was suggested for; 0: none
    bool only_shown_ = false;
    Weightings weightings_ = Weightings::frequency;
    Pixels pixels_{};
};

/// Exports every picture of the queue with the present settings and shows the progress. Closing it leaves the
/// export running.
class QueueDialog {
public:
    void open(const Snapshot& snapshot);
    void draw(const FrameContext& frame, FileDialog& files, ShowInFolder& show_in_folder);

    /// Asks whether to stop a running export, because the window is to close.
    void ask_to_close() { asks_to_close_ = true; }
    /// What the user answers.
    enum class Closing {
        not_yet, ///< no answer
        later,   ///< once the export has ended
        now,
    };
    Closing draw_closing(const FrameContext& frame);

    /// How often it has described an export, for tests: there may be thousands of files and colours.
    std::size_t requests() const { return requests_; }

private:
    /// The settings that decide on the files that would be replaced.
    struct Targets {
        std::uint64_t revision = 0; ///< of the snapshot
        std::string folder{};
        WriteRequest write{};
        friend bool operator==(const Targets&, const Targets&) = default;
    };

    bool has_succeeded(const Snapshot& snapshot) const;
    void draw_form(const FrameContext& frame, FileDialog& files);
    void draw_end(const FrameContext& frame, ShowInFolder& show_in_folder) const;
    static ExportFacts facts(const Snapshot& snapshot);
    QueueExport request(const Snapshot& snapshot);
    void ask_replaced(const FrameContext& frame);
    std::filesystem::path folder(const Snapshot& snapshot) const;
    void draw_targets(const FrameContext& frame, FileDialog& files);
    void draw_progress(const FrameContext& frame) const;
    void draw_failures(const QueueProgress& progress, const Gui& gui) const;
    bool draw_replaced(const FrameContext& frame, bool ready);
    void draw_buttons(const FrameContext& frame);
    void start(QueueExport request, Session& session);

    bool opens_ = false, asks_to_close_ = false;
    bool started_ = false; ///< started here, and its end is still shown
    ExportForm form_;
    PathField folder_{PathField::Kind::folder};
    OutputRecipe slots_{}; ///< only those of indexed pictures
    Targets asked_{};
    std::size_t requests_ = 0;
};

}
