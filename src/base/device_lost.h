#pragma once

#include "base/error.h"

namespace huedrift {

/// A device was lost or hangs: all that was made on it is of no use any more, while another may do the work.
/// On its way to where errors end engines/lasting_engine and the window catch it, and have it done by
/// another.
class DeviceLost : public Error {
public:
    explicit DeviceLost(const std::string& sentence) : Error(ErrorKind::device, sentence) {}
};

}
