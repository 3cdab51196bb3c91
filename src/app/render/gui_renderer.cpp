#include "app/render/gui_renderer.h"

#include "app/render/graphics_pipeline.h"
#include "app/ui/thumbnail_view.h"
#include "base/error.h"
#include "image/thumbnail.h"

#include <imgui.h>

#include <algorithm>
#include <backends/imgui_impl_vulkan.h>
#include <cmath>
#include <map>
#include <memory>

// After graphics_pipeline.h, which says how Vulkan's own header is to be read.

namespace huedrift::app {
namespace {

/// The longer side of a picture fitted into `room` without enlarging it.
int fitting_side(const ImageView& picture, Extent room) {
    const double zoom =
        std::min({1.0, double(room.width) / picture.width, double(room.height) / picture.height});
    return std::max(1, static_cast<int>(std::lround(zoom * std::max(picture.width, picture.height))));
}

/// Draws thumbnails with the viewer, pixel by pixel. Keeps those of the last frame in device memory.
class SmallPictures final : public SmallPicturePainter {
public:
    SmallPictures(const vulkan::Device& device, Viewer& viewer) : device_(device), viewer_(viewer) {}

    /// Frees thumbnails that the last frame did not show. Only after the device has finished it, and after
    /// Viewer::begin_frame().
    void begin_frame(const FrameCommands& frame, const Gui& gui) {
        std::erase_if(held_, [](const auto& entry) { return !entry.second.shown; });
        for (auto& [key, held] : held_) held.shown = false;
        frame_ = &frame;
        pixel_ratio_ = gui.pixel_ratio();
        const Theme& theme = gui.theme();
        colors_ = {.check_light = theme.check_light,
                   .check_dark = theme.check_dark,
                   .backdrop = theme.canvas,
                   .check_side = std::round(4 * gui.scale() * pixel_ratio_)};
    }

    void paint(const SmallPicture& picture, const std::array<float, 4>& clip) override {
        const auto pixel = [&](float unit) { return static_cast<int>(std::lround(unit * pixel_ratio_)); };
        const auto& [x, y, width, height] = picture.area;
        const Extent room{pixel(width), pixel(height)};
        const DevicePicture* const shown =
            on_device({picture.thumbnail, fitting_side(picture.thumbnail->image, room)});
        if (!shown) return;
        const int left = pixel(x) + (room.width - shown->width) / 2,
                  top = pixel(y) + (room.height - shown->height) / 2;
        const int from = std::max(left, pixel(clip[0])), to = std::min(left + shown->width, pixel(clip[2])),
                  first = std::max(top, pixel(clip[1])), last = std::min(top + shown->height, pixel(clip[3]));
        Pane pane;
        pane.area = {from, first, {to - from, last - first}};
        pane.left = shown;
        pane.corner = {double(left - from), double(top - first)};
        viewer_.draw(*frame_, pane, colors_);
    }

private:
    /// A thumbnail at its displayed size.
    struct Key {
        std::shared_ptr<const Thumbnail> thumbnail;
        int longer_side;
        friend auto operator<=>(const Key&, const Key&) = default;
    };
    struct Held {
        DevicePicture picture;
        bool shown = true; ///< in this frame
    };

    /// Null if the device has no memory for it.
    const DevicePicture* on_device(const Key& key) try {
        if (const auto found = held_.find(key); found != held_.end()) {
            found->second.shown = true;
            return &found->second.picture;
        }
        const Image small = huedrift::thumbnail(key.thumbnail->image, key.longer_side);
        const auto bytes = std::as_bytes(small.pixels());
        // Written by the host, so that a frame does not wait for the device.
        Held entry{DevicePicture(device_, small.width(), small.height(), 0, vulkan::Memory::upload)};
        entry.picture.pixels.writable().write(0, bytes);
        return &held_.emplace(key, std::move(entry)).first->second.picture;
    } catch (const OutOfMemory&) {
        return nullptr; // the window works without it
    }

    const vulkan::Device& device_;
    Viewer& viewer_;
    std::map<Key, Held> held_;
    const FrameCommands* frame_ = nullptr;
    PaneColors colors_{};
    float pixel_ratio_ = 1;
};

void check(VkResult result) {
    if (result < 0)
        throw Error(ErrorKind::device,
                    "the window cannot be drawn: " + vk::to_string(static_cast<vk::Result>(result)));
}

}

struct GuiRenderer::Native {
    SmallPictures small_pictures;
    vk::raii::DescriptorPool pool{nullptr};
    struct VulkanEnd {
        explicit VulkanEnd(Native& all) {
            // That of a device that hangs is leaked.
            ImGui::GetIO().BackendRendererUserData = nullptr;
            try {
                ImGui_ImplVulkan_Init(&all.info, all.pass);
            } catch (...) { // thrown by check()
                ImGui_ImplVulkan_Shutdown();
                throw;
            }
        }
        ~VulkanEnd() { ImGui_ImplVulkan_Shutdown(); }
    };
    ImGui_ImplVulkan_InitInfo info{};
    VkRenderPass pass{};
    std::optional<VulkanEnd> vulkan{};
};

GuiRenderer::GuiRenderer(const Gui& gui, const vulkan::Context& context, const vulkan::Device& device,
                         Presenter& presenter, Viewer& viewer)
    : gui_(gui), presenter_(presenter), native_(new Native{SmallPictures(device, viewer)}, {&device}) {
    const vulkan::Device::Native& gpu = device.native();
    const RenderTarget target = presenter.target();
    native_->pass = static_cast<VkRenderPass>(target.pass);
    vulkan::guarded("the window cannot be drawn", [&] {
        // Only the image of the fonts.
        const vk::DescriptorPoolSize size{.type = vk::DescriptorType::eCombinedImageSampler,
                                          .descriptorCount = 1};
        native_->pool =
            gpu.device.createDescriptorPool({.flags = vk::DescriptorPoolCreateFlagBits::eFreeDescriptorSet,
                                             .maxSets = 1,
                                             .poolSizeCount = 1,
                                             .pPoolSizes = &size});
    });
    ImGui_ImplVulkan_InitInfo& info = native_->info;
    info.Instance = static_cast<VkInstance>(*context.native().instance);
    info.PhysicalDevice = static_cast<VkPhysicalDevice>(*gpu.physical);
    info.Device = static_cast<VkDevice>(*gpu.device);
    info.QueueFamily = gpu.drawing.family;
    info.Queue = static_cast<VkQueue>(*gpu.drawing.handle);
    info.PipelineCache = static_cast<VkPipelineCache>(*gpu.pipeline_cache);
    info.DescriptorPool = static_cast<VkDescriptorPool>(*native_->pool);
    info.MinImageCount = info.ImageCount = target.images;
    info.MSAASamples = VK_SAMPLE_COUNT_1_BIT;
    info.CheckVkResultFn = check;
    prepare();
}

GuiRenderer::~GuiRenderer() = default;

void GuiRenderer::prepare() {
    if (fonts_revision_ == gui_.fonts_revision()) return;
    fonts_revision_ = gui_.fonts_revision();
    // The backend would leak the old font image, which only shutting it down frees.
    presenter_.wait();
    native_->vulkan.reset();
    native_->pool.reset(); // the backend does not free the set of the old image
    native_->vulkan.emplace(*native_);
    presenter_.run([](FrameCommands& frame) {
        ImGui_ImplVulkan_CreateFontsTexture(static_cast<VkCommandBuffer>(*frame.commands));
    });
    ImGui_ImplVulkan_DestroyFontUploadObjects();
}

void GuiRenderer::draw(const FrameCommands& frame) const {
    native_->small_pictures.begin_frame(frame, gui_);
    ImGui::GetIO().UserData = static_cast<SmallPicturePainter*>(&native_->small_pictures);
    ImGui_ImplVulkan_RenderDrawData(ImGui::GetDrawData(), static_cast<VkCommandBuffer>(*frame.commands));
}

}
