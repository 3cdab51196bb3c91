#include "pipeline/label_steps.h"

#include <charconv>

namespace huedrift {
namespace {

constexpr std::uint32_t max_side = 1 << 30;

bool read_whole(std::string_view word, std::uint32_t& number) {
    const char* const end = word.data() + word.size();
    return std::from_chars(word.data(), end, number) == std::from_chars_result{end, {}};
}

/// Reads a decimal with up to three places.
bool read_thousandths(std::string_view word, std::uint32_t& thousandths) {
    const std::size_t point = word.find('.');
    std::string digits(word.substr(0, point));
    const std::string_view places = point == word.npos ? "" : word.substr(point + 1);
    if (digits.empty() || digits.size() > 4 || places.size() > 3 || (point != word.npos && places.empty()))
        return false;
    digits += std::string(places) + std::string(3 - places.size(), '0');
    return read_whole(digits, thousandths);
}

bool read_side(std::string_view word, std::uint32_t& side) {
    return read_thousandths(word, side) && side >= min_cell && side <= max_cell;
}

/// Removes the text before the first `mark`, and the mark, and returns that text; all of it if there is no
/// mark.
std::string_view cut_off(std::string_view& text, char mark) {
    const std::size_t at = text.find(mark);
    const std::string_view head = text.substr(0, at);
    text.remove_prefix(at == text.npos ? text.size() : at + 1);
    return head;
}

/// Reads "X:Y".
bool read_anchor(std::string_view word, GridAnchor& anchor) {
    return read_whole(cut_off(word, ':'), anchor.x) && read_whole(word, anchor.y) && anchor.x < max_side &&
           anchor.y < max_side && anchor != GridAnchor{};
}

}

std::string thousandths_text(std::uint32_t thousandths) {
    std::string places = std::to_string(1000 + thousandths % 1000);
    places.front() = '.';
    while (places.back() == '0') places.pop_back();
    return std::to_string(thousandths / 1000) + (places == "." ? "" : places);
}

std::string grid_text(const GridChoice& choice) {
    if (choice.kind == GridChoice::Kind::off) return "off";
    if (choice.kind == GridChoice::Kind::automatic) return "auto";
    std::string text = thousandths_text(choice.size.width);
    if (choice.size.width != choice.size.height) text += "x" + thousandths_text(choice.size.height);
    const GridAnchor& anchor = choice.anchor;
    return anchor == GridAnchor{} ? text
                                  : text + "@" + std::to_string(anchor.x) + ":" + std::to_string(anchor.y);
}

std::optional<GridChoice> grid_in(std::string_view text) {
    if (text == "off") return GridChoice{};
    if (text == "auto") return GridChoice{GridChoice::Kind::automatic, {}, {}};
    GridChoice choice{GridChoice::Kind::given, {}, {}};
    if (const std::size_t at = text.find('@'); at != text.npos) {
        if (!read_anchor(text.substr(at + 1), choice.anchor)) return std::nullopt;
        text = text.substr(0, at);
    }
    const bool is_square = text.find('x') == text.npos;
    if (!read_side(cut_off(text, 'x'), choice.size.width)) return std::nullopt;
    choice.size.height = choice.size.width;
    if (!is_square && !read_side(text, choice.size.height)) return std::nullopt;
    return choice;
}

}
