#include "vulkan/messages.h"

#include <utility>

namespace huedrift::vulkan {

void Messages::add(std::string message) {
    const std::lock_guard lock(mutex_);
    messages_.push_back(std::move(message));
}

std::vector<std::string> Messages::take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(messages_, {});
}

}
