#include "decode/png_pieces.h"

#include "base/c_failure.h"
#include "decode/picture_reader.h"

#include <png.h>

#include <algorithm>
#include <bit>
#include <utility>

namespace huedrift {
namespace {

[[noreturn]] void fail(png_structp png, png_const_charp message) {
    leave_library(*static_cast<CFailure*>(png_get_error_ptr(png)), message);
}
/// The packed bytes that libpng asks for at a time. Data after the last row unpack to a thousand times as
/// much before they are noticed.
constexpr std::size_t bytes_at_once = 1024;

/// The input of libpng, including the data after the last row, which it unpacks to their end.
struct Input {
    PngPieces& pieces;
    std::size_t rows, surplus = 0;
    bool has_ended = false; ///< the packed data; the rest of their chunks is skipped
};

void heed(png_structp png, png_const_charp warning) {
    auto* const input = static_cast<Input*>(png_get_io_ptr(png));
    const std::string_view text(warning);
    if (input && text.find("Extra compressed data") != std::string_view::npos) input->has_ended = true;
}

void read_piece(png_structp png, png_bytep target, std::size_t size) {
    constexpr std::size_t max_surplus = 2 * bytes_at_once;
    constexpr int passes = 7;
    auto& input = *static_cast<Input*>(png_get_io_ptr(png));
    const bool has_all =
        png_get_current_row_number(png) == input.rows || png_get_current_pass_number(png) == passes;
    if (has_all && !input.has_ended) input.surplus += size;
    if (input.surplus > max_surplus) png_error(png, unpacks_to_too_much);
    if (!input.pieces.read(std::as_writable_bytes(std::span(target, size)))) png_error(png, is_cut_short);
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

/// Left by longjmp for a damaged file.
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

}

void put_big_endian(std::vector<std::byte>& bytes, std::uint32_t value) {
    for (const int shift : {24, 16, 8, 0}) bytes.push_back(static_cast<std::byte>(value >> shift));
}

PngPieces::PngPieces() {
    static constexpr std::string_view signature("\x89PNG\r\n\x1a\n");
    pieces_.push_back(std::as_bytes(std::span(signature)));
}

PngPieces::Bytes PngPieces::own(std::vector<std::byte> bytes) {
    own_.push_back(std::move(bytes));
    return own_.back();
}

void PngPieces::put(std::string_view type, std::span<const Bytes> data) {
    std::size_t size = 0;
    for (const Bytes part : data) size += part.size();
    std::vector<std::byte> head;
    put_big_endian(head, static_cast<std::uint32_t>(size));
    const auto letters = std::as_bytes(std::span(type));
    head.insert(head.end(), letters.begin(), letters.end());
    pieces_.push_back(own(std::move(head)));
    pieces_.insert(pieces_.end(), data.begin(), data.end());
    pieces_.push_back(own(std::vector<std::byte>(4))); // in place of the sum
}

void PngPieces::put(std::string_view type, std::vector<std::byte> data) {
    const Bytes kept = own(std::move(data));
    put(type, std::span(&kept, 1));
}

bool PngPieces::read(std::span<std::byte> target) {
    while (!target.empty() && piece_ < pieces_.size()) {
        Bytes& rest = pieces_[piece_];
        const std::size_t size = std::min(rest.size(), target.size());
        std::ranges::copy(rest.first(size), target.begin());
        rest = rest.subspan(size);
        target = target.subspan(size);
        if (rest.empty()) ++piece_;
    }
    return target.empty();
}

std::string PngPieces::read_pixels(std::span<std::byte> rows, std::size_t row_bytes) {
    CFailure failure{};
    png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &failure, fail, heed);
    png_infop info = png ? png_create_info_struct(png) : nullptr;
    const bool ready = info != nullptr;
    Input input{*this, rows.size() / row_bytes};
    if (ready) {
        png_set_read_fn(png, &input, read_piece);
        run_until_failure(failure, [&] { read_rows(png, info, rows, row_bytes); });
    }
    png_destroy_read_struct(&png, &info, nullptr);
    return ready ? failure.reason.data() : "there is no memory for it";
}

}
