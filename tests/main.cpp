#include <gtest/gtest.h>
#ifdef HUEDRIFT_SANITIZED
#include <dlfcn.h>
#endif

int main(int argc, char** argv) {
#ifdef HUEDRIFT_SANITIZED
    // The loader unloads Vulkan's layers with their globals, and what the layer keeps until then would count
    // as leaked and have no name. It stays, so that tests/leaks.txt can tell it apart.
    ::dlopen("libVkLayer_khronos_validation.so", RTLD_LAZY | RTLD_LOCAL | RTLD_NODELETE);
#endif
    testing::InitGoogleTest(&argc, argv);
    return RUN_ALL_TESTS();
}
