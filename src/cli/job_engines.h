#pragma once

#include "engines/engine_list.h"

#include <condition_variable>
#include <mutex>

namespace huedrift {

/// Engines for jobs that run at the same time. On the CPU each job has its own; devices compute for one job
/// at a time each, and a job takes whichever is idle.
class JobEngines {
public:
    /// On `entries`, at least one. Throws what make_failover() does.
    JobEngines(std::span<const EngineEntry> entries, const EngineSettings& settings);
    ~JobEngines();

    /// For one job. `notes`, which must live as long, takes what the user is told of devices meanwhile.
    std::unique_ptr<Engine> make(std::vector<std::string>& notes);

private:
    struct Device;
    class Turn;
    class OnDevice;

    void add_device(const EngineEntry& entry);

    EngineSettings settings_;
    std::optional<EngineEntry> host_;      ///< the only engine, where it is the CPU's
    std::vector<std::string> first_notes_; ///< of opening devices
    std::mutex mutex_;                     ///< of what follows
    std::condition_variable idle_;
    std::vector<std::unique_ptr<Device>> devices_; ///< as many until the end
};

}
