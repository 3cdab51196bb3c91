#include "cli/commands.h"
#include "fuzz/seeds.h"
#include "fuzz/target.h"
#include "image/encode.h"
#include "pipeline/recipe_rows.h"
#include "temporary_folder.h"

#include <algorithm>
#include <cstdio>
#include <fcntl.h>
#include <iterator>
#include <sstream>
#include <stdexcept>
#include <unistd.h>
#include <utility>

namespace huedrift {
namespace {

/// The runs' folders, with output discarded. Two deep, so that ".." is still inside.
struct Playground {
    TemporaryFolder folder;

    Playground() {
        const int nothing = ::open("/dev/null", O_RDWR);
        ::dup2(nothing, STDIN_FILENO), ::dup2(nothing, STDOUT_FILENO);
        ::close(nothing);
    }

    /// Goes to a fresh folder, with the picture a.png in it.
    void begin(bool with_picture) const {
        std::filesystem::current_path(folder.path());
        std::filesystem::remove_all(folder / "b");
        std::filesystem::create_directories(folder / "b/c");
        std::filesystem::current_path(folder / "b/c");
        if (!with_picture) return;
        const Rgba8 pixels[] = {{1, 2, 3, 255}, {200, 2, 3, 255}};
        write_text("a.png", text_of(encode_png({2, 1, pixels})));
    }
};

/// The words for bytes from 0x80 on, so that changing one byte changes one word: those of the line, and the
/// option of each setting.
std::vector<std::string> vocabulary() {
    std::istringstream line(
        "reduce analyze sweep devices verify bench a.png - -o -r count compare --allow-large --output-dir "
        "--format --palette --indexed --settings --force --json --quiet --engine --device --threads "
        "--memory-limit --radii --steps --runs --help --version palette frequency srgb linear cpu vulkan "
        "auto 1.7 4294967296 -1 1e-9 nan 0x10 9E .. .gpl .jpg = -- --masks --svg --layers --svg-stack "
        "--svg-numbers --legend --part ff0000");
    std::vector<std::string> words{std::istream_iterator<std::string>(line), {}};
    for (const RecipeRow& row : recipe_rows()) words.push_back(row.option());
    if (words.size() > 0x80) throw std::logic_error("more words than bytes that stand for them");
    return words;
}

/// One word a line. No slash, so that no word names a file outside the folder.
std::vector<std::string> words_of(std::span<const std::uint8_t> bytes) {
    static const std::vector<std::string> known = vocabulary();
    std::vector<std::string> words{"huedrift-cli"};
    std::string word;
    for (const std::uint8_t byte : bytes) {
        if (byte == '\n') {
            words.push_back(std::exchange(word, {}));
        } else if (byte >= 0x80 && byte - 0x80u < known.size()) {
            word += known.at(byte - 0x80u);
        } else if (byte != '\0') {
            word += byte == '/' ? '|' : static_cast<char>(byte);
        }
    }
    words.push_back(word);
    return words;
}

}

std::vector<std::vector<std::byte>> fuzz_seeds() {
    return {
        seed("reduce\na.png\n-o\nb.png\n-r\n0.1\n--weighting\nfrequency\n--json"),
        seed("reduce\na.png\n--output-dir\nd\n--colors\n1\n--palette\nc.ase\n--force\n--quiet"),
        seed("reduce\n-\n-o\n-\n--smooth\n2\n--merge\n0.5\n--max-iterations\n3\n--indexed\n--settings"),
        seed("reduce\na.png\n-o\nb.png\n--pin\nc80203@0.1\n--to\nff0000,00ff00\n--recolor\nc80203=123456"),
        seed("reduce\na.png\n-o\nb.png\n--min-share\n1.5\n--colors\n2\n--join\n010203=c80203"),
        seed("analyze\na.png\n--transfer=linear\n--json"),
        seed("sweep\na.png\n--radii\n0.1..0.3\n--steps\n3\n--memory-limit\n1M"),
        seed("verify\na.png\n--threads\n2\n--reference"),
        seed("bench\na.png\n--runs\n1\n--engine\ncpu\n--device\n0"),
        seed("devices\n--json"),
        seed("\x80\n\x86\n\x88\nb.png\n--smooth\n1\n--merge\n1e-9\n--json"),
        seed("\x80\n\x86\n--output-dir\n\x89\n--format\ntga\n--palette\nb.gpl\n--colors\n1"),
        seed("--version"),
        seed("reduce\n--help")};
}

}

// The program ends with one of its exit codes for any words.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace huedrift;
    static const Playground playground;
    std::vector<std::string> words = words_of({data, size});
    // Commands that repeat runs may take arbitrarily long, so they get no picture.
    const auto repeats = [](const std::string& word) { return word == "bench" || word == "sweep"; };
    playground.begin(std::ranges::none_of(words, repeats));
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    const int count = static_cast<int>(arguments.size());
    arguments.push_back(nullptr);
    const int code = run_program(count, arguments.data());
    if ((code < 0 || code > 5) && code != 130) __builtin_trap();
    return 0;
}
