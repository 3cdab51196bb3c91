// The code of stb_image, compiled alone because it is not ours to warn about (see CMakeLists.txt for its
// flags).
#include "decode/stb_memory.h"

#define STBI_MALLOC(bytes) huedrift::stb_allocate(bytes)
#define STBI_REALLOC(memory, bytes) huedrift::stb_reallocate(memory, bytes)
#define STBI_FREE(memory) huedrift::stb_free(memory)
// A damaged file is no reason to stop the program, whatever the build type.
#define STBI_ASSERT(condition) ((void)0)
#define STB_IMAGE_IMPLEMENTATION
#include "decode/stb_image_options.h"
