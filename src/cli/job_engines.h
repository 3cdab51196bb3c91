#pragma once

#include "engines/engine_list.h"

#include <mutex>

namespace huedrift {

/// Engines for jobs that run at the same time: each its own on the CPU; a device computes for one after the
/// other.
class JobEngines {
public:
    /// Throws what make_engine() does.
    explicit JobEngines(const EngineChoice& choice);

    /// For one job. `notes`, which must live as long, takes what the user is told of devices meanwhile.
    std::unique_ptr<Engine> make(std::vector<std::string>& notes);

private:
    class OnDevice;

    EngineEntry entry_;
    EngineSettings settings_;
    std::mutex turn_;
    std::vector<std::string> first_notes_;            ///< of opening the device
    std::vector<std::string>* notes_ = &first_notes_; ///< of the job whose turn it is
    std::unique_ptr<Engine> device_;                  ///< null where the engine is the CPU's
};

}
