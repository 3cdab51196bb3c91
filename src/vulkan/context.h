#pragma once

#include "vulkan/device_choice.h"
#include "vulkan/messages.h"

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace huedrift::vulkan {

struct ContextOptions {
    /// Asks for the Khronos validation layer with synchronisation validation. Error(device) if it is missing.
    bool validation = false;
    /// Instance extensions that a window needs.
    std::vector<std::string> extensions{};
};

/// The Vulkan instance and the devices it sees. libvulkan is opened at run time: without it, or without a
/// driver, the constructor throws Error(device) with the reason and everything else goes on working.
class Context {
public:
    explicit Context(const ContextOptions& options = {});
    ~Context();
    Context(const Context&) = delete;
    Context& operator=(const Context&) = delete;

    /// Every device, usable or not, in the order of the loader.
    std::span<const DeviceFacts> devices() const { return devices_; }
    /// What validation says; nothing when it was not asked for.
    Messages& messages() { return messages_; }
    bool validates() const { return validates_; }

    struct Native;
    const Native& native() const { return *native_; }

private:
    bool validates_;
    Messages messages_; // outlives native_, whose last breath may be a message
    std::unique_ptr<Native> native_;
    std::vector<DeviceFacts> devices_;
};

}
