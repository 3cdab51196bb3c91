#include "library/setting_texts.h"

#include "base/decimal.h"
#include "engines/engine_list.h"
#include "pipeline/enumerators.h"

#include <algorithm>
#include <deque>
#include <string>
#include <utility>

namespace huedrift {
namespace {

/// Where the words of the command line do not fit a library, which reads no files.
struct OtherWords {
    const char *word, *help, *syntax;
};
constexpr OtherWords other_words[] = {
    {"to",
     "Map the image's colours, or those left where other settings reduce it first, to the nearest of these",
     "HEX[,HEX...]"},
    {"output-palette",
     "Give the result these colours in place of those that it is mapped to, of which there must be as many: "
     "the codes of a device in place of its measured colours",
     "HEX[,HEX...]"},
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
        for (const OwnSetting& own : own_settings())
            add(own.word, std::string(own.help) + ".", own.kind, own.syntax, own.names, own.range);
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
        const std::string& kept = texts_.emplace_back(std::move(help));
        const char* const* pointers = nullptr;
        if (kind == HUEDRIFT_NAME) {
            std::vector<const char*>& list = names_.emplace_back();
            for (std::string& name : names) list.push_back(texts_.emplace_back(std::move(name)).c_str());
            list.push_back(nullptr);
            pointers = list.data();
        }
        all_.push_back({word, kept.c_str(), kind, syntax, pointers, range.low, range.high});
    }

    std::deque<std::string> texts_; // whose elements stay where they are
    std::deque<std::vector<const char*>> names_;
    std::vector<huedrift_setting> all_;
};

}

const std::vector<OwnSetting>& own_settings() {
    static const std::vector<OwnSetting> own{
        {"look", look_help, HUEDRIFT_NAME, "", all_names<Look>()},
        {"engine", engine_help, HUEDRIFT_NAME, "", engine_names()},
        {"device", device_help, HUEDRIFT_TEXT, "N|NAME"},
        {"threads", threads_help, HUEDRIFT_WHOLE_NUMBER, "N", {}, {1, max_threads}},
        {"memory-limit", memory_limit_help, HUEDRIFT_TEXT, "SIZE"},
    };
    return own;
}

const std::vector<huedrift_setting>& setting_list() {
    static const SettingList list;
    return list.all();
}

std::string values_of(const huedrift_setting& setting) {
    const std::string syntax = setting.syntax;
    std::string text;
    switch (setting.kind) {
    case HUEDRIFT_FLAG:
        return "on or off";
    case HUEDRIFT_NAME:
        for (const char* const* name = setting.names; *name; ++name)
            text += (text.empty() ? "" : name[1] ? ", " : " or ") + std::string(*name);
        return text;
    case HUEDRIFT_NUMBER:
    case HUEDRIFT_WHOLE_NUMBER:
        if (syntax.find_first_not_of("0123456789|") == syntax.npos) return syntax;
        if (syntax.find('|') != syntax.npos) text = syntax + ", with ";
        text += setting.kind == HUEDRIFT_NUMBER ? "a number from " : "a whole number from ";
        return text + shortest(setting.low) + " to " + shortest(setting.high);
    case HUEDRIFT_TEXT:
    case HUEDRIFT_LIST:
        break;
    }
    return "written " + syntax;
}

}
