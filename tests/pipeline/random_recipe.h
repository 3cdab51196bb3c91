#pragma once

#include "pipeline/recipe_rows.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace huedrift {

/// Changes recipes at random, setting by setting, as a user or a caller does.
class RandomRecipes {
public:
    /// `a` and `b` are colours of the picture. `masks` has the words of masks that there are.
    RandomRecipes(unsigned seed, Rgb a, Rgb b, const std::vector<std::string>& masks) : random_(seed) {
        const std::string x = word_of(a), y = word_of(b), three = ",ff0000,00ff00";
        // Of settings that are no numbers, names or flags; others have some of these words more often.
        words_ = {
            {"radius", {"auto"}},
            {"pin", {x, x + "@0.02", y + "@0.1,000000", "ffffff"}},
            {"to", {"source", "000000" + three, x + "," + x + "," + y, "000000,808080,ffffff,0000ff," + x}},
            {"reserve", {"0", "1", "1-2", "0,3"}},
            {"join", {x + "=" + y, y + "=" + x + ",012345=" + y}},
            {"recolor", {x + "=00ff00", x + "=010203," + y + "=ffffff"}},
            {"alpha", {"keep", "levels:12", "threshold:100", "matte:ff8000"}},
            {"pixel-grid", {"auto", "4", "3x2", "off"}},
            {"tiles", {"8x8", "5x16"}},
            {"shared-color", {"000000", x}},
            {"arrange", {x, y + "," + x}},
            {"output-palette", {"111111,222222,333333", "111111,222222,333333,444444,555555"}}};
        if (!masks.empty()) words_["importance"] = words_["dither-mask"] = masks;
        choose_rows();
    }

    /// Changes one to five settings. A setting comes with the one that it needs, and sometimes all return to
    /// their defaults.
    void change(Recipe& recipe) {
        if (below(12) == 0) recipe = {};
        for (std::size_t left = 1 + below(5); left > 0; --left) {
            const RecipeRow& row = *rows_[below(rows_.size())];
            const bool lacks_needed =
                row.needs && recipe_row(row.needs).get(recipe) == recipe_row(row.needs).get(Recipe{});
            if (lacks_needed) change(recipe, recipe_row(row.needs));
            change(recipe, row);
        }
    }

    void change(Recipe& recipe, const RecipeRow& row) {
        // Flags mostly exclude other settings.
        const bool is_reset = row.kind == RecipeKind::flag ? below(3) != 0 : below(8) == 0;
        row.set(recipe, is_reset ? row.get(Recipe{}) : value_of(row), OutOfRange::clamp);
    }

    std::size_t below(std::size_t count) {
        return std::uniform_int_distribution<std::size_t>(0, count - 1)(random_);
    }

private:
    /// Few settings, since most have a meaning only beside certain others: half of the seeds take those about
    /// given palettes and the order of colours in files, which are rare together, the rest take any.
    void choose_rows() {
        const bool is_about_files = below(2) == 0;
        for (const RecipeRow& row : recipe_rows()) {
            const bool is_given =
                row.word == std::string_view("to") || (row.needs && row.needs == std::string_view("to"));
            const bool is_taken =
                is_about_files ? row.phase == RecipePhase::output || is_given : below(5) == 0;
            if (is_taken || row.word == std::string_view("radius")) rows_.push_back(&row);
        }
    }

    RecipeValue value_of(const RecipeRow& row) {
        const auto words = words_.find(row.word);
        const bool has_others = row.kind == RecipeKind::number || row.kind == RecipeKind::name;
        if (words != words_.end() && (!has_others || below(3) == 0)) return one_of(words->second);
        if (row.kind == RecipeKind::flag) return true;
        if (row.kind == RecipeKind::name) return one_of(row.names());
        if (row.kind != RecipeKind::number) return row.get(Recipe{});
        // Most numbers of interest are small: radii, colours, pixels.
        const double high = std::min(row.range.high, 24.0);
        const double number = row.range.low + (high - row.range.low) * std::pow(unit(), 3);
        return row.is_whole ? RecipeValue(std::int64_t(number)) : RecipeValue(number);
    }

    RecipeValue one_of(const std::vector<std::string>& all) { return all[below(all.size())]; }
    double unit() { return std::uniform_real_distribution<>(0, 1)(random_); }

    std::mt19937 random_;
    std::map<std::string, std::vector<std::string>> words_;
    std::vector<const RecipeRow*> rows_;
};

}
