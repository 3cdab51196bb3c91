#pragma once

#include <mutex>
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

}
