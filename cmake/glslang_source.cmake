# glslang from an unpacked Debian source package (apt-get source glslang), for compilers that make code for
# another system, for which Debian has no library:
#   cmake ... -DJACQUARD_GLSLANG_SOURCE=/path/to/glslang-12.0.0
# Its libraries are built into this build, and have the names that the installed package gives them.
if(NOT EXISTS "${JACQUARD_GLSLANG_SOURCE}/glslang/Public/ShaderLang.h")
    message(FATAL_ERROR "JACQUARD_GLSLANG_SOURCE is '${JACQUARD_GLSLANG_SOURCE}', which holds no source of "
                        "glslang. 'apt-get source glslang' unpacks it into a folder of its name.")
endif()

function(jacquard_glslang_from_source)
    set(BUILD_SHARED_LIBS OFF)
    set(CMAKE_POSITION_INDEPENDENT_CODE ON)
    # The optimiser of SPIRV-Tools is never asked for.
    foreach(part IN ITEMS BUILD_EXTERNAL BUILD_TESTING ENABLE_CTEST ENABLE_GLSLANG_BINARIES ENABLE_OPT ENABLE_PCH
                          ENABLE_SPVREMAPPER)
        set(${part} OFF)
    endforeach()
    set(SKIP_GLSLANG_INSTALL ON)
    # What it includes may be this project's, which throws.
    set(ENABLE_EXCEPTIONS ON)
    set(CMAKE_EXPORT_COMPILE_COMMANDS OFF)
    add_subdirectory("${JACQUARD_GLSLANG_SOURCE}" "${PROJECT_BINARY_DIR}/glslang" EXCLUDE_FROM_ALL SYSTEM)
    # With the programs, which are not built, their source has what every user of the library needs.
    add_library(jacquard_glslang_limits STATIC "${JACQUARD_GLSLANG_SOURCE}/StandAlone/ResourceLimits.cpp")
    target_include_directories(jacquard_glslang_limits PRIVATE
        "${JACQUARD_GLSLANG_SOURCE}" "${JACQUARD_GLSLANG_SOURCE}/StandAlone")
    # Their warnings are not for this project to mend.
    foreach(library IN ITEMS GenericCodeGen MachineIndependent OGLCompiler OSDependent SPIRV glslang
                             jacquard_glslang_limits)
        target_compile_options(${library} PRIVATE -w)
    endforeach()
    # Installed, the headers of SPIRV lie in the folder glslang.
    set(include "${PROJECT_BINARY_DIR}/glslang/installed")
    file(CONFIGURE OUTPUT "${include}/glslang/SPIRV/GlslangToSpv.h"
         CONTENT "#include \"@JACQUARD_GLSLANG_SOURCE@/SPIRV/GlslangToSpv.h\"\n" @ONLY)
    target_include_directories(SPIRV SYSTEM INTERFACE "${include}")
    target_include_directories(glslang SYSTEM INTERFACE "${JACQUARD_GLSLANG_SOURCE}")
    add_library(glslang::SPIRV ALIAS SPIRV)
    add_library(glslang::glslang ALIAS glslang)
    add_library(glslang::glslang-default-resource-limits ALIAS jacquard_glslang_limits)
endfunction()

jacquard_glslang_from_source()
