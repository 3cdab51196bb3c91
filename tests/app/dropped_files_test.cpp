#include "window_fixture.h"

#include <SDL.h>
#include <imgui_internal.h>

#include <algorithm>

namespace huedrift::app {
namespace {

TEST_F(WindowTest, OpensADroppedFileAndQueuesTheRest) {
    const std::string first = write_picture("first.png", ramps(20, 10)),
                      second = write_picture("second.png", ramps(30, 10));
    drop({first, second});
    run_until([&] { return snapshot().document && snapshot().exact(); });
    EXPECT_EQ(snapshot().document->path, first);
    ASSERT_EQ(snapshot().queue->size(), 2u);
    settle();
    EXPECT_EQ(app->settings().recent, (std::vector<std::filesystem::path>{first, second}));
    key(SDLK_PAGEDOWN);
    run_until([&] { return snapshot().document->path == second && snapshot().exact(); });
    settle();
    EXPECT_EQ(app->canvas().panes().at(0).left->width, 30);
}

TEST_F(WindowTest, AsksAboutADroppedPalette) {
    open(ramps(20, 10));
    const auto drop_palette = [&](const std::string& name, const std::string& text) {
        write_text(folder / name, text);
        drop({(folder / name).string()});
    };
    const auto answer = [&](const char* text) {
        run_until([&] { return snapshot().palette_offer != nullptr; });
        settle();
        click(control("question", {text}));
        EXPECT_EQ(snapshot().palette_offer, nullptr) << text;
    };
    drop_palette("mine.hex", "ff0000\n00ff00\n0000ff\n");
    EXPECT_TRUE(snapshot().recipe->palette.to.empty());
    answer("Cancel");
    drop_palette("mine.hex", "ff0000\n00ff00\n0000ff\n");
    run_until([&] { return snapshot().palette_offer != nullptr; });
    settle();
    press_key(SDLK_ESCAPE);
    EXPECT_EQ(snapshot().palette_offer, nullptr);
    EXPECT_TRUE(snapshot().recipe->palette.to.empty());
    const auto answer_other = [&](const char* text) {
        run_until([&] { return snapshot().palette_offer != nullptr; });
        settle();
        click(control("question", {"Other uses\u2026"}));
        settle();
        answer(text);
    };
    drop_palette("mine.hex", "ff0000\n00ff00\n0000ff\n");
    answer_other("Keep these colours");
    EXPECT_EQ(snapshot().recipe->shift.pins.size(), 3u);
    drop_palette("mine.hex", "ff0000\n00ff00\n0000ff\n");
    answer("Map to it");
    EXPECT_TRUE(snapshot().recipe->palette.directly);
    EXPECT_EQ(snapshot().recipe->output.order, SwatchOrder::given);
    drop_palette("mine.hex", "ff0000\n00ff00\n0000ff\n");
    answer_other("Reduce first, then map");
    EXPECT_FALSE(snapshot().recipe->palette.directly);
    run_until([&] { return snapshot().recipe->palette.to.size() == 3 && snapshot().exact(); });
    const Snapshot shown = snapshot();
    for (const Swatch& swatch : shown.frequency->swatches)
        EXPECT_EQ(std::ranges::count(shown.recipe->palette.to, swatch.color), 1);
    drop_palette("codes.hex", "ff0001\n00ff01\n");
    run_until([&] { return snapshot().palette_offer != nullptr; });
    settle();
    EXPECT_TRUE(says("Files cannot have them in place of the palette in use, which has 3 colours."));
    click(control("question", {"Cancel"}));
    drop_palette("codes.hex", "ff0001\n00ff01\n0000fe\n");
    answer("Write as these");
    EXPECT_EQ(snapshot().recipe->output.palette.size(), 3u);
    EXPECT_EQ(snapshot().recipe->palette.to.size(), 3u);
    settle();
    EXPECT_TRUE(says("3 other colours"));
    click(control("panel", {"Remove##written"}));
    EXPECT_TRUE(snapshot().recipe->output.palette.empty());
    EXPECT_EQ(snapshot().recipe->palette.to.size(), 3u);
    key(SDLK_z, KMOD_CTRL);
    key(SDLK_z, KMOD_CTRL);
    drop_palette("broken.hex", "ff0000\nred\n");
    run_until([&] { return !snapshot().notice.empty(); });
    EXPECT_NE(snapshot().notice.find("line 2"), std::string::npos) << snapshot().notice;
    EXPECT_EQ(snapshot().recipe->palette.to.size(), 3u);
    key(SDLK_z, KMOD_CTRL);
    EXPECT_TRUE(snapshot().recipe->palette.directly);
    key(SDLK_z, KMOD_CTRL);
    run_until([&] { return snapshot().recipe->palette.to.empty() && snapshot().exact(); });
    settle();
}

TEST_F(WindowTest, AsksAboutADroppedGreyPictureOfTheSameSize) {
    open(ramps(20, 10));
    Image grey(20, 10);
    for (std::size_t i = 0; i < grey.pixels().size(); ++i) {
        const auto byte = std::uint8_t(i % 20 < 8 ? 0 : 255);
        grey.pixels()[i] = {byte, byte, byte, 255};
    }
    const std::string mask = write_picture("mask.png", grey);
    const auto answer = [&](const char* text) {
        drop({mask});
        run_until([&] { return snapshot().mask_offer != nullptr; });
        settle();
        EXPECT_LT(area("question", {"Open it"})[0], area("question", {"Importance"})[0]);
        click(control("question", {text}));
        EXPECT_EQ(snapshot().mask_offer, nullptr) << text;
    };
    answer("Cancel");
    EXPECT_EQ(snapshot().recipe->source.importance, std::nullopt);
    answer("Importance");
    run_until([&] { return snapshot().exact(); });
    EXPECT_NE(snapshot().recipe->source.importance, std::nullopt);
    settle();
    EXPECT_EQ(drawn_area("panel", {"###edits"}, [&] { app->capture(); })[2], 0)
        << "a mask is no edit of colours";
    answer("Dither mask");
    run_until([&] { return snapshot().exact(); });
    settle();
    EXPECT_NE(snapshot().recipe->labels.dither_mask, std::nullopt);
    click(control("panel", {"importance", "show the mask"}));
    click(control("panel", {"dither-mask", "Remove"}));
    EXPECT_EQ(snapshot().recipe->labels.dither_mask, std::nullopt);
    key(SDLK_z, KMOD_CTRL);
    EXPECT_NE(snapshot().recipe->labels.dither_mask, std::nullopt);
    answer("Open it");
    run_until([&] { return snapshot().document->path == mask && snapshot().exact(); });
    settle();
    EXPECT_EQ(snapshot().recipe->source.importance, std::nullopt);
}

TEST_F(WindowTest, AQuestionAndAnErrorAreShownTogether) {
    open(ramps(20, 10));
    const auto drop_palette = [&](const std::string& name, const std::string& text) {
        write_text(folder / name, text);
        drop({(folder / name).string()});
    };
    drop_palette("broken.hex", "ff0000\nred\n");
    run_until([&] { return !snapshot().notice.empty(); });
    drop_palette("mine.hex", "ff0000\n00ff00\n0000ff\n");
    run_until([&] { return snapshot().palette_offer != nullptr; });
    settle();
    EXPECT_EQ(snapshot().notice, "") << "it was about another file";
    EXPECT_TRUE(says("mine.hex, 3 colours"));
    drop_palette("broken.hex", "ff0000\nred\n");
    run_until([&] { return !snapshot().notice.empty(); });
    settle();
    EXPECT_TRUE(says(snapshot().notice));
    EXPECT_TRUE(says("mine.hex, 3 colours"));
    click(control("question", {"Other uses\u2026"}));
    settle();
    click(control("question", {"Reduce first, then map"}));
    await_exact();
    EXPECT_TRUE(says(", mapped to 3"));
    click(control("warning", {"\u00d7"}));
    EXPECT_EQ(snapshot().notice, "");
}

TEST_F(WindowTest, PicturesOfAQueueAreLinkedByAClick) {
    drop({write_picture("first.png", ramps(20, 10)), write_picture("second.png", ramps(30, 10))});
    run_until([&] { return snapshot().document && snapshot().exact(); });
    const std::size_t alone = snapshot().picture->colors.size();
    settle();
    click(control("queue", {"One palette for all"}));
    run_until([&] { return snapshot().picture && snapshot().exact(); });
    EXPECT_TRUE(snapshot().linked);
    EXPECT_GT(snapshot().picture->colors.size(), alone);
    key(SDLK_l, KMOD_CTRL);
    run_until([&] { return snapshot().picture && snapshot().exact(); });
    EXPECT_FALSE(snapshot().linked);
    EXPECT_EQ(snapshot().picture->colors.size(), alone);
    settle();
}

TEST_F(WindowTest, TextsOfTheQueueHaveTheirSizeWhereAUnitHasTwoPixels) {
    drop({write_picture("first.png", ramps(20, 10)), write_picture("second.png", ramps(30, 10))});
    run_until([&] { return snapshot().document && snapshot().exact(); });
    settle();
    const auto tallest_letter = [&] {
        app->capture();
        float most = 0;
        const ImDrawData& drawn = *ImGui::GetDrawData();
        for (int i = 0; i < drawn.CmdListsCount; ++i) {
            const ImVector<ImDrawVert>& corners = drawn.CmdLists[i]->VtxBuffer;
            if (std::string_view(drawn.CmdLists[i]->_OwnerName).find("queue/files") == std::string_view::npos)
                continue;
            for (const ImFont* const font : ImGui::GetIO().Fonts->Fonts)
                for (const ImFontGlyph& glyph : font->Glyphs)
                    for (int at = 0; glyph.Visible && at + 2 < corners.Size; ++at)
                        if (corners[at].uv.x == glyph.U0 && corners[at].uv.y == glyph.V0)
                            most = std::max(most, corners[at + 2].pos.y - corners[at].pos.y);
        }
        return most;
    };
    const float whole = tallest_letter();
    EXPECT_GT(whole, 0);
    ImGui::GetIO().FontGlobalScale = 0.5f; // units for a pixel of the fonts
    EXPECT_LT(tallest_letter(), 0.6f * whole);
}

TEST_F(WindowTest, FilesDroppedOnAQueueJoinIt) {
    const auto drop_of = [&](const std::vector<std::string>& files) {
        drop(files);
        run_until([&] { return snapshot().document && snapshot().document->path == files[0]; });
    };
    const std::string first = write_picture("first.png", ramps(20, 10)),
                      second = write_picture("second.png", ramps(30, 10)),
                      third = write_picture("third.png", ramps(40, 10));
    drop_of({first});
    drop_of({second});
    EXPECT_EQ(snapshot().queue->size(), 1u) << "one picture replaces one";
    drop_of({first, second});
    EXPECT_EQ(app->view_state().said, "");
    drop_of({third});
    EXPECT_EQ(snapshot().queue->size(), 3u);
    EXPECT_EQ(snapshot().queue_index, 2u);
    EXPECT_EQ(app->view_state().said, "1 picture added to the queue");
    settle();
    for (const std::string name : {"fourth.png", "fifth.png"}) drop({write_picture(name, ramps(50, 10))});
    run_until([&] { return snapshot().queue->size() == 5; });
    settle();
}

TEST_F(WindowTest, ADroppedFolderOpensItsPictures) {
    std::filesystem::create_directory(folder / "some");
    for (const std::string name : {"b10.png", "b2.png", "a.png"})
        write_picture("some/" + name, ramps(20, 10));
    write_text(folder / "some" / "notes.txt", "no picture");
    drop({(folder / "some").string()});
    run_until([&] { return snapshot().document && snapshot().exact(); });
    std::vector<std::string> names;
    const auto queued = snapshot().queue;
    for (const auto& file : *queued) names.push_back(file.filename().string());
    EXPECT_EQ(names, (std::vector<std::string>{"a.png", "b2.png", "b10.png"}));
    settle();

    std::filesystem::create_directory(folder / "none");
    drop({(folder / "none").string()});
    settle();
    EXPECT_EQ(snapshot().queue->size(), 3u);
    EXPECT_TRUE(says("none: the folder has no pictures"));
}

TEST_F(WindowTest, APaletteAmongDroppedFilesIsNoPicture) {
    write_text(folder / "mine.hex", "ff0000\n00ff00\n");
    const std::string first = write_picture("first.png", ramps(20, 10)),
                      second = write_picture("second.png", ramps(30, 10)),
                      palette = (folder / "mine.hex").string();
    drop({first, palette, second});
    run_until([&] { return snapshot().palette_offer && snapshot().document && snapshot().exact(); });
    EXPECT_EQ(snapshot().queue->size(), 2u);
    EXPECT_EQ(snapshot().notice, "");
    settle();

    launch({.files = {palette}});
    run_until([&] { return snapshot().palette_offer != nullptr; });
    EXPECT_EQ(snapshot().opening, Location());
    EXPECT_EQ(snapshot().queue->size(), 0u);
    launch({.files = {first, palette}});
    run_until([&] { return snapshot().palette_offer && snapshot().document && snapshot().exact(); });
    EXPECT_EQ(snapshot().queue->size(), 1u);
    settle();
}

TEST_F(WindowTest, AMaskDroppedOnAQueueIsAskedAbout) {
    Image grey(20, 10);
    std::ranges::fill(grey.pixels(), Rgba8{9, 9, 9, 255});
    const std::string first = write_picture("first.png", ramps(20, 10)),
                      second = write_picture("second.png", ramps(30, 10)),
                      mask = write_picture("mask.png", grey);
    drop({first, second});
    run_until([&] { return snapshot().document && snapshot().exact(); });
    const auto answer = [&](const char* text) {
        drop({mask});
        run_until([&] { return snapshot().mask_offer != nullptr; });
        EXPECT_EQ(snapshot().queue->size(), 2u);
        settle();
        click(control("question", {text}));
    };
    answer("Importance");
    run_until([&] { return snapshot().exact(); });
    EXPECT_NE(snapshot().recipe->source.importance, std::nullopt);
    EXPECT_EQ(snapshot().queue->size(), 2u);
    answer("Open it");
    run_until([&] { return snapshot().document->path == mask && snapshot().exact(); });
    EXPECT_EQ(snapshot().queue->size(), 3u);
    EXPECT_EQ(app->view_state().said, "1 picture added to the queue");
    settle();
}

TEST_F(WindowTest, TheQueueShowsPicturesAndOutcomes) {
    geometry.width = 1280; // so that no tile is scrolled away
    launch({});
    const Rgba8 red{200, 30, 40, 255}, blue{60, 70, 210, 255};
    const auto filled = [](Rgba8 color) {
        Image image(300, 200);
        std::ranges::fill(image.pixels(), color);
        return image;
    };
    const std::string first = write_picture("first.png", filled(red)),
                      second = write_picture("second.png", filled(blue)),
                      broken = (folder / "third.png").string();
    write_text(broken, "no picture");
    drop({first, second, broken});
    run_until([&] { return snapshot().document && snapshot().exact(); });
    settle();
    const auto pixels_of = [&](int tile, Rgba8 color) {
        const auto [left, top, width, height] = area("queue/files", {tile, "##tile"});
        const Image capture = app->capture();
        int found = 0;
        for (double x = left; x < left + width; ++x)
            found += shown(capture, {x, top + height / 2.0}) == color ? 1 : 0;
        return found;
    };
    EXPECT_EQ(pixels_of(0, red), 60);
    EXPECT_EQ(pixels_of(1, blue), 60);
    click(control("queue/files", {1, "##tile"}));
    run_until([&] { return snapshot().document->path == second && snapshot().exact(); });
    settle();
    EXPECT_EQ(pixels_of(0, red), 60);

    const std::filesystem::path one = first, other = broken;
    app->session().export_queue({.files = std::make_shared<const std::vector<Location>>(
                                     std::vector<Location>{one, std::filesystem::path(second), other}),
                                 .folder = folder / "out"});
    run_until([&] { return !snapshot().queue_export->running; });
    settle();
    EXPECT_EQ(snapshot().queue_export->find(one)->colors, std::vector<std::size_t>{1});
    EXPECT_TRUE(snapshot().queue_export->find(other)->colors.empty());
    EXPECT_EQ(pixels_of(0, red), 60);
}

TEST_F(WindowTest, ALongQueueScrollsToTheOpenFile) {
    std::vector<std::string> files;
    for (int i = 0; i < 30; ++i)
        files.push_back(write_picture("a picture of the queue " + std::to_string(i) + ".png", ramps(20, 10)));
    drop(files);
    run_until([&] { return snapshot().document && snapshot().exact(); });
    key(SDLK_PAGEUP);
    run_until([&] { return snapshot().document->path == files.back() && snapshot().exact(); });
    settle();
    click(control("queue/files", {29, "##tile"}));
    EXPECT_EQ(snapshot().queue_index, 29u);
}

TEST_F(WindowTest, TheQueueSkipsAnUnreadableFile) {
    const std::string first = write_picture("first.png", ramps(20, 10)),
                      third = write_picture("third.png", ramps(30, 10));
    write_text(folder / "second.png", "\x89PNG but not for long");
    drop({first, (folder / "second.png").string(), third});
    run_until([&] { return snapshot().document && snapshot().exact(); });
    key(SDLK_PAGEDOWN);
    run_until([&] { return !snapshot().notice.empty(); });
    EXPECT_EQ(snapshot().document->path, first);
    key(SDLK_PAGEDOWN);
    run_until([&] { return snapshot().document->path == third; });
    settle();
}

TEST_F(WindowTest, WalkingThroughPicturesLeavesTheFocusWhereItIs) {
    drop({write_picture("first.png", ramps(20, 10)), write_picture("second.png", ramps(30, 10))});
    run_until([&] { return snapshot().document && snapshot().exact(); });
    key(SDLK_DOWN);
    const ImGuiID focus = ImGui::GetCurrentContext()->NavId;
    ASSERT_NE(focus, 0u);
    for (const int step : {SDLK_PAGEDOWN, SDLK_PAGEUP, SDLK_HOME}) {
        press_key(step);
        EXPECT_EQ(ImGui::GetCurrentContext()->NavId, focus) << SDL_GetKeyName(step);
    }
}

}
}
