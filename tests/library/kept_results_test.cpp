#include "library/library_calls.h"
#include "library/pictures.h"
#include "pipeline/look.h"
#include "pipeline/random_recipe.h"

#include <gtest/gtest.h>

#include <array>
#include <optional>

namespace huedrift {
namespace {

/// A result, or the sentence that refuses it.
struct Reply {
    std::optional<Said> said{};
    std::vector<std::string> notes{};
    std::string refusal{};

    friend bool operator==(const Reply&, const Reply&) = default;
};

Reply reply_of(ResultOf result, const huedrift_failure& failure) {
    if (!result) return {.refusal = failure.sentence};
    return {.said = said_by(*result), .notes = notes_of(*result)};
}

Reply reduced(huedrift_picture& picture, const huedrift_settings& settings) {
    huedrift_failure failure{};
    ResultOf result(huedrift_reduce(&picture, &settings, nullptr, &failure));
    return reply_of(std::move(result), failure);
}

/// Both pictures reduced to one palette, or the sentence that refuses it.
std::array<Reply, 2> reduced_together(const std::array<huedrift_picture*, 2>& pictures,
                                      const huedrift_settings& settings) {
    huedrift_failure failure{};
    const GroupOf group(huedrift_group_new(&settings, &failure));
    bool is_found = group != nullptr;
    for (huedrift_picture* const picture : pictures)
        is_found = is_found && huedrift_group_count(group.get(), picture, nullptr, &failure) == HUEDRIFT_OK;
    is_found = is_found && huedrift_group_find(group.get(), nullptr, &failure) == HUEDRIFT_OK;
    if (!is_found) return {Reply{.refusal = failure.sentence}, Reply{.refusal = failure.sentence}};
    std::array<Reply, 2> replies;
    for (std::size_t i = 0; i < replies.size(); ++i) {
        ResultOf result(huedrift_group_reduce(group.get(), pictures[i], nullptr, &failure));
        replies[i] = reply_of(std::move(result), failure);
    }
    return replies;
}

/// Random settings, some with a look or a number of entries.
SettingsOf random_settings(RandomRecipes& random, Recipe& recipe) {
    random.change(recipe);
    SettingsOf settings = settings_of({});
    EXPECT_EQ(huedrift_set_recipe(settings.get(), recipe_text(recipe).c_str(), nullptr), HUEDRIFT_OK);
    const bool has_entries = random.below(4) == 0, has_look = random.below(4) == 0;
    if (has_entries) huedrift_set(settings.get(), "entries", "12", nullptr);
    if (has_look) huedrift_set(settings.get(), "look", random.below(2) == 0 ? "photo" : "flat", nullptr);
    return settings;
}

TEST(KeptResults, AreThoseOfAFreshPicture) {
    const Image one = drawing(20), other = grain(18, 15);
    for (unsigned seed = 0; seed < 12; ++seed) {
        RandomRecipes random(seed, {200, 30, 40}, {10, 10, 10}, {});
        const PictureOf kept = picture_of(one), beside = picture_of(other);
        Recipe recipe;
        for (int step = 0; step < 10; ++step) {
            const SettingsOf settings = random_settings(random, recipe);
            const PictureOf fresh = picture_of(one), fresh_beside = picture_of(other);
            const bool is_group = random.below(3) == 0;
            if (is_group)
                ASSERT_EQ(reduced_together({kept.get(), beside.get()}, *settings),
                          reduced_together({fresh.get(), fresh_beside.get()}, *settings))
                    << seed << ", " << step << ": " << recipe_text(recipe);
            else
                ASSERT_EQ(reduced(*kept, *settings), reduced(*fresh, *settings))
                    << seed << ", " << step << ": " << recipe_text(recipe);
        }
    }
}

}
}
