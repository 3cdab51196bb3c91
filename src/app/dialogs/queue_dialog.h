#pragma once

#include "app/ui/fields.h"
#include "app/ui/view_state.h"

#include <array>

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
    /// What decides on the files that would be replaced.
    struct Targets {
        std::uint64_t revision = 0; ///< of the snapshot
        std::string folder{}, extension{};
        friend bool operator==(const Targets&, const Targets&) = default;
    };

    bool has_succeeded(const Snapshot& snapshot) const;
    void draw_form(const FrameContext& frame, FileDialog& files);
    void draw_end(const FrameContext& frame, ShowInFolder& show_in_folder) const;
    bool is_png() const;
    bool may_be_indexed() const;
    bool has_promise() const { return may_be_indexed() && (indexed_ || (is_png() && truecolor_)); }
    QueueExport request(const Snapshot& snapshot);
    void ask_replaced(const FrameContext& frame);
    std::filesystem::path folder(const Snapshot& snapshot) const;
    void draw_folder(const Snapshot& snapshot, FileDialog& files, const Gui& gui);
    void draw_format(const Recipe& recipe, const Gui& gui);
    void draw_slots(const Recipe& recipe, const Gui& gui);
    void draw_png_options(const Gui& gui);
    void draw_progress(const FrameContext& frame) const;
    void draw_failures(const QueueProgress& progress, const Gui& gui) const;
    void draw_buttons(const FrameContext& frame);
    void start(QueueExport request, Session& session);

    bool wanted_ = false;
    bool started_ = false; ///< started here, and its end is still shown
    std::array<char, 4096> folder_{};
    std::string extension_ = ".png"; ///< the format
    int quality_ = EncodeOptions{}.jpeg_quality;
    bool indexed_ = false, truecolor_ = false, smallest_ = false, settings_ = true;
    bool keep_metadata_ = false, keep_times_ = false, keep_smaller_ = false;
    OutputRecipe slots_{}; ///< only the bits and entries of indexed pictures
    NumberField pad_field_;
    Targets asked_{};
    std::size_t requests_ = 0;
};

}
