#include "app/shell/screen.h"

namespace huedrift::app {

Screen::Screen(VulkanDevices& devices, std::size_t number, Window& window, Gui& all)
    : device_number(number), device(devices.open(number, {swapchain_extension})),
      presenter(devices.context(), *device, window), gui(all, devices.context(), *device, presenter),
      viewer(*device, presenter), darkroom(*device, [&window] { window.wake(); }) {}

Screen::~Screen() { presenter.finish(); }

}
