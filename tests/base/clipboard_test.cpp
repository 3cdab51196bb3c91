#include "base/clipboard.h"

#include "base/input_file.h"
#include "expect_error.h"
#include "temporary_folder.h"

#include <cstdlib>
#include <gtest/gtest.h>

namespace huedrift {
namespace {

/// Replaces a desktop's programs by scripts.
class Clipboard : public testing::Test {
protected:
    void SetUp() override {
        ::unsetenv("WAYLAND_DISPLAY");
        ::setenv("DISPLAY", ":1000", 1);
        path_ = std::getenv("PATH");
        ::setenv("PATH", (folder / "").c_str(), 1);
    }
    void TearDown() override { ::setenv("PATH", path_.c_str(), 1); }

    void make_program(const std::string& name, const std::string& script) const {
        write_text(folder / name,
                   "#!/bin/sh\nPATH=" + path_ + "\ncd " + folder.path().string() + "\n" + script);
        std::filesystem::permissions(folder / name, std::filesystem::perms::owner_all);
    }
    /// An xclip with these targets. Each holds its own name, and text/uri-list holds `files`.
    void offer(const std::string& targets, const std::string& files = "") const {
        write_text(folder / "targets", targets);
        write_text(folder / "files", files);
        make_program("xclip", "case \"$5\" in TARGETS) cat targets ;; text/uri-list) cat files ;; "
                              "*) printf %s \"$5\" ;; esac\n");
    }
    static std::string read() { return text_of(read_input(Location::clipboard(), 1000)); }

    TemporaryFolder folder;

private:
    std::string path_;
};

TEST_F(Clipboard, PrefersPngToOtherPicturesAndPicturesToFiles) {
    write_text(folder / "a b.png", "a file");
    const std::string list = "# copied\r\nfile://" + (folder / "a%20b.png").string() + "\r\n";
    offer("TARGETS\nimage/bmp\nimage/png\ntext/uri-list\n", list);
    EXPECT_EQ(read(), "image/png");
    offer("image/svg+xml\nimage/webp\ntext/uri-list\n", list);
    EXPECT_EQ(read(), "image/webp");
    offer("text/plain\ntext/uri-list\n", list);
    EXPECT_EQ(read(), "a file");
    offer("text/uri-list\n", "file://localhost" + (folder / "a%20b.png").string());
    EXPECT_EQ(read(), "a file");
}

TEST_F(Clipboard, ReportsAMissingPicture) {
    for (const auto& [targets, files] : {std::pair{"", ""},
                                         {"UTF8_STRING\ntext/plain\n", ""},
                                         {"text/uri-list\n", "https://example.org/a.png\r\n"},
                                         {"text/uri-list\n", ""}}) {
        offer(targets, files);
        expect_error(read, ErrorKind::input, {"no picture on the clipboard"});
    }
    make_program("xclip", "exit 1\n");
    expect_error(read, ErrorKind::input, {"no picture on the clipboard"});
    offer("text/uri-list\n", "file:///no/such/file.png\n");
    expect_error(read, ErrorKind::input, {"/no/such/file.png"});
    offer("image/png\n");
    expect_error([] { read_clipboard(3); }, ErrorKind::input, {"more than the 3 bytes"});
}

TEST_F(Clipboard, AcceptsAPng) {
    make_program("xclip", "echo \"$*\" > words; cat > copied\n");
    const std::string png("\x89PNG\0\xFF", 6);
    copy_png(std::as_bytes(std::span(png)));
    EXPECT_EQ(read_text(folder / "words"), "-selection clipboard -in -target image/png\n");
    EXPECT_EQ(read_text(folder / "copied"), png);
    make_program("xclip", "exit 1\n");
    expect_error([&] { copy_png(std::as_bytes(std::span(png))); }, ErrorKind::output, {"does not accept"});
}

TEST_F(Clipboard, PrefersWaylandToX11) {
    offer("image/png\n");
    make_program("wl-paste", "case \"$*\" in --list-types) echo image/gif ;; *) printf %s \"$3\" ;; esac\n");
    EXPECT_EQ(read(), "image/png");
    ::setenv("WAYLAND_DISPLAY", "wayland-9", 1);
    EXPECT_EQ(read(), "image/gif");
    std::filesystem::remove(folder / "wl-paste");
    EXPECT_EQ(read(), "image/png");
    ::unsetenv("WAYLAND_DISPLAY");
}

TEST_F(Clipboard, NeedsADesktopAndAProgram) {
    expect_error(read, ErrorKind::input, {"wl-clipboard", "xclip", "neither is installed"});
    expect_error([] { copy_png({}); }, ErrorKind::output, {"neither is installed"});
    ::unsetenv("DISPLAY");
    expect_error(read, ErrorKind::input, {"no desktop"});
}

}
}
