#include "session/export.h"

#include <gtest/gtest.h>

namespace huedrift {
namespace {

TEST(ShellQuoted, QuotesCharactersThatShellsInterpret) {
    EXPECT_EQ(shell_quoted("a/b-1.2_c.png"), "a/b-1.2_c.png");
    EXPECT_EQ(shell_quoted(""), "''");
    EXPECT_EQ(shell_quoted("two words"), "'two words'");
    EXPECT_EQ(shell_quoted("$HOME;`id`"), "'$HOME;`id`'");
    EXPECT_EQ(shell_quoted("it's"), "'it'\\''s'");
    EXPECT_EQ(shell_quoted("~/a"), "'~/a'");
    EXPECT_EQ(shell_quoted("\xc3\xbc.png"), "'\xc3\xbc.png'");
}

Document document_at(const char* path) {
    Document document;
    document.path = std::filesystem::path(path);
    return document;
}

TEST(CliCommand, HasOneLinePerWeighting) {
    const Document document = document_at("/pictures/a b.png");
    EXPECT_EQ(
        cli_command(document, {.shift = {.radius = 0.1}},
                    {.write = {.picture = std::filesystem::path("/x.png")}}),
        "huedrift-cli reduce '/pictures/a b.png' -o /x.png --radius 0.1 --weighting frequency --transfer "
        "srgb --merge auto --assign basin --refine on\n");
    EXPECT_EQ(
        cli_command(document, {},
                    {.write = {.picture = std::filesystem::path("/x.png"), .settings = true},
                     .weightings = Weightings::both}),
        "huedrift-cli reduce '/pictures/a b.png' -o /x-palette.png --radius 0.05 --weighting palette "
        "--transfer srgb --merge auto --assign basin --refine on --settings\n"
        "huedrift-cli reduce '/pictures/a b.png' -o /x-frequency.png --radius 0.05 --weighting frequency "
        "--transfer srgb --merge auto --assign basin --refine on --settings\n");
}

TEST(CliCommand, IncludesTheStepsOnThePalette) {
    const Recipe recipe{.shift = {.pins = {{{255, 0, 0}, 0.5}}},
                        .palette = {.colors = 8,
                                    .to = {{1, 2, 3}, {4, 5, 6}},
                                    .directly = true,
                                    .recolors = {{{1, 1, 1}, {2, 2, 2}}}}};
    EXPECT_EQ(
        cli_command(document_at("a.png"), recipe, {.write = {.picture = std::filesystem::path("x.png")}}),
        "huedrift-cli reduce a.png -o x.png --radius 0.05 --weighting frequency --transfer srgb "
        "--merge auto --assign basin --refine on --colors 8 --pin ff0000@0.5 --to 010203,040506 --directly "
        "--recolor 010101=020202\n");
    Recipe written{.output = {.palette = {{7, 7, 7}, {8, 8, 8}}}};
    const auto command = [&] {
        return cli_command(document_at("a.png"), written,
                           {.write = {.picture = std::filesystem::path("x.png")}});
    };
    EXPECT_EQ(command().find("--output-palette"), std::string::npos) << "without a palette it has no effect";
    written.palette.to = {{1, 2, 3}, {4, 5, 6}};
    EXPECT_NE(command().find("--to 010203,040506 --output-palette 070707,080808"), std::string::npos);
    written.palette.to = {{0, 0, 0}, {255, 255, 255}};
    EXPECT_NE(command().find(" -o x.png --to black-white --radius"), std::string::npos) << command();
}

TEST(CliCommand, SuggestsATarget) {
    EXPECT_EQ(cli_command(document_at("-odd.png"), {}, {}),
              "huedrift-cli reduce ./-odd.png -o ./-odd-r0.05.png --radius 0.05 --weighting frequency "
              "--transfer srgb --merge auto --assign basin --refine on\n");
}

}
}
