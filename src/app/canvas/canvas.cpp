#include "app/canvas/canvas.h"

#include "app/ui/widgets.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>

namespace huedrift::app {
namespace {

constexpr int pane_gap = 2; // pixels

double fitting(Extent picture, Extent available) {
    return std::min(static_cast<double>(available.width) / picture.width,
                    static_cast<double>(available.height) / picture.height);
}

// The number of columns that shows the picture largest, the larger of equally good ones.
std::vector<Area> split(Area whole, int count, Extent picture) {
    const auto cell = [&](int columns) {
        const int rows = (count + columns - 1) / columns;
        return Extent{(whole.extent.width - (columns - 1) * pane_gap) / columns,
                      (whole.extent.height - (rows - 1) * pane_gap) / rows};
    };
    int best = count;
    for (int columns = count - 1; columns >= 1; --columns)
        if (fitting(picture, cell(columns)) > fitting(picture, cell(best))) best = columns;
    const Extent size = cell(best);
    std::vector<Area> areas;
    areas.reserve(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i)
        areas.push_back({whole.x + i % best * (size.width + pane_gap),
                         whole.y + i / best * (size.height + pane_gap), size});
    return areas;
}

PaneColors pane_colors(const Gui& gui) {
    const Theme& theme = gui.theme();
    return {.check_light = theme.check_light,
            .check_dark = theme.check_dark,
            .backdrop = theme.canvas,
            .check_side = std::round(8 * gui.scale() * gui.pixel_ratio())};
}

/// Whether a point, in window pixels from the pane's corner, lies in the pane.
bool contains(const Pane& pane, Point inside) {
    const Extent extent = pane.area.extent;
    return inside.x >= 0 && inside.y >= 0 && inside.x < extent.width && inside.y < extent.height;
}

}

std::vector<Canvas::Shown> Canvas::shown(const FrameContext& frame, const RenderedPictures& pictures) const {
    const auto is_there = [&](Weighting weighting) {
        return includes(frame.snapshot.weightings, weighting) && pictures.result(weighting).picture;
    };
    const bool has_palette = is_there(Weighting::palette), has_frequency = is_there(Weighting::frequency);
    const Weighting preferred = frame.state.shown(frame.snapshot.weightings);
    const Content result = preferred == Weighting::palette ? Content::palette : Content::frequency;
    if (frame.state.compare == Compare::side_by_side) {
        std::vector<Shown> all{{Content::source}};
        if (has_palette) all.push_back({Content::palette});
        if (has_frequency) all.push_back({Content::frequency});
        // The free place in a square of four.
        if (has_palette && has_frequency) all.push_back({Content::source, result, Comparison::difference});
        return all;
    }
    if (frame.state.source_held || !is_there(preferred)) return {{Content::source}};
    if (frame.state.compare == Compare::single) return {{result}};
    return {{Content::source, result,
             frame.state.compare == Compare::wipe ? Comparison::wipe : Comparison::difference}};
}

const RenderedPicture& Canvas::picture_of(const RenderedPictures& pictures, Content content) {
    return content == Content::source    ? pictures.source
           : content == Content::palette ? pictures.palette
                                         : pictures.frequency;
}

void Canvas::lay_out(const FrameContext& frame, const RenderedPictures& pictures, Area whole) {
    panes_.clear();
    places_.clear();
    shown_ = shown(frame, pictures);
    if (!pictures.source.picture || whole.extent.empty()) return;
    const Extent picture{pictures.source.picture->width, pictures.source.picture->height};
    // Includes space for results still being computed, so that the source does not jump when they arrive.
    const std::size_t side_by_side = frame.snapshot.weightings == Weightings::both ? 4 : 2;
    const std::size_t count = frame.state.compare == Compare::side_by_side ? side_by_side : 1;
    const std::vector<Area>& areas = places_ = split(whole, static_cast<int>(count), picture);
    picture_ = picture;
    camera_.set_pane(areas[0].extent);
    if (pictures.document != document_) camera_.set_picture(picture);
    document_ = pictures.document;
    for (std::size_t i = 0; i < shown_.size(); ++i) {
        Pane& pane = panes_.emplace_back();
        pane.area = areas[i];
        pane.comparison = shown_[i].comparison;
        // An isolated colour is shown even if it is hidden, and distances are those of all pixels.
        const bool is_plain = frame.state.isolated || pane.comparison == Comparison::difference;
        const auto drawn = [&](Content content) {
            const RenderedPicture& rendered = picture_of(pictures, content);
            return (is_plain ? rendered.picture : rendered.displayed).get();
        };
        pane.left = drawn(shown_[i].content);
        if (pane.comparison == Comparison::none) continue;
        const RenderedPicture& result = picture_of(pictures, shown_[i].other);
        pane.right = drawn(shown_[i].other);
        pane.hottest = static_cast<float>(std::max(result.result->difference.maximum, 1e-4));
    }
}

void Canvas::aim(const FrameContext& frame, const RenderedPictures& pictures) {
    const RenderedPicture& marked = pictures.result(frame.state.shown(frame.snapshot.weightings));
    const auto color = frame.state.isolated ? frame.state.isolated : frame.state.hovered;
    for (Pane& pane : panes_) {
        pane.corner = camera_.corner();
        pane.zoom = camera_.zoom();
        pane.missing_cone = frame.state.missing_cone;
        pane.divider = std::round(divider_ * pane.area.extent.width);
        if (!color || !marked.picture) continue;
        pane.result = marked.picture.get();
        pane.highlight = color;
        pane.dimming = frame.state.isolated ? 1.0f : 0.85f;
    }
}

void Canvas::handle_grid(const FrameContext& frame, const RenderedPictures& pictures) {
    if (!ImGui::IsItemActive()) grid_handle_.release(frame);
    if (!frame.state.shows_grid || (!ImGui::IsItemHovered() && !ImGui::IsItemActive())) return;
    const ImGuiIO& io = ImGui::GetIO();
    const Point at = Point{io.MousePos.x, io.MousePos.y} * frame.gui.pixel_ratio();
    for (std::size_t i = 0; i < panes_.size(); ++i) {
        const Pane& pane = panes_[i];
        const Point inside = at - Point{double(pane.area.x), double(pane.area.y)};
        if (const Result* const result = grid_of(frame, pictures, shown_[i]);
            result && contains(pane, inside))
            grid_handle_.update(frame, pane, *result, inside);
    }
}

void Canvas::handle_pointer(float ratio) {
    const ImGuiIO& io = ImGui::GetIO();
    pointer_.reset();
    if (!ImGui::IsItemHovered() && !ImGui::IsItemActive()) {
        divider_held_ = false;
        return;
    }
    const Point at = Point{io.MousePos.x, io.MousePos.y} * ratio;
    for (const Pane& pane : panes_) {
        const Point inside = at - Point{double(pane.area.x), double(pane.area.y)};
        if (!contains(pane, inside)) continue;
        pointer_ = inside;
        handle_divider(pane, inside, ratio);
    }
    if (pointer_ && io.MouseWheel != 0) camera_.zoom_by(4 * double{io.MouseWheel}, *pointer_);
    const bool holds = divider_held_ || grid_handle_.is_held();
    if (pointer_ && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left) && !holds) {
        if (camera_.fits())
            camera_.zoom_to(1, *pointer_);
        else
            camera_.fit();
    }
    const bool drags = ImGui::IsItemActive() && !holds && (io.MouseDelta.x != 0 || io.MouseDelta.y != 0);
    if (drags) camera_.pan(Point{io.MouseDelta.x, io.MouseDelta.y} * ratio);
    if (drags) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeAll);
}

void Canvas::handle_divider(const Pane& pane, Point at, float ratio) {
    if (pane.comparison != Comparison::wipe) return;
    const double width = pane.area.extent.width, reach = 8 * ratio;
    const bool near = std::abs(at.x - divider_ * width) <= reach;
    if (ImGui::IsItemActivated()) divider_held_ = near;
    if (!ImGui::IsItemActive()) divider_held_ = false;
    if (near || divider_held_) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
    if (divider_held_) divider_ = std::clamp(at.x / width, 0.0, 1.0);
}

std::array<float, 4> Canvas::message_area(const std::array<float, 4>& area, const Gui& gui) const {
    if (places_.size() < 2) return area;
    // The heights of a message with buttons and of a row for the values under the pointer; the least widths
    // over the source and beside it.
    const float message = 106 * gui.scale(), row = 44 * gui.scale(), narrowest = 260 * gui.scale(),
                column = 200 * gui.scale();
    const float ratio = gui.pixel_ratio();
    const Area &first = places_.front(), &last = places_.back();
    const double picture_ends = last.y + camera_.corner().y + camera_.zoom() * picture_.height,
                 pane_ends = last.y + last.extent.height;
    const float below = area[1] + area[3] - static_cast<float>(std::min(picture_ends, pane_ends)) / ratio;
    if (below >= message + row) return area;
    if (below >= message) return {area[0], area[1], area[2], area[3] + row - 8 * gui.scale()};
    std::array<float, 4> source{float(first.x) / ratio, float(first.y) / ratio,
                                float(first.extent.width) / ratio, float(first.extent.height) / ratio};
    if (first.y != last.y) source[3] += row - 8 * gui.scale();
    const float beside = static_cast<float>(camera_.corner().x) / ratio;
    if (beside >= column && source[3] >= 2 * message + row) return {source[0], source[1], beside, source[3]};
    return source[2] >= narrowest ? source : area;
}

void Canvas::zoom_to(double zoom) { camera_.zoom_to(zoom, pointer_.value_or(camera_.middle())); }
void Canvas::zoom_by(double steps) {
    shows_cloud_ ? cloud_.zoom_by(steps) : camera_.zoom_by(steps, pointer_.value_or(camera_.middle()));
}
void Canvas::fit() { shows_cloud_ ? cloud_.reset() : camera_.fit(); }

void Canvas::draw(const FrameContext& frame, const RenderedPictures& pictures,
                  const std::array<float, 4>& area) {
    shows_cloud_ = false;
    const float ratio = frame.gui.pixel_ratio();
    const auto pixel = [&](float unit) { return static_cast<int>(std::lround(unit * ratio)); };
    lay_out(frame, pictures, {pixel(area[0]), pixel(area[1]), {pixel(area[2]), pixel(area[3])}});

    ImGui::SetNextWindowPos({area[0], area[1]});
    ImGui::SetNextWindowSize({area[2], area[3]});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
    begin_plain_window("canvas", ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoBringToFrontOnFocus |
                                     ImGuiWindowFlags_NoNav);
    ImGui::PopStyleVar();
    ImGui::InvisibleButton("pictures", {std::max(area[2], 1.0f), std::max(area[3], 1.0f)},
                           ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonMiddle);
    aim(frame, pictures); // the handle lies where the picture was
    handle_grid(frame, pictures);
    handle_pointer(ratio);
    aim(frame, pictures);
    write(frame, pictures, area);
    ImGui::End();
}

void Canvas::draw_cloud(const FrameContext& frame, std::size_t max_points, const std::array<float, 4>& area) {
    shows_cloud_ = true;
    panes_.clear();
    places_.clear();
    cloud_.draw(frame, max_points, area);
}

bool Canvas::prepare(CloudRenderer& renderer) const {
    return !shows_cloud_ || renderer.prepare(cloud_.cloud());
}

void Canvas::render_pictures(const FrameCommands& frame, const Gui& gui, Viewer& viewer) const {
    for (const Pane& pane : panes_) viewer.draw(frame, pane, pane_colors(gui));
}

std::uint64_t Canvas::pictures_version(const Gui& gui) {
    std::pair shown(panes_, pane_colors(gui));
    if (shown != rendered_) ++version_;
    rendered_ = std::move(shown);
    return version_;
}

void Canvas::render_cloud(const FrameCommands& frame, CloudRenderer& clouds) const {
    if (shows_cloud_) clouds.draw(frame, cloud_.cloud());
}

}
