#pragma once

#include "base/error.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace huedrift {

/// Expects `call` to throw an Error of this kind whose sentence holds each of `parts`.
template <typename Call>
void expect_error(Call call, ErrorKind kind, std::initializer_list<std::string> parts = {}) {
    try {
        call();
        ADD_FAILURE() << "nothing was thrown";
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), kind) << error.what();
        for (const std::string& part : parts) EXPECT_THAT(error.what(), testing::HasSubstr(part));
    }
}

}
