#include "base/c_failure.h"
#include "decode/picture_reader.h"
#include "image/source.h"

#include <png.h>

#include <algorithm>
#include <array>
#include <bit>
#include <memory>
#include <string>
#include <utility>
#include <vector>
#include <zlib.h>

namespace huedrift {
namespace {

constexpr std::size_t signature_bytes = 8, length_and_type_bytes = 8, checksum_bytes = 4, header_bytes = 13;

using Bytes = std::span<const std::byte>;

[[noreturn]] void fail(png_structp png, png_const_charp message) {
    leave_library(*static_cast<CFailure*>(png_get_error_ptr(png)), message);
}

/// The packed bytes that libpng asks for at a time. Those after the last row unpack to a thousand times as
/// much.
constexpr std::size_t bytes_at_once = 1024;

/// The input of libpng: a file in pieces anywhere in memory.
struct Input {
    std::vector<Bytes> pieces;
    std::size_t rows, piece = 0;

    /// Copies the next bytes. Returns false if there are not so many.
    bool read(std::span<std::byte> target) {
        while (!target.empty() && piece < pieces.size()) {
            Bytes& rest = pieces[piece];
            const std::size_t size = std::min(rest.size(), target.size());
            std::ranges::copy(rest.first(size), target.begin());
            rest = rest.subspan(size);
            target = target.subspan(size);
            if (rest.empty()) ++piece;
        }
        return target.empty();
    }
};

void ignore(png_structp, png_const_charp) {}

void read_piece(png_structp png, png_bytep target, std::size_t size) {
    constexpr int passes = 7;
    auto& input = *static_cast<Input*>(png_get_io_ptr(png));
    const bool has_all =
        png_get_current_row_number(png) == input.rows || png_get_current_pass_number(png) == passes;
    // libpng would unpack what follows, padding of any size or much more than the picture.
    if (has_all) leave_library(*static_cast<CFailure*>(png_get_error_ptr(png)), "");
    if (!input.read(std::as_writable_bytes(std::span(target, size)))) png_error(png, is_cut_short);
}

/// The sums of the file's chunks were checked before; the chunks made here have none.
/// Some writers leave a wrong sum of the unpacked data, or a window that is smaller than theirs.
void leave_out_checks(png_structp png) {
    png_set_crc_action(png, PNG_CRC_QUIET_USE, PNG_CRC_QUIET_USE);
    png_set_option(png, PNG_IGNORE_ADLER32, PNG_OPTION_ON);
    png_set_option(png, PNG_MAXIMUM_INFLATE_WINDOW, PNG_OPTION_ON);
    png_set_compression_buffer_size(png, bytes_at_once);
    png_set_user_limits(png, PNG_UINT_31_MAX, PNG_UINT_31_MAX); // there are limits of our own
}

void ask_for_rgba(png_structp png, png_infop info) {
    const bool deep = png_get_bit_depth(png, info) == 16;
    const bool colored = (png_get_color_type(png, info) & PNG_COLOR_MASK_COLOR) != 0;
    png_set_expand(png);
    if (!colored) png_set_gray_to_rgb(png);
    png_set_add_alpha(png, deep ? 0xFFFF : 0xFF, PNG_FILLER_AFTER);
    if (deep && std::endian::native == std::endian::little) png_set_swap(png);
}

/// Left by longjmp for a damaged file, and by read_piece() after the last row.
void read_rows(png_structp png, png_infop info, std::span<std::byte> rows, std::size_t row_bytes) {
    leave_out_checks(png);
    png_read_info(png, info);
    ask_for_rgba(png, info);
    const int passes = png_set_interlace_handling(png);
    png_read_update_info(png, info);
    if (png_get_rowbytes(png, info) != row_bytes) png_error(png, contradicts_itself);
    for (int pass = 0; pass < passes; ++pass)
        for (std::size_t at = 0; at < rows.size(); at += row_bytes)
            png_read_row(png, reinterpret_cast<png_bytep>(rows.data() + at), nullptr);
}

/// Reads a file as RGBA of 8 or 16 bits a channel into rows of this many bytes; pixels of a palette with its
/// alpha. Returns the reason for a failure, or empty.
std::string read_file(std::vector<Bytes> pieces, std::span<std::byte> rows, std::size_t row_bytes) {
    CFailure failure{};
    png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &failure, fail, ignore);
    png_infop info = png ? png_create_info_struct(png) : nullptr;
    const bool ready = info != nullptr;
    Input input{std::move(pieces), rows.size() / row_bytes};
    if (ready) {
        png_set_read_fn(png, &input, read_piece);
        run_until_failure(failure, [&] { read_rows(png, info, rows, row_bytes); });
    }
    png_destroy_read_struct(&png, &info, nullptr);
    return ready ? failure.reason.data() : "there is no memory for it";
}

void put_chunk_head(std::vector<std::byte>& file, std::string_view type, std::size_t size) {
    append_big_endian(file, static_cast<std::uint32_t>(size));
    const auto letters = std::as_bytes(std::span(type));
    file.insert(file.end(), letters.begin(), letters.end());
}

void put_chunk(std::vector<std::byte>& file, std::string_view type, Bytes data) {
    put_chunk_head(file, type, data.size());
    file.insert(file.end(), data.begin(), data.end());
    file.resize(file.size() + checksum_bytes);
}

/// A chunk of a file, whose checksum was right.
struct Chunk {
    std::string_view type;
    std::size_t data, length;
};

/// A frame of an animation, or a picture.
struct PngFrame {
    FrameArea area{};
    Disposal disposal = Disposal::keep;
    bool over = false;         ///< blended with the canvas below
    std::vector<Bytes> data{}; ///< compressed
};

/// The picture and the animation in the chunks of a file (PNG specification, third edition, 11.3.6).
class FrameChunks {
public:
    FrameChunks(const Source& source, FileFacts& facts) : source_(source), facts_(facts) {}

    void read(const Chunk& chunk) {
        const std::size_t data = chunk.data;
        const bool cut = (chunk.type == "acTL" && chunk.length != 8) ||
                         (chunk.type == "fcTL" && chunk.length != 26) ||
                         (chunk.type == "fdAT" && chunk.length < 4);
        if (cut) {
            sound_ = false;
        } else if (chunk.type == "acTL") {
            sound_ &= count_ == 0 && picture_.data.empty();
            count_ = source_.u32_big(data);
            facts_.plays = source_.u32_big(data + 4);
        } else if (chunk.type == "fcTL") {
            sound_ &= follows(data) && (frames_.empty() || !frames_.back().data.empty());
            read_control(data);
            sound_ &= fits(frames_.back().area);
        } else if (chunk.type == "IDAT") {
            sound_ &= frames_.size() < 2;
            picture_.data.push_back(source_.part(data, chunk.length));
            if (!frames_.empty()) frames_.back().data.push_back(picture_.data.back());
        } else if (chunk.type == "fdAT") {
            sound_ &= follows(data) && has_pixels() && !frames_.empty();
            if (sound_) frames_.back().data.push_back(source_.part(data + 4, chunk.length - 4));
        }
    }

    bool has_pixels() const { return !picture_.data.empty(); }
    /// The default picture, which need not be a frame. Call it once.
    PngFrame picture() {
        picture_.area = {0, 0, facts_.width, facts_.height};
        return std::move(picture_);
    }
    /// The frames; also tells the facts. Call it once. None if the chunks contradict each other: the file is
    /// then a picture, as in browsers.
    std::vector<PngFrame> frames() {
        constexpr std::uint32_t unknown = 0xFFFFFFFF; // written by ffmpeg into pipes
        const bool counted = count_ == frames_.size() || count_ == unknown;
        const bool sound = sound_ && counted && !frames_.empty() && !frames_.back().data.empty();
        if (!sound) {
            frames_.clear();
            facts_.delays.clear();
            facts_.plays = 1;
        }
        facts_.frames = frames_.size();
        facts_.frame_pixels = frames_.size() * facts_.width * facts_.height;
        return std::move(frames_);
    }

private:
    bool follows(std::size_t data) { return source_.u32_big(data) == sequence_++; }
    /// Whether the area lies within the picture, or covers it, as IDAT does.
    bool fits(const FrameArea& area) const {
        const bool whole = area.width == facts_.width && area.height == facts_.height;
        return area.width > 0 && area.height > 0 && area.left + area.width <= facts_.width &&
               area.top + area.height <= facts_.height && (has_pixels() || whole);
    }
    void read_control(std::size_t data) {
        const auto denominator = static_cast<std::uint16_t>(source_.u16_big(data + 22));
        facts_.delays.push_back({static_cast<std::uint16_t>(source_.u16_big(data + 20)),
                                 denominator == 0 ? std::uint16_t{100} : denominator});
        const std::uint32_t disposal = source_.u8(data + 24);
        frames_.push_back({.area = {source_.u32_big(data + 12), source_.u32_big(data + 16),
                                    source_.u32_big(data + 4), source_.u32_big(data + 8)},
                           .disposal = disposal == 1   ? Disposal::background
                                       : disposal == 2 ? Disposal::previous
                                                       : Disposal::keep,
                           .over = source_.u8(data + 25) == 1});
    }

    const Source& source_;
    FileFacts& facts_;
    PngFrame picture_{};
    std::vector<PngFrame> frames_{};
    std::uint32_t count_ = 0, sequence_ = 0;
    bool sound_ = true;
};

/// The text of an iTXt chunk with this keyword, if it is uncompressed and without a language, as this program
/// and writers of XMP make it; otherwise none. Keyword, compression flag and method, language tag and
/// translated keyword come first (PNG specification).
std::span<const std::byte> text_in(const Source& source, std::string_view keyword, const Chunk& chunk) {
    const std::string head = std::string(keyword) + std::string(5, '\0');
    const bool has_it = chunk.length > head.size() && source.text(chunk.data, head.size()) == head;
    return has_it ? source.part(chunk.data + head.size(), chunk.length - head.size())
                  : std::span<const std::byte>{};
}

/// PNG specification, third edition, 11.3.4.3.
std::optional<Resolution> read_phys(const Source& source, const Chunk& chunk) {
    constexpr std::uint32_t metre = 1;
    if (chunk.length != 9 || source.u8(chunk.data + 8) != metre) return std::nullopt;
    return usable_resolution(source.u32_big(chunk.data), source.u32_big(chunk.data + 4));
}

/// Unpacks a profile from a name, a zero, the method 0 and zlib data (PNG specification, 11.3.2.3). A single
/// byte, which is no profile, stands for a damaged one; of one above the limit only so much is unpacked.
std::vector<std::byte> profile_in(std::string_view chunk) {
    const std::size_t packed_at = chunk.find('\0') + 2;
    uLongf size = max_profile_bytes + 1;
    const auto room = std::make_unique_for_overwrite<std::byte[]>(size);
    int result = Z_DATA_ERROR;
    if (packed_at >= 2 && packed_at < chunk.size())
        result =
            ::uncompress(reinterpret_cast<Bytef*>(room.get()), &size,
                         reinterpret_cast<const Bytef*>(chunk.data() + packed_at), chunk.size() - packed_at);
    const bool usable = result == Z_OK || (result == Z_BUF_ERROR && size > max_profile_bytes);
    if (!usable || size == 0) return std::vector<std::byte>(1);
    return {room.get(), room.get() + size};
}

void read_color_chunk(const Source& source, const Chunk& chunk, StoredColors& colors) {
    PngColors& png = colors.png;
    const auto [type, data, length] = chunk;
    if (type == "iCCP") colors.profile = profile_in(source.text(data, length));
    if (type == "cICP" && length == 4) {
        colors.cicp = Cicp{source.u8(data), source.u8(data + 1)};
        png.chunks |= PngColors::cicp_chunk;
        png.cicp = source.u32_big(data);
    }
    if (type == "sRGB" && length == 1) {
        png.chunks |= PngColors::srgb_chunk;
        png.intent = source.u8(data);
    }
    if (type == "gAMA" && length == 4) {
        png.chunks |= PngColors::gamma_chunk;
        png.gamma = source.u32_big(data);
    }
    if (type == "cHRM" && length == 4 * png.primaries.size()) {
        png.chunks |= PngColors::primaries_chunk;
        for (std::size_t i = 0; i < png.primaries.size(); ++i)
            png.primaries[i] = source.u32_big(data + 4 * i);
    }
}

/// Composition of alphas that are not premultiplied, rounded (PNG specification, third edition, 13.16).
Rgba8 over(Rgba8 top, Rgba8 bottom) {
    if (top.a == 255 || bottom.a == 0) return top;
    if (top.a == 0) return bottom;
    const unsigned from_top = top.a * 255u, from_bottom = (255u - top.a) * bottom.a,
                   all = from_top + from_bottom;
    const auto mix = [&](unsigned x, unsigned y) {
        return static_cast<std::uint8_t>((x * from_top + y * from_bottom + all / 2) / all);
    };
    return {mix(top.r, bottom.r), mix(top.g, bottom.g), mix(top.b, bottom.b),
            static_cast<std::uint8_t>((all + 127) / 255)};
}

Rgba8 in_8_bits(Rgba8 pixel) { return pixel; }
Rgba8 in_8_bits(const Rgba16& pixel) { return to_8_bits(pixel); }

class PngReader : public PictureReader {
public:
    explicit PngReader(const Source& source) : PictureReader(source) {
        // The signature contains line endings because a transfer as text breaks them.
        if (source.text(0, signature_bytes) != "\x89PNG\r\n\x1a\n")
            throw source.damaged("its signature is wrong");
        FrameChunks frames(source, facts_);
        Chunk chunk = chunk_at(signature_bytes);
        if (chunk.type != "IHDR") throw misplaced_header();
        read_header(chunk);
        while (chunk.type != "IEND") {
            chunk = chunk_at(chunk.data + chunk.length + checksum_bytes);
            if (chunk.type == "IHDR") throw misplaced_header();
            read_description(chunk);
            if (!frames.has_pixels()) read_colors(chunk);
            frames.read(chunk);
        }
        if (!frames.has_pixels()) throw source.damaged(has_no_pixel_data);
        facts_.slots.set(slots_);
        frames_ = frames.frames();
        picture_ = frames.picture();
    }

    std::string decode(const DecodeTarget& target) override {
        target.colors = colors_;
        if (target.frames > 1) return deep_ ? decode_frames<Rgba16>(target) : decode_frames<Rgba8>(target);
        std::span<std::byte> rows = std::as_writable_bytes(target.pixels);
        if (deep_) {
            target.colors.deep = std::make_shared<Rgba16[]>(frame_size());
            rows = std::as_writable_bytes(std::span(target.colors.deep.get(), frame_size()));
        }
        const std::string reason = read_frame(picture_, rows);
        if (!reason.empty()) throw source_.undecodable(reason);
        return "";
    }

private:
    Chunk chunk_at(std::size_t at) const {
        const std::size_t length = source_.u32_big(at);
        const auto covered = source_.part(at + 4, 4 + length); // the type and the data
        const auto sum = ::crc32_z(0, reinterpret_cast<const Bytef*>(covered.data()), covered.size());
        if (sum != source_.u32_big(at + length_and_type_bytes + length))
            throw source_.damaged("a checksum is wrong");
        return {source_.text(at + 4, 4), at + length_and_type_bytes, length};
    }
    Error misplaced_header() const { return source_.damaged("its header chunk is misplaced"); }

    void read_header(const Chunk& chunk) {
        if (chunk.length != header_bytes) throw misplaced_header();
        facts_.width = source_.u32_big(chunk.data);
        facts_.height = source_.u32_big(chunk.data + 4);
        bits_ = source_.u8(chunk.data + 8);
        deep_ = bits_ == 16;
        indexed_ = source_.u8(chunk.data + 9) == 3;
        facts_.sixteen_bits = deep_;
        if (facts_.width == 0 || facts_.height == 0) throw source_.damaged(has_no_pixels);
    }
    void read_description(const Chunk& chunk) {
        const auto [type, data, length] = chunk;
        if (type == "acTL") facts_.animated = true;
        if (type == "pHYs") facts_.resolution = read_phys(source_, chunk);
        if (type == "eXIf") facts_.exif = metadata_of(source_.part(data, length));
        if (type == "iTXt" && facts_.settings.empty()) {
            const auto text = text_in(source_, "huedrift", chunk);
            facts_.long_settings = text.size() > max_settings_bytes;
            if (!facts_.long_settings)
                facts_.settings.assign(reinterpret_cast<const char*>(text.data()), text.size());
        }
        if (type == "iTXt" && facts_.xmp.empty())
            facts_.xmp = metadata_of(text_in(source_, "XML:com.adobe.xmp", chunk), max_xmp_bytes);
    }
    /// The palette in PLTE and tRNS, whose alphas may end before the colours (PNG
    /// specification, 11.2.2, 11.3.1), and the colour space.
    void read_colors(const Chunk& chunk) {
        const auto byte = [&](std::size_t at) {
            return static_cast<std::uint8_t>(source_.u8(chunk.data + at));
        };
        if (chunk.type == "PLTE" && indexed_) {
            slots_.clear();
            for (std::size_t at = 0; at + 3 <= chunk.length && slots_.size() < max_slots; at += 3)
                slots_.push_back({byte(at), byte(at + 1), byte(at + 2), 255});
        }
        if (chunk.type == "tRNS" && indexed_) {
            if (chunk.length > slots_.size()) throw source_.damaged(contradicts_itself);
            for (std::size_t i = 0; i < chunk.length; ++i) slots_[i].a = byte(i);
        }
        if (chunk.type == "tRNS" && !indexed_ && chunk.length <= 6) // R, G, B; libpng ignores a longer one
            transparent_ = source_.part(chunk.data, chunk.length);
        read_color_chunk(source_, chunk, colors_);
    }

    /// Reads the pixels of a frame from a PNG file of it alone, whose chunks have no sums. Returns the reason
    /// for a failure, or empty.
    std::string read_frame(const PngFrame& frame, std::span<std::byte> rows) const {
        constexpr std::size_t sizes_bytes = 8;
        constexpr std::array<std::byte, checksum_bytes> no_sum{};
        const Bytes signature = source_.part(0, signature_bytes),
                    rest = source_.part(signature_bytes + length_and_type_bytes + sizes_bytes,
                                        header_bytes - sizes_bytes);
        std::vector<std::byte> header, head(signature.begin(), signature.end());
        append_big_endian(header, static_cast<std::uint32_t>(frame.area.width));
        append_big_endian(header, static_cast<std::uint32_t>(frame.area.height));
        header.insert(header.end(), rest.begin(), rest.end());
        put_chunk(head, "IHDR", header);
        if (indexed_) put_palette(head);
        if (!transparent_.empty()) put_chunk(head, "tRNS", transparent_);
        std::size_t size = 0;
        for (const Bytes part : frame.data) size += part.size();
        put_chunk_head(head, "IDAT", size);
        std::vector<Bytes> pieces{head};
        pieces.insert(pieces.end(), frame.data.begin(), frame.data.end());
        pieces.emplace_back(no_sum);
        return read_file(std::move(pieces), rows, rows.size() / frame.area.height);
    }
    /// Entries that are missing are transparent, so that an index without one is.
    void put_palette(std::vector<std::byte>& file) const {
        if (slots_.empty()) throw source_.damaged(has_no_palette);
        std::vector<std::byte> colors, alphas;
        for (std::size_t i = 0; i < std::size_t{1} << std::min(bits_, 8u); ++i) {
            const Rgba8 slot = i < slots_.size() ? slots_[i] : Rgba8{};
            for (const std::uint8_t value : {slot.r, slot.g, slot.b}) colors.push_back(std::byte{value});
            alphas.push_back(std::byte{slot.a});
        }
        put_chunk(file, "PLTE", colors);
        put_chunk(file, "tRNS", alphas);
    }

    template <class Pixel>
    std::string decode_frames(const DecodeTarget& target) const {
        std::vector<Rgba8> below; // the canvas below the next frame; empty before the first
        for (std::uint64_t i = 0; i < target.frames; ++i) {
            const PngFrame& frame = frames_[i];
            const FrameArea& area = frame.area;
            const auto canvas = target.pixels.subspan(i * frame_size(), frame_size());
            std::ranges::copy(below, canvas.begin());
            std::vector<Pixel> drawn(area.width * area.height);
            if (!read_frame(frame, std::as_writable_bytes(std::span(drawn))).empty())
                return "a frame cannot be decoded";
            for (std::size_t n = 0; n < drawn.size(); ++n) {
                Rgba8& pixel =
                    canvas[(area.top + n / area.width) * facts_.width + area.left + n % area.width];
                pixel = frame.over ? over(in_8_bits(drawn[n]), pixel) : in_8_bits(drawn[n]);
            }
            if (i + 1 < target.frames) dispose(frame.disposal, area, facts_.width, canvas, below);
        }
        return "";
    }

    std::uint32_t bits_ = 0; ///< a sample
    bool deep_ = false, indexed_ = false;
    std::vector<Rgba8> slots_{};
    Bytes transparent_{}; ///< tRNS of a picture without a palette
    StoredColors colors_{};
    PngFrame picture_{};
    std::vector<PngFrame> frames_{};
};

}

std::unique_ptr<PictureReader> open_png(const Source& source) { return std::make_unique<PngReader>(source); }

}
