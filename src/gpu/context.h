#pragma once

#include "gpu/device_choice.h"
#include "gpu/messages.h"

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace huedrift::gpu {

struct ContextOptions {
    /// Asks for the Khronos validation layer with synchronisation validation. Error(device) if it is missing.
    bool validation = false;
    /// Instance extensions that a window needs.
    std::vector<std::string> extensions{};
};

class Context;

/// Either a context or the reason, as a sentence, why there is none.
struct ContextOrReason {
    std::unique_ptr<Context> context;
    std::string reason;
};

/// libvulkan is opened at run time: without it, or without a driver, there is a reason and everything else
/// goes on working.
ContextOrReason open_context(const ContextOptions& options = {});

/// The Vulkan instance and the devices it sees.
class Context {
public:
    /// Throws Error(device) with the reason when there is none.
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
    friend ContextOrReason open_context(const ContextOptions& options);
    /// `reason` becomes why it could not be opened; empty when it was.
    Context(const ContextOptions& options, std::string& reason);
    std::string open(const ContextOptions& options);

    bool validates_;
    Messages messages_; // outlives native_, whose last breath may be a message
    std::unique_ptr<Native> native_;
    std::vector<DeviceFacts> devices_;
};

}
