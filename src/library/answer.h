#pragma once

#include "base/function_ref.h"
#include "library/huedrift.h"

#include <string>

namespace huedrift {

/// Calls `body` and returns how it ended, which `error` tells too unless it is null. No exception leaves.
huedrift_code answer(huedrift_error* error, FunctionRef<> body) noexcept;

/// Throws Error(usage) for a null argument, which the sentence calls `name`.
void require(const void* argument, const char* name);

[[noreturn]] void refuse_usage(const std::string& sentence);

}
