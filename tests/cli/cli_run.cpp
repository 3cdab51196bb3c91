#include "cli/cli_run.h"

#include "base/file_descriptor.h"
#include "image/load.h"
#include "image/save.h"
#include "painted.h"
#include "reduction/color_set.h"

#include <gmock/gmock.h>

#include <csignal>
#include <fcntl.h>
#include <iterator>
#include <poll.h>
#include <pty.h>
#include <random>
#include <spawn.h>
#include <sstream>
#include <sys/wait.h>
#include <unistd.h>

namespace huedrift {
namespace {

std::vector<std::string> words_of(const std::string& line) {
    std::istringstream words(line);
    return {std::istream_iterator<std::string>(words), {}};
}

/// Descriptors for a child, and its start.
class Start {
public:
    explicit Start(const std::filesystem::path& folder) {
        ::posix_spawnattr_init(&attributes_);
        ::posix_spawn_file_actions_init(&actions_);
        ::posix_spawn_file_actions_addchdir_np(&actions_, folder.c_str());
    }
    ~Start() {
        ::posix_spawn_file_actions_destroy(&actions_);
        ::posix_spawnattr_destroy(&attributes_);
    }
    Start(const Start&) = delete;
    Start& operator=(const Start&) = delete;

    void redirect(int from, int to) { ::posix_spawn_file_actions_adddup2(&actions_, from, to); }
    void redirect_to_file(int to, const std::string& file) {
        ::posix_spawn_file_actions_addopen(&actions_, to, file.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0666);
    }
    /// As in a terminal window, whose closing sends the child a signal.
    void redirect_to_terminal(const std::string& terminal) {
        ::posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSID);
        ::posix_spawn_file_actions_addopen(&actions_, STDOUT_FILENO, terminal.c_str(), O_RDWR, 0);
        redirect(STDOUT_FILENO, STDERR_FILENO);
    }
    pid_t run(const std::vector<std::string>& arguments) {
        std::vector<std::string> words{HUEDRIFT_CLI};
        words.insert(words.end(), arguments.begin(), arguments.end());
        std::vector<char*> argv;
        for (std::string& word : words) argv.push_back(word.data());
        argv.push_back(nullptr);
        pid_t process = -1;
        EXPECT_EQ(::posix_spawn(&process, HUEDRIFT_CLI, &actions_, &attributes_, argv.data(), environ), 0);
        return process;
    }

private:
    posix_spawnattr_t attributes_;
    posix_spawn_file_actions_t actions_;
};

int exit_code(pid_t process) {
    int status = 0;
    if (::waitpid(process, &status, 0) != process || !WIFEXITED(status)) return -1;
    return WEXITSTATUS(status);
}

}

void CliTest::write_picture(const std::string& name, const ImageView& image) const {
    write_text(folder / name, text_of(encode_image(image, image_format_of(name))));
}

Image CliTest::read_picture(const std::string& name) const { return load_image_file(folder / name).image; }

Ended CliTest::run(const std::vector<std::string>& arguments, const std::string& in) const {
    int ends[2];
    EXPECT_EQ(::pipe2(ends, O_CLOEXEC), 0);
    const FileDescriptor reading(ends[0]);
    FileDescriptor writing(ends[1]);
    EXPECT_EQ(::write(writing.get(), in.data(), in.size()), static_cast<ssize_t>(in.size()));
    writing.close();
    Start start(folder.path());
    start.redirect(reading.get(), STDIN_FILENO);
    start.redirect_to_file(STDOUT_FILENO, (logs_ / "out").string());
    start.redirect_to_file(STDERR_FILENO, (logs_ / "err").string());
    const int code = exit_code(start.run(arguments));
    return {code, read_text(logs_ / "out"), read_text(logs_ / "err")};
}

Ended CliTest::command(const std::string& line, const std::string& in) const {
    return run(words_of(line), in);
}

Ended CliTest::success(const std::string& line, const std::string& in) const {
    Ended ended = command(line, in);
    EXPECT_EQ(ended.code, 0) << line << "\n" << ended.err;
    return ended;
}

Ended CliTest::refusal(int code, const std::string& line, const std::string& reason) const {
    Ended ended = command(line);
    EXPECT_EQ(ended.code, code) << line << "\n" << ended.err;
    EXPECT_THAT(ended.err, testing::HasSubstr(reason)) << line;
    return ended;
}

Ended CliTest::command_into(const std::string& out, const std::string& line) const {
    Start start(folder.path());
    start.redirect_to_file(STDOUT_FILENO, out);
    start.redirect_to_file(STDERR_FILENO, (logs_ / "err").string());
    const int code = exit_code(start.run(words_of(line)));
    return {code, "", read_text(logs_ / "err")};
}

TerminalRun::TerminalRun(const std::filesystem::path& folder, const std::string& line) {
    int child_end = -1;
    char name[64];
    EXPECT_EQ(::openpty(&terminal_, &child_end, name, nullptr, nullptr), 0);
    ::fcntl(terminal_, F_SETFD, FD_CLOEXEC);
    Start start(folder);
    start.redirect_to_terminal(name);
    process_ = start.run(words_of(line));
    ::close(child_end);
}

TerminalRun::~TerminalRun() {
    if (process_ > 0) {
        ::kill(process_, SIGKILL);
        exit_code(process_);
    }
    if (terminal_ >= 0) ::close(terminal_);
}

bool TerminalRun::read_more() {
    pollfd ready{.fd = terminal_, .events = POLLIN, .revents = 0};
    if (::poll(&ready, 1, 60'000) != 1) return false;
    char bytes[4096];
    const ssize_t got = ::read(terminal_, bytes, sizeof bytes);
    if (got > 0) screen_.append(bytes, static_cast<std::size_t>(got));
    return got > 0;
}

bool TerminalRun::shows(const std::string& text) {
    while (screen_.find(text) == screen_.npos)
        if (!read_more()) return false;
    return true;
}

void TerminalRun::signal(int number) const { ::kill(process_, number); }

int TerminalRun::end() {
    while (read_more()) {
    }
    const int code = exit_code(process_);
    process_ = -1;
    return code;
}

int TerminalRun::hang_up() {
    ::close(std::exchange(terminal_, -1));
    return exit_code(std::exchange(process_, -1));
}

Image random_picture(int width, int height, unsigned seed) {
    std::mt19937 random(seed);
    Image image(width, height);
    for (Rgba8& pixel : image.pixels())
        pixel = {std::uint8_t(random()), std::uint8_t(random()), std::uint8_t(random()), 255};
    return image;
}

Image ramp_picture(int width, int height) {
    return painted(width, height, [=](int x, int y) {
        const auto along = static_cast<std::uint8_t>(x * 120 / width);
        const std::uint8_t alpha = x < width / 8 ? 0 : x < width / 4 ? 128 : 255;
        return y < height / 2 ? Rgba8{along, 40, 200, alpha} : Rgba8{250, along, 30, alpha};
    });
}

std::size_t count_colors(const Image& image) { return ColorSet(image, Transfer::srgb).size(); }

Image few_colors_picture(unsigned count) {
    Image image = random_picture(40, 30, count);
    for (std::size_t i = 0; i < image.pixels().size(); ++i) {
        const unsigned color = i < count ? unsigned(i) : image.pixels()[i].r % count;
        image.pixels()[i] = {std::uint8_t(color), std::uint8_t(color < 9 ? 0 : color * 89), 7, 255};
    }
    return image;
}

void expect_same_pixels(const Image& x, const Image& y) {
    EXPECT_EQ(x.width(), y.width());
    EXPECT_EQ(x.height(), y.height());
    EXPECT_TRUE(std::ranges::equal(x.pixels(), y.pixels()));
}

}
