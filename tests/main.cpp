#include <gtest/gtest.h>
#ifdef HUEDRIFT_SANITIZED
#include <dlfcn.h>
#endif

int main(int argc, char** argv) {
#ifdef HUEDRIFT_SANITIZED
    // As with drivers (vulkan/context.cpp), but a layer cannot be found by its name once it is loaded.
    ::dlopen("libVkLayer_khronos_validation.so", RTLD_LAZY | RTLD_LOCAL | RTLD_NODELETE);
#endif
    testing::InitGoogleTest(&argc, argv);
    return RUN_ALL_TESTS();
}
