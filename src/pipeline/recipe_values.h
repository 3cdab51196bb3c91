#pragma once

#include "pipeline/enumerators.h"
#include "pipeline/recipe_rows.h"
#include "pipeline/setting_words.h"

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace huedrift {

// How a setting of each type is taken from a value outside a Recipe, and given as one. take_value() returns
// false and changes nothing for a value that the setting cannot have.

inline bool take_value(double& target, const RecipeValue& value, ValueRange range, OutOfRange mode) {
    const auto* const whole = std::get_if<std::int64_t>(&value);
    const auto* const real = std::get_if<double>(&value);
    if (!whole && !real) return false;
    const double number = whole ? double(*whole) : *real;
    if (!std::isfinite(number)) return false;
    const double nearest = std::clamp(number, range.low, range.high);
    if (mode == OutOfRange::refuse && nearest != number) return false;
    target = nearest;
    return true;
}

template <std::integral Whole>
bool take_value(Whole& target, const RecipeValue& value, ValueRange range, OutOfRange mode) {
    double number = 0;
    if (mode == OutOfRange::refuse && !std::holds_alternative<std::int64_t>(value)) return false;
    if (!take_value(number, value, range, mode)) return false;
    target = static_cast<Whole>(number);
    return true;
}

inline bool take_value(bool& target, const RecipeValue& value, ValueRange /*any*/, OutOfRange /*any*/) {
    const auto* const given = std::get_if<bool>(&value);
    if (given) target = *given;
    return given;
}

template <class Enum>
requires std::is_enum_v<Enum>
bool take_value(Enum& target, const RecipeValue& value, ValueRange /*any*/, OutOfRange /*any*/) {
    const auto* const name = std::get_if<std::string>(&value);
    const std::optional<Enum> named = name ? enumerator_named<Enum>(*name) : std::nullopt;
    target = named.value_or(target);
    return named.has_value();
}

inline RecipeValue automatic() { return std::string("auto"); }

/// A distance: no value is "auto", 0 is "off".
inline bool take_value(std::optional<double>& target, const RecipeValue& value, ValueRange range,
                       OutOfRange mode) {
    const bool is_automatic = value == automatic();
    double distance = 0;
    if (!is_automatic && value != RecipeValue(std::string("off")) &&
        !take_value(distance, value, range, mode))
        return false;
    target = is_automatic ? std::nullopt : std::optional(distance);
    return true;
}

/// A single colour, which must have six digits.
inline bool take_value(Rgb& target, const RecipeValue& value, ValueRange /*any*/, OutOfRange /*any*/) {
    const auto* const text = std::get_if<std::string>(&value);
    const auto read = text ? rgb_from_hex(*text) : std::nullopt;
    target = read.value_or(target);
    return read.has_value();
}

template <class Value>
requires requires(std::string_view text, Value value) { read_word(text, value); }
bool take_value(Value& target, const RecipeValue& value, ValueRange /*any*/, OutOfRange /*any*/) {
    const auto* const text = std::get_if<std::string>(&value);
    auto read = text ? value_in<Value>(*text) : std::nullopt;
    if (read) target = std::move(*read);
    return read.has_value();
}

/// Reads only the new items: a list of ten thousand may be given one by one.
template <class Item>
bool append_items(std::vector<Item>& target, const std::string& written) {
    const auto read = value_in<std::vector<Item>>(written);
    if (!read || read->empty() || target.size() + read->size() > max_palette_colors) return false;
    target.insert(target.end(), read->begin(), read->end());
    return true;
}

template <class Value>
bool take_value(std::optional<Value>& target, const RecipeValue& value, ValueRange range, OutOfRange mode) {
    Value content{};
    const bool none = std::holds_alternative<std::monostate>(value);
    if (!none && !take_value(content, value, range, mode)) return false;
    target = none ? std::nullopt : std::optional(content);
    return true;
}

inline RecipeValue value_of(double number) { return number; }
RecipeValue value_of(std::integral auto number) { return std::int64_t{number}; }
inline RecipeValue value_of(bool flag) { return flag; }
template <class Value>
requires requires(Value value) { word_of(value); }
RecipeValue value_of(const Value& value) { return word_of(value); }
template <class Enum>
requires std::is_enum_v<Enum> RecipeValue value_of(Enum one) { return std::string(name_of(one)); }
template <class Value>
RecipeValue value_of(const std::optional<Value>& value) {
    return value ? value_of(*value) : RecipeValue();
}
inline RecipeValue value_of(const std::optional<double>& distance) {
    if (!distance) return automatic();
    return *distance == 0 ? RecipeValue(std::string("off")) : RecipeValue(*distance);
}

}
