#include "app/canvas/canvas.h"

#include "app/render/shaders/params.h"
#include "app/ui/texts.h"
#include "app/ui/widgets.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>

namespace huedrift::app {

void write_box(const std::vector<TextRun>& runs, ImVec2 at, bool from_right, const Gui& gui) {
    const float scale = gui.scale(), padding = 9 * scale, gap = 7 * scale, side = 11 * scale;
    float width = 2 * padding - gap, height = 0;
    for (const TextRun& run : runs) {
        width += width_of(run.font, run.text) + gap + (run.square ? side + gap * 0.8f : 0);
        height = std::max(height, size_of(run.font));
    }
    height += 8 * scale;
    const ImVec2 corner{std::round(from_right ? at.x - width : at.x), std::round(at.y)};
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(corner, {corner.x + width, corner.y + height}, packed(gui.theme().panel, 0.92f),
                       7 * scale);
    float x = corner.x + padding;
    for (const TextRun& run : runs) {
        if (run.square) {
            const float y = std::round(corner.y + (height - side) / 2);
            list.AddRectFilled({x, y}, {x + side, y + side}, packed(*run.square), 3 * scale);
            list.AddRect({x, y}, {x + side, y + side}, packed(gui.theme().text, 0.25f), 3 * scale);
            x += side + gap * 0.8f;
        }
        draw_text(run.font, {std::round(x), std::round(corner.y + (height - size_of(run.font)) / 2)},
                  packed(run.color), run.text);
        x += width_of(run.font, run.text) + gap;
    }
}

Rgba8 pixel_at(const ImageView& image, int x, int y) {
    return image.pixels[std::size_t(y) * std::size_t(image.width) + std::size_t(x)];
}

namespace {

Box in_units(const Area& area, float ratio) {
    return {static_cast<float>(area.x) / ratio, static_cast<float>(area.y) / ratio,
            static_cast<float>(area.extent.width) / ratio, static_cast<float>(area.extent.height) / ratio};
}

ImageView shown_frame(const RenderedPictures& pictures) {
    return frame_of(*pictures.document, *pictures.document->image, pictures.frame);
}

const char* state_of(const Snapshot& snapshot, const Result& result) {
    if (is_catching_up(snapshot)) return result.exact ? nullptr : "preview";
    const char* const outdated = is_working(snapshot) ? "updating" : "outdated"; // after a cancellation
    if (const auto& newest = snapshot.result(result.recipe.shift.weighting); newest.get() != &result) {
        // While its exact result is being painted.
        if (newest && !result.exact && newest->recipe == result.recipe) return "preview";
        return outdated;
    }
    switch (snapshot.state(result.recipe.shift.weighting)) {
    case ResultState::preview:
        return "preview";
    case ResultState::outdated:
        return outdated;
    case ResultState::exact:
    case ResultState::none:
        break;
    }
    return nullptr;
}

std::uint32_t heat(int stop) {
    constexpr float r[]{HEAT_R}, g[]{HEAT_G}, b[]{HEAT_B};
    return ImGui::GetColorU32({r[stop], g[stop], b[stop], 1});
}

void write_label(const FrameContext& frame, const RenderedPictures& pictures, const RenderedPicture& picture,
                 const Pane& pane, bool at_right) {
    const Theme& theme = frame.gui.theme();
    const bool are_both = frame.snapshot.weightings == Weightings::both, is_held = &picture == &pictures.held;
    std::vector<TextRun> runs;
    const auto say = [&](std::string text, ImFont* font, Rgb color) {
        runs.push_back({std::move(text), font, color});
    };
    if (pane.comparison == Comparison::difference) say("Difference", frame.gui.fonts().strong, theme.text);
    if (!picture.result) {
        say("Source", frame.gui.fonts().strong, theme.text);
        if (frame.snapshot.picture && frame.snapshot.picture->document == pictures.document)
            say(source_colors(frame.snapshot), frame.gui.fonts().text, theme.muted);
    } else {
        const Result& result = *picture.result;
        if (is_held || are_both || pane.comparison != Comparison::difference)
            say(is_held    ? "Held"
                : are_both ? label_of(result.recipe.shift.weighting)
                           : "Result",
                frame.gui.fonts().strong, theme.text);
        const std::string count = counted(result.swatches.size(), "colour", "colours");
        say(result.exact ? count : "about " + count, frame.gui.fonts().text, theme.muted);
        if (are_both) {
            say("error " + short_number(result.difference.mean), frame.gui.fonts().text, theme.muted);
        } else {
            if (frame.snapshot.export_bytes && frame.snapshot.exact() && !is_held)
                say(file_size(*frame.snapshot.export_bytes), frame.gui.fonts().text, theme.muted);
            say(std::string("error ") + word_for(result.difference.mean), frame.gui.fonts().text,
                theme.muted);
        }
        if (const char* const state = is_held ? nullptr : state_of(frame.snapshot, result))
            say(state, frame.gui.fonts().text, theme.warning);
        if (picture.hidden > 0)
            say(std::to_string(picture.hidden) + " hidden", frame.gui.fonts().text, theme.warning);
        if (pictures.display.marks_changes && result.cleaned)
            runs.push_back({"changed", frame.gui.fonts().text, theme.muted, change_mark});
    }
    if (pane.missing_cone) say(name_without(*pane.missing_cone), frame.gui.fonts().text, theme.warning);
    const float margin = 10 * frame.gui.scale();
    const auto [left, top, width, height] = in_units(pane.area, frame.gui.pixel_ratio());
    // A narrow pane has no room for it beside the one on the left.
    const float row = at_right && width < 480 * frame.gui.scale() ? 34 * frame.gui.scale() : 0;
    write_box(runs, {at_right ? left + width - margin : left + margin, top + margin + row}, at_right,
              frame.gui);
}

/// The ramp of the distances; above it, where there is room, the mean and the percentile, else only the
/// largest distance beside it.
void write_legend(const Result& result, const Pane& pane, const Gui& gui) {
    const Theme& theme = gui.theme();
    const float scale = gui.scale();
    const auto whole = in_units(pane.area, gui.pixel_ratio());
    const bool is_narrow = whole[2] < 700 * scale;
    const float width = std::min((is_narrow ? 240 : 340) * scale, whole[2] - 40 * scale),
                height = (is_narrow ? 28 : 62) * scale;
    const ImVec2 at{whole[0] + whole[2] - width - 10 * scale, whole[1] + whole[3] - height - 10 * scale};
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(at, {at.x + width, at.y + height}, packed(theme.panel, 0.92f), 7 * scale);
    const std::string largest = short_number(result.difference.maximum);
    const float beside = is_narrow ? width_of(gui.fonts().small, largest) + 8 * scale : 0;
    const float left = at.x + 12 * scale, right = at.x + width - 12 * scale - beside,
                top = at.y + (is_narrow ? 9 : 34) * scale;
    for (int i = 0; i + 1 < HEAT_STOPS; ++i) {
        const float step = (right - left) / (HEAT_STOPS - 1);
        list.AddRectFilledMultiColor({left + static_cast<float>(i) * step, top},
                                     {left + static_cast<float>(i + 1) * step, top + 10 * scale}, heat(i),
                                     heat(i + 1), heat(i + 1), heat(i));
    }
    const Difference& difference = result.difference;
    const auto mark = [&](double distance) {
        if (difference.maximum <= 0) return;
        const float x = left + static_cast<float>(distance / difference.maximum) * (right - left);
        list.AddLine({x, top - 3 * scale}, {x, top + 13 * scale}, packed(theme.text), 1.5f * scale);
    };
    mark(difference.mean);
    mark(difference.percentile_95);
    if (is_narrow)
        return draw_text(gui.fonts().small, {right + 8 * scale, at.y + 8 * scale}, packed(theme.text),
                         largest);
    const std::string text = "mean " + short_number(difference.mean) + "   95th percentile " +
                             short_number(difference.percentile_95) + "   largest " + largest;
    draw_text(gui.fonts().small, {left, at.y + 10 * scale}, packed(theme.text), text);
}

/// White within black, so that it is visible on every picture.
void write_divider(const Pane& pane, const Gui& gui) {
    const auto whole = in_units(pane.area, gui.pixel_ratio());
    const float x = whole[0] + static_cast<float>(pane.divider) / gui.pixel_ratio(), top = whole[1],
                bottom = top + whole[3], middle = top + whole[3] / 2, scale = gui.scale();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const auto draw = [&](float margin, ImU32 color) {
        const float half_line = 0.75f * scale + margin, half_width = 4 * scale + margin,
                    half_height = 16 * scale + margin;
        list.AddRectFilled({x - half_line, top}, {x + half_line, bottom}, color);
        list.AddRectFilled({x - half_width, middle - half_height}, {x + half_width, middle + half_height},
                           color, half_width);
    };
    draw(1.5f * scale, packed({0, 0, 0}, 0.6f));
    draw(0, packed({255, 255, 255}));
}

/// The result whose grid belongs to a pane's picture; null if there is none.
const Result* grid_of(const FrameContext& frame, const RenderedPictures& pictures,
                      const RenderedPicture& picture) {
    const Result* const result =
        picture.result ? picture.result.get()
                       : pictures.result(frame.state.shown(frame.snapshot.weightings)).result.get();
    return result && result->grid ? result : nullptr;
}

/// Tints the importance mask in the accent colour, and the dither mask in orange.
void write_masks(const FrameContext& frame, const Pane& pane) {
    if (!frame.state.shows_masks || pane.comparison == Comparison::difference) return;
    const Recipe& recipe = *frame.snapshot.recipe;
    const auto draw = [&](const std::optional<MaskId>& id, Rgb color) {
        if (const auto mask = find_mask(frame.snapshot.masks, id)) draw_mask(pane, *mask, color, frame.gui);
    };
    draw(recipe.source.importance, frame.gui.theme().accent);
    draw(recipe.labels.dither_mask, {255, 140, 0});
}

}

void Canvas::write_values(const FrameContext& frame, const RenderedPictures& pictures,
                          const Box& area) const {
    frame.state.pointed.reset();
    if (!pointer_ || !pictures.document) return;
    const ImageView image = shown_frame(pictures);
    const Point at = camera_.picture_at(*pointer_);
    const int x = static_cast<int>(std::floor(at.x)), y = static_cast<int>(std::floor(at.y));
    if (x < 0 || y < 0 || x >= image.width || y >= image.height) return;

    const Theme& theme = frame.gui.theme();
    ImFont* const code = frame.gui.fonts().code;
    std::vector<TextRun> runs{{std::to_string(x) + ", " + std::to_string(y), code, theme.muted}};
    const Rgba8 pixel = pixel_at(image, x, y);
    const Rgb before{pixel.r, pixel.g, pixel.b};
    if (pixel.a == 0) {
        runs.push_back({"transparent", frame.gui.fonts().small, theme.muted});
    } else {
        frame.state.pointed = before;
        runs.push_back({hex_code(before), code, theme.text, before});
        for (const Weighting weighting : each(frame.snapshot.weightings)) {
            const auto& result = pictures.result(weighting).result;
            if (!result) continue;
            runs.push_back({"\u2192", frame.gui.fonts().text, theme.muted});
            if (const auto after = huedrift::color_at(*result, pictures.frame, x, y))
                runs.push_back({hex_code(*after), code, theme.text, after});
            else
                runs.push_back({"transparent", frame.gui.fonts().small, theme.muted});
        }
        if (pixel.a != 255)
            runs.push_back({"alpha " + std::to_string(pixel.a), frame.gui.fonts().small, theme.muted});
    }
    const float margin = 10 * frame.gui.scale(),
                height = code->FontSize / frame.gui.pixel_ratio() + 8 * frame.gui.scale();
    write_box(runs, {area[0] + margin, area[1] + area[3] - margin - height}, false, frame.gui);
}

/// The colour that a pane shows for a pixel; none if that is transparent.
std::optional<Rgb> Canvas::color_at(const RenderedPictures& pictures, std::size_t pane, int x, int y) const {
    const Rgba8 pixel = pixel_at(shown_frame(pictures), x, y);
    if (pixel.a == 0) return std::nullopt;
    const bool is_beyond = panes_[pane].comparison == Comparison::wipe &&
                           panes_[pane].corner.x + (x + 0.5) * panes_[pane].zoom >= panes_[pane].divider;
    const RenderedPicture& picture = is_beyond ? *shown_[pane].compared : *shown_[pane].picture;
    if (!picture.result) return Rgb{pixel.r, pixel.g, pixel.b};
    return huedrift::color_at(*picture.result, pictures.frame, x, y);
}

void Canvas::write(const FrameContext& frame, const RenderedPictures& pictures, const Box& area) const {
    for (std::size_t i = 0; i < panes_.size(); ++i) {
        const Pane& pane = panes_[i];
        const auto& [picture, compared, comparison] = shown_[i];
        write_masks(frame, pane);
        const Result* const gridded = grid_of(frame, pictures, *picture);
        if (gridded && frame.state.settings.shows_grid) {
            draw_grid_lines(pane, *gridded->grid, frame.gui);
            grid_handle_.draw(frame, pane, *gridded);
        }
        if (comparison != Comparison::difference)
            write_pixel_values(
                pane, [&](int x, int y) { return color_at(pictures, i, x, y); }, frame.gui);
        write_label(frame, pictures, comparison == Comparison::difference ? *compared : *picture, pane,
                    false);
        if (comparison == Comparison::wipe) write_label(frame, pictures, *compared, pane, true);
        if (comparison == Comparison::difference) write_legend(*compared->result, pane, frame.gui);
        if (comparison == Comparison::wipe) write_divider(pane, frame.gui);
    }
    write_values(frame, pictures, area);
}

namespace {

constexpr int pane_gap = 2; // pixels

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

namespace {

/// Null while there is none.
const RenderedPicture* picture_of(Compared compared, const FrameContext& frame,
                                  const RenderedPictures& pictures) {
    const Weightings computed = frame.snapshot.weightings;
    if (!frame.state.has(compared, computed)) return nullptr;
    if (compared == Compared::source) return &pictures.source;
    const Weighting shown = frame.state.shown(computed);
    const RenderedPicture& picture =
        compared == Compared::held ? pictures.held
                                   : pictures.result(compared == Compared::other ? other_than(shown) : shown);
    return picture.picture ? &picture : nullptr;
}

}

std::vector<Canvas::Shown> Canvas::shown_side_by_side(const FrameContext& frame,
                                                      const RenderedPictures& pictures) {
    std::vector<Shown> all{{&pictures.source}};
    for (const Weighting weighting : each(frame.snapshot.weightings))
        if (const RenderedPicture& result = pictures.result(weighting); result.picture)
            all.push_back({&result});
    if (const RenderedPicture* const held = picture_of(Compared::held, frame, pictures))
        all.push_back({held});
    if (all.size() == 3) // the free place in a square of four
        all.push_back(
            {&pictures.source, picture_of(Compared::result, frame, pictures), Comparison::difference});
    return all;
}

std::vector<Canvas::Shown> Canvas::shown(const FrameContext& frame, const RenderedPictures& pictures) {
    ViewState& state = frame.state;
    state.check_sides(frame.snapshot.weightings);
    if (state.settings.compare == Compare::side_by_side) return shown_side_by_side(frame, pictures);
    const RenderedPicture* const source = &pictures.source;
    const RenderedPicture* const result = picture_of(Compared::result, frame, pictures);
    if (state.source_held || !result) return {{source}};
    if (state.settings.compare == Compare::single) return {{result}};
    if (state.settings.compare == Compare::difference) return {{source, result, Comparison::difference}};
    const RenderedPicture *const left = picture_of(state.left, frame, pictures), *const right = picture_of(
                                                                                     state.right, frame,
                                                                                     pictures);
    return {{left ? left : source, right ? right : result, Comparison::wipe}};
}

void Canvas::lay_out(const FrameContext& frame, const RenderedPictures& pictures, Area whole) {
    panes_.clear();
    places_.clear();
    shown_ = shown(frame, pictures);
    if (!pictures.source.picture || whole.extent.empty()) return;
    const Extent picture{pictures.source.picture->width, pictures.source.picture->height};
    // Includes space for results still being computed, so that the source does not jump when they arrive.
    const bool has_four = frame.snapshot.weightings == Weightings::both || frame.state.held;
    const int count = frame.state.settings.compare != Compare::side_by_side ? 1 : has_four ? 4 : 2;
    const std::vector<Area>& areas = places_ = split(whole, count, picture);
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
        const auto drawn = [&](const RenderedPicture& picture) {
            return (is_plain ? picture.picture : picture.displayed).get();
        };
        pane.left = drawn(*shown_[i].picture);
        const RenderedPicture* const compared = shown_[i].compared;
        if (!compared) continue;
        pane.right = drawn(*compared);
        pane.hottest = static_cast<float>(std::max(compared->result->difference.maximum, 1e-4));
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
    if (!frame.state.settings.shows_grid || (!ImGui::IsItemHovered() && !ImGui::IsItemActive())) return;
    const ImGuiIO& io = ImGui::GetIO();
    const Point at = Point{io.MousePos.x, io.MousePos.y} * frame.gui.pixel_ratio();
    for (std::size_t i = 0; i < panes_.size(); ++i) {
        const Pane& pane = panes_[i];
        const Point inside = at - Point{double(pane.area.x), double(pane.area.y)};
        if (const Result* const result = grid_of(frame, pictures, *shown_[i].picture);
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

Box Canvas::message_area(const Box& area, const Gui& gui) const {
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
    Box source = in_units(first, ratio);
    if (first.y != last.y) source[3] += row - 8 * gui.scale();
    const float beside = static_cast<float>(camera_.corner().x) / ratio;
    if (beside >= column && source[3] >= 2 * message + row) return {source[0], source[1], beside, source[3]};
    return source[2] >= narrowest ? source : area;
}

void Canvas::zoom_to(double zoom) { camera_.zoom_to(zoom, pointer_.value_or(camera_.middle())); }
void Canvas::zoom_by(double steps) {
    if (shows_cloud_)
        cloud_.zoom_by(steps);
    else
        camera_.zoom_by(steps, pointer_.value_or(camera_.middle()));
}
void Canvas::fit() { shows_cloud_ ? cloud_.reset() : camera_.fit(); }

void Canvas::draw(const FrameContext& frame, const RenderedPictures& pictures, const Box& area) {
    shows_cloud_ = false;
    frame.session.stop_drift();
    const float ratio = frame.gui.pixel_ratio();
    const auto pixel = [&](float unit) { return static_cast<int>(std::lround(unit * ratio)); };
    lay_out(frame, pictures, {pixel(area[0]), pixel(area[1]), {pixel(area[2]), pixel(area[3])}});

    begin_canvas(area);
    ImGui::InvisibleButton("pictures", {std::max(area[2], 1.0f), std::max(area[3], 1.0f)},
                           ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonMiddle);
    aim(frame, pictures); // the handle lies where the picture was
    handle_grid(frame, pictures);
    handle_pointer(ratio);
    aim(frame, pictures);
    write(frame, pictures, area);
    ImGui::End();
}

void Canvas::draw_cloud(const FrameContext& frame, std::size_t max_points, const Box& area) {
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
