# Programs for 64-bit Windows, made elsewhere: Debian's g++-mingw-w64-x86-64 in its form with POSIX
# threads, which std::thread wants.
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(JACQUARD_MINGW x86_64-w64-mingw32 CACHE STRING "Prefix of the names of the cross compilers")
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES JACQUARD_MINGW JACQUARD_WINDOWS_PREFIX)
set(CMAKE_C_COMPILER ${JACQUARD_MINGW}-gcc-posix)
set(CMAKE_CXX_COMPILER ${JACQUARD_MINGW}-g++-posix)
set(CMAKE_RC_COMPILER ${JACQUARD_MINGW}-windres)
# What is found of this system's libraries is not for Windows; its programs run the generator.
set(JACQUARD_WINDOWS_PREFIX "" CACHE PATH "Folder with libraries for Windows that were built before")
set(CMAKE_FIND_ROOT_PATH /usr/${JACQUARD_MINGW} ${JACQUARD_WINDOWS_PREFIX})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
# Nothing but the system has to be there where the programs run: the runtime of C++ and of threads is
# inside, and so are the libraries of others.
set(ZLIB_USE_STATIC_LIBS ON)
# The stack is as large as elsewhere.
set(CMAKE_EXE_LINKER_FLAGS_INIT "-static -Wl,--stack,8388608")
set(CMAKE_SHARED_LINKER_FLAGS_INIT "-static")
