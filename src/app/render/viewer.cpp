#include "app/render/viewer.h"

#include "app/render/graphics_pipeline.h"
#include "app/render/presenter.h"
#include "app/render/shaders/params.h"
#include "app_shader_code.h"
#include "base/enumeration.h"

#include <algorithm>
#include <bitset>
#include <cmath>

namespace huedrift::app {
namespace {

using gpu::ViewParams;
using vulkan::BufferRange;

constexpr std::uint32_t bindings = 5;

/// The specialisation of a pipeline, in the order of its constants.
enum Variation : std::size_t { differs, shrinks, left_from_level, right_from_level, highlights, simulates };
using Variant = std::bitset<count_enumerators<Variation>()>;

/// The rows of a picture, or of one of its levels, that a binding spans.
struct Rows {
    std::uint32_t first = 0, count = 0;
};

// All rows if a binding may be that large; else the rows that the pane shows, from a row at which any device
// can bind.
Rows rows_to_bind(const gpu::Pyramid::Level& shown, std::uint64_t row_bytes, double first, double last,
                  std::uint64_t largest) {
    if (row_bytes * shown.height <= largest) return {0, shown.height};
    constexpr std::uint32_t step = 64;
    const auto clamped = [&](double y) {
        return static_cast<std::uint32_t>(std::clamp(y, 0.0, static_cast<double>(shown.height)));
    };
    const std::uint32_t begin = clamped(first - 2) / step * step;
    const std::uint64_t rows = std::max(clamped(last + 3), begin + 1) - begin;
    return {begin, static_cast<std::uint32_t>(std::min<std::uint64_t>(rows, largest / row_bytes))};
}

/// Whether a level is not the picture's own pixels, but means of them.
bool has_means(const DevicePicture& picture, std::size_t level) {
    return level != std::size_t(picture.halvings);
}

BufferRange range_of(const DevicePicture& picture, std::size_t level, Rows rows) {
    const gpu::Pyramid::Level& shown = picture.level(level);
    return {has_means(picture, level) ? picture.pyramid.smaller : picture.pixels,
            shown.offset + rows.first * shown.row_bytes, rows.count * shown.row_bytes};
}

/// A window pixel covers one to two pixels of the level in each direction. It covers those at its edges in
/// part, and so fades out over twice the pixels of dithering, whose patterns show less than under a box with
/// hard edges.
std::size_t choose_level(const DevicePicture& left, const DevicePicture& right, double zoom) {
    const double halvings = std::floor(std::log2(std::max(1 / zoom, 1.0)) + 1e-9);
    const int least = std::max(left.halvings, right.halvings); // that both have
    return std::min(std::max(static_cast<std::size_t>(halvings), static_cast<std::size_t>(least)),
                    left.last_level());
}

}

DevicePicture::DevicePicture(const vulkan::Device& device, int picture_width, int picture_height,
                             int of_halvings, vulkan::Memory memory)
    : width(picture_width), height(picture_height), halvings(of_halvings),
      pyramid(device, static_cast<std::uint32_t>(width), static_cast<std::uint32_t>(height),
              static_cast<std::uint32_t>(halvings)),
      pixels(device, "picture",
             pyramid.levels.front().row_bytes * std::uint64_t{pyramid.levels.front().height}, memory) {}

struct Viewer::Native {
    GraphicsLayout layout{};
    /// Created when needed.
    std::array<std::optional<vk::raii::Pipeline>, std::size_t{1} << Variant().size()> pipelines{};
    vk::RenderPass pass{};
    std::uint32_t panes = 0;

    vk::Pipeline pipeline(const vulkan::Device::Native& gpu, const Variant& variant);
};

vk::Pipeline Viewer::Native::pipeline(const vulkan::Device::Native& gpu, const Variant& variant) {
    std::optional<vk::raii::Pipeline>& pipeline_of_variant = pipelines[variant.to_ulong()];
    if (!pipeline_of_variant) {
        std::array<vk::Bool32, Variant().size()> values{};
        for (std::size_t i = 0; i < values.size(); ++i) values[i] = variant[i];
        const GraphicsProgram program{
            .vertex = view_vert_shader(), .fragment = view_frag_shader(), .constants = values};
        pipeline_of_variant = create_pipeline(gpu, program, *layout.pipeline, pass);
    }
    return **pipeline_of_variant;
}

Viewer::Viewer(const vulkan::Device& device, const Presenter& presenter,
               std::optional<std::uint64_t> largest_range)
    : device_(device), largest_range_(largest_range.value_or(device.facts().storage_range)),
      native_(new Native, {&device}) {
    vulkan::guarded("the viewer cannot be built", [&] {
        native_->layout = GraphicsLayout(device, bindings, sizeof(ViewParams),
                                         vk::ShaderStageFlagBits::eFragment, max_parts);
        native_->pass = presenter.target().pass;
    });
}

Viewer::~Viewer() = default;

void Viewer::begin_frame() {
    native_->layout.pool.reset();
    native_->panes = 0;
}

void Viewer::draw(const FrameCommands& frame, const Pane& pane, const PaneColors& colors) {
    if (!pane.left) return;
    const int left = pane.area.x, right = left + pane.area.extent.width;
    if (pane.comparison != Comparison::wipe || !pane.right)
        return draw_columns(frame, pane, colors, left, right);
    const int divider = std::clamp(left + static_cast<int>(std::ceil(pane.divider - 0.5)), left, right);
    Pane before = pane, beyond = pane;
    beyond.left = pane.right;
    before.right = beyond.right = nullptr;
    draw_columns(frame, before, colors, left, divider);
    draw_columns(frame, beyond, colors, divider, right);
}

void Viewer::draw_columns(const FrameCommands& frame, const Pane& pane, const PaneColors& colors, int from,
                          int to) {
    const int right_edge = std::min(to, frame.extent.width),
              bottom = std::min(pane.area.y + pane.area.extent.height, frame.extent.height);
    const int x = std::max(from, 0), y = std::max(pane.area.y, 0);
    if (right_edge <= x || bottom <= y || native_->panes == max_parts) return;
    ++native_->panes;
    const DevicePicture& left = *pane.left;
    const DevicePicture& right = pane.right ? *pane.right : left;
    const DevicePicture& result = pane.result ? *pane.result : left;
    const std::size_t level = choose_level(left, right, pane.zoom);
    const gpu::Pyramid::Level& shown = left.level(level);
    const double first = -pane.corner.y / pane.zoom, last = first + pane.area.extent.height / pane.zoom;
    const double scale = std::exp2(static_cast<double>(level));
    const Rows rows = rows_to_bind(shown, std::max(shown.row_bytes, right.level(level).row_bytes),
                                   first / scale, last / scale, largest_range_);
    const gpu::Pyramid::Level& marked = result.pyramid.levels.front();
    const double marked_side = std::exp2(double(result.halvings)), last_marked = last / marked_side;
    const Rows result_rows =
        rows_to_bind(marked, marked.row_bytes, first / marked_side, last_marked, largest_range_);
    // If not all shown rows can be bound, nothing is highlighted.
    const bool is_marked =
        pane.highlight && pane.result &&
        result_rows.first + result_rows.count >= std::min<double>(last_marked, marked.height);

    const BufferRange left_range = range_of(left, level, rows), right_range = range_of(right, level, rows);
    const BufferRange result_range = range_of(result, std::size_t(result.halvings), result_rows);
    const std::array ranges{left_range, right_range, result_range, left_range, right_range};
    const ViewParams params{
        .left = static_cast<float>(pane.area.x + pane.corner.x),
        .top = static_cast<float>(pane.area.y + pane.corner.y),
        .step = static_cast<float>(1 / pane.zoom),
        .width = static_cast<float>(left.width),
        .height = static_cast<float>(left.height),
        .level = static_cast<std::uint32_t>(level),
        .level_width = shown.width,
        .level_height = shown.height,
        .first_row = rows.first,
        .result_level = static_cast<std::uint32_t>(result.halvings),
        .result_width = marked.width,
        .first_result_row = result_rows.first,
        .highlight = is_marked ? pane.highlight->code() : 0,
        .dimming = pane.dimming,
        .hottest = pane.hottest,
        .check_light = colors.check_light.code(),
        .check_dark = colors.check_dark.code(),
        .check_side = colors.check_side,
        .backdrop = colors.backdrop.code(),
        .missing_cone = static_cast<std::uint32_t>(pane.missing_cone.value_or(Cone::long_waves)),
    };
    Variant variant;
    variant[differs] = pane.comparison == Comparison::difference && pane.right;
    variant[shrinks] = pane.zoom < 1;
    variant[left_from_level] = has_means(left, level);
    variant[right_from_level] = has_means(right, level);
    variant[highlights] = is_marked;
    variant[simulates] = pane.missing_cone.has_value();
    native_->layout.bind(frame, native_->pipeline(device_.native(), variant),
                         {x, y, {right_edge - x, bottom - y}}, ranges, params);
    frame.commands.draw(3, 1, 0, 0);
}

}
