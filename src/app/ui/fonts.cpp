#include "app/ui/theme.h"

#include <imgui.h>
#include <imgui_freetype.h>

#include <array>
#include <cmath>
#include <filesystem>
#include <span>

namespace huedrift::app {
namespace {

// Where Debian and its derivatives install them, best first.
constexpr std::array regular{"/usr/share/fonts/opentype/inter/Inter-Regular.otf",
                             "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
                             "/usr/share/fonts/truetype/liberation/LiberationSans-Regular.ttf"};
constexpr std::array semibold{"/usr/share/fonts/opentype/inter/Inter-SemiBold.otf",
                              "/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf",
                              "/usr/share/fonts/truetype/liberation/LiberationSans-Bold.ttf"};
constexpr std::array monospaced{"/usr/share/fonts/truetype/jetbrains-mono/JetBrainsMono-Regular.ttf",
                                "/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf",
                                "/usr/share/fonts/truetype/liberation/LiberationMono-Regular.ttf"};

// Latin, Greek and Cyrillic for file names; punctuation, arrows and signs for the window's texts.
constexpr std::array<ImWchar, 15> glyphs{0x0020, 0x024f, 0x0370, 0x052f, 0x1e00, 0x1eff, 0x2010, 0x2044,
                                         0x20ac, 0x20ac, 0x2190, 0x21ff, 0x2200, 0x22ff, 0};

ImFont* load(std::span<const char* const> files, float pixels) {
    ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
    for (const char* const file : files) {
        std::error_code ignored;
        if (!std::filesystem::is_regular_file(file, ignored)) continue;
        ImFontConfig config;
        config.OversampleH = config.OversampleV = 1;
        config.PixelSnapH = true;
        if (ImFont* const font = atlas.AddFontFromFileTTF(file, pixels, &config, glyphs.data())) return font;
    }
    ImFontConfig config;
    config.SizePixels = pixels;
    return atlas.AddFontDefault(&config);
}

}

Fonts load_fonts(float scale, float pixel_ratio) {
    ImGuiIO& io = ImGui::GetIO();
    io.Fonts->Clear();
    io.Fonts->FontBuilderIO = ImGuiFreeType::GetBuilderForFreeType();
    io.Fonts->FontBuilderFlags = ImGuiFreeTypeBuilderFlags_LightHinting;
    const auto pixels = [&](float size) { return std::round(size * scale * pixel_ratio); };
    const Fonts fonts{.text = load(regular, pixels(15)),
                      .strong = load(semibold, pixels(15)),
                      .small = load(regular, pixels(13)),
                      .title = load(semibold, pixels(20)),
                      .code = load(monospaced, pixels(13))};
    io.FontDefault = fonts.text;
    io.FontGlobalScale = 1 / pixel_ratio;
    return fonts;
}

}
