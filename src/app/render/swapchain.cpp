#include "app/render/swapchain.h"

#include "app/render/swapchain_native.h"

#include <SDL_vulkan.h>

#include <algorithm>

namespace huedrift::app {
namespace {

/// None off the screen.
vk::raii::SurfaceKHR create_surface(const vulkan::Context& context, const Window& window) {
    if (window.is_off_screen()) return nullptr;
    VkSurfaceKHR surface = VK_NULL_HANDLE;
    const vk::raii::Instance& instance = context.native().instance;
    if (!SDL_Vulkan_CreateSurface(window.sdl(), static_cast<VkInstance>(*instance), &surface))
        throw Error(ErrorKind::device,
                    std::string("the window cannot show Vulkan pictures: ") + SDL_GetError());
    return {instance, surface};
}

// 8-bit UNORM, not sRGB: the bytes of the picture are shown as they are.
vk::SurfaceFormatKHR choose_format(const std::vector<vk::SurfaceFormatKHR>& formats) {
    for (const auto format : {vk::Format::eB8G8R8A8Unorm, vk::Format::eR8G8B8A8Unorm})
        for (const auto& offered : formats)
            if (offered.format == format && offered.colorSpace == vk::ColorSpaceKHR::eSrgbNonlinear)
                return offered;
    throw Error(ErrorKind::device, "the window offers no 8-bit colours");
}

vk::AttachmentDescription attachment(vk::Format format, vk::AttachmentLoadOp begins,
                                     vk::AttachmentStoreOp ends, vk::ImageLayout from, vk::ImageLayout to) {
    return {.format = format,
            .samples = vk::SampleCountFlagBits::e1,
            .loadOp = begins,
            .storeOp = ends,
            .stencilLoadOp = vk::AttachmentLoadOp::eDontCare,
            .stencilStoreOp = vk::AttachmentStoreOp::eDontCare,
            .initialLayout = from,
            .finalLayout = to};
}

/// Pipelines for one of these passes are for the other, too.
vk::raii::RenderPass create_pass(const vk::raii::Device& device, const vk::AttachmentDescription& image) {
    using Layout = vk::ImageLayout;
    const std::array attachments{image, attachment(depth_format, vk::AttachmentLoadOp::eClear,
                                                   vk::AttachmentStoreOp::eDontCare, Layout::eUndefined,
                                                   Layout::eDepthStencilAttachmentOptimal)};
    const vk::AttachmentReference color{0, Layout::eColorAttachmentOptimal},
        depth{1, Layout::eDepthStencilAttachmentOptimal};
    const vk::SubpassDescription subpass{.pipelineBindPoint = vk::PipelineBindPoint::eGraphics,
                                         .colorAttachmentCount = 1,
                                         .pColorAttachments = &color,
                                         .pDepthStencilAttachment = &depth};
    using Stage = vk::PipelineStageFlagBits;
    using Access = vk::AccessFlagBits;
    // The depths may be written once the last pass has tested them; the image may be copied once it is drawn.
    const std::array dependencies{
        vk::SubpassDependency{.srcSubpass = VK_SUBPASS_EXTERNAL,
                              .dstSubpass = 0,
                              .srcStageMask = Stage::eColorAttachmentOutput | Stage::eLateFragmentTests,
                              .dstStageMask = Stage::eColorAttachmentOutput | Stage::eEarlyFragmentTests,
                              .srcAccessMask = Access::eDepthStencilAttachmentWrite,
                              .dstAccessMask =
                                  Access::eColorAttachmentWrite | Access::eDepthStencilAttachmentWrite},
        vk::SubpassDependency{.srcSubpass = 0,
                              .dstSubpass = VK_SUBPASS_EXTERNAL,
                              .srcStageMask = Stage::eColorAttachmentOutput,
                              .dstStageMask = Stage::eTransfer,
                              .srcAccessMask = Access::eColorAttachmentWrite,
                              .dstAccessMask = Access::eTransferRead}};
    return device.createRenderPass({.attachmentCount = attachments.size(),
                                    .pAttachments = attachments.data(),
                                    .subpassCount = 1,
                                    .pSubpasses = &subpass,
                                    .dependencyCount = dependencies.size(),
                                    .pDependencies = dependencies.data()});
}

vk::Extent2D choose_extent(const vk::SurfaceCapabilitiesKHR& surface, Extent drawable) {
    constexpr std::uint32_t ours_to_choose = 0xffffffff;
    if (surface.currentExtent.width != ours_to_choose) return surface.currentExtent;
    const auto within = [](int wish, std::uint32_t min, std::uint32_t max) {
        return std::clamp(static_cast<std::uint32_t>(std::max(wish, 0)), min, max);
    };
    return {within(drawable.width, surface.minImageExtent.width, surface.maxImageExtent.width),
            within(drawable.height, surface.minImageExtent.height, surface.maxImageExtent.height)};
}

/// The window is drawn opaque, so any of them shows the same unless the desktop decides.
vk::CompositeAlphaFlagBitsKHR choose_alpha(const vk::SurfaceCapabilitiesKHR& surface) {
    using Alpha = vk::CompositeAlphaFlagBitsKHR;
    for (const Alpha alpha : {Alpha::eOpaque, Alpha::ePreMultiplied, Alpha::ePostMultiplied})
        if (surface.supportedCompositeAlpha & alpha) return alpha;
    return Alpha::eInherit;
}

/// One to draw on while another is shown.
std::uint32_t choose_count(const vk::SurfaceCapabilitiesKHR& surface) {
    const std::uint32_t wish = std::max(surface.minImageCount, 2u);
    return surface.maxImageCount == 0 ? wish : std::min(wish, surface.maxImageCount); // 0: no limit
}

// Checks the queue that Device opens, the first that computes and draws. Off the screen it need not
// present.
bool shows_pictures(const vk::raii::PhysicalDevice& device, vk::SurfaceKHR surface) {
    const auto families = device.getQueueFamilyProperties();
    for (std::uint32_t i = 0; i < families.size(); ++i)
        if ((families[i].queueFlags & vk::QueueFlagBits::eGraphics) &&
            (families[i].queueFlags & vk::QueueFlagBits::eCompute))
            return !surface || device.getSurfaceSupportKHR(i, surface);
    return false;
}

vk::raii::Framebuffer create_framebuffer(const Swapchain::Native& native, const vk::raii::Device& device,
                                         vk::ImageView view) {
    const std::array views{view, *native.depth->view};
    return device.createFramebuffer({.renderPass = *native.pass,
                                     .attachmentCount = views.size(),
                                     .pAttachments = views.data(),
                                     .width = native.extent.width,
                                     .height = native.extent.height,
                                     .layers = 1});
}

}

vk::SwapchainCreateInfoKHR wanted_images(const vk::SurfaceCapabilitiesKHR& surface, Extent drawable) {
    using Usage = vk::ImageUsageFlagBits;
    return {.minImageCount = choose_count(surface),
            .imageExtent = choose_extent(surface, drawable),
            .imageArrayLayers = 1,
            .imageUsage = Usage::eColorAttachment | Usage::eTransferDst |
                          (surface.supportedUsageFlags & Usage::eTransferSrc),
            .imageSharingMode = vk::SharingMode::eExclusive,
            .preTransform = surface.currentTransform,
            .compositeAlpha = choose_alpha(surface),
            .presentMode = vk::PresentModeKHR::eFifo,
            .clipped = true};
}

Swapchain::Swapchain(const vulkan::Context& context, const vulkan::Device& device, const Window& window)
    : context_(context), device_(device), window_(window), native_(new Native, {&device}) {
    native_->surface = create_surface(context, window);
    vulkan::guarded("the window cannot be drawn", [&] {
        const vulkan::Device::Native& gpu = device.native();
        if (native_->is_off_screen())
            native_->format = {vk::Format::eR8G8B8A8Unorm, vk::ColorSpaceKHR::eSrgbNonlinear};
        else
            native_->format = choose_format(gpu.physical.getSurfaceFormatsKHR(*native_->surface));
        using Layout = vk::ImageLayout;
        const vk::Format format = native_->format.format;
        native_->picture_pass = create_pass(
            gpu.device, attachment(format, vk::AttachmentLoadOp::eClear, vk::AttachmentStoreOp::eStore,
                                   Layout::eUndefined, Layout::eTransferSrcOptimal));
        native_->pass = create_pass(
            gpu.device, attachment(format, vk::AttachmentLoadOp::eLoad, vk::AttachmentStoreOp::eStore,
                                   Layout::eColorAttachmentOptimal, native_->layout()));
    });
}

Swapchain::~Swapchain() = default;

bool Swapchain::build_own(Extent drawable) {
    using Usage = vk::ImageUsageFlagBits;
    const vulkan::Device::Native& gpu = device_.native();
    native_->extent =
        vk::Extent2D{static_cast<std::uint32_t>(drawable.width), static_cast<std::uint32_t>(drawable.height)};
    native_->can_be_read = true;
    native_->own.emplace(gpu, native_->extent, native_->format.format,
                         Usage::eColorAttachment | Usage::eTransferSrc | Usage::eTransferDst);
    native_->images.push_back(*native_->own->image);
    build_attachments();
    native_->framebuffers.push_back(create_framebuffer(*native_, gpu.device, *native_->own->view));
    return true;
}

void Swapchain::build_attachments() {
    using Usage = vk::ImageUsageFlagBits;
    const vulkan::Device::Native& gpu = device_.native();
    native_->depth.emplace(gpu, native_->extent, depth_format, Usage::eDepthStencilAttachment);
    native_->pictures.emplace(gpu, native_->extent, native_->format.format,
                              Usage::eColorAttachment | Usage::eTransferSrc);
    native_->picture_framebuffer = create_framebuffer(*native_, gpu.device, *native_->pictures->view);
}

bool Swapchain::build(Extent drawable) {
    if (native_->is_off_screen()) return build_own(drawable);
    const vulkan::Device::Native& gpu = device_.native();
    const auto surface = gpu.physical.getSurfaceCapabilitiesKHR(*native_->surface);
    vk::SwapchainCreateInfoKHR wanted = wanted_images(surface, drawable);
    native_->extent = wanted.imageExtent;
    if (native_->extent.width == 0 || native_->extent.height == 0) return false;

    if (!(surface.supportedUsageFlags & vk::ImageUsageFlagBits::eTransferDst))
        throw Error(ErrorKind::device, "the window takes no copies of pictures");
    native_->can_be_read = bool(wanted.imageUsage & vk::ImageUsageFlagBits::eTransferSrc);
    wanted.surface = *native_->surface;
    wanted.imageFormat = native_->format.format;
    wanted.imageColorSpace = native_->format.colorSpace;
    wanted.oldSwapchain = *native_->swapchain;
    native_->swapchain = gpu.device.createSwapchainKHR(wanted);
    for (const VkImage image : native_->swapchain.getImages()) native_->images.emplace_back(image);
    build_attachments();
    for (const vk::Image image : native_->images) {
        native_->views.push_back(create_view(gpu.device, image, native_->format.format));
        native_->framebuffers.push_back(create_framebuffer(*native_, gpu.device, *native_->views.back()));
        native_->drawn.push_back(gpu.device.createSemaphore({}));
    }
    return true;
}

bool Swapchain::rebuild(Extent drawable) {
    return vulkan::guarded("the window cannot be drawn", [&] {
        native_->drop_images();
        try {
            return build(drawable);
        } catch (const vk::SurfaceLostKHRError&) {
            native_->drop_images();
            native_->swapchain = nullptr;
            native_->surface = nullptr; // before the next one, as a window can have only one
            native_->surface = create_surface(context_, window_);
            return build(drawable);
        }
    });
}

Extent Swapchain::extent() const {
    if (native_->images.empty()) return {};
    return {static_cast<int>(native_->extent.width), static_cast<int>(native_->extent.height)};
}

bool Swapchain::can_be_read() const { return native_->can_be_read; }

std::vector<std::string> swapchain_extensions(const Window& window) {
    if (window.is_off_screen()) return {};
    return {VK_KHR_SWAPCHAIN_EXTENSION_NAME};
}

std::optional<std::size_t> choose_window_device(const vulkan::Context& context, const Window& window,
                                                std::span<const DeviceLosses> failures) {
    const vk::raii::SurfaceKHR surface = create_surface(context, window);
    std::optional<std::size_t> best;
    const auto devices = context.devices();
    for (std::size_t i = 0; i < devices.size(); ++i) {
        if (vulkan::refusal(devices[i]) || (i < failures.size() && failures[i].rests())) continue;
        if (!shows_pictures(context.native().physical_devices[i], *surface)) continue;
        if (!best || score(devices[i]) > score(devices[*best])) best = i;
    }
    return best;
}

}
