// The code of stb_image_write, compiled alone because it is not ours to warn about.
#define STBI_WRITE_NO_STDIO
#define STB_IMAGE_WRITE_IMPLEMENTATION
#include <stb_image_write.h>
