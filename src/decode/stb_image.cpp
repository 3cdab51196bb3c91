// The code of stb_image, in a file of its own so that its warnings can be turned off (see CMakeLists.txt for
// its flags).
#include "decode/stb_memory.h"

#define STBI_MALLOC(bytes) huedrift::stb_allocate(bytes)
#define STBI_REALLOC(memory, bytes) huedrift::stb_reallocate(memory, bytes)
#define STBI_FREE(memory) huedrift::stb_free(memory)
// A damaged file must not stop the program, whatever the build type.
#define STBI_ASSERT(condition) ((void)0)
#define STB_IMAGE_IMPLEMENTATION
#include "decode/stb_image_options.h"
