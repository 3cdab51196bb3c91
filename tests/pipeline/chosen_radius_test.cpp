#include "pipeline/look.h"
#include "pipeline/pipeline_fixture.h"
#include "reduction/difference.h"

#include <gtest/gtest.h>

#include <array>
#include <random>
#include <set>

namespace huedrift {
namespace {

/// Colours around `clusters` places, `spread` codes wide; some are transparent.
Image clustered(int width, int height, unsigned clusters, unsigned spread) {
    std::mt19937 random(clusters * 1000 + spread);
    std::vector<std::array<unsigned, 3>> places(clusters);
    for (auto& place : places)
        for (unsigned& channel : place) channel = random() % (256 - spread);
    Image image(width, height);
    for (Rgba8& pixel : image.pixels()) {
        const auto& place = places[random() % clusters];
        const auto near = [&](unsigned channel) {
            return static_cast<std::uint8_t>(channel + random() % (spread + 1));
        };
        pixel = {near(place[0]), near(place[1]), near(place[2]), std::uint8_t(random() % 9 == 0 ? 0 : 255)};
    }
    return image;
}

std::uint64_t error_at(Pipeline& pipeline, const Recipe& recipe, double radius) {
    Progress progress;
    const Reduced reduced = pipeline.preview(recipe.at(radius), progress);
    return total_distance(reduced.picture->colors, *reduced.palette);
}

/// "Chosen radius" of docs/definition.md, every bisection written out.
double chosen(const Document& document, const Recipe& recipe) {
    CpuEngine cpu;
    Pipeline pipeline;
    pipeline.use(cpu);
    pipeline.open(document);
    const std::uint64_t most = error_at(pipeline, recipe, 0.0075) / 4 * 5;
    const auto is_near = [&](double radius) { return error_at(pipeline, recipe, radius) <= most; };
    if (is_near(0.02)) return !is_near(0.025) ? 0.02 : is_near(0.03) ? 0.03 : 0.025;
    if (is_near(0.01)) return is_near(0.015) ? 0.015 : 0.01;
    return 0.0075;
}

class ChosenRadius : public PipelineFixture {
protected:
    std::shared_ptr<const Reduced> reduced(const Document& document, const Recipe& recipe) {
        pipeline.open(document);
        return reduce(recipe);
    }
};

TEST_F(ChosenRadius, IsTheLargestThatKeepsTheErrorOfTheSmallest) {
    std::vector<Document> documents{opened(Image(3, 2)), opened(clustered(1, 1, 1, 0)),
                                    opened(clustered(13, 7, 3, 0))};
    for (const unsigned clusters : {2u, 9u, 40u})
        for (const unsigned spread : {3u, 12u, 60u, 200u})
            documents.push_back(opened(clustered(97, 61, clusters, spread)));
    std::set<double> found;
    for (const Document& document : documents)
        for (const std::uint32_t colors : {2u, 12u}) {
            Recipe recipe = recipe_of(Look::poster);
            recipe.palette.colors = colors;
            const auto result = reduced(document, recipe);
            EXPECT_EQ(result->recipe.shift.radius, chosen(document, recipe));
            EXPECT_EQ(result->recipe, recipe) << "the radius is a result";
            found.insert(result->recipe.shift.radius);
        }
    EXPECT_GT(found.size(), 1u);
}

TEST_F(ChosenRadius, OfAllColorsIsTheLargest) {
    Recipe recipe = recipe_of(Look::poster);
    recipe.palette.colors.reset();
    EXPECT_EQ(reduced(opened(clustered(20, 20, 9, 90)), recipe)->recipe.shift.radius, 0.03);
}

TEST_F(ChosenRadius, DoesNotDependOnEditsPinsAndAPaletteToGoTo) {
    const Document document = opened(clustered(60, 40, 12, 30));
    Recipe recipe = recipe_of(Look::poster);
    const double radius = reduced(document, recipe)->recipe.shift.radius;
    recipe.shift.pins = {{Rgb{1, 2, 3}, 0.5}};
    recipe.palette.to = {{0, 0, 0}};
    EXPECT_EQ(reduced(document, recipe)->recipe.shift.radius, radius);
}

TEST_F(ChosenRadius, GivesTheResultOfThatRadius) {
    const Document document = opened(clustered(60, 40, 12, 30));
    const Recipe recipe = recipe_of(Look::poster);
    const auto found = reduced(document, recipe);
    const auto expected = reduced(document, recipe.at(found->recipe.shift.radius));
    EXPECT_EQ(found->palette->entry_of, expected->palette->entry_of);
}

TEST_F(ChosenRadius, TheNextChangeIsFoundFromThere) {
    open(clustered(60, 40, 12, 30));
    const Recipe recipe = recipe_of(Look::poster);
    const double radius = pipeline.choose_radius(recipe, progress);
    EXPECT_EQ(pipeline.find_next_radius(recipe, Direction::up, progress),
              pipeline.find_next_radius(recipe.at(radius), Direction::up, progress));
}

TEST_F(ChosenRadius, IsWrittenAsAuto) {
    const Recipe recipe = recipe_of(Look::poster);
    const std::string text = recipe_text(recipe);
    EXPECT_NE(text.find("--radius auto"), std::string::npos) << text;
    EXPECT_EQ(parse_recipe(text), recipe);
    EXPECT_EQ(clamped(recipe), recipe);
    EXPECT_NE(parse_recipe(text + " --radius 0.05"), recipe);
}

}
}
