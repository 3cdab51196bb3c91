#include "base/error.h"
#include "base/fnv1a.h"
#include "cpu/cpu_engine.h"
#include "pipeline/batch.h"
#include "pipeline/look.h"
#include "pipeline/random_recipe.h"
#include "pipeline/write_result.h"

#include <gtest/gtest.h>

#include <map>

namespace huedrift {
namespace {

constexpr Rgb area{200, 30, 40}, dark{80, 0, 90};

/// Areas, a ramp, noise, soft and hidden pixels, with a palette of its own.
Document drawing(unsigned seed = 5) {
    std::mt19937 random(seed);
    Image image(24, 18);
    for (std::size_t i = 0; i < image.pixels().size(); ++i) {
        const auto x = unsigned(i % 24), y = unsigned(i / 24);
        Rgba8 pixel{area.r, area.g, area.b, 255};
        if (x >= 8) pixel = {std::uint8_t(10 * x), std::uint8_t(9 * y), 90, 255};
        if (x >= 16) pixel = {std::uint8_t(random() % 200), 80, std::uint8_t(random() % 90), 255};
        if (y == 4) pixel.a = std::uint8_t(10 * x);
        if (y < 3 && x < 5) pixel.a = 0;
        image.pixels()[i] = pixel;
    }
    Document document = document_of(std::move(image), Location("drawing.png"));
    document.slots = {{0, 0, 0, 0}, {200, 30, 40, 255}, {0, 90, 200, 255}, {230, 150, 90, 255}};
    return document;
}

std::uint64_t digest_of(std::span<const std::byte> bytes) {
    Fnv1a hash;
    hash.add(bytes);
    return hash.value();
}

/// The files of a result, or the sentence that refuses it.
struct Answer {
    std::vector<std::vector<std::byte>> files{};
    std::vector<std::string> notes{};
    std::string recipe{}, refusal{};

    friend bool operator==(const Answer&, const Answer&) = default;
    friend void PrintTo(const Answer& answer, std::ostream* out) {
        *out << answer.recipe << " " << answer.refusal;
        for (const auto& bytes : answer.files) *out << ", " << bytes.size() << " bytes " << digest_of(bytes);
        for (const std::string& note : answer.notes) *out << ", " << note;
    }
};

Answer answer_of(Pipeline& pipeline, const Recipe& recipe) {
    Answer answer;
    Progress progress;
    try {
        const Shared<Reduced> reduced = pipeline.reduce(recipe, progress);
        answer.recipe = recipe_text(reduced->recipe);
        answer.notes = reduced->notes;
        ResultWriter writer;
        const bool is_indexed = pipeline.file_colors(reduced)->list().size() < 200;
        writer.encode({.picture = Location("result.png"), .palette = "result.json", .indexed = is_indexed},
                      reduced, nullptr, pipeline, progress);
        for (const EncodedFile& file : writer.files()) answer.files.push_back(file.bytes);
    } catch (const Error& error) {
        answer.refusal = error.what();
    }
    return answer;
}

class KeptOutputs : public testing::Test {
protected:
    KeptOutputs() {
        Image greys(24, 18);
        for (std::size_t i = 0; i < greys.pixels().size(); ++i) {
            const auto grey = std::uint8_t(i % 24 * 11);
            greys.pixels()[i] = {grey, grey, grey, 255};
        }
        masks_.push_back(mask_of(greys));
        masks_.push_back(mask_of(Image(24, 18, std::vector<Rgba8>(24 * 18, {255, 255, 255, 255}))));
        for (const auto& mask : masks_) mask_words_.push_back(word_of(mask->id));
        use(pipeline_);
    }

    void use(Pipeline& pipeline) {
        pipeline.use(engine_);
        pipeline.use(masks_);
    }
    /// What a pipeline answers that has computed nothing before.
    Answer fresh_answer(const Document& document, const Recipe& recipe, Shared<ColorTable> linked = nullptr) {
        Pipeline pipeline;
        use(pipeline);
        pipeline.link(std::move(linked));
        pipeline.open(Document(document));
        return answer_of(pipeline, recipe);
    }

    /// The sum of the pictures' colours after the recipe's changes of their pixels.
    Shared<ColorTable> colors_of(std::span<const Document> documents, const Recipe& recipe) {
        ColorTable sum;
        for (const Document& document : documents) {
            Pipeline pipeline;
            pipeline.open(Document(document));
            sum.add(ColorTable(pipeline.prepare_picture(recipe, progress_)->colors));
        }
        return std::make_shared<const ColorTable>(std::move(sum));
    }

    CpuEngine engine_;
    Progress progress_;
    Masks masks_;
    std::vector<std::string> mask_words_;
    Pipeline pipeline_;
};

TEST_F(KeptOutputs, AreNotThoseOfOtherReservedIndices) {
    pipeline_.open(drawing());
    Recipe recipe;
    recipe.palette.to = {{0, 0, 0}, {255, 0, 0}, {0, 255, 0}};
    recipe.palette.reserve = {{1, 1}};
    const Answer before = answer_of(pipeline_, recipe);
    recipe.output.order = SwatchOrder::given;
    recipe.output.transparent_index = 0; // moves the places of the colours, and so the reserved one
    const Answer answer = answer_of(pipeline_, recipe);
    EXPECT_EQ(answer, fresh_answer(drawing(), recipe));
    EXPECT_NE(answer.files, before.files);
}

TEST_F(KeptOutputs, NeverChangeAResult) {
    for (unsigned seed = 0; seed < 40; ++seed) {
        pipeline_.open(drawing());
        RandomRecipes random(seed, area, dark, mask_words_);
        Recipe accepted;
        for (int step = 0; step < 20; ++step) {
            Recipe recipe = accepted;
            random.change(recipe);
            // The window previews on the pipeline that its exports use, without what concerns files only.
            Recipe shown = recipe;
            shown.output = {};
            if (random.below(2) == 0) answer_of(pipeline_, shown);
            const Answer answer = answer_of(pipeline_, recipe);
            ASSERT_EQ(answer, fresh_answer(drawing(), recipe))
                << seed << ", " << step << ": " << recipe_text(recipe) << "\nafter " << recipe_text(accepted);
            if (answer.refusal.empty()) accepted = recipe; // few settings go with those that are refused
        }
    }
}

TEST_F(KeptOutputs, AreComputedAgainFromThePhaseOfASettingOnAndNoEarlier) {
    // Joining, settling and snapping also depend on the number of colours.
    const std::map<std::string, RecipePhase> phases{
        {"alpha", RecipePhase::source},       {"smooth", RecipePhase::source},
        {"analysis", RecipePhase::source},    {"counted", RecipePhase::source},
        {"mean_shift", RecipePhase::shift},   {"pins", RecipePhase::shift},
        {"small_shares", RecipePhase::size},  {"soft_edges", RecipePhase::fit},
        {"join", RecipePhase::palette},       {"settle", RecipePhase::palette},
        {"snap", RecipePhase::palette},       {"select", RecipePhase::palette},
        {"map_colors", RecipePhase::palette}, {"map_entries", RecipePhase::palette},
        {"uncounted", RecipePhase::palette},  {"edit", RecipePhase::palette},
        {"labels", RecipePhase::labels}};
    for (const RecipeRow& row : recipe_rows())
        for (unsigned seed = 0; seed < 6; ++seed) {
            RandomRecipes random(seed, area, dark, mask_words_);
            Recipe recipe = recipe_of(Look::photo).at(0.05 * seed);
            recipe.labels.dithering.method = Dither::off;
            pipeline_.open(drawing());
            if (row.needs) random.change(recipe, recipe_row(row.needs));
            if (!answer_of(pipeline_, recipe).refusal.empty()) continue;
            const auto before = pipeline_.computations();
            random.change(recipe, row);
            if (!answer_of(pipeline_, recipe).refusal.empty()) continue;
            const auto after = pipeline_.computations();
            for (const auto& [stage, phase] : phases) {
                if (phase >= row.phase) continue;
                EXPECT_EQ(after.at(stage), before.at(stage))
                    << row.word << " has " << stage << " computed again: " << recipe_text(recipe);
            }
        }
}

TEST_F(KeptOutputs, NeverChangeAResultOfLinkedPictures) {
    const std::array<Document, 2> documents{drawing(1), drawing(2)};
    for (unsigned seed = 0; seed < 20; ++seed) {
        RandomRecipes random(seed, area, dark, mask_words_);
        Recipe accepted;
        Shared<ColorTable> linked; // seeds with an odd number open one picture after the other
        SourceRecipe of_linked;
        for (int step = 0; step < 12; ++step) {
            Recipe recipe = accepted;
            if (random.below(3) != 0) random.change(recipe); // else another picture gets the same recipe
            if (seed % 2 == 0 && (!linked || recipe.source != of_linked)) {
                of_linked = recipe.source;
                linked = colors_of(documents, recipe);
                pipeline_.link(linked);
            }
            const Document& document = documents[random.below(2)];
            pipeline_.open(Document(document));
            const Answer answer = answer_of(pipeline_, recipe);
            ASSERT_EQ(answer, fresh_answer(document, recipe, linked))
                << seed << ", " << step << ": " << recipe_text(recipe);
            if (answer.refusal.empty()) accepted = recipe;
        }
        pipeline_.link(nullptr);
    }
}

}
}
