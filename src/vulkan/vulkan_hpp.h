#pragma once

// The only header that includes Vulkan's. They compile slowly, so this header is precompiled and only files
// that call Vulkan include it.
#define VK_NO_PROTOTYPES
#define VULKAN_HPP_NO_STRUCT_CONSTRUCTORS
#define VULKAN_HPP_DISPATCH_LOADER_DYNAMIC 1
#include <vulkan/vulkan_raii.hpp>
