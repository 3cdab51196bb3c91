#include "decode/stored_metadata.h"

#include "decode/exif_block.h"
#include "decode/xmp_packet.h"

#include <algorithm>

namespace huedrift {
namespace {

using Cleaning = std::optional<std::vector<std::byte>> (*)(std::span<const std::byte>, const TruePicture&);

/// Writes the kept bytes to the beginning of the room and returns their number.
std::size_t settle_one(std::span<const std::byte> bytes, std::size_t max_bytes, Cleaning clean,
                       const TruePicture& picture, std::span<std::byte> room, MetadataState& state) {
    state = MetadataState::none;
    if (bytes.empty()) return 0;
    const bool small = bytes.size() <= max_bytes;
    const auto cleaned = small ? clean(bytes, picture) : std::vector<std::byte>{};
    const bool fits = small && (!cleaned || cleaned->size() <= room.size());
    state = !fits              ? MetadataState::too_large
            : !cleaned         ? MetadataState::damaged
            : cleaned->empty() ? MetadataState::none
                               : MetadataState::kept;
    if (state != MetadataState::kept) return 0;
    std::ranges::copy(*cleaned, room.begin());
    return cleaned->size();
}

}

void take_off_offset(std::vector<std::byte>& exif) {
    std::size_t begin = 0;
    for (std::size_t i = 0; i < 4 && i < exif.size(); ++i)
        begin = begin << 8 | std::to_integer<std::size_t>(exif[i]);
    exif.erase(exif.begin(), exif.begin() + static_cast<std::ptrdiff_t>(std::min(exif.size(), begin + 4)));
}

void settle_metadata(const StoredMetadata& stored, const FileFacts& facts, DecodeExchange& exchange,
                     bool transposed, std::span<std::byte> room) {
    if (room.empty()) return;
    using State = ProfileReport::State;
    const State colors = exchange.profile_state;
    const TruePicture picture{.width = exchange.upright_width,
                              .height = exchange.upright_height,
                              .srgb = colors == State::converted || colors == State::srgb,
                              .transposed = transposed};
    const auto exif = stored.exif.empty() ? facts.exif : std::span(stored.exif);
    const auto xmp = stored.xmp.empty() ? facts.xmp : std::span(stored.xmp);
    exchange.exif_kept = settle_one(exif, max_exif_bytes, cleaned_exif, picture, room, exchange.exif_state);
    exchange.xmp_kept = settle_one(xmp, max_xmp_bytes, cleaned_xmp, picture, room.subspan(exchange.exif_kept),
                                   exchange.xmp_state);
}

}
