# The compiler of the preset wasm: Debian's package emscripten, with what this project asks of a
# compiler that its standard library does not have yet.
set(root "$ENV{EMSCRIPTEN_ROOT}")
if(NOT root)
    set(root /usr/share/emscripten)
endif()
include("${root}/cmake/Modules/Platform/Emscripten.cmake")

# Exceptions of WebAssembly itself, which every browser and Node have had since 2022.
set(CMAKE_CXX_FLAGS_INIT
    "-fwasm-exceptions -include ${CMAKE_CURRENT_LIST_DIR}/../bindings/javascript/native/standard_library.h")
# There is one thread, and what asks for others gets a fault.
set(CMAKE_HAVE_LIBC_PTHREAD ON)
set(CMAKE_PROJECT_INCLUDE "${CMAKE_CURRENT_LIST_DIR}/wasm_options.cmake")
