#pragma once

#include "base/shared_memory.h"
#include "image/animation.h"
#include "image/color_profile.h"
#include "image/image.h"
#include "image/load_limits.h"
#include "image/metadata.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace huedrift {

/// The most entries of the palette in a picture file.
inline constexpr std::size_t max_slots = 256;

/// A list in memory that two processes share; only its beginning is used.
template <class Value, std::size_t room>
struct SharedList {
    std::uint64_t count;
    std::array<Value, room> values;

    /// Leaves the list empty if there are more values than room.
    void set(std::span<const Value> list) {
        count = list.size() <= room ? list.size() : 0;
        std::copy_n(list.begin(), count, values.begin());
    }
    /// The other process may have written any count.
    std::span<const Value> list() const {
        return std::span(values).first(std::min<std::uint64_t>(count, room));
    }
};

/// The facts of a file about its picture, for both processes. Zeros: nothing.
struct PictureFacts : PictureSize {
    std::uint32_t plays;
    std::uint32_t sixteen_bits, cmyk, animated, more_pages, long_settings; ///< 0: no
    /// Slots of an indexed file in its order; of an animation with several palettes the first. With the
    /// answer the profile is applied to them.
    SharedList<Rgba8, max_slots> slots;
};

/// The messages between this program and a decoder, in turns, at the beginning of the memory that they share.
/// The decoder's standard input is the file, its standard output this memory.
///
/// 1. The parent writes its build and its order and starts the decoder, which confines itself. A decoder of
///    another build, as after an upgrade while the parent runs, writes only its own build and exits.
/// 2. The decoder reads the header, writes its facts and waits. It has memory for copies of the file and
/// tables.
/// 3. The parent checks the facts against its limits, lets the shared memory and the decoder's allowance grow
///    to the size of the picture, and accepts. Otherwise it ends the decoder.
/// 4. The decoder decodes, writes its answer and exits.
struct DecodeExchange : PictureFacts {
    enum class State : std::uint32_t {
        not_begun, ///< the decoder was not loaded or confined; `reason` may say why
        begun,     ///< as the final state: the decoder died
        inspected, ///< the facts are complete; as the final state: the decoder died
        decoded,   ///< the pixels are complete
        refused,   ///< `reason` says why
    };

    // Written by the parent.
    std::array<char, 16> format; ///< its name in messages, zero-terminated
    ProfileUse profile_use;
    std::uint64_t accepted_frames; ///< the frames to be decoded, below each other; 1: a picture

    // Written by the child: the facts first, then the answer.
    State state;
    std::uint32_t upright_width, upright_height;   ///< of the pixels: those of the file, or swapped
    double pixels_per_metre_x, pixels_per_metre_y; ///< of a print, upright; 0: unknown
    std::array<char, 256> reason;                  ///< a sentence, zero-terminated
    ProfileReport::State profile_state;
    std::uint64_t profile_bytes;       ///< of the kept profile
    std::array<char, 64> profile_name; ///< zero-terminated, as in ProfileReport
    std::uint32_t profile_of_gamma;    ///< 0: no
    PngColors png_colors;              ///< those to keep
    MetadataState exif_state, xmp_state;
    std::uint64_t exif_kept, xmp_kept; ///< bytes

    SharedEvent inspected; ///< also reported at the end
    SharedEvent accepted;
};

/// The shared memory up to the pixels, which begin at a large page. Only the pages that are written exist.
struct DecodeMemory {
    std::uint64_t build; ///< first, where every build has it: a hash of the files that lay down this memory
    DecodeExchange exchange;
    SharedList<char, max_settings_bytes> settings;                  ///< from EncodeOptions::settings
    std::array<Delay, LoadLimits::all_frames> delays;               ///< of an animation
    std::array<std::byte, max_exif_bytes + max_xmp_bytes> metadata; ///< Exif data followed by XMP
    std::array<std::byte, max_profile_bytes> profile;               ///< a kept one

    static constexpr std::size_t pixels_at = std::size_t{8} << 20;

    /// The bytes of the memory with this many pixels, none of which are there before acceptance.
    static constexpr std::size_t bytes_with(std::size_t pixels) { return pixels_at + pixels * 4; }
};
static_assert(sizeof(DecodeMemory) <= DecodeMemory::pixels_at);

/// The room for the data that come with the pixels.
struct DecodeRoom {
    std::span<std::byte> metadata{}, profile{};
};

/// Bytes that a decoder may allocate besides the file and the pixels.
inline constexpr std::size_t memory_for_tables = std::size_t{64} << 20;

/// The bytes that a decoder may allocate at once, for the size of its file and the number of pixels.
constexpr std::size_t memory_budget(std::size_t file_bytes, std::size_t pixels) {
    // The worst case is a turned HEIC picture of more than 8 bits: 8 bytes a pixel as libheif decodes it, 8
    // as RGBA, 8 here until the profile is applied, and 4 until it is upright. Some libraries copy the file.
    return memory_for_tables + 28 * pixels + 3 * file_bytes;
}

/// The limits of a decoder: to read the header for 0 pixels, then all in all for the pixels of every frame.
struct Allowance {
    std::uint64_t memory_bytes; ///< of address space in total
    std::uint64_t seconds;      ///< of processor time

    static constexpr Allowance to_decode(std::size_t file_bytes, std::size_t pixels) {
        // The two mappings, the decoder's budget, and as much again for the program itself: so the budget,
        // which gives a reason, runs out first. A megapixel takes about 0.02 s, and a hundred times that in
        // the worst JPEG files.
        return {.memory_bytes =
                    DecodeMemory::bytes_with(pixels) + file_bytes + 2 * memory_budget(file_bytes, pixels),
                .seconds = 20 + pixels / 500'000};
    }
};

}
