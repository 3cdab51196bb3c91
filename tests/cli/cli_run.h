#pragma once

#include "image/image.h"
#include "temporary_folder.h"

#include <gtest/gtest.h>

#include <string>
#include <sys/types.h>
#include <vector>

namespace huedrift {

/// How a run of huedrift-cli ended.
struct Ended {
    int code = -1; ///< -1 when it did not exit by itself
    std::string out, err;
};

/// A folder of its own for each test, and huedrift-cli run in it.
class CliTest : public testing::Test {
protected:
    void write_picture(const std::string& name, const ImageView& image) const;
    Image read_picture(const std::string& name) const;

    /// Runs a command line of words between spaces, with `in` (less than a pipe holds) on standard input.
    Ended command(const std::string& line, const std::string& in = "") const;
    /// The same where words may have spaces.
    Ended run(const std::vector<std::string>& arguments, const std::string& in = "") const;
    /// A command line that must succeed.
    Ended success(const std::string& line, const std::string& in = "") const;
    /// A command line that must end with this code and a sentence that contains `reason`.
    Ended refusal(int code, const std::string& line, const std::string& reason = "") const;
    /// The same with standard output going to a file of any kind.
    Ended command_into(const std::string& out, const std::string& line) const;

    TemporaryFolder folder;

private:
    TemporaryFolder logs_;
};

/// huedrift-cli with standard output and error on a terminal.
class TerminalRun {
public:
    TerminalRun(const std::filesystem::path& folder, const std::string& line);
    ~TerminalRun();
    TerminalRun(const TerminalRun&) = delete;
    TerminalRun& operator=(const TerminalRun&) = delete;

    /// Waits until `text` was shown; false when the run ended without it or a minute has passed.
    bool shows(const std::string& text);
    void signal(int number) const;
    /// Waits for the end; the exit code, or -1.
    int end();
    /// Closes the terminal and waits for the end; the exit code, or -1.
    int hang_up();
    const std::string& screen() const { return screen_; }

private:
    bool read_more();

    int terminal_ = -1;
    pid_t process_ = -1;
    std::string screen_;
};

/// A picture of random opaque colours.
Image random_picture(int width, int height, unsigned seed);
/// A picture of a few soft colour ramps, some of it transparent.
Image ramp_picture(int width, int height);
/// Noise of this number of colours, some of which are nearly alike.
Image few_colors_picture(unsigned count);

void expect_same_pixels(const Image& x, const Image& y);
/// Distinct colours of visible pixels.
std::size_t count_colors(const Image& image);

}
