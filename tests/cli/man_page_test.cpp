#include "cli/man_page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace huedrift {
namespace {

using testing::HasSubstr;

TEST(ManPage, HasTheTextOfTheHelpWithoutTroffRequests) {
    CLI::App program("Paints.", "painter");
    program.footer("First\n.hidden\n'quoted\nback\\slash");
    CLI::App* const command = program.add_subcommand("wall", "Paint a wall");
    std::string color, place;
    command->add_option("-c,--color", color, "Which - or none")->option_text("NAME");
    command->add_option("WHERE", place, "The wall");
    bool secret = false;
    command->add_flag("--secret", secret, "Not told")->group("");
    const std::string page = man_page(program, {.version = "1.2-3", .purpose = "paint walls"});
    EXPECT_THAT(page, HasSubstr(".TH PAINTER 1 \"\" \"huedrift 1.2\\-3\""));
    EXPECT_THAT(page, HasSubstr("painter \\- paint walls\n"));
    EXPECT_THAT(page, HasSubstr("\\fBpainter wall\\fR \\fIWHERE\\fR"));
    EXPECT_THAT(page, HasSubstr(".TP\n\\fB\\-c\\fR, \\fB\\-\\-color\\fR \\fINAME\\fR\nWhich \\- or none\n"));
    EXPECT_THAT(page, HasSubstr("First\n\\&.hidden\n\\&'quoted\nback\\eslash"));
    EXPECT_THAT(page, testing::Not(HasSubstr("secret")));
}

}
}
