#pragma once

#include "base/latest_job.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <variant>

namespace huedrift::app {

/// The desktop's file manager. A job waits for it.
class FileManager {
public:
    explicit FileManager(JobThreads& threads);
    /// Waits no longer for the desktop.
    ~FileManager();
    FileManager(const FileManager&) = delete;
    FileManager& operator=(const FileManager&) = delete;

    /// Opens the folder of a file or folder and chooses it there (org.freedesktop.FileManager1); where no
    /// file manager does that, opens the folder by whatever the desktop opens folders with.
    void show(const std::filesystem::path& file);
    /// Takes in how that ended; whether it has. Afterwards failure() says why nothing was shown, if so.
    bool deliver() { return shower_.deliver(); }
    bool busy() const { return shower_.busy(); }
    const std::optional<Error>& failure() const { return shower_.failure(); }

private:
    struct Call;

    std::unique_ptr<Call> call_;                              ///< how the wait is ended
    LatestJob<std::filesystem::path, std::monostate> shower_; ///< last: its jobs use the rest
};

}
