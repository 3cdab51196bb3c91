#pragma once

#include "vulkan/device_choice.h"

#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

namespace huedrift::vulkan {

/// Collects messages of the validation layers from any thread. Any message fails a test.
class Messages {
public:
    void add(std::string message);
    /// The messages since the last call.
    std::vector<std::string> take();

private:
    std::mutex mutex_;
    std::vector<std::string> messages_;
};

struct ContextOptions {
    /// Enables the Khronos validation layer with synchronisation validation. Error(device) if it is missing.
    bool validation = false;
    /// Instance extensions that a window needs.
    std::vector<std::string> extensions{};
};

/// The Vulkan instance and the devices it sees.
class Context {
public:
    /// Loads libvulkan at run time. Throws Error(device) without it, a driver or a device.
    explicit Context(const ContextOptions& options = {});
    ~Context();
    Context(const Context&) = delete;
    Context& operator=(const Context&) = delete;

    /// Every device, usable or not, in the loader's order.
    std::span<const DeviceFacts> devices() const { return devices_; }
    /// The messages of the validation layer; none if it is off.
    Messages& messages() { return messages_; }
    bool validates() const { return validates_; }

    struct Native;
    const Native& native() const { return *native_; }

private:
    void open(const ContextOptions& options);

    bool validates_;
    Messages messages_; // outlives native_, whose destructor may cause messages
    std::unique_ptr<Native> native_;
    std::vector<DeviceFacts> devices_;
};

/// The paths of the Vulkan drivers that this process has loaded. They stay loaded after the last Context.
std::vector<std::string> loaded_drivers();

}
