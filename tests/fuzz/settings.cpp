#include "app/ui/settings.h"

#include "fuzz/seeds.h"
#include "fuzz/target.h"

namespace huedrift {

std::vector<std::vector<std::byte>> fuzz_seeds() {
    return {seed(app::settings_text(
                {.scale = 1.75,
                 .geometry = {.x = -20, .y = 40, .width = 900, .height = 700},
                 .recent = {"/a/b c.png", "/\u00FC.jpg"},
                 .wanted = SessionSettings{.recipe = {.shift = {.radius = 0.123, .max_iterations = 7}}}})),
            seed(R"({"theme": "sepia", "scale": 1e999, "window": {"width": 1e300, "x": -9e18}})"),
            seed(R"({"recent": ["\ud83c\udfa8\u0000"], "parameters": {"radius": -0, "smooth": 4294967297}})"),
            seed(R"({"window": {"news": [[[[{"a": [[{}]]}]]]]}, "window": 7, "compare": null})")};
}

}

// Settings that can be read are in range, and unchanged by writing and reading.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace huedrift::app;
    const auto settings = parse_settings({reinterpret_cast<const char*>(data), size});
    if (!settings) return 0;
    if (settings->wanted && *settings->wanted != clamped(*settings->wanted)) __builtin_trap();
    if (settings->scale < 0.5 || settings->scale > 4) __builtin_trap();
    if (settings->geometry.width < 320 || settings->geometry.width > 32768) __builtin_trap();
    if (parse_settings(settings_text(*settings)) != settings) __builtin_trap();
    return 0;
}
