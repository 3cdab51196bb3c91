#include "app/render/presenter.h"

#include "app/render/graphics_pipeline.h"

#include <SDL_vulkan.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <mutex>
#include <utility>

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

namespace {

/// The images that the desktop shows, or a single one off the screen, one of the pictures under all else, and
/// the passes that draw them. Only the surface and the passes survive a resize. A lost surface is created
/// again.
struct Swapchain {
    /// Throws Error(device) when the device cannot show pictures in this window.
    Swapchain(const vulkan::Context& context, const vulkan::Device& device, const Window& window);

    /// Creates the images again for a window of `drawable` pixels. Returns false if the window has no area.
    /// The old images must not be in use.
    bool rebuild(Extent drawable);
    bool is_off_screen() const { return !*surface; }
    /// The layout of an image after the render pass.
    vk::ImageLayout layout() const {
        return is_off_screen() ? vk::ImageLayout::eGeneral : vk::ImageLayout::ePresentSrcKHR;
    }
    /// The size of the images; empty before they are created.
    Extent size() const {
        if (images.empty()) return {};
        return {static_cast<int>(extent.width), static_cast<int>(extent.height)};
    }

    const vulkan::Context& context;
    const vulkan::Device::Native& gpu;
    const Window& window;
    vk::raii::SurfaceKHR surface; ///< none off the screen
    vk::SurfaceFormatKHR format{vk::Format::eR8G8B8A8Unorm, vk::ColorSpaceKHR::eSrgbNonlinear};
    vk::raii::RenderPass pass{nullptr};         ///< over a copy of the pictures
    vk::raii::RenderPass picture_pass{nullptr}; ///< draws those
    vk::raii::SwapchainKHR swapchain{nullptr};
    std::optional<Attachment> off_screen{}; ///< the only image off the screen
    std::optional<Attachment> depth{};      ///< shared by all images, as frames are drawn one at a time
    std::optional<Attachment> pictures{};
    vk::raii::Framebuffer picture_framebuffer{nullptr};
    std::vector<vk::Image> images{};
    std::vector<vk::raii::ImageView> views{};
    std::vector<vk::raii::Framebuffer> framebuffers{};
    std::vector<vk::raii::Semaphore> drawn{}; ///< for each image: its frame may be shown
    vk::Extent2D extent{};
    bool can_be_read = false;

private:
    bool build(Extent drawable);
    bool build_images(Extent drawable);
    vk::raii::Framebuffer framebuffer_of(vk::ImageView view) const;
    void drop_images();
};

Swapchain::Swapchain(const vulkan::Context& all, const vulkan::Device& device, const Window& shown)
    : context(all), gpu(device.native()), window(shown), surface(create_surface(all, shown)) {
    vulkan::guarded("the window cannot be drawn", [&] {
        if (!is_off_screen()) format = choose_format(gpu.physical.getSurfaceFormatsKHR(*surface));
        using Layout = vk::ImageLayout;
        picture_pass =
            create_pass(gpu.device, attachment_of(format.format, vk::AttachmentLoadOp::eClear,
                                                  vk::AttachmentStoreOp::eStore, Layout::eUndefined,
                                                  Layout::eTransferSrcOptimal));
        pass = create_pass(gpu.device, attachment_of(format.format, vk::AttachmentLoadOp::eLoad,
                                                     vk::AttachmentStoreOp::eStore,
                                                     Layout::eColorAttachmentOptimal, layout()));
    });
}

/// Returns false if the window has no area.
bool Swapchain::build_images(Extent drawable) {
    using Usage = vk::ImageUsageFlagBits;
    if (is_off_screen()) {
        extent = vk::Extent2D{static_cast<std::uint32_t>(drawable.width),
                              static_cast<std::uint32_t>(drawable.height)};
        can_be_read = true;
        off_screen.emplace(gpu, extent, format.format,
                           Usage::eColorAttachment | Usage::eTransferSrc | Usage::eTransferDst);
        images.push_back(*off_screen->image);
        return true;
    }
    const auto capabilities = gpu.physical.getSurfaceCapabilitiesKHR(*surface);
    vk::SwapchainCreateInfoKHR creation = wanted_images(capabilities, drawable);
    extent = creation.imageExtent;
    if (extent.width == 0 || extent.height == 0) return false;

    if (!(capabilities.supportedUsageFlags & Usage::eTransferDst))
        throw Error(ErrorKind::device, "the window takes no copies of pictures");
    can_be_read = bool(creation.imageUsage & Usage::eTransferSrc);
    creation.surface = *surface;
    creation.imageFormat = format.format;
    creation.imageColorSpace = format.colorSpace;
    creation.oldSwapchain = *swapchain;
    swapchain = gpu.device.createSwapchainKHR(creation);
    for (const VkImage image : swapchain.getImages()) images.emplace_back(image);
    return true;
}

bool Swapchain::build(Extent drawable) {
    using Usage = vk::ImageUsageFlagBits;
    if (!build_images(drawable)) return false;
    depth.emplace(gpu, extent, depth_format, Usage::eDepthStencilAttachment);
    pictures.emplace(gpu, extent, format.format, Usage::eColorAttachment | Usage::eTransferSrc);
    picture_framebuffer = framebuffer_of(*pictures->view);
    for (const vk::Image image : images) {
        views.push_back(create_view(gpu.device, image, format.format));
        framebuffers.push_back(framebuffer_of(*views.back()));
        drawn.push_back(gpu.device.createSemaphore({}));
    }
    return true;
}

vk::raii::Framebuffer Swapchain::framebuffer_of(vk::ImageView view) const {
    const std::array attachments{view, *depth->view};
    return gpu.device.createFramebuffer({.renderPass = *pass,
                                         .attachmentCount = attachments.size(),
                                         .pAttachments = attachments.data(),
                                         .width = extent.width,
                                         .height = extent.height,
                                         .layers = 1});
}

void Swapchain::drop_images() {
    drawn.clear();
    framebuffers.clear();
    picture_framebuffer = nullptr;
    views.clear();
    images.clear();
    off_screen.reset();
    pictures.reset();
    depth.reset();
}

bool Swapchain::rebuild(Extent drawable) {
    return vulkan::guarded("the window cannot be drawn", [&] {
        drop_images();
        try {
            return build(drawable);
        } catch (const vk::SurfaceLostKHRError&) {
            drop_images();
            swapchain = nullptr;
            surface = nullptr; // before the next one, as a window can have only one
            surface = create_surface(context, window);
            return build(drawable);
        }
    });
}

}

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
constexpr std::chrono::seconds longest_frame{10};
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

void begin_pass(const vk::raii::CommandBuffer& commands, const Swapchain& target, const vk::RenderPass& pass,
                const vk::Framebuffer& framebuffer, const std::array<float, 3>& background) {
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

/// All of a presenter, whose objects a device that hangs may still use.
struct Presenter::Native {
    vulkan::Device& device;
    Window& window;
    Swapchain target;
    Extent drawable{}; ///< the size of the swapchain
    bool stale = true;
    /// The background and the version of the pictures that are drawn; none since the images are new.
    std::optional<std::pair<std::array<float, 3>, std::uint64_t>> pictures{};
    vk::raii::CommandPool pool{nullptr};
    vk::raii::CommandBuffer commands{nullptr};
    vk::raii::Fence finished{nullptr};
    vk::raii::Semaphore acquired{nullptr};
    std::optional<vulkan::Buffer> capture{};
    bool pending = false;

    /// Runs `body` and turns Vulkan's exceptions into Error(device). Remembers a loss of the device.
    template <class Body>
    auto guarded(Body body) const {
        try {
            return vulkan::guarded("the window cannot be drawn", body);
        } catch (const DeviceLost&) {
            device.native().lost = true;
            throw;
        }
    }
    void create_commands();
    std::unique_lock<std::timed_mutex> lock_queue();
    void submit(const vk::SubmitInfo& work);
    void submit_commands() { submit({.commandBufferCount = 1, .pCommandBuffers = &*commands}); }
    void wait();
    void wait_for_queue();
    void record(std::uint32_t image, const Scene& scene, bool captured);
    void record_pictures(const Scene& scene) const;
    bool present(const Scene& scene, bool captured);
    Image captured_image() const;
};

void Presenter::Native::create_commands() {
    const vulkan::Device::Native& gpu = device.native();
    pool = gpu.device.createCommandPool(
        {.flags = vk::CommandPoolCreateFlagBits::eTransient, .queueFamilyIndex = gpu.drawing.family});
    commands = std::move(
        gpu.device
            .allocateCommandBuffers(
                {.commandPool = *pool, .level = vk::CommandBufferLevel::ePrimary, .commandBufferCount = 1})
            .front());
    finished = gpu.device.createFence({});
    acquired = gpu.device.createSemaphore({});
}

std::unique_lock<std::timed_mutex> Presenter::Native::lock_queue() {
    return device.native().lock(device.native().drawing, longest_frame);
}

void Presenter::Native::submit(const vk::SubmitInfo& work) {
    const auto lock = lock_queue();
    try {
        device.native().drawing.handle.submit(work, *finished);
    } catch (const vk::DeviceLostError&) {
        pending = true; // the device may have begun it
        throw;
    }
    pending = true;
}

void Presenter::Native::wait() {
    if (!pending) return;
    guarded([&] {
        const vk::raii::Device& gpu = device.native().device;
        const auto nanoseconds = static_cast<std::uint64_t>(std::chrono::nanoseconds(longest_frame).count());
        if (gpu.waitForFences(*finished, true, nanoseconds) == vk::Result::eTimeout)
            throw device.native().hung();
        gpu.resetFences(*finished);
        pending = false;
    });
}

// The fence of an empty submission covers all frames submitted before. It does not cover presentation,
// which has no fence without VK_EXT_swapchain_maintenance1.
void Presenter::Native::wait_for_queue() {
    guarded([&] { submit({}); });
    wait();
}

void Presenter::Native::record(std::uint32_t image, const Scene& scene, bool captured) {
    pool.reset();
    commands.begin({.flags = vk::CommandBufferUsageFlagBits::eOneTimeSubmit});
    // Pictures come from compute passes of submissions that the host has waited for.
    const vk::MemoryBarrier computed{.srcAccessMask = Access::eShaderWrite | Access::eTransferWrite,
                                     .dstAccessMask = Access::eShaderRead};
    commands.pipelineBarrier(Stage::eComputeShader | Stage::eTransfer,
                             Stage::eVertexShader | Stage::eFragmentShader, {}, computed, {}, {});
    if (const std::pair drawn(scene.background, scene.pictures_version); drawn != pictures || captured) {
        record_pictures(scene);
        pictures = drawn;
    }
    copy_pictures(commands, *target.pictures->image, target.images[image], target.extent);
    begin_pass(commands, target, *target.pass, *target.framebuffers[image], {});
    FrameCommands frame{commands, target.size()};
    scene.paint(frame);
    commands.endRenderPass();
    if (captured)
        copy_image(commands, target.images[image], target.layout(), target.extent, *capture->native().buffer);
    commands.end();
}

void Presenter::Native::record_pictures(const Scene& scene) const {
    begin_pass(commands, target, *target.picture_pass, *target.picture_framebuffer, scene.background);
    FrameCommands frame{commands, target.size()};
    scene.paint_pictures(frame);
    commands.endRenderPass();
}

bool Presenter::Native::present(const Scene& scene, bool captured) {
    const auto next = target.swapchain.acquireNextImage(longest_acquire_ns, *acquired);
    const vk::Result result = next.first;
    const std::uint32_t image = next.second; // clang captures no structured bindings
    if (result == vk::Result::eTimeout || result == vk::Result::eNotReady) return false;
    record(image, scene, captured);

    const vk::PipelineStageFlags stage = Stage::eTransfer;
    submit({.waitSemaphoreCount = 1,
            .pWaitSemaphores = &*acquired,
            .pWaitDstStageMask = &stage,
            .commandBufferCount = 1,
            .pCommandBuffers = &*commands,
            .signalSemaphoreCount = 1,
            .pSignalSemaphores = &*target.drawn[image]});
    // A device that is a CPU draws the frame before it presents it, and all that was submitted before: wait
    // for that where jobs can submit and a device that hangs is found.
    if (device.facts().type == vulkan::DeviceType::cpu) wait();
    const vk::Result presented = [&] {
        const auto lock = lock_queue();
        return device.native().drawing.handle.presentKHR({.waitSemaphoreCount = 1,
                                                          .pWaitSemaphores = &*target.drawn[image],
                                                          .swapchainCount = 1,
                                                          .pSwapchains = &*target.swapchain,
                                                          .pImageIndices = &image});
    }();
    stale = result == vk::Result::eSuboptimalKHR || presented == vk::Result::eSuboptimalKHR;
    return true;
}

Image Presenter::Native::captured_image() const {
    const Extent extent = target.size();
    Image image(extent.width, extent.height);
    std::memcpy(image.pixels().data(), capture->readable().data(), image.pixels().size_bytes());
    const bool blue_first = target.format.format == vk::Format::eB8G8R8A8Unorm;
    for (Rgba8& pixel : image.pixels()) {
        if (blue_first) std::swap(pixel.r, pixel.b);
        pixel.a = 255;
    }
    return image;
}

Presenter::Presenter(const vulkan::Context& context, vulkan::Device& device, Window& window)
    : native_(new Native{.device = device, .window = window, .target = Swapchain(context, device, window)},
              {&device}) {
    native_->guarded([&] { native_->create_commands(); });
}

Presenter::~Presenter() { finish(); }

void Presenter::finish() noexcept {
    if (native_->device.hangs()) return;
    try {
        native_->wait();
        native_->wait_for_queue();
    } catch (const std::exception&) {
        // A lost device has finished; objects that a hanging one may use are not freed.
    }
}

void Presenter::wait() { native_->wait(); }

Extent Presenter::prepare() {
    Native& native = *native_;
    native.wait();
    const Extent drawable = native.window.drawable();
    if (drawable.empty()) return {};
    if (native.stale || drawable != native.drawable) {
        native.wait_for_queue();
        native.stale = !native.target.rebuild(drawable);
        native.pictures.reset();
        native.drawable = drawable;
    }
    return native.stale ? Extent{} : native.target.size();
}

bool Presenter::draw(const Scene& scene, Image* capture) {
    Native& native = *native_;
    const Extent extent = native.target.size();
    if (capture) {
        if (!native.target.can_be_read)
            throw Error(ErrorKind::failed, "the pictures of this window cannot be read");
        try {
            native.capture.emplace(native.device, "a picture of the window",
                                   4 * std::uint64_t(extent.width) * std::uint64_t(extent.height),
                                   vulkan::Memory::readback);
        } catch (const OutOfMemory& error) {
            throw Error(ErrorKind::failed, error.what()); // the window goes on without
        }
    }
    const bool shown = native.guarded([&] {
        try {
            if (native.target.is_off_screen()) {
                native.record(0, scene, capture != nullptr);
                native.submit_commands();
                native.wait(); // it is shown once it is drawn
                return true;
            }
            return native.present(scene, capture != nullptr);
        } catch (const vk::OutOfDateKHRError&) {
            native.stale = true;
        } catch (const vk::SurfaceLostKHRError&) {
            native.stale = true;
        }
        return false;
    });
    if (shown && capture) {
        native.wait();
        *capture = native.captured_image();
    }
    return shown;
}

RenderTarget Presenter::target() const { return {*native_->target.pass, 2}; }

void Presenter::run(const std::function<void(FrameCommands&)>& record) {
    Native& native = *native_;
    native.wait();
    native.guarded([&] {
        native.pool.reset();
        native.commands.begin({.flags = vk::CommandBufferUsageFlagBits::eOneTimeSubmit});
        FrameCommands frame{native.commands, {}};
        record(frame);
        native.commands.end();
        native.submit_commands();
    });
    native.wait();
}

}
