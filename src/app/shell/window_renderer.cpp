#include "app/shell/window_renderer.h"

namespace huedrift::app {

WindowRenderer::WindowRenderer(VulkanDevices& devices, std::size_t number, Window& window, Gui& all,
                               JobThreads& threads)
    : device_number(number), device(devices.open(number, swapchain_extensions(window))),
      presenter(devices.context(), *device, window), gui(all, devices.context(), *device, presenter),
      viewer(*device, presenter), clouds(*device, presenter), small_pictures(*device, viewer),
      pictures(*device, threads) {}

WindowRenderer::~WindowRenderer() { presenter.finish(); }

}
