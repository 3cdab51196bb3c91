// The code of stb_image, in a separate file so that its warnings can be turned off (CMakeLists.txt has its
// flags).
#include "decode/stb_memory.h"

#define STBI_MALLOC(bytes) huedrift::stb_allocate(bytes)
#define STBI_REALLOC(memory, bytes) huedrift::stb_reallocate(memory, bytes)
#define STBI_FREE(memory) huedrift::stb_free(memory)
// A damaged file must not stop the program in any build type.
#define STBI_ASSERT(condition) ((void)0)
#define STB_IMAGE_IMPLEMENTATION
#include "decode/stb_image_options.h"
