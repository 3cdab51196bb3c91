#pragma once

#include "base/job_runner.h"
#include "image/image.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace huedrift {

/// A picture file at a glance. Immutable.
struct Thumbnail {
    Image image{};             ///< of an animation the first frame; empty where the file cannot be read
    int width = 0, height = 0; ///< of the picture itself, pixels
};

/// Thumbnails of the files that are in view, made one after the other in the background, and kept within
/// bounds. Its members are called from one thread and return at once.
class Thumbnails {
public:
    /// Of the longer side, pixels.
    static constexpr int side = 256;
    /// For a hundred of them.
    static constexpr std::size_t default_room = std::size_t{32} << 20;

    /// Reads a file. Throws Error, of which cancelled is the only kind that counts.
    using Make = std::function<Thumbnail(const std::filesystem::path& file, const Progress& progress)>;

    /// `room` is in bytes; what is in view is kept even without any.
    explicit Thumbnails(JobThreads& threads, std::size_t room = default_room, Make make = read);

    /// That of a file in view, from now to the next end_view(); null while it has not been made. A changed
    /// file has its old one until then.
    std::shared_ptr<const Thumbnail> of(const std::filesystem::path& file);
    /// Begins what is missing in view; what has left it is no longer made. With `waits` nothing is begun.
    void end_view(bool waits = false);
    /// Files may have changed: those that come into view are looked at again.
    void recheck();
    /// Takes in what is ready; whether there was anything.
    bool deliver();

    /// Whether something in view is missing.
    bool busy() const { return !wanted_.empty(); }
    std::size_t bytes() const { return bytes_; }

    /// The Make of files: regular ones, decoded apart, in the first megabytes of what may be opened.
    static Thumbnail read(const std::filesystem::path& file, const Progress& progress);

private:
    using Time = std::optional<std::filesystem::file_time_type>; ///< none: unknown

    struct Kept {
        std::shared_ptr<const Thumbnail> thumbnail;
        Time changed;
        bool checked = false;
        std::uint64_t seen = 0; ///< the last view that it was in
    };

    void begin_next();
    void keep(const std::filesystem::path& file, std::shared_ptr<const Thumbnail> thumbnail, Time changed);
    void make_room();

    std::size_t room_, bytes_ = 0;
    Make make_;
    std::map<std::filesystem::path, Kept> kept_;
    std::vector<std::filesystem::path> asked_;  ///< since the last end_view()
    std::vector<std::filesystem::path> wanted_; ///< in the last view, without one so far
    std::filesystem::path making_;              ///< empty: none
    std::uint64_t view_ = 1;
    bool waits_ = false;
    JobRunner runner_; ///< last: its jobs use the others
};

}
