#include "cli/commands.h"

#include "cli/help_and_completion.h"
#include "cli/report.h"

#include <gtest/gtest.h>

namespace huedrift {
namespace {

TEST(NearestWord, ForgivesAFewLetters) {
    const std::vector<std::string> words{"reduce", "analyze", "sweep", "devices", "verify", "bench"};
    EXPECT_EQ(nearest_word("redcue", words), "reduce");
    EXPECT_EQ(nearest_word("analyse", words), "analyze");
    EXPECT_EQ(nearest_word("swep", words), "sweep");
    EXPECT_EQ(nearest_word("paint", words), "");
    EXPECT_EQ(nearest_word("", words), "");
    EXPECT_EQ(nearest_word("reduce", {}), "");
}

/// The program's answer to a shell; the last word is the one to complete.
std::string answer(std::vector<std::string> words) {
    CLI::App program("Paints.", "painter");
    CLI::App* const wall = program.add_subcommand("wall", "Paint a wall: all of it");
    program.add_subcommand("wash", "Wash brushes");
    std::string color, place;
    bool secret = false;
    wall->add_option("-c,--color", color, "Which [or 'none']")->option_text("white|water|HEX");
    wall->add_option("--sketch", place, "Where it is drawn")->option_text("FILE|none");
    wall->add_option("--frame", place, "What hangs there")->option_text("PICTURE");
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
    EXPECT_EQ(answer({"wall", "--frame", ""}), ":files\n");
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

TEST(Median, IsTheMiddle) {
    EXPECT_EQ(median({}), 0);
    EXPECT_EQ(median({3, 1, 2}), 2);
    EXPECT_EQ(median({4, 1, 2, 9}), 3);
}

TEST(StageTimes, KeepTheOrderOfStages) {
    StageTimes times;
    times.add({{"b", 3}, {"a", 1}});
    times.add("a", 2);
    times.add("a", 9);
    const std::vector<StageTime> medians = times.medians();
    ASSERT_EQ(medians.size(), 2u);
    EXPECT_EQ(medians[0].stage, "b");
    EXPECT_EQ(medians[1].stage, "a");
    EXPECT_EQ(medians[1].seconds, 2);
    EXPECT_TRUE(times.has("b"));
    EXPECT_FALSE(times.has("c"));
}

}
}
