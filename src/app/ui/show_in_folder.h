#pragma once

#include "base/job_runner.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <variant>

namespace huedrift::app {

/// Runs *Show in Folder*: the desktop's file manager shows the file. A job waits for it.
class ShowInFolder {
public:
    explicit ShowInFolder(JobThreads& threads);
    /// Stops waiting for the desktop.
    ~ShowInFolder();
    ShowInFolder(const ShowInFolder&) = delete;
    ShowInFolder& operator=(const ShowInFolder&) = delete;

    /// Opens the folder of a file or folder and selects it there (org.freedesktop.FileManager1). If no file
    /// manager does that, opens the folder with the desktop's default program.
    void show(const std::filesystem::path& file);
    /// Takes in the outcome; returns whether there is one. failure() then tells why nothing was shown, if so.
    bool deliver() { return shower_.deliver(); }
    bool busy() const { return shower_.busy(); }
    const std::optional<Refused>& failure() const { return shower_.failure(); }

private:
    struct Call;

    std::unique_ptr<Call> call_;                              ///< ends the wait
    LatestJob<std::filesystem::path, std::monostate> shower_; ///< last: its jobs use the rest
};

}
