#include "cli/help_and_completion.h"

#include <gtest/gtest.h>

namespace huedrift {
namespace {

/// What a program answers a shell; the last word is the one to complete.
std::string answer(std::vector<std::string> words) {
    CLI::App program("Paints.", "painter");
    CLI::App* const wall = program.add_subcommand("wall", "Paint a wall: all of it");
    program.add_subcommand("wash", "Wash brushes");
    std::string color, place;
    bool secret = false;
    wall->add_option("-c,--color", color, "Which [or 'none']")->option_text("white|water|HEX");
    wall->add_option("--sketch", place, "Where it is drawn")->option_text("FILE|none");
    wall->add_option("--tools", place, "Where they lie")->option_text("DIR");
    wall->add_option("--coats", place, "How many")->option_text("N");
    wall->add_flag("--secret", secret, "Not told")->group("");
    wall->add_option("WHERE", place, "The wall");
    words.insert(words.begin(), {"painter", "--complete"});
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    return completions_asked_for(program, int(arguments.size()), arguments.data()).value();
}

TEST(Completion, OffersCommands) {
    EXPECT_EQ(answer({}), "wall\tPaint a wall: all of it\nwash\tWash brushes\n");
    EXPECT_EQ(answer({"was"}), "wash\tWash brushes\n");
    EXPECT_EQ(answer({"--he"}), "--help\tPrint this help message and exit\n");
    EXPECT_EQ(answer({"wall", "was"}), ":files\n");
    EXPECT_EQ(answer({"wash", ""}), "");
}

TEST(Completion, OffersOptionsButNoHiddenOnes) {
    EXPECT_EQ(answer({"wall", "x", "--c"}), "--color\tWhich [or 'none']\n--coats\tHow many\n");
    EXPECT_EQ(answer({"wall", "-c"}), "-c\tWhich [or 'none']\n");
    EXPECT_EQ(answer({"wall", "--s"}), "--sketch\tWhere it is drawn\n");
    EXPECT_EQ(answer({"wash", "--c"}), "");
}

TEST(Completion, OffersValues) {
    EXPECT_EQ(answer({"wall", "-c", ""}), "white\nwater\n");
    EXPECT_EQ(answer({"wall", "--color", "wa"}), "water\n");
    EXPECT_EQ(answer({"wall", "--sketch", ""}), ":files\nnone\n");
    EXPECT_EQ(answer({"wall", "--tools", ""}), ":folders\n");
    EXPECT_EQ(answer({"wall", "--coats", ""}), "");
    EXPECT_EQ(answer({"wall", "--color=wa"}), "--color=water\n") << "one word in zsh and fish";
    EXPECT_EQ(answer({"wall", "--color", "="}), "white\nwater\n") << "three words in bash";
    EXPECT_EQ(answer({"wall", "--color", "=", "wa"}), "water\n");
}

TEST(Completion, OtherwiseNobodyAsks) {
    CLI::App program;
    std::string name = "painter", word = "wall";
    std::array arguments{name.data(), word.data()};
    EXPECT_FALSE(completions_asked_for(program, 1, arguments.data()));
    EXPECT_FALSE(completions_asked_for(program, 2, arguments.data()));
}

}
}
