#include "pipeline/world_file.h"

#include "base/decimal.h"
#include "base/error.h"
#include "base/input_file.h"
#include "base/output_file.h"
#include "image/header_gate.h"
#include "image/tiff_directory.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string>
#include <utility>

namespace huedrift {
namespace {

namespace fs = std::filesystem;

enum class Naming {
    initials,  ///< the first and the last letter of the picture's extension, and w
    extension, ///< all of it, and w
    plain      ///< wld
};

std::string shifted(std::string text, char first, char last, int by) {
    for (char& c : text)
        if (first <= c && c <= last) c = static_cast<char>(c + by);
    return text;
}
std::string lower(const std::string& text) { return shifted(text, 'A', 'Z', 'a' - 'A'); }
std::string upper(const std::string& text) { return shifted(text, 'a', 'z', 'A' - 'a'); }

std::string extension_for(const fs::path& picture, Naming naming) {
    std::string own = picture.extension().string();
    if (naming == Naming::plain || own.size() < 2) return "wld";
    own.erase(0, 1);
    return naming == Naming::extension ? own + "w" : std::string{own.front(), own.back(), 'w'};
}

fs::path with_extension(fs::path picture, const std::string& extension) {
    return picture.replace_extension(extension);
}

/// A, D, B, E, C, F: the pixel in column x and row y lies at A x + B y + C, D x + E y + F.
using Six = std::array<Decimal, 6>;
enum Line { a, d, b, e, c, f };

std::optional<Six> six_numbers(std::span<const std::byte> bytes) {
    std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    Six six;
    for (Decimal& number : six) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const auto read = Decimal::parse(text.substr(0, end));
        if (!read) return std::nullopt;
        number = *read;
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return six;
}

/// x + factor y, to be read after each other.
std::optional<Decimal> sum(const Decimal& x, const Decimal& y, std::int64_t factor) {
    const auto product = y.times(factor);
    return product ? x.plus(*product) : std::nullopt;
}

/// The numbers for the pixels of a picture of `width` x `height` once it is turned upright, as
/// write_upright() does it.
std::optional<Six> turned(Six six, int orientation, std::int64_t width, std::int64_t height) {
    const bool mirrored = orientation == 2 || orientation == 3 || orientation == 7 || orientation == 8;
    const bool upended = orientation == 3 || orientation == 4 || orientation == 6 || orientation == 7;
    for (const auto& [of_column, of_row, constant] : {std::tuple(a, b, c), {d, e, f}}) {
        auto moved = sum(six[constant], six[of_column], mirrored ? width - 1 : 0);
        if (moved) moved = sum(*moved, six[of_row], upended ? height - 1 : 0);
        const auto column = six[of_column].times(mirrored ? -1 : 1),
                   row = six[of_row].times(upended ? -1 : 1);
        if (!moved || !column || !row) return std::nullopt;
        six[constant] = *moved;
        six[of_column] = orientation >= 5 ? *row : *column;
        six[of_row] = orientation >= 5 ? *column : *row;
    }
    return six;
}

/// As the decoder finds it; 1 to 8.
int orientation_of(const FileFacts& facts) {
    if (facts.orientation != 0) return facts.orientation;
    if (facts.exif.empty()) return 1;
    try {
        const Source exif(facts.exif, "", "Exif");
        const auto numbers = TiffDirectory(exif).numbers(orientation_tag);
        return numbers.size() == 1 && 1 <= numbers[0] && numbers[0] <= 8 ? int(numbers[0]) : 1;
    } catch (const Error&) { // damaged Exif data turn nothing
        return 1;
    }
}

/// GeoTIFF 1.0, section 2.6.
enum GeoTag : std::uint32_t { pixel_scale = 33550, tiepoints = 33922, transformation = 34264, keys = 34735 };

/// Whether coordinates are those of the middles of pixels, not of their corners.
bool is_of_points(const TiffDirectory& directory) {
    constexpr std::uint32_t raster_type = 1025, is_point = 2;
    const auto words = directory.numbers(keys);
    for (std::size_t i = 4; i + 3 < words.size(); i += 4)
        if (words[i] == raster_type) return words[i + 3] == is_point;
    return false;
}

/// What the tags of a GeoTIFF file say; none without them. Throws Error(input).
std::optional<std::array<double, 6>> tagged(const TiffDirectory& directory) {
    const double half = is_of_points(directory) ? 0 : 0.5;
    if (const auto matrix = directory.doubles(transformation); matrix.size() == 16) {
        const double along_x = matrix[0], down_x = matrix[1], along_y = matrix[4], down_y = matrix[5];
        return std::array{along_x,
                          along_y,
                          down_x,
                          down_y,
                          matrix[3] + half * (along_x + down_x),
                          matrix[7] + half * (along_y + down_y)};
    }
    const auto scale = directory.doubles(pixel_scale), point = directory.doubles(tiepoints);
    if (scale.size() < 2 || point.size() != 6) return std::nullopt; // several points are no grid
    return std::array{scale[0],
                      0.0,
                      0.0,
                      -scale[1],
                      point[3] + (half - point[0]) * scale[0],
                      point[4] - (half - point[1]) * scale[1]};
}

std::optional<std::array<double, 6>> tags_in(std::span<const std::byte> picture) {
    try {
        const Source source(picture, "", "TIFF");
        const std::string_view begin = source.text(0, 4);
        using namespace std::string_view_literals;
        if (begin != "II*\0"sv && begin != "MM\0*"sv) return std::nullopt;
        return tagged(TiffDirectory(source));
    } catch (const Error&) { // loading it says what is wrong
        return std::nullopt;
    }
}

std::string lines_of(std::span<const double> numbers) {
    std::string text;
    for (const double number : numbers) {
        std::array<char, 400> digits{};
        text.append(digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), number,
                                                 std::chars_format::fixed)
                                       .ptr);
        text += '\n';
    }
    return text;
}

constexpr std::size_t max_world_file = 1 << 16; // bytes; such files have six lines

SealedBytes read_picture(const fs::path& picture) {
    return read_sealed_input(picture, LoadLimits::widest().max_file_bytes);
}

}

std::optional<WorldFile> world_file_of(const fs::path& input, const fs::path& output) {
    if (input == "-" || output == "-") return std::nullopt;
    std::error_code unknown;
    const auto target = [&](Naming naming) {
        return with_extension(output, lower(extension_for(output, naming)));
    };
    for (const Naming naming : {Naming::initials, Naming::extension, Naming::plain}) {
        const std::string extension = extension_for(input, naming);
        for (const std::string& spelling : {lower(extension), upper(extension), extension}) {
            const fs::path source = with_extension(input, spelling);
            if (source == input || !fs::is_regular_file(source, unknown)) continue;
            if (fs::equivalent(source, target(naming), unknown)) return std::nullopt;
            return WorldFile{input, source, target(naming)};
        }
    }
    const std::string extension = lower(input.extension().string());
    const bool is_tiff = extension == ".tif" || extension == ".tiff";
    if (!is_tiff || !fs::is_regular_file(input, unknown) || !tags_in(read_picture(input).bytes()))
        return std::nullopt;
    return WorldFile{input, input, target(Naming::initials)};
}

std::vector<std::byte> encode_world_file(const WorldFile& file) {
    const SealedBytes picture = read_picture(file.picture);
    const FileFacts facts =
        pass_header_gate(picture.bytes(), file.picture.string(), LoadLimits::widest()).facts;
    std::vector<std::byte> bytes;
    if (file.source == file.picture) {
        const auto tags = tags_in(picture.bytes());
        if (tags) bytes = text_bytes(lines_of(*tags));
    } else {
        bytes = read_input(file.source, max_world_file);
    }
    const int orientation = orientation_of(facts);
    if (orientation == 1) return bytes;
    const auto six = six_numbers(bytes);
    const auto upright =
        six ? turned(*six, orientation, std::int64_t(facts.width), std::int64_t(facts.height)) : std::nullopt;
    if (!upright)
        throw Error(ErrorKind::input,
                    file.source.string() + " has no six numbers that can be turned upright with the picture");
    std::string text;
    for (const Decimal& number : *upright) text += number.text() + "\n";
    return text_bytes(text);
}

}
