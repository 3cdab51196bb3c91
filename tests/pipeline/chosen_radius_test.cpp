#include "pipeline/look.h"
#include "pipeline/pipeline_fixture.h"
#include "reduction/difference.h"

#include <gtest/gtest.h>

#include <algorithm>
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

constexpr std::array radii{0.0075, 0.01, 0.015, 0.02, 0.025, 0.03};

std::uint64_t error_at(Pipeline& pipeline, const Recipe& recipe, double radius) {
    Progress progress;
    const Reduced reduced = pipeline.preview(recipe.at(radius), progress);
    return total_distance(reduced.picture->colors, *reduced.palette);
}

/// The errors of the six radii.
std::array<std::uint64_t, 6> errors_of(const Document& document, const Recipe& recipe) {
    CpuEngine cpu;
    Pipeline pipeline;
    pipeline.use(cpu);
    pipeline.open(document);
    std::array<std::uint64_t, 6> errors{};
    std::ranges::transform(radii, errors.begin(),
                           [&](double radius) { return error_at(pipeline, recipe, radius); });
    return errors;
}

/// "Chosen radius" of docs/definition.md, every bisection written out.
double chosen(const std::array<std::uint64_t, 6>& errors, std::uint64_t most) {
    const auto is_near = [&](std::size_t number) { return errors[number] <= most; };
    if (is_near(3)) return !is_near(4) ? radii[3] : radii[is_near(5) ? 5 : 4];
    if (is_near(1)) return radii[is_near(2) ? 2 : 1];
    return radii[0];
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
    for (const unsigned clusters : {2u, 4u, 9u, 40u})
        for (const unsigned spread : {3u, 8u, 12u, 24u, 60u, 200u})
            documents.push_back(opened(clustered(61, 47, clusters, spread)));
    std::set<double> found;
    int with_less = 0, with_more = 0; // 2 % of the error
    for (const Document& document : documents)
        for (const std::uint32_t colors : {2u, 12u}) {
            Recipe recipe = recipe_of(Look::poster);
            recipe.palette.colors = colors;
            const auto result = reduced(document, recipe);
            const auto errors = errors_of(document, recipe);
            const std::uint64_t most = errors[0] / 4 * 5;
            const double radius = chosen(errors, most);
            EXPECT_EQ(result->recipe.shift.radius, radius);
            EXPECT_EQ(result->recipe, recipe) << "the radius is a result";
            found.insert(radius);
            with_less += chosen(errors, most - errors[0] / 50) != radius;
            with_more += chosen(errors, most + errors[0] / 50) != radius;
        }
    EXPECT_GT(found.size(), 1u);
    EXPECT_GT(with_less, 0);
    EXPECT_GT(with_more, 0);
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
