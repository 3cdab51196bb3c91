#include "app/render/window_renderer.h"

#include "base/error.h"

namespace huedrift::app {
namespace {

std::shared_ptr<VulkanDevices> open_devices(const Window& window, bool validation) {
    auto devices = std::make_shared<VulkanDevices>(
        vulkan::ContextOptions{.validation = validation, .extensions = window.vulkan_extensions()});
    if (!devices->reason().empty()) throw Error(ErrorKind::device, devices->reason());
    return devices;
}

}

WindowRenderer::WindowRenderer(VulkanDevices& devices, std::size_t number, Window& window, Gui& all,
                               JobThreads& threads)
    : device_number(number), device(devices.open(number, swapchain_extensions(window))),
      presenter(devices.context(), *device, window), viewer(*device, presenter),
      gui(all, devices.context(), *device, presenter, viewer), clouds(*device, presenter),
      pictures(*device, threads) {}

WindowRenderer::~WindowRenderer() { presenter.finish(); }

WindowRenderers::WindowRenderers(Window& window, Gui& gui, JobThreads& threads, bool validation)
    : window_(window), gui_(gui), threads_(threads), devices_(open_devices(window, validation)),
      losses_(devices_->facts().size()) {
    const auto number = choose_window_device(devices_->context(), window);
    if (!number) throw Error(ErrorKind::device, "no Vulkan device here can draw in a window");
    // On this thread: the threads of a device that is a CPU draw, too.
    renderer_ = std::make_unique<WindowRenderer>(*devices_, *number, window, gui, threads);
}

std::string WindowRenderers::run(const std::function<void()>& body,
                                 const std::function<void()>& drop_pictures) {
    try {
        if (renderer_->device->lost()) throw DeviceLost("the device was lost");
        body();
        return "";
    } catch (const Error& failure) {
        if (failure.kind() != ErrorKind::device) throw;
        drop_pictures();
        return replace(failure);
    }
}

std::string WindowRenderers::replace(const Error& failure) {
    std::size_t number = renderer_->device_number;
    std::string reason = failure.what();
    renderer_.reset();
    while (true) {
        losses_[number].add();
        const auto next = choose_window_device(devices_->context(), window_, losses_);
        if (!next) throw Error(ErrorKind::device, reason);
        number = *next;
        try {
            renderer_ = std::make_unique<WindowRenderer>(*devices_, number, window_, gui_, threads_);
            return reason + "; the window continues on a new device";
        } catch (const Error& again) {
            reason = again.what();
        }
    }
}

}
