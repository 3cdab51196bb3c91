// The code of stb_image_write, in a file of its own so that its warnings can be turned off.
#define STBI_WRITE_NO_STDIO
#define STB_IMAGE_WRITE_IMPLEMENTATION
#include <stb_image_write.h>
