#include "app/render/presenter.h"

#include "app/render/graphics_pipeline.h"
#include "app/render/swapchain_native.h"

#include <SDL_vulkan.h>

#include <algorithm>
#include <cstring>

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
    vk::SwapchainCreateInfoKHR creation = wanted_images(surface, drawable);
    native_->extent = creation.imageExtent;
    if (native_->extent.width == 0 || native_->extent.height == 0) return false;

    if (!(surface.supportedUsageFlags & vk::ImageUsageFlagBits::eTransferDst))
        throw Error(ErrorKind::device, "the window takes no copies of pictures");
    native_->can_be_read = bool(creation.imageUsage & vk::ImageUsageFlagBits::eTransferSrc);
    creation.surface = *native_->surface;
    creation.imageFormat = native_->format.format;
    creation.imageColorSpace = native_->format.colorSpace;
    creation.oldSwapchain = *native_->swapchain;
    native_->swapchain = gpu.device.createSwapchainKHR(creation);
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

namespace {

// A frame takes milliseconds; a device that needs this long has hung.
constexpr std::uint64_t longest_frame_ns = 10'000'000'000;
// The desktop may keep the images of a hidden window: this frame is then skipped.
constexpr std::uint64_t longest_acquire_ns = 100'000'000;

using Stage = vk::PipelineStageFlagBits;
using Access = vk::AccessFlagBits;

vk::ImageMemoryBarrier layout_barrier(vk::Image image, vk::ImageLayout from, vk::ImageLayout to,
                                      vk::AccessFlags before, vk::AccessFlags after) {
    return {.srcAccessMask = before,
            .dstAccessMask = after,
            .oldLayout = from,
            .newLayout = to,
            .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
            .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
            .image = image,
            .subresourceRange = {vk::ImageAspectFlagBits::eColor, 0, 1, 0, 1}};
}

void copy_image(const vk::raii::CommandBuffer& commands, vk::Image image, vk::ImageLayout shown,
                vk::Extent2D extent, vk::Buffer target) {
    const auto source = vk::ImageLayout::eTransferSrcOptimal;
    commands.pipelineBarrier(
        Stage::eColorAttachmentOutput, Stage::eTransfer, {}, {}, {},
        layout_barrier(image, shown, source, Access::eColorAttachmentWrite, Access::eTransferRead));
    commands.copyImageToBuffer(
        image, source, target,
        vk::BufferImageCopy{.imageSubresource = {vk::ImageAspectFlagBits::eColor, 0, 0, 1},
                            .imageExtent = {extent.width, extent.height, 1}});
    const vk::MemoryBarrier to_host{.srcAccessMask = Access::eTransferWrite,
                                    .dstAccessMask = Access::eHostRead};
    commands.pipelineBarrier(Stage::eTransfer, Stage::eHost | Stage::eBottomOfPipe, {}, to_host, {},
                             layout_barrier(image, source, shown, Access::eTransferRead, {}));
}

/// Copies the drawn pictures to an image, which is then drawn over.
void copy_pictures(const vk::raii::CommandBuffer& commands, vk::Image pictures, vk::Image image,
                   vk::Extent2D extent) {
    using Layout = vk::ImageLayout;
    commands.pipelineBarrier(
        Stage::eTransfer, Stage::eTransfer, {}, {}, {},
        layout_barrier(image, Layout::eUndefined, Layout::eTransferDstOptimal, {}, Access::eTransferWrite));
    const vk::ImageSubresourceLayers all{vk::ImageAspectFlagBits::eColor, 0, 0, 1};
    commands.copyImage(pictures, Layout::eTransferSrcOptimal, image, Layout::eTransferDstOptimal,
                       vk::ImageCopy{.srcSubresource = all,
                                     .dstSubresource = all,
                                     .extent = {extent.width, extent.height, 1}});
    commands.pipelineBarrier(Stage::eTransfer, Stage::eColorAttachmentOutput, {}, {}, {},
                             layout_barrier(image, Layout::eTransferDstOptimal,
                                            Layout::eColorAttachmentOptimal, Access::eTransferWrite,
                                            Access::eColorAttachmentRead | Access::eColorAttachmentWrite));
}

void begin_pass(const vk::raii::CommandBuffer& commands, const Swapchain::Native& target,
                const vk::RenderPass& pass, const vk::Framebuffer& framebuffer,
                const std::array<float, 3>& background) {
    const std::array clear{vk::ClearValue(vk::ClearColorValue(
                               std::array<float, 4>{background[0], background[1], background[2], 1})),
                           vk::ClearValue(vk::ClearDepthStencilValue{.depth = 1})};
    commands.beginRenderPass({.renderPass = pass,
                              .framebuffer = framebuffer,
                              .renderArea = {{0, 0}, target.extent},
                              .clearValueCount = clear.size(),
                              .pClearValues = clear.data()},
                             vk::SubpassContents::eInline);
}

}

struct Presenter::Native {
    vk::raii::CommandPool pool{nullptr};
    vk::raii::CommandBuffer commands{nullptr};
    vk::raii::Fence finished{nullptr};
    vk::raii::Semaphore acquired{nullptr};
    std::optional<vulkan::Buffer> capture{};
    bool pending = false;

    /// With the queue locked. Adds the driver's time to `waiting`.
    void submit(const vk::raii::Queue& queue, const vk::SubmitInfo& work, Span& waiting) {
        const ScopedSpan span(waiting);
        queue.submit(work, *finished);
        pending = true;
    }
};

/// Runs `body` and turns Vulkan's exceptions into Error(device). Remembers a loss of the device.
template <class Body>
auto Presenter::guarded(Body body) {
    try {
        return vulkan::guarded("the window cannot be drawn", body);
    } catch (const DeviceLost&) {
        device_.native().lost = true;
        throw;
    }
}

Presenter::Presenter(const vulkan::Context& context, vulkan::Device& device, Window& window)
    : device_(device), window_(window), swapchain_(context, device, window), native_(new Native, {&device}) {
    guarded([&] {
        const vulkan::Device::Native& gpu = device.native();
        native_->pool = gpu.device.createCommandPool(
            {.flags = vk::CommandPoolCreateFlagBits::eTransient, .queueFamilyIndex = gpu.drawing.family});
        native_->commands = std::move(gpu.device
                                          .allocateCommandBuffers({.commandPool = *native_->pool,
                                                                   .level = vk::CommandBufferLevel::ePrimary,
                                                                   .commandBufferCount = 1})
                                          .front());
        native_->finished = gpu.device.createFence({});
        native_->acquired = gpu.device.createSemaphore({});
    });
}

Presenter::~Presenter() { finish(); }

void Presenter::finish() noexcept {
    if (device_.hangs()) return;
    try {
        wait();
        wait_for_queue();
    } catch (const std::exception&) {
        // A lost device has finished; what a hanging one may use is not freed.
    }
}

void Presenter::wait() {
    if (!native_->pending) return;
    const ScopedSpan waiting(waits_.fence);
    guarded([&] {
        const vk::raii::Device& device = device_.native().device;
        if (device.waitForFences(*native_->finished, true, longest_frame_ns) == vk::Result::eTimeout)
            throw device_.native().hung();
        device.resetFences(*native_->finished);
        native_->pending = false;
    });
}

// The fence of an empty submission covers all frames submitted before. It does not cover presentation,
// which has no fence without VK_EXT_swapchain_maintenance1.
void Presenter::wait_for_queue() {
    guarded([&] {
        const auto lock = lock_queue();
        native_->submit(device_.native().drawing.handle, {}, waits_.submit);
    });
    wait();
}

Extent Presenter::prepare() {
    wait();
    const Extent drawable = window_.drawable();
    if (drawable.empty()) return {};
    if (stale_ || drawable != drawable_) {
        wait_for_queue();
        stale_ = !swapchain_.rebuild(drawable);
        pictures_.reset();
        drawable_ = drawable;
    }
    return stale_ ? Extent{} : swapchain_.extent();
}

void Presenter::record(std::uint32_t image, const Scene& scene, bool captured) {
    const Swapchain::Native& target = swapchain_.native();
    const vk::raii::CommandBuffer& commands = native_->commands;
    native_->pool.reset();
    commands.begin({.flags = vk::CommandBufferUsageFlagBits::eOneTimeSubmit});
    // Pictures come from compute passes of submissions that the host has waited for.
    const vk::MemoryBarrier pictures{.srcAccessMask = Access::eShaderWrite | Access::eTransferWrite,
                                     .dstAccessMask = Access::eShaderRead};
    commands.pipelineBarrier(Stage::eComputeShader | Stage::eTransfer,
                             Stage::eVertexShader | Stage::eFragmentShader, {}, pictures, {}, {});
    if (const std::pair drawn(scene.background, scene.pictures_version); drawn != pictures_ || captured) {
        record_pictures(scene);
        pictures_ = drawn;
    }
    copy_pictures(commands, *target.pictures->image, target.images[image], target.extent);
    begin_pass(commands, target, *target.pass, *target.framebuffers[image], {});
    FrameCommands frame{commands, swapchain_.extent()};
    scene.paint(frame);
    commands.endRenderPass();
    if (captured)
        copy_image(commands, target.images[image], target.layout(), target.extent,
                   *native_->capture->native().buffer);
    commands.end();
}

void Presenter::record_pictures(const Scene& scene) {
    const Swapchain::Native& target = swapchain_.native();
    begin_pass(native_->commands, target, *target.picture_pass, *target.picture_framebuffer,
               scene.background);
    FrameCommands frame{native_->commands, swapchain_.extent()};
    scene.paint_pictures(frame);
    native_->commands.endRenderPass();
}

std::unique_lock<std::mutex> Presenter::lock_queue() {
    const ScopedSpan waiting(waits_.queue);
    return std::unique_lock(device_.native().drawing.mutex);
}

void Presenter::submit_commands() {
    const auto lock = lock_queue();
    native_->submit(device_.native().drawing.handle,
                    {.commandBufferCount = 1, .pCommandBuffers = &*native_->commands}, waits_.submit);
}

bool Presenter::present(const Scene& scene, bool captured) {
    Swapchain::Native& target = swapchain_.native();
    const auto next = [&] {
        const ScopedSpan waiting(waits_.acquire);
        return target.swapchain.acquireNextImage(longest_acquire_ns, *native_->acquired);
    }();
    const vk::Result acquired = next.first;
    const std::uint32_t image = next.second; // clang captures no structured bindings
    if (acquired == vk::Result::eTimeout || acquired == vk::Result::eNotReady) return false;
    record(image, scene, captured);

    const vk::PipelineStageFlags stage = Stage::eTransfer;
    const vk::SubmitInfo work{.waitSemaphoreCount = 1,
                              .pWaitSemaphores = &*native_->acquired,
                              .pWaitDstStageMask = &stage,
                              .commandBufferCount = 1,
                              .pCommandBuffers = &*native_->commands,
                              .signalSemaphoreCount = 1,
                              .pSignalSemaphores = &*target.drawn[image]};
    {
        const auto lock = lock_queue();
        native_->submit(device_.native().drawing.handle, work, waits_.submit);
    }
    // A device that is a CPU draws the frame before it presents it, and all that was submitted before: wait
    // for that where jobs can submit and a device that hangs is found.
    if (device_.facts().type == vulkan::DeviceType::cpu) wait();
    const vk::Result presented = [&] {
        const auto lock = lock_queue();
        const ScopedSpan waiting(waits_.present);
        return device_.native().drawing.handle.presentKHR({.waitSemaphoreCount = 1,
                                                           .pWaitSemaphores = &*target.drawn[image],
                                                           .swapchainCount = 1,
                                                           .pSwapchains = &*target.swapchain,
                                                           .pImageIndices = &image});
    }();
    stale_ = acquired == vk::Result::eSuboptimalKHR || presented == vk::Result::eSuboptimalKHR;
    return true;
}

bool Presenter::draw(const Scene& scene, Image* capture) {
    const Extent extent = swapchain_.extent();
    if (capture) {
        if (!swapchain_.can_be_read())
            throw Error(ErrorKind::failed, "the pictures of this window cannot be read");
        try {
            native_->capture.emplace(device_, "a picture of the window",
                                     4 * std::uint64_t(extent.width) * std::uint64_t(extent.height),
                                     vulkan::Memory::readback);
        } catch (const OutOfMemory& error) {
            throw Error(ErrorKind::failed, error.what()); // the window goes on without
        }
    }
    const bool shown = guarded([&] {
        try {
            if (swapchain_.native().is_off_screen()) {
                record(0, scene, capture != nullptr);
                submit_commands();
                wait(); // it is shown once it is drawn
                return true;
            }
            return present(scene, capture != nullptr);
        } catch (const vk::OutOfDateKHRError&) {
            stale_ = true;
        } catch (const vk::SurfaceLostKHRError&) {
            stale_ = true;
        }
        return false;
    });
    if (shown && capture) {
        wait();
        *capture = captured_image();
    }
    return shown;
}

Image Presenter::captured_image() const {
    const Extent extent = swapchain_.extent();
    Image image(extent.width, extent.height);
    std::memcpy(image.pixels().data(), native_->capture->readable().data(), image.pixels().size_bytes());
    const bool blue_first = swapchain_.native().format.format == vk::Format::eB8G8R8A8Unorm;
    for (Rgba8& pixel : image.pixels()) {
        if (blue_first) std::swap(pixel.r, pixel.b);
        pixel.a = 255;
    }
    return image;
}

RenderTarget Presenter::target() const { return {*swapchain_.native().pass, 2}; }

void Presenter::run(const std::function<void(FrameCommands&)>& record) {
    wait();
    guarded([&] {
        native_->pool.reset();
        native_->commands.begin({.flags = vk::CommandBufferUsageFlagBits::eOneTimeSubmit});
        FrameCommands frame{native_->commands, {}};
        record(frame);
        native_->commands.end();
        submit_commands();
    });
    wait();
}

}
