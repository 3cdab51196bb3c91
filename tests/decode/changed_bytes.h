#pragma once

#include "decode/decode_here.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <span>
#include <string>
#include <vector>

namespace huedrift {

/// Sets each byte of a file in turn to each of `values`. Expects a picture, or a refusal that names the file.
inline void expect_pictures_or_refusals(const std::vector<std::byte>& whole, const std::string& name,
                                        std::span<const int> values) {
    for (std::size_t i = 0; i < whole.size(); ++i)
        for (const int value : values) {
            auto bytes = whole;
            bytes[i] = std::byte(value);
            try {
                EXPECT_GT(decode_here(bytes, name, {.max_pixels = 1'000'000}).pixels().size(), 0u);
            } catch (const Error& error) {
                EXPECT_EQ(error.kind(), ErrorKind::input);
                EXPECT_THAT(error.what(), testing::StartsWith(name + ": "));
            }
        }
}

/// Changes only every `step`-th byte.
inline void expect_pictures_or_refusals(const std::vector<std::byte>& whole, const std::string& name,
                                        int step) {
    std::vector<int> values;
    for (int value = 0; value < 256; value += step) values.push_back(value);
    expect_pictures_or_refusals(whole, name, values);
}

}
