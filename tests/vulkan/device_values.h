#pragma once

#include "vulkan/buffer.h"

#include <string>
#include <vector>

namespace huedrift::vulkan {

/// A buffer that holds `values` and nothing else.
template <class Value>
Buffer uploaded(Device& device, const std::string& name, const std::vector<Value>& values) {
    Buffer buffer(device, name, sizeof(Value) * values.size());
    upload(device, buffer, std::as_bytes(std::span(values)));
    return buffer;
}

/// The first `count` values of a buffer.
template <class Value>
std::vector<Value> values_of(Device& device, const Buffer& buffer, std::size_t count) {
    std::vector<Value> values(count);
    read(device, {buffer, 0, sizeof(Value) * count}, std::as_writable_bytes(std::span(values)));
    return values;
}

}
