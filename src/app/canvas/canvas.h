#pragma once

#include "app/canvas/cloud_view.h"
#include "app/canvas/grid_overlay.h"
#include "app/render/picture_renderer.h"
#include "app/render/viewer.h"
#include "app/ui/camera.h"
#include "app/ui/gui.h"
#include "app/ui/view_state.h"
#include "session/result.h"

#include <imgui.h>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace huedrift::app {

/// A piece of text in one font, optionally after a coloured square.
struct TextRun {
    std::string text;
    ImFont* font;
    Rgb color;
    std::optional<Rgb> square{};
};

/// Writes text on a rounded background, with the upper left corner at `at`, or the upper right one if
/// `from_right`.
void write_box(const std::vector<TextRun>& runs, ImVec2 at, bool from_right, const Gui& gui);

Rgba8 pixel_at(const ImageView& image, int x, int y);

/// The part of the window that shows pictures in one or several panes, or their colours. One camera serves
/// all panes.
class Canvas {
public:
    /// Lays out the panes in `area`, handles the pointer and draws names and values over them. Within a frame
    /// of `gui`.
    void draw(const FrameContext& frame, const RenderedPictures& pictures, const Box& area);
    /// As draw(), with a cloud of at most `max_points` of their colours in place of the panes.
    void draw_cloud(const FrameContext& frame, std::size_t max_points, const Box& area);
    /// Uploads missing data before render(). Only after the device has finished the last frame. Returns false
    /// if the device has no memory for it; the next frame then asks for less.
    bool prepare(CloudRenderer& renderer) const;
    /// Renders the pictures that draw() laid out, which must still exist.
    void render_pictures(const FrameCommands& frame, const Gui& gui, Viewer& viewer) const;
    /// Differs from the last call's result if the pictures are to be rendered again. Those of the last call
    /// must still exist, so that no other has the address of one.
    std::uint64_t pictures_version(const Gui& gui);
    /// Renders the cloud, if it is shown.
    void render_cloud(const FrameCommands& frame, CloudRenderer& clouds) const;

    const Camera& camera() const { return camera_; }
    /// Null while pictures are shown.
    const CloudView* cloud() const { return shows_cloud_ ? &cloud_ : nullptr; }
    void fit();
    /// Zooms around the pointer if it is on a pane, else around the middle. Does not affect the cloud.
    void zoom_to(double zoom);
    void zoom_by(double steps);
    /// The panes of the last frame, in window pixels.
    const std::vector<Pane>& panes() const { return panes_; }
    /// The part of `area` above whose lower edge a message covers no picture: below or beside pictures that
    /// are shown at the same time, else over the source, so that the results stay visible. Only the user's
    /// own acts change it.
    Box message_area(const Box& area, const Gui& gui) const;

private:
    /// The content of a pane: one picture, or two compared.
    struct Shown {
        const RenderedPicture* picture;
        const RenderedPicture* compared = nullptr; ///< with it; null: nothing is
        Comparison comparison = Comparison::none;
    };

    static std::vector<Shown> shown(const FrameContext& frame, const RenderedPictures& pictures);
    static std::vector<Shown> shown_side_by_side(const FrameContext& frame, const RenderedPictures& pictures);
    void lay_out(const FrameContext& frame, const RenderedPictures& pictures, Area whole);
    void aim(const FrameContext& frame, const RenderedPictures& pictures);
    void handle_grid(const FrameContext& frame, const RenderedPictures& pictures);
    void handle_pointer(float ratio);
    void handle_divider(const Pane& pane, Point at, float ratio);

    void write(const FrameContext& frame, const RenderedPictures& pictures, const Box& area) const;
    std::optional<Rgb> color_at(const RenderedPictures& pictures, std::size_t pane, int x, int y) const;
    void write_values(const FrameContext& frame, const RenderedPictures& pictures, const Box& area) const;

    Camera camera_;
    std::shared_ptr<const Document> document_; ///< the camera belongs to it
    std::vector<Pane> panes_;
    std::pair<std::vector<Pane>, PaneColors> rendered_; ///< at the last pictures_version()
    std::uint64_t version_ = 0;
    std::vector<Area> places_; ///< of all panes, also of results still being computed
    Extent picture_{};         ///< the size of the pictures in them
    std::vector<Shown> shown_; ///< for each pane; only during draw()
    double divider_ = 0.5;
    bool divider_held_ = false;
    GridHandle grid_handle_;
    std::optional<Point> pointer_{}; ///< in the pane under it, window pixels
    CloudView cloud_;
    bool shows_cloud_ = false;
};

}
