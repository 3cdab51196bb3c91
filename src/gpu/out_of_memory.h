#pragma once

#include "base/error.h"

namespace huedrift::gpu {

/// The device, or the host on its behalf, has no memory left for what was asked: with less it may still do.
class OutOfMemory : public Error {
public:
    explicit OutOfMemory(const std::string& what) : Error(ErrorKind::device, what) {}
};

}
