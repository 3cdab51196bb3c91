#include "app/ui/theme.h"

#include "base/error.h"
#include "base/input_file.h"

#include <imgui.h>
#include <imgui_freetype.h>

#include <array>
#include <cmath>
#include <filesystem>
#include <span>

namespace huedrift::app {
namespace {

constexpr Theme dark{.canvas = {0x16, 0x16, 0x17},
                     .panel = {0x1f, 0x1f, 0x21},
                     .raised = {0x2b, 0x2b, 0x2e},
                     .hovered = {0x37, 0x37, 0x3b},
                     .pressed = {0x43, 0x43, 0x48},
                     .line = {0x34, 0x34, 0x38},
                     .outline = {0x7a, 0x7a, 0x82},
                     .text = {0xe8, 0xe8, 0xea},
                     .muted = {0xa4, 0xa4, 0xac},
                     .accent = {0x7d, 0x9d, 0xff},
                     .on_accent = {0x10, 0x14, 0x24},
                     .warning = {0xf2, 0xb1, 0x5c},
                     .check_light = {0x4a, 0x4a, 0x4c},
                     .check_dark = {0x3a, 0x3a, 0x3c}};

constexpr Theme light{.canvas = {0xd9, 0xd9, 0xdb},
                      .panel = {0xf5, 0xf5, 0xf6},
                      .raised = {0xe6, 0xe6, 0xe8},
                      .hovered = {0xda, 0xda, 0xdd},
                      .pressed = {0xcb, 0xcb, 0xd0},
                      .line = {0xd2, 0xd2, 0xd6},
                      .outline = {0x80, 0x80, 0x88},
                      .text = {0x1b, 0x1b, 0x1e},
                      .muted = {0x59, 0x59, 0x62},
                      .accent = {0x2f, 0x5b, 0xd8},
                      .on_accent = {0xff, 0xff, 0xff},
                      .warning = {0x8c, 0x50, 0x00},
                      .check_light = {0xff, 0xff, 0xff},
                      .check_dark = {0xe4, 0xe4, 0xe6}};

ImVec4 vec(Rgb color, float alpha = 1) {
    const auto c = channels(color);
    return {c[0], c[1], c[2], alpha};
}

void set_colors(ImGuiStyle& style, const Theme& theme) {
    ImVec4* const c = style.Colors;
    c[ImGuiCol_Text] = vec(theme.text);
    c[ImGuiCol_TextDisabled] = vec(theme.muted);
    c[ImGuiCol_WindowBg] = c[ImGuiCol_MenuBarBg] = c[ImGuiCol_ScrollbarBg] = vec(theme.panel);
    c[ImGuiCol_ChildBg] = vec(theme.panel, 0);
    c[ImGuiCol_PopupBg] = vec(theme.panel);
    c[ImGuiCol_Border] = c[ImGuiCol_Separator] = vec(theme.line);
    c[ImGuiCol_FrameBg] = c[ImGuiCol_Button] = vec(theme.raised);
    c[ImGuiCol_FrameBgHovered] = c[ImGuiCol_ButtonHovered] = vec(theme.hovered);
    c[ImGuiCol_FrameBgActive] = c[ImGuiCol_ButtonActive] = vec(theme.pressed);
    c[ImGuiCol_Header] = vec(theme.raised);
    c[ImGuiCol_HeaderHovered] = vec(theme.hovered);
    c[ImGuiCol_HeaderActive] = vec(theme.pressed);
    c[ImGuiCol_CheckMark] = c[ImGuiCol_PlotHistogram] = vec(theme.accent);
    c[ImGuiCol_ScrollbarGrab] = vec(theme.hovered);
    c[ImGuiCol_ScrollbarGrabHovered] = c[ImGuiCol_ScrollbarGrabActive] = vec(theme.pressed);
    c[ImGuiCol_TextSelectedBg] = vec(theme.accent, 0.35f);
    c[ImGuiCol_NavHighlight] = vec(theme.accent);
    c[ImGuiCol_ModalWindowDimBg] = {0, 0, 0, 0.45f};
}

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

/// The first of these files that can be read.
std::vector<std::byte> read_first(std::span<const char* const> files) {
    constexpr std::size_t most = 64 << 20;
    for (const char* const file : files) {
        std::error_code unknown;
        if (!std::filesystem::is_regular_file(file, unknown)) continue;
        try {
            return read_input(std::filesystem::path(file), most);
        } catch (const Error&) {
            // The next one takes its place.
        }
    }
    return {};
}

ImFont* load(const std::vector<std::byte>& file, float pixels) {
    ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
    ImFontConfig config;
    if (file.empty()) {
        config.SizePixels = pixels;
        return atlas.AddFontDefault(&config);
    }
    config.OversampleH = config.OversampleV = 1;
    config.PixelSnapH = true;
    config.FontDataOwnedByAtlas = false; // so that it is not written to
    return atlas.AddFontFromMemoryTTF(const_cast<std::byte*>(file.data()), static_cast<int>(file.size()),
                                      pixels, &config, glyphs.data());
}

}

const Theme& Theme::of(Brightness brightness) { return brightness == Brightness::dark ? dark : light; }

std::uint32_t packed(Rgb color, float alpha) {
    return IM_COL32(color.r, color.g, color.b, static_cast<int>(alpha * 255 + 0.5f));
}

std::array<float, 3> channels(Rgb color) {
    return {static_cast<float>(color.r) / 255, static_cast<float>(color.g) / 255,
            static_cast<float>(color.b) / 255};
}

void apply(const Theme& theme, float scale) {
    ImGuiStyle style;
    style.WindowPadding = {14, 12};
    style.FramePadding = {9, 5};
    style.ItemSpacing = {8, 8};
    style.ItemInnerSpacing = {7, 5};
    style.ScrollbarSize = 12;
    style.GrabMinSize = 14; // of scroll bars
    style.WindowBorderSize = 0;
    style.PopupRounding = 8;
    style.FrameRounding = 6;
    style.ChildRounding = 8;
    style.ScrollbarRounding = 6;
    set_colors(style, theme);
    style.ScaleAllSizes(scale);
    ImGui::GetStyle() = style;
}

FontFiles read_font_files() {
    return {.regular = read_first(regular),
            .semibold = read_first(semibold),
            .monospaced = read_first(monospaced)};
}

Fonts load_fonts(const FontFiles& files, float scale, float pixel_ratio) {
    ImGuiIO& io = ImGui::GetIO();
    io.Fonts->Clear();
    io.Fonts->FontBuilderIO = ImGuiFreeType::GetBuilderForFreeType();
    io.Fonts->FontBuilderFlags = ImGuiFreeTypeBuilderFlags_LightHinting;
    const auto pixels = [&](float size) { return std::round(size * scale * pixel_ratio); };
    const Fonts fonts{.text = load(files.regular, pixels(15)),
                      .strong = load(files.semibold, pixels(15)),
                      .small = load(files.regular, pixels(13)),
                      .title = load(files.semibold, pixels(20)),
                      .code = load(files.monospaced, pixels(13))};
    io.FontDefault = fonts.text;
    io.FontGlobalScale = 1 / pixel_ratio;
    return fonts;
}

}
