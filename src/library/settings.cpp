#include "library/objects.h"

#include "base/location.h"
#include "base/wording.h"
#include "pipeline/enumerators.h"

#include <algorithm>
#include <deque>
#include <iterator>
#include <limits>
#include <string_view>
#include <utility>

namespace huedrift {
namespace {

/// The row of an option, "--colors".
const RecipeRow* find_option(const std::string& option) {
    for (const RecipeRow& row : recipe_rows())
        if (option == row.option() || (row.other_name && option == row.other_name)) return &row;
    return nullptr;
}

const RecipeRow* find_row(std::string_view word) {
    return find_option((word.size() == 1 ? "-" : "--") + std::string(word));
}

/// Whether it is a setting of the library that no recipe has.
bool is_own(std::string_view word) {
    constexpr std::string_view words[]{"look", "entries", "engine", "device", "threads", "memory-limit"};
    return std::ranges::find(words, word) != std::end(words);
}

/// Bytes: a number, or with K, M, G or T that many times 2^10, 2^20, 2^30 or 2^40; "B" or "iB" may follow.
std::optional<std::size_t> size_in(std::string_view text) {
    const auto end = std::min(text.find_first_not_of("0123456789"), text.size());
    const auto number = number_in<std::uint64_t>(text.substr(0, end));
    std::string unit = lower_case(text.substr(end));
    if (unit.size() > 1 && unit.ends_with("ib")) unit.resize(unit.size() - 2);
    if (unit.ends_with('b')) unit.pop_back();
    const std::size_t power = unit.empty() ? 0 : std::string_view("kmgt").find(unit) + 1;
    if (!number || unit.size() > 1 || (!unit.empty() && power == 0)) return std::nullopt;
    constexpr std::uint64_t most = std::numeric_limits<std::size_t>::max();
    if (*number > most >> 10 * power) return std::nullopt;
    return static_cast<std::size_t>(*number << 10 * power);
}

constexpr ValueRange thread_range{1, max_threads};
/// Alpha levels cannot be fewer or more pairs.
constexpr ValueRange entry_range{min_alpha_levels, max_alpha_levels};
constexpr const char* entries_help = "At most so many entries in the palette, counting pairs of colour and "
                                     "alpha and the transparent one (256 fit indices of a byte): where "
                                     "there are more, fewer colours and \"alpha\" levels";

/// Sets a setting that is_own(); false for a value that it cannot have.
bool set_own(huedrift_settings& settings, std::string_view word, const char* value) {
    EngineChoice& choice = settings.engine;
    const EngineChoice usual = huedrift_settings{}.engine;
    if (word == "look") {
        settings.look = value ? enumerator_named<Look>(value) : std::nullopt;
        return !value || settings.look;
    }
    if (word == "device") {
        choice.device = value ? value : "";
        return !value || *value != '\0';
    }
    if (word == "engine") {
        const auto names = engine_names();
        if (value && std::ranges::find(names, value) == names.end()) return false;
        choice.engine = value ? value : usual.engine;
        return true;
    }
    if (word == "threads" || word == "entries") {
        const auto number = value ? number_in<std::uint64_t>(value) : std::nullopt;
        const ValueRange range = word == "threads" ? thread_range : entry_range;
        if (value && (!number || double(*number) < range.low || double(*number) > range.high)) return false;
        if (word == "threads")
            choice.threads = number ? std::optional(static_cast<int>(*number)) : std::nullopt;
        else
            settings.entries = number ? std::optional(static_cast<std::uint32_t>(*number)) : std::nullopt;
        return true;
    }
    const auto bytes = value ? size_in(value) : std::nullopt;
    choice.settings.memory_limit = bytes;
    return !value || bytes;
}

/// Whether a list grows when it is set again: edits come one by one, while palettes and their reserved
/// indices are one value.
bool grows(const RecipeRow& row) {
    constexpr std::string_view edits[]{"pin", "join", "recolor", "arrange"};
    return std::ranges::find(edits, row.word) != std::end(edits);
}

/// Sets one of recipe_rows(); false for a value that it cannot have.
bool set_row(GivenSettings& given, const RecipeRow& row, const char* value) {
    const std::string text = value ? value : "";
    const bool is_flag = row.kind == RecipeKind::flag;
    if (is_flag && value && text != "on" && text != "off") return false;
    Recipe any;
    if (value && !row.read(any, text)) return false;
    if (!value || !grows(row)) std::erase_if(given, [&](const auto& one) { return one.first == &row; });
    if (value && !(is_flag && text == "off")) given.emplace_back(&row, is_flag ? "" : text);
    return true;
}

/// Where the words of the command line do not fit a library, which reads no files.
struct OtherWords {
    const char *word, *help, *syntax;
};
constexpr OtherWords other_words[] = {
    {"to",
     "Map the image's colours, or those left where other settings reduce it first, to the nearest of these, "
     "or of a palette with a name: black-white, black-white-red, black-white-red-yellow, spectra6, acep7, "
     "gameboy, pico8, cga, ega, commodore64, nes, zx-spectrum or web-safe",
     "HEX[,HEX...]|NAME"},
    {"output-palette",
     "Give the result these colours in place of those that it is mapped to, of which there must be as many: "
     "the codes of a device in place of its measured colours",
     "HEX[,HEX...]|NAME"},
    {"importance",
     "Weigh pixels by a mask when the palette is found: up to eight times where it is white, not at all "
     "where it is black. The hash of a mask, which huedrift_set_mask() sets",
     "HASH"},
    {"dither-mask",
     "Dither only where a mask is white, so that text and lines stay crisp elsewhere. The hash of a mask, "
     "which huedrift_set_mask() sets",
     "HASH"},
    {"profile", "Of files; images in memory have no colour profile", nullptr},
    {"bits", "Of files; indices in memory have whole bytes", "1|2|4|8"},
    {"max-error",
     "Join colours while the error stays at most this, a distance in Oklab, in place of \"colors\"; at most "
     "4096 are left",
     nullptr},
};

const OtherWords* other_words_for(std::string_view word) {
    for (const OtherWords& other : other_words)
        if (word == other.word) return &other;
    return nullptr;
}

huedrift_kind kind_of(const RecipeRow& row) {
    switch (row.kind) {
    case RecipeKind::number:
        return row.is_whole ? HUEDRIFT_WHOLE_NUMBER : HUEDRIFT_NUMBER;
    case RecipeKind::flag:
        return HUEDRIFT_FLAG;
    case RecipeKind::name:
        return HUEDRIFT_NAME;
    case RecipeKind::list:
        return HUEDRIFT_LIST;
    case RecipeKind::text:
        break;
    }
    return HUEDRIFT_TEXT;
}

/// All settings with the memory that their texts lie in.
class SettingList {
public:
    SettingList() {
        for (const RecipeRow& row : recipe_rows()) add(row);
        const auto add_own = [&](const char* word, const char* help, huedrift_kind kind, const char* syntax,
                                 std::vector<std::string> names = {}, ValueRange range = {}) {
            add(word, std::string(help) + ".", kind, syntax, std::move(names), range);
        };
        add_own("look", look_help, HUEDRIFT_NAME, "", all_names<Look>());
        add_own("entries", entries_help, HUEDRIFT_WHOLE_NUMBER, "N", {}, entry_range);
        add_own("engine", engine_help, HUEDRIFT_NAME, "", engine_names());
        add_own("device", device_help, HUEDRIFT_TEXT, "N|NAME");
        add_own("threads", threads_help, HUEDRIFT_WHOLE_NUMBER, "N", {}, thread_range);
        add_own("memory-limit", memory_limit_help, HUEDRIFT_TEXT, "SIZE");
    }

    const std::vector<huedrift_setting>& all() const { return all_; }

private:
    void add(const RecipeRow& row) {
        const OtherWords* const other = other_words_for(row.word);
        std::string help = other ? other->help + std::string(".") : row.about();
        if (row.syntax && !(other && other->syntax))
            help.insert(help.size() - 1, std::string("; ") + row.syntax);
        if (row.needs) help += std::string(" Needs \"") + row.needs + "\".";
        const char* const syntax = other && other->syntax ? other->syntax : row.value ? row.value : "";
        const bool is_number = row.kind == RecipeKind::number;
        add(row.word, std::move(help), kind_of(row), syntax,
            row.names ? row.names() : std::vector<std::string>(), is_number ? row.range : ValueRange{});
    }

    void add(const char* word, std::string help, huedrift_kind kind, const char* syntax,
             std::vector<std::string> names, ValueRange range) {
        const std::string& help_text = texts_.emplace_back(std::move(help));
        const char* const* pointers = nullptr;
        if (kind == HUEDRIFT_NAME) {
            std::vector<const char*>& list = names_.emplace_back();
            for (std::string& name : names) list.push_back(texts_.emplace_back(std::move(name)).c_str());
            list.push_back(nullptr);
            pointers = list.data();
        }
        all_.push_back({word, help_text.c_str(), kind, syntax, pointers, range.low, range.high});
    }

    std::deque<std::string> texts_; // whose elements stay where they are
    std::deque<std::vector<const char*>> names_;
    std::vector<huedrift_setting> all_;
};

/// Descriptions of all settings for the caller: those of recipe_rows(), then the library's own.
const std::vector<huedrift_setting>& setting_list() {
    static const SettingList list;
    return list.all();
}

/// "a whole number from 1 to 256" or "off or on": the values that a setting takes.
std::string values_of(const huedrift_setting& setting) {
    const std::string syntax = setting.syntax;
    std::vector<std::string> names;
    std::string text;
    switch (setting.kind) {
    case HUEDRIFT_FLAG:
        return "on or off";
    case HUEDRIFT_NAME:
        for (const char* const* name = setting.names; *name; ++name) names.emplace_back(*name);
        return in_words(names, "or");
    case HUEDRIFT_NUMBER:
    case HUEDRIFT_WHOLE_NUMBER:
        if (syntax.find_first_not_of("0123456789|") == syntax.npos) return syntax;
        if (syntax.find('|') != syntax.npos) text = syntax + ", with ";
        text += setting.kind == HUEDRIFT_NUMBER ? "a number from " : "a whole number from ";
        return text + shortest(setting.low) + " to " + shortest(setting.high);
    case HUEDRIFT_TEXT:
    case HUEDRIFT_LIST:
    case HUEDRIFT_KIND_32_BITS:
        break;
    }
    return "written " + syntax;
}

[[noreturn]] void refuse_value(std::string_view word, const char* value) {
    const auto& list = setting_list();
    const auto setting =
        std::ranges::find(list, word, [](const auto& one) { return std::string_view(one.word); });
    refuse_usage("\"" + std::string(word) + "\" is " + values_of(*setting) + ", not \"" + value + "\"");
}

/// Sets a setting, or takes it back if the value is null. Throws Error(usage) for an unknown word or a value
/// that the setting cannot have.
void set(huedrift_settings& settings, std::string_view word, const char* value) {
    if (is_own(word)) {
        huedrift_settings changed = settings;
        if (!set_own(changed, word, value)) refuse_value(word, value);
        settings = std::move(changed);
        return;
    }
    const RecipeRow* const row = find_row(word);
    if (!row) refuse_usage("there is no setting \"" + std::string(word) + "\"");
    if (!set_row(settings.given, *row, value)) refuse_value(row->word, value);
}

/// Sets all that the text of a recipe says. Throws Error(usage).
void read_recipe(huedrift_settings& settings, const std::string& text) {
    std::string_view words = text;
    bool any = false;
    for (std::string option; !(option = take_word(words)).empty();) {
        const RecipeRow* const row = find_option(option);
        if (!row) refuse_usage("a recipe has no setting " + option);
        std::string value = "on";
        if (row->kind != RecipeKind::flag) value = take_word(words);
        if (value.empty()) refuse_usage("the recipe ends before the value of " + option);
        set(settings, row->word, value.c_str());
        any = true;
    }
    if (!any) refuse_usage("the recipe is empty");
}

}

RecipeRequest request_of(const huedrift_settings& settings, bool shares) {
    RecipeRequest request{.given = settings.given,
                          .recipe = with_settings({}, settings.given),
                          .look = settings.look,
                          .shares = shares};
    check_settings(request);
    return request;
}

}

using huedrift::answer;
using huedrift::require;

huedrift_settings* huedrift_settings_new(void) {
    huedrift_settings* settings = nullptr;
    answer(nullptr, [&] { settings = new huedrift_settings; });
    return settings;
}

huedrift_settings* huedrift_settings_copy(const huedrift_settings* settings) {
    huedrift_settings* copy = nullptr;
    answer(nullptr, [&] { copy = settings ? new huedrift_settings(*settings) : nullptr; });
    return copy;
}

void huedrift_settings_free(huedrift_settings* settings) { delete settings; }

huedrift_code huedrift_set(huedrift_settings* settings, const char* word, const char* value,
                           huedrift_failure* failure) {
    return answer(failure, [&] {
        require(settings, "settings");
        require(word, "word");
        huedrift::set(*settings, word, value);
    });
}

huedrift_code huedrift_set_mask(huedrift_settings* settings, const char* word, const huedrift_image* mask,
                                huedrift_failure* failure) {
    return answer(failure, [&] {
        require(settings, "settings");
        require(word, "word");
        const std::string_view name = word;
        if (name != "importance" && name != "dither-mask")
            huedrift::refuse_usage("\"" + std::string(name) + "\" is no mask");
        if (!mask) return huedrift::set(*settings, name, nullptr);
        auto greys = huedrift::mask_of(huedrift::image_of(*mask));
        huedrift::set(*settings, name, huedrift::word_of(greys->id).c_str());
        const huedrift::Recipe recipe = huedrift::with_settings({}, settings->given);
        std::erase_if(settings->masks, [&](const auto& kept) {
            const bool is_named =
                kept->id == recipe.source.importance || kept->id == recipe.labels.dither_mask;
            return !is_named || kept->id == greys->id;
        });
        settings->masks.push_back(std::move(greys));
    });
}

huedrift_code huedrift_set_recipe(huedrift_settings* settings, const char* recipe,
                                  huedrift_failure* failure) {
    return answer(failure, [&] {
        require(settings, "settings");
        require(recipe, "recipe");
        huedrift_settings changed{.masks = settings->masks, .engine = settings->engine};
        huedrift::read_recipe(changed, recipe);
        *settings = std::move(changed);
    });
}

const huedrift_setting* huedrift_setting_at(size_t index) {
    const huedrift_setting* found = nullptr;
    answer(nullptr, [&] {
        const auto& list = huedrift::setting_list();
        found = index < list.size() ? &list[index] : nullptr;
    });
    return found;
}
