#include "base/memory_limit.h"
#include "library/objects.h"
#include "palette/palette_file.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <hwy/contrib/sort/vqsort.h>
#include <new>
#include <span>
#include <string>
#include <string_view>

// What the module has besides the C interface of the library, and what the machine has elsewhere: memory,
// sorting by Highway's library, and the system's functions, so that the module imports none of them.

// ---- Memory ----

namespace {

void* allocated(std::size_t bytes) {
    if (void* const memory = std::malloc(bytes > 0 ? bytes : 1)) return memory;
    throw std::bad_alloc();
}

void* allocated(std::size_t bytes, std::align_val_t alignment) {
    const auto unit = static_cast<std::size_t>(alignment);
    if (void* const memory = std::aligned_alloc(unit, (bytes + unit - 1) / unit * unit)) return memory;
    throw std::bad_alloc();
}

}

// Those of Debian's library end the program where memory runs out.
void* operator new(std::size_t bytes) { return allocated(bytes); }
void* operator new[](std::size_t bytes) { return allocated(bytes); }
void* operator new(std::size_t bytes, std::align_val_t alignment) { return allocated(bytes, alignment); }
void* operator new[](std::size_t bytes, std::align_val_t alignment) { return allocated(bytes, alignment); }

namespace huedrift {

/// As much as leaves room for pictures in the 4 GB that a module can have.
std::size_t machine_memory() { return std::size_t{1} << 30; }

std::size_t memory_limit(const std::filesystem::path&) { return machine_memory(); }

}

// ---- Numbers as texts ----

namespace std {
inline namespace __2 {

// libc++ writes large whole numbers and given precisions by tables of 105 KB, of which nothing here has need.
// Without these names in a later version, the tables only come back.

to_chars_result __d2fixed_buffered_n(char* first, char*, double number, uint32_t precision) {
    char text[512];
    const int length = std::snprintf(text, sizeof text, "%.*f", int(precision), number);
    return {std::copy(text, text + length, first), errc{}};
}

to_chars_result __d2exp_buffered_n(char* first, char*, double number, uint32_t precision) {
    char text[512];
    const int length = std::snprintf(text, sizeof text, "%.*e", int(precision), number);
    return {std::copy(text, text + length, first), errc{}};
}

}
}

// ---- The system ----

// The functions of the system that the C library can call have the names of what it would import.
extern "C" {

#define HUEDRIFT_NO_SYSTEM(name, ...)                                                                        \
    int __imported_wasi_snapshot_preview1_##name(__VA_ARGS__) { return 52; /* ENOSYS */ }
HUEDRIFT_NO_SYSTEM(environ_get, int, int)
HUEDRIFT_NO_SYSTEM(fd_close, int)
HUEDRIFT_NO_SYSTEM(fd_seek, int, long long, int, int)
HUEDRIFT_NO_SYSTEM(fd_write, int, int, int, int)
#undef HUEDRIFT_NO_SYSTEM

int __imported_wasi_snapshot_preview1_environ_sizes_get(int* count, int* bytes) {
    return *count = *bytes = 0;
}

/// The time is always 0: results do not depend on it.
int __imported_wasi_snapshot_preview1_clock_time_get(int, long long, long long* time) {
    *time = 0;
    return 0;
}

[[noreturn]] void __imported_wasi_snapshot_preview1_proc_exit(int) { __builtin_trap(); }
}

// ---- Sorting ----

namespace hwy {

Sorter::Sorter() = default;

void Sorter::Delete() {}

void Sorter::operator()(uint64_t* HWY_RESTRICT keys, size_t count, SortAscending) const {
    std::sort(keys, keys + count);
}

void Sorter::operator()(uint128_t* HWY_RESTRICT keys, size_t count, SortAscending) const {
    std::sort(keys, keys + count, [](const uint128_t& x, const uint128_t& y) {
        return x.hi != y.hi ? x.hi < y.hi : x.lo < y.lo;
    });
}

}

// ---- The interface ----

using namespace huedrift;

extern "C" {

/// Given by the page: receives the progress of a call, 0 to 1.
__attribute__((import_module("huedrift"), import_name("report"))) void huedrift_web_report(double share);

/// A job that reports.
huedrift_job* huedrift_web_job() {
    return huedrift_job_new([](void*, double share) { huedrift_web_report(share); }, nullptr);
}

/// Reads a palette file. Returns a list of colours, "rrggbb,rrggbb", for the setting "to"; null on failure.
/// The caller frees it.
char* huedrift_web_read_palette(const std::byte* bytes, std::size_t size, const char* name,
                                huedrift_failure* failure) {
    char* list = nullptr;
    answer(failure, [&] {
        std::string text;
        for (const PaletteColor& entry : decode_palette(std::span(bytes, size), name))
            if (!entry.transparent) text += (text.empty() ? "" : ",") + hex_code(entry.color).substr(1);
        if (text.empty()) refuse_usage("the palette has no colours");
        list = ::strdup(text.c_str());
        if (!list) throw std::bad_alloc();
    });
    return list;
}

/// Writes the palette of a result as a file whose extension is `format`. Returns its bytes, as many as
/// `size`; null on failure. The caller frees them.
std::byte* huedrift_web_write_palette(const huedrift_result* result, const char* format, const char* title,
                                      std::size_t* size, huedrift_failure* failure) {
    std::byte* file = nullptr;
    answer(failure, [&] {
        const std::vector<std::uint64_t>& counts = result->counts({});
        std::vector<Swatch> swatches;
        for (std::size_t i = 0; i < result->entries.size(); ++i) {
            const auto& [r, g, b, a] = result->entries[i];
            swatches.push_back({.color = {r, g, b}, .pixels = counts[i], .transparent = a == 0, .alpha = a});
        }
        const PaletteFormat chosen = palette_format_of(std::string("palette.") + format);
        const std::vector<std::byte> bytes = encode_palette(swatches, chosen, title);
        *size = bytes.size();
        file = static_cast<std::byte*>(allocated(bytes.size()));
        std::ranges::copy(bytes, file);
    });
    return file;
}
}
