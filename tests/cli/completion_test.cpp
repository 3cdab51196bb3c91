#include "cli/completion.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace huedrift {
namespace {

using testing::HasSubstr;
using testing::Not;

/// What `painter` writes for a shell.
std::string completion_of_painter(const std::string& shell) {
    CLI::App program("Paints.", "painter");
    CLI::App* const command = program.add_subcommand("wall", "Paint a wall: all of it");
    std::string color, place;
    bool secret = false;
    command->add_option("-c,--color", color, "Which [or 'none']")->option_text("white|HEX");
    command->add_option("--sketch", place, "Where it is drawn")->option_text("FILE");
    command->add_option("--tools", place, "Where they lie")->option_text("DIR");
    command->add_option("--coats", place, "How many")->option_text("N");
    command->add_flag("--quiet", secret, "Say nothing");
    command->add_flag("--secret", secret, "Not told")->group("");
    command->add_option("WHERE", place, "The wall");
    return completion(program, shell);
}

TEST(Completion, BashOffersCommandsOptionsAndValues) {
    const std::string script = completion_of_painter("bash");
    EXPECT_THAT(script, HasSubstr("complete -F _painter painter\n"));
    EXPECT_THAT(script, HasSubstr("compgen -W 'wall'"));
    EXPECT_THAT(script, HasSubstr("compgen -W '-h --help -c --color --sketch --tools --coats --quiet'"));
    EXPECT_THAT(script, HasSubstr("'wall:-c'|'wall:--color') mapfile -t COMPREPLY < <(compgen -W 'white'"));
    EXPECT_THAT(script, HasSubstr("'wall:--sketch') compopt -o default; return"));
    EXPECT_THAT(script, HasSubstr("'wall:--tools') compopt -o dirnames; return"));
    EXPECT_THAT(script, HasSubstr("'wall:--coats') return"));
    EXPECT_THAT(script, Not(HasSubstr("'wall:--quiet')")));
}

TEST(Completion, ZshReadsItsSpecificationsAsIntended) {
    const std::string script = completion_of_painter("zsh");
    EXPECT_THAT(script, HasSubstr("#compdef painter\n"));
    EXPECT_THAT(script, HasSubstr("'wall:Paint a wall: all of it'"));
    EXPECT_THAT(script,
                HasSubstr(R"('(-c --color)'{-c+,--color=}'[Which \[or '\''none'\''\]]:white|HEX:(white)')"));
    EXPECT_THAT(script, HasSubstr("'(--quiet)'--quiet'[Say nothing]'"));
    EXPECT_THAT(script, HasSubstr("'*:file:_files'"));
}

TEST(Completion, FishKnowsOptionsWithValues) {
    const std::string script = completion_of_painter("fish");
    const std::string beginning = "complete -c painter -n '__fish_seen_subcommand_from wall'";
    EXPECT_THAT(script, HasSubstr(beginning + " -s c -l color -x -a 'white' -d 'Which [or '\\''none'\\'']'"));
    EXPECT_THAT(script, HasSubstr(beginning + " -l sketch -r -F -d"));
    EXPECT_THAT(script, HasSubstr(beginning + " -l coats -x -d"));
    EXPECT_THAT(script, HasSubstr(beginning + " -l quiet -d"));
}

TEST(Completion, NoShellOffersHiddenOptions) {
    for (const char* const shell : {"bash", "zsh", "fish"}) {
        EXPECT_THAT(completion_of_painter(shell), Not(HasSubstr("secret"))) << shell;
    }
}

}
}
