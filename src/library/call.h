#pragma once

#include "base/parallel.h"
#include "base/progress.h"
#include "library/huedrift.h"

#include <cstring>
#include <string>
#include <type_traits>

struct huedrift_job {
    huedrift::Progress progress;
};

namespace huedrift {

/// Calls `body` and returns how it ended; writes it to `failure`, too, unless that is null. Never throws.
huedrift_code answer(huedrift_failure* failure, FunctionRef<> body) noexcept;
/// The same with the progress of the job, from 0 to 1, or with a new one if the job is null. Does not call
/// `body` if the job is cancelled already.
huedrift_code answer(huedrift_job* job, huedrift_failure* failure, FunctionRef<Progress&> body) noexcept;

/// The number of an enumerator, which a caller in C may have made up. Such a value must not be copied as one
/// of the enumeration: that is undefined in C++.
template <class Enum>
std::underlying_type_t<Enum> number_of(const Enum& enumerator) {
    std::underlying_type_t<Enum> number{};
    std::memcpy(&number, &enumerator, sizeof number);
    return number;
}

/// Throws Error(usage) for a null argument, which the sentence calls `name`.
void require(const void* argument, const char* name);

[[noreturn]] void refuse_usage(const std::string& sentence);

}
