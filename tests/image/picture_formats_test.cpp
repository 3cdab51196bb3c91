#include "image/picture_formats.h"

#include "image/load.h"
#include "image/save.h"
#include "temporary_folder.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace huedrift {
namespace {

/// Whether a text file of the repository contains these words; line breaks count as blanks.
testing::AssertionResult says(const std::string& path, const std::string& words) {
    std::string whole = read_text(std::filesystem::path(HUEDRIFT_SOURCE_FOLDER) / path);
    std::ranges::replace(whole, '\n', ' ');
    if (whole.find(words) != std::string::npos) return testing::AssertionSuccess();
    return testing::AssertionFailure() << path << " lacks \"" << words << '"';
}

std::vector<std::string> media_types_read() {
    std::vector<std::string> types;
    for (const PictureFormat& format : picture_formats())
        for (const std::string_view type : format.media_types)
            if (format.decoder && !type.empty()) types.emplace_back(type);
    return types;
}

TEST(PictureFormats, ReadFormatsAreComplete) {
    for (const PictureFormat& format : picture_formats()) {
        if (!format.decoder) continue;
        EXPECT_NE(format.signatures[0].bytes.empty(), format.is_plausible == nullptr) << format.name;
        EXPECT_FALSE(format.media_types[0].empty()) << format.name;
        EXPECT_TRUE(is_picture_name("a." + std::string(format.extensions[0]))) << format.name;
    }
    EXPECT_FALSE(is_picture_name("a"));
    EXPECT_FALSE(is_picture_name("a.txt"));
    EXPECT_TRUE(is_picture_name("A.JPEG"));
}

TEST(PictureFormats, WrittenFormatsHaveAnExtension) {
    for (const PictureFormat& format : picture_formats()) {
        if (!format.written) continue;
        ASSERT_FALSE(format.extensions[0].empty()) << format.name;
        EXPECT_EQ(image_format_of("a." + std::string(format.extensions[0])), format.written) << format.name;
    }
}

TEST(PictureFormats, DesktopFilesListTheReadFormats) {
    const std::string files = "assets/desktop/io.github.huedrift.huedrift.";
    std::string entry = "MimeType=", metainfo;
    for (const std::string& type : media_types_read()) {
        entry += type + ";";
        metainfo += "    <mediatype>" + type + "</mediatype> ";
    }
    EXPECT_TRUE(says(files + "desktop", entry + " "));
    EXPECT_TRUE(says(files + "metainfo.xml.in", "</binary> " + metainfo + "  </provides>"));
}

TEST(PictureFormats, DocumentationListsTheReadFormats) {
    EXPECT_TRUE(says("README.md", "It reads " + formats_read("and") + ", writes"));
    EXPECT_TRUE(says("docs/guide.md", "pictures (" + formats_read("or") + ")"));
}

}
}
