#include "session/thumbnails.h"

#include "image/load.h"
#include "image/thumbnail.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace huedrift {
namespace {

namespace fs = std::filesystem;

std::optional<fs::file_time_type> time_of(const fs::path& file) {
    std::error_code unknown;
    const auto time = fs::last_write_time(file, unknown);
    return unknown ? std::nullopt : std::optional(time);
}

std::size_t bytes_of(const Thumbnail& thumbnail) {
    return sizeof thumbnail + thumbnail.image.pixels().size_bytes();
}

}

Thumbnails::Thumbnails(JobThreads& threads, std::size_t room, Make make)
    : room_(room), maker_(threads, [make = std::move(make)](const Order& order, Progress& progress) {
          const auto& [file, old] = order;
          const Time changed = time_of(file);
          if (old.thumbnail && changed && changed == old.changed) return Entry{old.thumbnail, changed};
          // Its progress would wake the window, which does not show it.
          const Progress unseen(progress, 0, 0);
          return Entry{std::make_shared<const Thumbnail>(make(file, unseen)), changed};
      }) {}

Thumbnail Thumbnails::read(const fs::path& file, const Progress& progress) {
    // Reading a pipe might never end.
    if (!fs::is_regular_file(file)) throw Error(ErrorKind::input, file.string() + " is not a file");
    const LoadedImage loaded = load_image_file(file, {.hurries = false}, &progress);
    progress.throw_if_cancelled();
    return {thumbnail(loaded.image, side, Threads::this_one), loaded.image.width(), loaded.image.height()};
}

std::shared_ptr<const Thumbnail> Thumbnails::of(const fs::path& file) {
    const auto found = thumbnails_.find(file);
    if (found == thumbnails_.end() || !found->second.checked) requested_.push_back(file);
    if (found == thumbnails_.end()) return nullptr;
    found->second.seen = view_;
    return found->second.thumbnail;
}

void Thumbnails::end_view(bool waits) {
    waiting_ = std::exchange(requested_, {});
    waits_ = waits;
    ++view_;
    const bool is_left =
        maker_.busy() && std::ranges::find(waiting_, maker_.request().first) == waiting_.end();
    if (is_left || (waits && maker_.busy())) maker_.forget();
    begin_next();
}

void Thumbnails::recheck() {
    for (auto& [file, entry] : thumbnails_) entry.checked = false;
}

bool Thumbnails::deliver() {
    if (!maker_.deliver()) return false;
    if (maker_.answer())
        keep(maker_.request().first, *maker_.answer());
    else if (maker_.failure())
        keep(maker_.request().first, {std::make_shared<const Thumbnail>()});
    make_room();
    begin_next();
    return true;
}

void Thumbnails::begin_next() {
    if (waits_ || maker_.busy() || waiting_.empty()) return;
    const auto found = thumbnails_.find(waiting_.front());
    maker_.ask_again({waiting_.front(), found == thumbnails_.end() ? Entry{} : found->second});
}

void Thumbnails::keep(const fs::path& file, const Entry& drawn) {
    assert(drawn.thumbnail);
    Entry& entry = thumbnails_[file];
    if (entry.thumbnail) bytes_ -= bytes_of(*entry.thumbnail);
    bytes_ += bytes_of(*drawn.thumbnail);
    const bool in_view = std::erase(waiting_, file) > 0;
    entry = {drawn.thumbnail, drawn.changed, true, in_view ? view_ - 1 : entry.seen};
}

void Thumbnails::make_room() {
    while (bytes_ > room_) {
        const auto oldest =
            std::ranges::min_element(thumbnails_, {}, [](const auto& entry) { return entry.second.seen; });
        if (oldest->second.seen + 1 >= view_) return; // still in view
        assert(bytes_ >= bytes_of(*oldest->second.thumbnail));
        bytes_ -= bytes_of(*oldest->second.thumbnail);
        thumbnails_.erase(oldest);
    }
}

}
