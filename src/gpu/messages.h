#pragma once

#include <mutex>
#include <string>
#include <vector>

namespace huedrift::gpu {

/// Collects what the validation layers have to say, from any thread. A test fails when there is anything.
class Messages {
public:
    void add(std::string message);
    /// Everything said since the last call.
    std::vector<std::string> take();

private:
    std::mutex mutex_;
    std::vector<std::string> messages_;
};

}
