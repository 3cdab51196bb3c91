#include "gpu/engine/tuning.h"

#include "base/error.h"

#include <gtest/gtest.h>

namespace huedrift::gpu {
namespace {

vulkan::DeviceFacts device_of(vulkan::DeviceType type) { return {.name = "device", .type = type}; }

TEST(Tuning, AGpuTakesAllPossibleColours) {
    for (const vulkan::DeviceType type :
         {vulkan::DeviceType::discrete, vulkan::DeviceType::integrated, vulkan::DeviceType::virtualised}) {
        const Tuning tuning = tuning_for(device_of(type), 1u << 24, 32);
        EXPECT_LT(tuning.subgroups, 1u << 24);
        EXPECT_GT(tuning.steps, 1u);
    }
}

TEST(Tuning, ACpuSharesTraversalsOnlyWhileLoopsStayShort) {
    const vulkan::DeviceFacts cpu = device_of(vulkan::DeviceType::cpu);
    EXPECT_EQ(tuning_for(cpu, 1, 8).subgroups, 16u);
    EXPECT_EQ(tuning_for(cpu, 3'500, 8).subgroups, 16u);
    EXPECT_EQ(tuning_for(cpu, 8'192, 8).subgroups, 1u << 24);
    EXPECT_EQ(tuning_for(cpu, 1u << 16, 8).steps, 2u);
    EXPECT_EQ(tuning_for(cpu, 700'000, 8).steps, 1u);
}

TEST(Tuning, ACpuRefusesTooManyPoints) {
    try {
        tuning_for(device_of(vulkan::DeviceType::cpu), 1u << 24, 8);
        FAIL() << "16.7 million colours were taken";
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::device);
        EXPECT_NE(std::string(error.what()).find("16777216 colours"), std::string::npos);
    }
}

}
}
