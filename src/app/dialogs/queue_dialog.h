#pragma once

#include "app/dialogs/export_form.h"
#include "app/ui/view_state.h"

namespace huedrift::app {

class FileDialog;
class ShowInFolder;

/// Exports every picture of the queue with the present settings and shows the progress. Closing it leaves the
/// export running.
class QueueDialog {
public:
    void open(const Snapshot& snapshot);
    void draw(const FrameContext& frame, FileDialog& files, ShowInFolder& show_in_folder);

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
    void draw_buttons(const FrameContext& frame);
    void start(QueueExport request, Session& session);

    bool wanted_ = false;
    bool started_ = false; ///< started here, and its end is still shown
    ExportForm form_;
    PathField folder_;
    OutputRecipe slots_{}; ///< only those of indexed pictures
    Targets asked_{};
    std::size_t requests_ = 0;
};

}
