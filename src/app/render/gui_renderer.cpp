#include "app/render/gui_renderer.h"

#include "app/render/frame_commands.h"

#include <imgui.h>
// After frame_commands.h, which says how Vulkan's own header is to be read.
#include <backends/imgui_impl_vulkan.h>

namespace huedrift::app {
namespace {

void check(VkResult result) {
    if (result < 0)
        throw Error(ErrorKind::device,
                    "the window cannot be drawn: " + vk::to_string(static_cast<vk::Result>(result)));
}

}

struct GuiRenderer::Native {
    vk::raii::DescriptorPool pool{nullptr};
    struct VulkanEnd {
        explicit VulkanEnd(Native& all) { ImGui_ImplVulkan_Init(&all.info, all.pass); }
        ~VulkanEnd() { ImGui_ImplVulkan_Shutdown(); }
    };
    ImGui_ImplVulkan_InitInfo info{};
    VkRenderPass pass;
    std::optional<VulkanEnd> vulkan{};
};

GuiRenderer::GuiRenderer(const Gui& gui, const gpu::Context& context, const gpu::Device& device,
                         Presenter& presenter)
    : gui_(gui), presenter_(presenter), native_(std::make_unique<Native>()) {
    const gpu::Device::Native& gpu = device.native();
    const RenderTarget target = presenter.target();
    native_->pass = static_cast<VkRenderPass>(target.pass);
    gpu::guarded("the window cannot be drawn", [&] {
        // One image: the fonts.
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
    info.QueueFamily = gpu.queue_family;
    info.Queue = static_cast<VkQueue>(*gpu.queue);
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
    native_->vulkan.emplace(*native_);
    presenter_.run([](FrameCommands& frame) {
        ImGui_ImplVulkan_CreateFontsTexture(static_cast<VkCommandBuffer>(*frame.commands));
    });
    ImGui_ImplVulkan_DestroyFontUploadObjects();
}

void GuiRenderer::draw(const FrameCommands& frame, SmallPicturePainter& painter) const {
    ImGui::GetIO().UserData = &painter;
    ImGui_ImplVulkan_RenderDrawData(ImGui::GetDrawData(), static_cast<VkCommandBuffer>(*frame.commands));
}

}
