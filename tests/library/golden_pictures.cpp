#include "base/output_file.h"
#include "image/save.h"
#include "library/pictures.h"

#include <filesystem>

/// golden_pictures FOLDER: writes the pictures of golden.txt as NAME.pam, for programs in other languages.
int main(int, char** argv) {
    for (const huedrift::NamedPicture& picture : huedrift::all_pictures())
        huedrift::write_file_atomically(std::filesystem::path(argv[1]) / (picture.name + ".pam"),
                                        huedrift::encode_image(picture.image, huedrift::ImageFormat::pam),
                                        huedrift::Overwrite::yes);
}
