#pragma once

#include "base/location.h"
#include "base/shared_memory.h"

#include <cstddef>
#include <ctime>
#include <optional>
#include <vector>

namespace huedrift {

/// All bytes of a file, of standard input or of the clipboard. Reads pipes and devices to their end. Throws
/// Error(input) naming the input when it cannot be read or exceeds `max_bytes`, and Error(failed) when memory
/// runs out.
std::vector<std::byte> read_input(const Location& from, std::size_t max_bytes);

/// As read_input(), into memory that can be passed to another process without a copy.
SealedBytes read_sealed_input(const Location& from, std::size_t max_bytes);

/// When a file was last read and changed.
struct FileTimes {
    timespec read{}, changed{};

    friend bool operator==(const FileTimes& x, const FileTimes& y) {
        return x.read.tv_sec == y.read.tv_sec && x.read.tv_nsec == y.read.tv_nsec &&
               x.changed.tv_sec == y.changed.tv_sec && x.changed.tv_nsec == y.changed.tv_nsec;
    }
};

/// The times of an input; none if it is no regular file.
std::optional<FileTimes> times_of(const Location& from);

}
