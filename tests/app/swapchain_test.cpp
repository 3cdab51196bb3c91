#include "app/render/graphics_pipeline.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace huedrift::app {
namespace {

using Usage = vk::ImageUsageFlagBits;

constexpr vk::Extent2D any{0xffffffff, 0xffffffff}, least{10, 20}, most{4000, 3000};

/// Vulkan's requirements of a swapchain (VUID-VkSwapchainCreateInfoKHR-*).
void expect_allowed(const vk::SwapchainCreateInfoKHR& wanted, const vk::SurfaceCapabilitiesKHR& surface) {
    EXPECT_GE(wanted.minImageCount, surface.minImageCount);
    if (surface.maxImageCount != 0) {
        EXPECT_LE(wanted.minImageCount, surface.maxImageCount);
    }
    const vk::Extent2D low = surface.currentExtent == any ? surface.minImageExtent : surface.currentExtent,
                       high = surface.currentExtent == any ? surface.maxImageExtent : surface.currentExtent;
    EXPECT_GE(wanted.imageExtent.width, low.width);
    EXPECT_GE(wanted.imageExtent.height, low.height);
    EXPECT_LE(wanted.imageExtent.width, high.width);
    EXPECT_LE(wanted.imageExtent.height, high.height);
    EXPECT_EQ(wanted.imageArrayLayers, 1u);
    EXPECT_EQ(wanted.imageUsage & ~surface.supportedUsageFlags, vk::ImageUsageFlags());
    EXPECT_TRUE(wanted.imageUsage & Usage::eColorAttachment);
    EXPECT_TRUE(surface.supportedTransforms & wanted.preTransform);
    EXPECT_TRUE(surface.supportedCompositeAlpha & wanted.compositeAlpha);
}

/// Calls `check` with all combinations of what a surface may be capable of.
template <class Check>
void for_each_surface(const Check& check) {
    using Transform = vk::SurfaceTransformFlagBitsKHR;
    for (std::uint32_t min = 1; min <= 5; ++min)
        for (const std::uint32_t max : {0u, min, min + 1, 8u})
            for (const vk::Extent2D current : {any, vk::Extent2D{640, 480}})
                for (std::uint32_t alpha = 1; alpha < 16; ++alpha)
                    for (const vk::ImageUsageFlags more :
                         {vk::ImageUsageFlags(), Usage::eTransferSrc | Usage::eStorage})
                        for (const Transform transform : {Transform::eIdentity, Transform::eRotate90})
                            check({.minImageCount = min,
                                   .maxImageCount = max,
                                   .currentExtent = current,
                                   .minImageExtent = least,
                                   .maxImageExtent = most,
                                   .maxImageArrayLayers = 1,
                                   .supportedTransforms = Transform::eIdentity | transform,
                                   .currentTransform = transform,
                                   .supportedCompositeAlpha = vk::CompositeAlphaFlagsKHR(alpha),
                                   .supportedUsageFlags =
                                       Usage::eColorAttachment | Usage::eTransferDst | more});
}

TEST(Swapchain, AsksForWhatAnySurfaceAllows) {
    for_each_surface([](const vk::SurfaceCapabilitiesKHR& surface) {
        for (const Extent drawable : {Extent{1, 1}, Extent{800, 600}, Extent{9000, 9000}})
            expect_allowed(wanted_images(surface, drawable), surface);
    });
}

TEST(Swapchain, HasAnImageToDrawOnWhileAnotherIsShownAndNoneMore) {
    for_each_surface([](const vk::SurfaceCapabilitiesKHR& surface) {
        const std::uint32_t images = wanted_images(surface, {800, 600}).minImageCount;
        if (surface.maxImageCount != 1) {
            EXPECT_EQ(images, std::max(surface.minImageCount, 2u));
        }
    });
}

TEST(Swapchain, IsAsLargeAsTheWindowWhereItMayChoose) {
    for_each_surface([](const vk::SurfaceCapabilitiesKHR& surface) {
        const vk::Extent2D expected =
            surface.currentExtent == any ? vk::Extent2D{800, 600} : surface.currentExtent;
        EXPECT_EQ(wanted_images(surface, {800, 600}).imageExtent, expected);
    });
}

TEST(Swapchain, IsOpaqueAndReadableWhereItMayBe) {
    for_each_surface([](const vk::SurfaceCapabilitiesKHR& surface) {
        const auto opaque = vk::CompositeAlphaFlagBitsKHR::eOpaque;
        const vk::SwapchainCreateInfoKHR wanted = wanted_images(surface, {800, 600});
        EXPECT_EQ(wanted.compositeAlpha == opaque, bool(surface.supportedCompositeAlpha & opaque));
        EXPECT_EQ(bool(wanted.imageUsage & Usage::eTransferSrc),
                  bool(surface.supportedUsageFlags & Usage::eTransferSrc));
    });
}

}
}
