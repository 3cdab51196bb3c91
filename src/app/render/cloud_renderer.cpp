#include "app/render/cloud_renderer.h"

#include "app/render/graphics_pipeline.h"
#include "app/render/presenter.h"
#include "app/render/shaders/params.h"
#include "app_shader_code.h"

#include <algorithm>

namespace huedrift::app {
namespace {

using gpu::CloudParams;

constexpr std::uint32_t cloud_bindings = 3;

CloudParams params_of(const Cloud& cloud, Extent window) {
    const CloudProjection& project = cloud.project;
    return {.middle_l = static_cast<float>(project.middle.l),
            .middle_a = static_cast<float>(project.middle.a),
            .middle_b = static_cast<float>(project.middle.b),
            .origin_x = project.origin[0],
            .origin_y = project.origin[1],
            .unit = project.unit,
            .turn_cos = project.turn_cos,
            .turn_sin = project.turn_sin,
            .tilt_cos = project.tilt_cos,
            .tilt_sin = project.tilt_sin,
            .width = static_cast<float>(window.width),
            .height = static_cast<float>(window.height),
            .half_side = cloud.half_side,
            .beyond = cloud.moment.beyond,
            .shows_results = cloud.shows_results,
            .highlight = cloud.highlight ? cloud.highlight->code() : CLOUD_NONE,
            .dimming = cloud.dimming,
            .backdrop = cloud.backdrop.code(),
            .missing_cone =
                cloud.missing_cone ? static_cast<std::uint32_t>(*cloud.missing_cone) : CLOUD_NONE};
}

}

struct CloudRenderer::Native {
    /// The contents of a buffer.
    struct Held {
        std::shared_ptr<const void> contents{};
        std::optional<vulkan::Buffer> buffer{};
        std::uint64_t used = 0; ///< the time of its last use
    };

    GraphicsLayout layout{};
    vk::raii::Pipeline pipeline{nullptr};
    /// The points and some of their states: those visible at a moment, and the ones before, for going back.
    std::array<Held, 8> held{};
    std::uint64_t uses = 0;
    std::size_t max_points = 0;
    bool is_ready = false; ///< the cloud to draw is uploaded

    void upload(vulkan::Device& device, const Cloud& cloud) {
        find_or_upload(device, cloud.drift->points);
        find_or_upload(device, cloud.drift->states[cloud.moment.first]);
        find_or_upload(device, cloud.drift->states[cloud.moment.first + 1]);
    }

    template <class T>
    Held& find_or_upload(vulkan::Device& device, const std::shared_ptr<const std::vector<T>>& contents) {
        auto place = std::ranges::find(held, contents, &Held::contents);
        if (place == held.end()) {
            place = std::ranges::min_element(held, {}, &Held::used);
            place->contents = nullptr; // until it is complete
            const auto bytes = std::as_bytes(std::span(*contents));
            if (!place->buffer || place->buffer->bytes() < bytes.size())
                place->buffer.emplace(device, "cloud", bytes.size());
            vulkan::upload(device, *place->buffer, bytes);
            place->contents = contents;
        }
        place->used = ++uses;
        return *place;
    }

    vulkan::BufferRange range_of(const void* contents) const {
        const auto found =
            std::ranges::find(held, contents, [](const Held& one) { return one.contents.get(); });
        return *found->buffer;
    }
};

CloudRenderer::CloudRenderer(vulkan::Device& device, const Presenter& presenter)
    : device_(device), native_(new Native, {&device}) {
    native_->max_points = device.facts().type == vulkan::DeviceType::cpu ? 20'000 : 1'000'000;
    vulkan::guarded("the cloud cannot be drawn", [&] {
        native_->layout =
            GraphicsLayout(device, cloud_bindings, sizeof(CloudParams), vk::ShaderStageFlagBits::eVertex, 1);
        native_->pipeline = create_pipeline(device.native(),
                                            {.vertex = cloud_vert_shader(),
                                             .fragment = cloud_frag_shader(),
                                             .topology = vk::PrimitiveTopology::eTriangleStrip,
                                             .tests_depth = true},
                                            *native_->layout.pipeline, presenter.target().pass);
    });
}

CloudRenderer::~CloudRenderer() = default;

std::size_t CloudRenderer::max_points() const { return native_->max_points; }

bool CloudRenderer::prepare(const Cloud& cloud) {
    native_->layout.pool.reset();
    native_->is_ready = false;
    if (!cloud.drift || cloud.drift->points->size() > native_->max_points) return true;
    // The second time without the states that are kept for going back.
    for (const bool has_emptied : {false, true}) {
        try {
            native_->upload(device_, cloud);
            native_->is_ready = true;
            return true;
        } catch (const OutOfMemory&) {
            native_->held = {};
            if (has_emptied) native_->max_points = cloud.drift->points->size() / 2;
        }
    }
    return false;
}

void CloudRenderer::draw(const FrameCommands& frame, const Cloud& cloud) {
    if (!native_->is_ready || cloud.area.extent.empty()) return;
    const Drift& drift = *cloud.drift;
    const std::array ranges{native_->range_of(drift.points.get()),
                            native_->range_of(drift.states[cloud.moment.first].get()),
                            native_->range_of(drift.states[cloud.moment.first + 1].get())};
    const CloudParams params = params_of(cloud, frame.extent);
    native_->layout.bind(frame, *native_->pipeline, cloud.area, ranges, params);
    frame.commands.draw(4, static_cast<std::uint32_t>(drift.points->size()), 0, 0);
}

}
