# Toolchain of the preset web: Debian's clang for WebAssembly, with the exceptions that toolchain.sh makes.
set(CMAKE_SYSTEM_NAME Generic) # CMake 3.25 does not know WASI
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_C_COMPILER clang-22)
set(CMAKE_CXX_COMPILER clang++-22)
set(CMAKE_AR ar) # lld needs no index of an archive
set(CMAKE_C_COMPILER_TARGET wasm32-wasi)
set(CMAKE_CXX_COMPILER_TARGET wasm32-wasi)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
set(flags "-msimd128 -fwasm-exceptions -mllvm -wasm-use-legacy-eh=true -Wno-deprecated -Wno-unused-command-line-argument")
set(CMAKE_C_FLAGS_INIT "${flags}")
set(CMAKE_CXX_FLAGS_INIT "${flags} -stdlib=libc++")
# As large as on other systems; below the data, where an overflow is an error and no other data.
set(CMAKE_EXE_LINKER_FLAGS_INIT "-Wl,-z,stack-size=8388608 -Wl,--stack-first")
set(CMAKE_CXX_STANDARD_LIBRARIES "-L${CMAKE_CURRENT_LIST_DIR}/../../build/wasm-toolchain -lexceptions")
set(CMAKE_CROSSCOMPILING_EMULATOR node;--no-warnings;${CMAKE_CURRENT_LIST_DIR}/run.mjs)
