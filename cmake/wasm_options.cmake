# What wasm_toolchain.cmake cannot say before the languages are known: no library of WebAssembly is
# loaded anywhere else than it was linked.
set(CMAKE_CXX_COMPILE_OPTIONS_PIC "")
set(CMAKE_ASM_COMPILE_OPTIONS_PIC "")
