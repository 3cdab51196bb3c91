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

/// A small version of a picture file. Immutable.
struct Thumbnail {
    Image image{};             ///< the first frame of an animation; empty if the file cannot be read
    int width = 0, height = 0; ///< the size of the picture itself, pixels
};

/// Thumbnails of the files in view, made one after the other in the background and kept up to a limit. Its
/// members are called from one thread and return at once.
class Thumbnails {
public:
    /// The length of the longer side, pixels.
    static constexpr int side = 256;
    /// Enough for a hundred thumbnails.
    static constexpr std::size_t default_room = std::size_t{32} << 20;

    /// Reads a file. Throws Error; all kinds but cancelled count as unreadable.
    using Make = std::function<Thumbnail(const std::filesystem::path& file, const Progress& progress)>;

    /// `room` is in bytes; thumbnails in view are kept even beyond it.
    explicit Thumbnails(JobThreads& threads, std::size_t room = default_room, Make make = read);

    /// The thumbnail of a file, which is in view until the next end_view(); null until it is made. A changed
    /// file keeps its old one until then.
    std::shared_ptr<const Thumbnail> of(const std::filesystem::path& file);
    /// Begins to make missing thumbnails in view and cancels those that have left it. `waits`: begins none.
    void end_view(bool waits = false);
    /// Tells that files may have changed: those that come into view are checked again.
    void recheck();
    /// Takes in finished work; returns whether there was any.
    bool deliver();

    /// Whether a thumbnail in view is missing.
    bool busy() const { return !waiting_.empty(); }
    std::size_t bytes() const { return bytes_; }

    /// The default Make: decodes regular files in a confined process.
    static Thumbnail read(const std::filesystem::path& file, const Progress& progress);

private:
    using Time = std::optional<std::filesystem::file_time_type>; ///< none: unknown

    struct Entry {
        std::shared_ptr<const Thumbnail> thumbnail{};
        Time changed{};
        bool checked = false;
        std::uint64_t seen = 0; ///< the last view that it was in
    };

    /// A file, and the facts known about it.
    using Order = std::pair<std::filesystem::path, Entry>;

    void begin_next();
    void keep(const std::filesystem::path& file, const Entry& drawn);
    void make_room();

    std::size_t room_, bytes_ = 0;
    std::map<std::filesystem::path, Entry> thumbnails_;
    std::vector<std::filesystem::path> requested_; ///< since the last end_view()
    std::vector<std::filesystem::path> waiting_;   ///< in the last view, not made yet
    std::uint64_t view_ = 1;
    bool waits_ = false;
    LatestJob<Order, Entry> maker_;
};

}
