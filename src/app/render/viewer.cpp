#include "app/render/viewer.h"

#include "app/render/graphics_pipeline.h"
#include "app/render/presenter.h"
#include "app/render/shaders/view_params.h"
#include "app_shader_code.h"

#include <algorithm>
#include <cmath>

namespace huedrift::app {
namespace {

using gpu::ViewParams;
using vulkan::BufferRange;

constexpr std::uint32_t bindings = 5;

/// The specialisation of a pipeline.
struct Variant {
    bool differs = false, shrinks = false, from_level = false, highlights = false, simulates = false;

    static constexpr std::size_t count = 32;
    std::size_t index() const {
        return std::size_t{differs} + 2 * std::size_t{shrinks} + 4 * std::size_t{from_level} +
               8 * std::size_t{highlights} + 16 * std::size_t{simulates};
    }
};

/// The rows of a picture, or of one of its levels, that a binding spans.
struct Rows {
    std::uint32_t first = 0, count = 0;
};

// All rows if a binding may be that large; else the rows that the pane shows, from a row at which any device
// can bind.
Rows rows_to_bind(const gpu::Pyramid::Level& shown, double first, double last, std::uint64_t largest) {
    if (shown.row_bytes * shown.height <= largest) return {0, shown.height};
    constexpr std::uint32_t step = 64;
    const auto clamped = [&](double y) {
        return static_cast<std::uint32_t>(std::clamp(y, 0.0, static_cast<double>(shown.height)));
    };
    const std::uint32_t begin = clamped(first - 2) / step * step;
    const std::uint64_t wanted = std::max(clamped(last + 3), begin + 1) - begin;
    return {begin, static_cast<std::uint32_t>(std::min<std::uint64_t>(wanted, largest / shown.row_bytes))};
}

BufferRange range_of(const DevicePicture& picture, std::size_t level, Rows rows) {
    const gpu::Pyramid::Level& shown = picture.pyramid.levels[level];
    return {level == 0 ? picture.pixels : picture.pyramid.smaller,
            shown.offset + rows.first * shown.row_bytes, rows.count * shown.row_bytes};
}

/// A window pixel covers one to two pixels of the level in each direction. It covers those at its edges in
/// part, and so fades out over twice the pixels of dithering, whose patterns show less than under a box with
/// hard edges.
std::size_t choose_level(const DevicePicture& picture, double zoom) {
    const double halvings = std::floor(std::log2(std::max(1 / zoom, 1.0)) + 1e-9);
    return std::min(static_cast<std::size_t>(halvings), picture.pyramid.levels.size() - 1);
}

}

DevicePicture::DevicePicture(const vulkan::Device& device, int picture_width, int picture_height,
                             vulkan::Memory memory)
    : width(picture_width), height(picture_height),
      pixels(device, "picture", 4 * std::uint64_t(picture_width) * std::uint64_t(picture_height), memory),
      pyramid(device, static_cast<std::uint32_t>(picture_width), static_cast<std::uint32_t>(picture_height)) {
}

struct Viewer::Native {
    GraphicsLayout layout{};
    std::array<std::optional<vk::raii::Pipeline>, Variant::count> pipelines{}; ///< created when needed
    vk::RenderPass pass{};
    vk::raii::DescriptorPool pool{nullptr};
    std::uint32_t panes = 0;

    vk::Pipeline pipeline(const vulkan::Device::Native& gpu, const Variant& variant);
};

vk::Pipeline Viewer::Native::pipeline(const vulkan::Device::Native& gpu, const Variant& variant) {
    std::optional<vk::raii::Pipeline>& made = pipelines[variant.index()];
    if (!made) {
        const std::array<vk::Bool32, 5> values{variant.differs, variant.shrinks, variant.from_level,
                                               variant.highlights, variant.simulates};
        const GraphicsProgram program{
            .vertex = view_vert_shader(), .fragment = view_frag_shader(), .constants = values};
        made = create_pipeline(gpu, program, *layout.pipeline, pass);
    }
    return **made;
}

Viewer::Viewer(const vulkan::Device& device, const Presenter& presenter,
               std::optional<std::uint64_t> largest_range)
    : device_(device), largest_range_(largest_range.value_or(device.facts().storage_range)),
      native_(new Native, {&device}) {
    vulkan::guarded("the viewer cannot be built", [&] {
        const vulkan::Device::Native& gpu = device.native();
        native_->layout =
            GraphicsLayout(gpu.device, bindings, sizeof(ViewParams), vk::ShaderStageFlagBits::eFragment);
        native_->pass = presenter.target().pass;
        const vk::DescriptorPoolSize size{.type = vk::DescriptorType::eStorageBuffer,
                                          .descriptorCount = bindings * max_parts};
        native_->pool =
            gpu.device.createDescriptorPool({.maxSets = max_parts, .poolSizeCount = 1, .pPoolSizes = &size});
    });
}

Viewer::~Viewer() = default;

void Viewer::begin_frame() {
    native_->pool.reset();
    native_->panes = 0;
}

void Viewer::draw(const FrameCommands& frame, const Pane& pane, const PaneColors& colors) {
    if (!pane.left) return;
    const int left = pane.area.x, right = left + pane.area.extent.width;
    if (pane.comparison != Comparison::wipe || !pane.right)
        return draw_columns(frame, pane, colors, left, right);
    const int divider = std::clamp(left + static_cast<int>(std::ceil(pane.divider - 0.5)), left, right);
    Pane beyond = pane;
    beyond.left = pane.right;
    draw_columns(frame, pane, colors, left, divider);
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
    const std::size_t level = choose_level(left, pane.zoom);
    const gpu::Pyramid::Level& shown = left.pyramid.levels[level];
    const double first = -pane.corner.y / pane.zoom, last = first + pane.area.extent.height / pane.zoom;
    const double scale = std::exp2(static_cast<double>(level));
    const Rows rows = rows_to_bind(shown, first / scale, last / scale, largest_range_);
    const Rows result_rows = rows_to_bind(left.pyramid.levels.front(), first, last, largest_range_);
    // If not all shown rows can be bound, nothing is highlighted.
    const bool highlights = pane.highlight && pane.result &&
                            result_rows.first + result_rows.count >= std::min<double>(last, left.height);

    const BufferRange left_range = range_of(left, level, rows), right_range = range_of(right, level, rows);
    const std::array ranges{left_range, right_range, range_of(result, 0, result_rows), left_range,
                            right_range};
    const vk::DescriptorSet set =
        write_set(device_.native().device, native_->pool, native_->layout.set, ranges);
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
        .first_result_row = result_rows.first,
        .highlight = highlights ? pane.highlight->code() : 0,
        .dimming = pane.dimming,
        .hottest = pane.hottest,
        .check_light = colors.check_light.code(),
        .check_dark = colors.check_dark.code(),
        .check_side = colors.check_side,
        .backdrop = colors.backdrop.code(),
        .missing_cone = static_cast<std::uint32_t>(pane.missing_cone.value_or(Cone::long_waves)),
    };
    const vk::raii::CommandBuffer& commands = frame.commands;
    const bool shrinks = pane.zoom < 1;
    const Variant variant{.differs = pane.comparison == Comparison::difference && pane.right,
                          .shrinks = shrinks,
                          .from_level = level != 0,
                          .highlights = highlights,
                          .simulates = pane.missing_cone.has_value()};
    commands.bindPipeline(vk::PipelineBindPoint::eGraphics, native_->pipeline(device_.native(), variant));
    commands.bindDescriptorSets(vk::PipelineBindPoint::eGraphics, *native_->layout.pipeline, 0, set, {});
    commands.pushConstants<ViewParams>(*native_->layout.pipeline, vk::ShaderStageFlagBits::eFragment, 0,
                                       params);
    set_area(frame, {x, y, {right_edge - x, bottom - y}});
    commands.draw(3, 1, 0, 0);
}

}
