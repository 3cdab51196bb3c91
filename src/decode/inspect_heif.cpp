#include "decode/decoders.h"

#include <cmath>
#include <optional>
#include <vector>

namespace huedrift {
namespace {

/// A box of the ISO base media file format: ISO/IEC 14496-12, 4.2.
struct Box {
    std::string_view type{};
    std::size_t data = 0, end = 0;
};

/// The boxes from `at` to `end`, one after another.
std::vector<Box> boxes_in(const Source& source, std::size_t at, std::size_t end) {
    constexpr std::size_t head = 8, long_head = 16;
    std::vector<Box> boxes;
    while (at < end) {
        const std::size_t size = source.u32_big(at);
        Box box{source.text(at + 4, 4), at + head, size == 0 ? end : at + size}; // 0: all that is left
        if (size == 1) {
            if (source.u32_big(at + 8) != 0) throw source.damaged("it is cut short"); // above 4 GiB
            box.data = at + long_head;
            box.end = at + source.u32_big(at + 12);
        }
        if (box.end < box.data) throw source.damaged("a box is shorter than its head");
        if (box.end > end) throw source.damaged("it is cut short");
        boxes.push_back(box);
        at = box.end;
    }
    return boxes;
}

std::optional<Box> find(const std::vector<Box>& boxes, std::string_view type) {
    for (const Box& box : boxes)
        if (box.type == type) return box;
    return std::nullopt;
}

Box need(const Source& source, const std::vector<Box>& boxes, std::string_view type) {
    if (const auto box = find(boxes, type)) return *box;
    throw source.damaged("it names no primary picture");
}

/// Numbers, from 1, of the properties of the primary item, in their order: ISO/IEC 23008-12, 9.3.
std::vector<std::size_t> properties_of(const Source& source, const Box& associations, std::uint32_t item) {
    const bool wide_items = source.u8(associations.data) != 0,
               wide_numbers = (source.u8(associations.data + 3) & 1) != 0;
    std::size_t at = associations.data + 8;
    for (std::uint32_t left = source.u32_big(associations.data + 4); left > 0; --left) {
        const std::uint32_t id = wide_items ? source.u32_big(at) : source.u16_big(at);
        at += wide_items ? 4 : 2;
        std::vector<std::size_t> numbers;
        for (std::uint32_t count = source.u8(at++); count > 0; --count, at += wide_numbers ? 2 : 1)
            numbers.push_back(wide_numbers ? source.u16_big(at) & 0x7FFF : source.u8(at) & 0x7F);
        if (id == item) return numbers;
    }
    return {};
}

/// The orientation, as Exif counts it, after the properties irot and imir in this order.
int orientation_of(unsigned quarters_left, std::optional<unsigned> mirror) {
    constexpr int turned[]{1, 8, 3, 6}, upended[]{4, 5, 2, 7}, reversed[]{2, 7, 4, 5};
    if (!mirror) return turned[quarters_left];
    return *mirror == 0 ? upended[quarters_left] : reversed[quarters_left];
}

/// Crops the picture as the property clap says: ISO/IEC 14496-12, 12.1.4.
void crop(const Source& source, const Box& clap, FileFacts& facts) {
    const auto ratio = [&](std::size_t number) {
        const auto over = static_cast<std::int32_t>(source.u32_big(clap.data + 8 * number));
        return double(over) / double(source.u32_big(clap.data + 8 * number + 4));
    };
    const double width = ratio(0), height = ratio(1);
    const double left = std::floor(ratio(2) + (double(facts.width) - width) / 2),
                 top = std::floor(ratio(3) + (double(facts.height) - height) / 2);
    const bool lies_inside = width >= 1 && height >= 1 && left >= 0 && top >= 0 &&
                             left + width <= double(facts.width) && top + height <= double(facts.height);
    if (!lies_inside) throw source.damaged("its crop lies outside of its pixels");
    facts.crop = {static_cast<std::uint64_t>(left), static_cast<std::uint64_t>(top), facts.width,
                  facts.height};
    facts.width = static_cast<std::uint64_t>(width);
    facts.height = static_cast<std::uint64_t>(height);
}

FileFacts facts_of(const Source& source, const std::vector<Box>& parts) {
    const Box primary = need(source, parts, "pitm");
    const std::uint32_t item =
        source.u8(primary.data) == 0 ? source.u16_big(primary.data + 4) : source.u32_big(primary.data + 4);
    const Box properties = need(source, parts, "iprp");
    const std::vector<Box> lists = boxes_in(source, properties.data, properties.end);
    const Box all = need(source, lists, "ipco");
    const std::vector<Box> known = boxes_in(source, all.data, all.end);

    FileFacts facts;
    unsigned quarters_left = 0;
    std::optional<unsigned> mirror;
    std::optional<Box> clap;
    for (const std::size_t number : properties_of(source, need(source, lists, "ipma"), item)) {
        if (number == 0 || number > known.size()) continue;
        const Box& property = known[number - 1];
        if (property.type == "ispe") {
            facts.width = source.u32_big(property.data + 4);
            facts.height = source.u32_big(property.data + 8);
        }
        if (property.type == "pixi" && source.u8(property.data + 4) > 0)
            facts.sixteen_bits = source.u8(property.data + 5) > 8;
        if (property.type == "irot") quarters_left = source.u8(property.data) & 3;
        if (property.type == "imir") mirror = source.u8(property.data) & 1;
        const bool is_turned = quarters_left != 0 || mirror;
        if (property.type == "clap" && (is_turned || clap))
            throw source.unsupported("files with a crop of a turned or cropped picture");
        if (property.type == "clap") clap = property;
    }
    if (facts.width == 0 || facts.height == 0) throw source.damaged("it has no pixels");
    if (clap) crop(source, *clap, facts);
    facts.orientation = orientation_of(quarters_left, mirror);
    return facts;
}

}

FileFacts inspect_heif(const Source& source) {
    const std::vector<Box> boxes = boxes_in(source, 0, source.bytes().size());
    const auto meta = find(boxes, "meta");
    if (!meta) throw source.unsupported("sequences without a still picture");
    constexpr std::size_t version_and_flags = 4;
    FileFacts facts = facts_of(source, boxes_in(source, meta->data + version_and_flags, meta->end));
    facts.animated = find(boxes, "moov").has_value();
    return facts;
}

}
