#include <gtest/gtest.h>
#ifdef HUEDRIFT_SANITIZED
#include <dlfcn.h>
#endif

int main(int argc, char** argv) {
#ifdef HUEDRIFT_SANITIZED
    // Vulkan's loader unloads layers and drivers with their globals, and what they keep until then would
    // count as leaked and have no name. They stay, so that tests/leaks.txt can tell it apart.
    for (const char* const library : {"libVkLayer_khronos_validation.so", "libvulkan_lvp.so"})
        ::dlopen(library, RTLD_LAZY | RTLD_LOCAL | RTLD_NODELETE);
#endif
    testing::InitGoogleTest(&argc, argv);
    return RUN_ALL_TESTS();
}
