#include "app/render/presenter.h"

#include "app/render/graphics_pipeline.h"
#include "app/render/swapchain_native.h"

#include <algorithm>
#include <cstring>

namespace huedrift::app {
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
