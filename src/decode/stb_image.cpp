// The code of stb_image, in a separate file so that its warnings can be turned off (CMakeLists.txt has its
// flags).
#include <cstdlib>

// Memory is zeroed: a damaged file may leave parts of it unwritten, and the picture must neither vary nor
// reveal earlier contents.
#define STBI_MALLOC(bytes) std::calloc(1, bytes)
#define STBI_REALLOC(memory, bytes) std::realloc(memory, bytes)
#define STBI_FREE(memory) std::free(memory)
// A damaged file must not stop the program in any build type.
#define STBI_ASSERT(condition) ((void)0)
// The format that it reads for huedrift.
#define STBI_ONLY_BMP
#define STBI_NO_STDIO
#define STBI_NO_LINEAR
#define STBI_NO_HDR
#define STB_IMAGE_IMPLEMENTATION
#include <stb_image.h>
