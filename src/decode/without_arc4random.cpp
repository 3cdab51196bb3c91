#include <cstdint>
#include <cstdlib>

// The C++ library that is linked statically holds std::random_device, which nothing here uses but which stays
// where a shared library names it. It calls arc4random(), and only for that the program would need
// glibc 2.36, where the rest needs 2.35.
extern "C" [[gnu::visibility("hidden")]] std::uint32_t arc4random() noexcept { std::abort(); }
