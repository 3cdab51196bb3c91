#pragma once

#include "app/canvas/camera.h"
#include "app/render/darkroom.h"
#include "app/render/viewer.h"
#include "app/ui/gui.h"
#include "app/ui/look.h"
#include "session/snapshot.h"

#include <vector>

namespace huedrift::app {

/// The part of the window that shows pictures: one pane or several with one camera for all.
class Canvas {
public:
    /// Lays out the panes in `area` (Dear ImGui's units: x, y, width, height), takes the pointer and writes
    /// names and values over them. Within a frame of `gui`.
    void draw(const Snapshot& snapshot, const Prints& prints, Look& look, const Gui& gui,
              const std::array<float, 4>& area);
    /// Draws what draw() laid out; the prints must still be there.
    void paint(const Painting& painting, const Gui& gui, Viewer& viewer) const;

    const Camera& camera() const { return camera_; }
    void fit() { camera_.fit(); }
    /// About the pointer where it is on a pane, else about the middle.
    void zoom_to(double zoom);
    void zoom_by(double steps);
    /// Where a wipe divides its pane, 0 to 1.
    void set_divider(double share) { divider_ = share; }
    /// Panes of the last frame, in window pixels.
    const std::vector<Pane>& panes() const { return panes_; }

private:
    enum class Content { source, palette, frequency };

    std::vector<Content> contents(const Snapshot& snapshot, const Prints& prints, const Look& look) const;
    static const Print& print_of(const Prints& prints, Content content);
    void lay_out(const Snapshot& snapshot, const Prints& prints, const Look& look, Area whole);
    void aim(const Snapshot& snapshot, const Prints& prints, const Look& look);
    void take_pointer(float ratio);
    void take_divider(const Pane& pane, Point at, float ratio);

    void write(const Snapshot& snapshot, const Prints& prints, Look& look, const Gui& gui,
               const std::array<float, 4>& area) const;
    void write_label(const Snapshot& snapshot, const Prints& prints, Content content, const Pane& pane,
                     bool at_right, const Gui& gui) const;
    void write_legend(const Result& result, const Pane& pane, const Gui& gui) const;
    void write_values(const Snapshot& snapshot, const Prints& prints, Look& look, const Gui& gui,
                      const std::array<float, 4>& area) const;

    Camera camera_;
    std::shared_ptr<const Document> document_; ///< that the camera was set for
    std::vector<Pane> panes_;
    std::vector<Content> contents_; ///< of the panes; where two share one, of both
    double divider_ = 0.5;
    bool divider_held_ = false;
    std::optional<Point> pointer_{}; ///< in the pane under it, window pixels
};

}
