// Every decoder program, with the reader and the preparation that CMakeLists.txt chooses.
#include "base/served_copies.h"
#include "base/wording.h"
#include "decode/picture_reader.h"

#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <sys/types.h>

// The statically linked C++ library contains std::random_device. Nothing uses it, but it stays if a shared
// library names it, and it calls arc4random(). For that alone the program would need glibc 2.36; the rest
// needs 2.35.
extern "C" [[gnu::visibility("hidden")]] std::uint32_t arc4random() noexcept { std::abort(); }

int main(int count, char** words) {
    const pid_t parent = count > 1 ? huedrift::number_in<pid_t>(words[1]).value_or(0) : 0;
    const bool serves = count > 2 && std::string_view(words[2]) == huedrift::serves_copies;
    return huedrift::decoder_program(huedrift::HUEDRIFT_OPENER, HUEDRIFT_PREPARATION, parent, serves);
}
