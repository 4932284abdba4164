# The library, of the objects of its parts. Both forms are made of the same objects, which are
# compiled once:
#   jacquard::static    libjacquard.a
#   jacquard::shared    libjacquard.so (jacquard.dll), which shows what cmake/exported_symbols.txt lists
#   jacquard::jacquard  one of them, as BUILD_SHARED_LIBS says
# cmake/public_headers.txt lists the headers that belong to them.

include(GNUInstallDirs)

set(JACQUARD_PARTS jacquard_c jacquard_facade jacquard_ir3 jacquard_spirv jacquard_tgsi jacquard_passes
                   jacquard_interpreter jacquard_nir jacquard_support jacquard_platform)

set(objects "")
foreach(part IN LISTS JACQUARD_PARTS)
    list(APPEND objects $<TARGET_OBJECTS:${part}>)
    get_property(data GLOBAL PROPERTY JACQUARD_DATA_${part})
    foreach(target IN LISTS data)
        list(APPEND objects $<TARGET_OBJECTS:${target}>)
    endforeach()
endforeach()

# WebAssembly has the static form alone.
set(JACQUARD_FORMS static)
get_property(has_shared GLOBAL PROPERTY TARGET_SUPPORTS_SHARED_LIBS)
add_library(jacquard_static STATIC ${objects})
if(has_shared)
    list(APPEND JACQUARD_FORMS shared)
    add_library(jacquard_shared SHARED ${objects})
    # Before version 1 a minor version may change the interface.
    set_target_properties(jacquard_shared PROPERTIES
        VERSION "${PROJECT_VERSION}"
        SOVERSION "${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR}")
endif()

foreach(form IN LISTS JACQUARD_FORMS)
    set(library jacquard_${form})
    set_target_properties(${library} PROPERTIES
        OUTPUT_NAME jacquard EXPORT_NAME ${form} LINKER_LANGUAGE CXX)
    target_include_directories(${library} INTERFACE
        "$<BUILD_INTERFACE:${JACQUARD_INCLUDE_ROOTS}>"
        "$<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>")
    target_link_libraries(${library} PRIVATE Threads::Threads)
    # Its headers are generated, too.
    add_dependencies(${library} jacquard_generate)
    add_library(jacquard::${form} ALIAS ${library})
endforeach()
if(JACQUARD_SANITIZE AND has_shared)
    target_link_options(jacquard_shared PRIVATE -fsanitize=${JACQUARD_SANITIZE})
    target_link_options(jacquard_static INTERFACE -fsanitize=${JACQUARD_SANITIZE})
endif()

# The linker hides every name but those listed, inline functions of public headers included, which
# compilers put into a library as they like.
set(JACQUARD_EXPORTED_SYMBOLS "${PROJECT_SOURCE_DIR}/cmake/exported_symbols.txt")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${JACQUARD_EXPORTED_SYMBOLS}")
if(CMAKE_SYSTEM_NAME MATCHES "^(Linux|Windows)$")
    file(STRINGS "${JACQUARD_EXPORTED_SYMBOLS}" names REGEX "^[^#]")
    set(c_lines "")
    set(cxx_lines "")
    foreach(name IN LISTS names)
        if(name MATCHES "::")
            string(REGEX REPLACE "\\*$" "" name "${name}")
            # Linkers read letters and digits; parameters follow.
            string(REGEX REPLACE "[^A-Za-z0-9_:]" "?" name "${name}")
            string(APPEND cxx_lines "        ${name}*;\n")
        else()
            string(APPEND c_lines "    ${name};\n")
        endif()
    endforeach()
    set(map "${PROJECT_BINARY_DIR}/libjacquard.map")
    file(CONFIGURE OUTPUT "${map}" CONTENT
         "{\nglobal:\n@c_lines@    extern \"C++\" {\n@cxx_lines@    };\nlocal: *;\n};\n" @ONLY)
    target_link_options(jacquard_shared PRIVATE "LINKER:--version-script=${map}")
    set_target_properties(jacquard_shared PROPERTIES LINK_DEPENDS "${map}")
    if(WIN32)
        set_target_properties(jacquard_shared PROPERTIES PREFIX "")
    elseif(NOT JACQUARD_SANITIZE)
        target_link_options(jacquard_shared PRIVATE LINKER:--no-undefined)
    endif()
endif()

if(BUILD_SHARED_LIBS)
    add_library(jacquard::jacquard ALIAS jacquard_shared)
else()
    add_library(jacquard::jacquard ALIAS jacquard_static)
endif()
foreach(form IN LISTS JACQUARD_FORMS)
    target_compile_features(jacquard_${form} INTERFACE cxx_std_20)
endforeach()

set_target_properties(jacquard_tool PROPERTIES EXPORT_NAME tool)
add_executable(jacquard::tool ALIAS jacquard_tool)
