#include "cli/cli_run.h"
#include "cli/progress_bar.h"

#include <gmock/gmock.h>

namespace huedrift {
namespace {

using testing::HasSubstr;
using testing::Not;

class Terminal : public CliTest {};

TEST_F(Terminal, ShowsABarAndTakesItAway) {
    write_picture("in.png", random_picture(30, 30, 1));
    TerminalRun running(folder.path(),
                        {"reduce", "in.png", "-o", "out.png", "-r", "0.05", "--engine", "reference"});
    EXPECT_EQ(running.end(), 0);
    EXPECT_THAT(running.screen(), HasSubstr("in.png [                        ] 0%"));
    EXPECT_THAT(running.screen(), HasSubstr("\r\x1b[Kin.png: 900 -> "));
}

TEST_F(Terminal, ShowsNoBarWhenQuiet) {
    write_picture("in.png", random_picture(30, 30, 1));
    TerminalRun running(folder.path(), {"reduce", "in.png", "-o", "out.png", "-r", "0.05", "--engine",
                                        "reference", "--quiet"});
    EXPECT_EQ(running.end(), 0);
    EXPECT_EQ(running.screen(), "");
}

TEST_F(Terminal, IsNoPlaceForAPicture) {
    write_picture("in.png", ramp_picture(8, 8));
    TerminalRun running(folder.path(), {"reduce", "in.png", "-o", "-"});
    EXPECT_EQ(running.end(), 2);
    EXPECT_THAT(running.screen(), HasSubstr("terminal"));
    EXPECT_THAT(running.screen(), Not(HasSubstr("PNG")));
}

TEST(BarText, TellsTheShareAndTheTimeLeft) {
    EXPECT_EQ(bar_text(0, 5), "[                        ] 0%");
    EXPECT_EQ(bar_text(0.25, 5), "[######                  ] 25%, 15 s left");
    EXPECT_EQ(bar_text(0.5, 7200), "[############            ] 50%, 120 min left");
    EXPECT_EQ(bar_text(1, 5), "[########################] 100%");
}

}
}
