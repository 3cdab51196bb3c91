#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

namespace huedrift {

/// Whether an enumeration has a value. Reads the compiler's name of this function, in which such a value has
/// a name, as in "[value = huedrift::Look::photo]", and another number has none: "[value =
/// (huedrift::Look)5]".
template <auto value>
constexpr bool is_enumerator() {
    const std::string_view name = __PRETTY_FUNCTION__, mark = "value = ";
    return name[name.rfind(mark) + mark.size()] != '(';
}

/// The number of values of an enumeration, which count from 0.
template <class Enum, std::size_t from = 0>
constexpr std::size_t count_enumerators() {
    if constexpr (is_enumerator<static_cast<Enum>(from)>())
        return count_enumerators<Enum, from + 1>();
    else
        return from;
}

/// A row of a table of names.
template <class Enum>
struct NamedValue {
    Enum value;
    std::string_view name;
};
template <class Enum>
NamedValue(Enum, const char*) -> NamedValue<Enum>;

/// Whether the rows of a table are those of all values in their order, so that a value is the number of its
/// row. For static_assert beside the table: a new value without a row does not compile.
template <class Row, std::size_t rows, class Enum>
constexpr bool has_row_for_each(const std::array<Row, rows>& table, Enum Row::*value) {
    if (rows != count_enumerators<Enum>()) return false;
    for (std::size_t i = 0; i < rows; ++i)
        if (table[i].*value != static_cast<Enum>(i)) return false;
    return true;
}

/// Whether a table has one row for each value, in any order, among others of none.
template <class Enum, class Rows, class Value>
constexpr bool has_one_row_for_each(const Rows& table, Value value) {
    for (std::size_t i = 0; i < count_enumerators<Enum>(); ++i) {
        const auto is_of = [&](const auto& row) { return row.*value == static_cast<Enum>(i); };
        if (std::ranges::count_if(table, is_of) != 1) return false;
    }
    return true;
}

}
