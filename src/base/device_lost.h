#pragma once

#include "base/error.h"

namespace huedrift {

/// A device was lost or hangs: all that was made on it is of no use any more, while another may do the work.
/// On its way to where errors end engines/lasting_engine and the window catch it, and have it done by
/// another.
class DeviceLost : public Error {
public:
    /// `is_busy`: it hangs, and may still be using what was made on it.
    explicit DeviceLost(const std::string& sentence, bool is_busy = false)
        : Error(ErrorKind::device, sentence), is_busy_(is_busy) {}

    bool is_busy() const { return is_busy_; }

private:
    bool is_busy_;
};

}
