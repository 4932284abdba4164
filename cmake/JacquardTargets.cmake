# How the libraries, tools and tests of this project are built.

# What a source includes is a path below one of these: <jacquard/nir/ir/shader.h> lies in
# runtime/jacquard/nir/ir, <jacquard/generated/nir/opcodes.h> is made from the tables.
set(JACQUARD_INCLUDE_ROOTS "${PROJECT_SOURCE_DIR}/runtime" "${PROJECT_SOURCE_DIR}/backend"
                           "${JACQUARD_GENERATED_DIR}")

add_library(jacquard_options INTERFACE)
target_compile_features(jacquard_options INTERFACE cxx_std_20)
# Floating point is compiled as written: a table's meaning is the machine's.
target_compile_options(jacquard_options INTERFACE
    -ffp-contract=off -fno-fast-math -Wall -Wextra -Wpedantic -Wconversion
    $<$<BOOL:${JACQUARD_WARNINGS_AS_ERRORS}>:-Werror>
    # GCC 12, when it optimises, takes some moves of std::string for overlapping or too long copies.
    "$<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>:-Wno-restrict;-Wno-array-bounds;-Wno-stringop-overflow;-Wno-stringop-overread>")
if(JACQUARD_SANITIZE)
    target_compile_options(jacquard_options INTERFACE
        -fsanitize=${JACQUARD_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer
        # GCC 12 then sees uninitialised members in the standard library's regular expressions.
        $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
    target_link_options(jacquard_options INTERFACE -fsanitize=${JACQUARD_SANITIZE})
    if(JACQUARD_BUILD_FUZZERS)
        # The fuzzers see which code of the libraries an input reaches.
        target_compile_options(jacquard_options INTERFACE -fsanitize=fuzzer-no-link)
    endif()
endif()

# The sources of a folder are compiled as one, which shortens a whole build and lengthens that after
# an edit of one file.
option(JACQUARD_UNITY "Compile the sources of a folder as one" OFF)

# What most sources of a library read is read once for all of them, which shortens a whole build. Only
# a build without it shows that each source includes what it needs.
option(JACQUARD_PRECOMPILE "Precompile headers that most sources read" OFF)

# jacquard_optimise(OPTION sources...): with another option than their library, with which what is
# precompiled for it does not go together.
function(jacquard_optimise option)
    set_source_files_properties(${ARGN} PROPERTIES
        COMPILE_OPTIONS "${option}" SKIP_PRECOMPILE_HEADERS ON)
endfunction()

# What runs once for a command, or only while a shader is read, and tests, which mostly call the
# libraries, are compiled quickly instead of well:
# jacquard_compile_quickly(TARGET name | SOURCES files...).
set(JACQUARD_QUICKLY "$<$<NOT:$<CONFIG:Debug>>:-O1>")
function(jacquard_compile_quickly)
    cmake_parse_arguments(ARG "" "TARGET" "SOURCES" ${ARGN})
    if(ARG_TARGET)
        target_compile_options(${ARG_TARGET} PRIVATE "${JACQUARD_QUICKLY}")
    endif()
    jacquard_optimise("${JACQUARD_QUICKLY}" ${ARG_SOURCES})
endfunction()

# Libraries with the same options share what is precompiled.
function(jacquard_precompile name)
    add_dependencies(${name} jacquard_generate)
    if(name MATCHES "_(passes|interpreter|tgsi|spirv)$")
        target_precompile_headers(${name} REUSE_FROM jacquard_nir)
        return()
    elseif(name MATCHES "_facade$")
        target_precompile_headers(${name} REUSE_FROM jacquard_ir3)
        return()
    endif()
    set(headers <algorithm> <array> <functional> <map> <memory> <optional> <set> <span> <sstream>
        <string> <vector> <jacquard/support/text/diagnostics.h>)
    if(name MATCHES "_(platform|processes|capture_.*)$")
        return()
    elseif(NOT name STREQUAL "jacquard_support")
        list(APPEND headers <jacquard/nir/ir/shader.h>)
    endif()
    if(name MATCHES "_(ir3|driver)$")
        list(APPEND headers <jacquard/ir3/program.h>)
    endif()
    target_precompile_headers(${name} PRIVATE ${headers})
endfunction()

# GCC stops inlining into a source when that has grown by two fifths, which a folder compiled as one
# does long before its short functions are inlined where they are called. Up to twice the size it
# takes 2 to 3 % fewer instructions to compile a shader; more hardly helps.
set(JACQUARD_INLINING
    "$<$<AND:$<CXX_COMPILER_ID:GNU>,$<NOT:$<CONFIG:Debug>>>:--param=inline-unit-growth=100;--param=early-inlining-insns=28>")

# GCC spends up to two thirds of the time of a source on loops that it might do several rounds of at
# once, of which only those over the lanes of a wave go faster.
set(JACQUARD_NO_VECTORS "$<$<AND:$<CXX_COMPILER_ID:GNU>,$<NOT:$<CONFIG:Debug>>>:-fno-tree-vectorize>")

# A part of the library: libjacquard is made of their objects, tests and the tool link the parts.
# What no public header declares is hidden, see <jacquard/support/api.h>.
# jacquard_library(NAME FOLDERS... EXCEPT... SOURCES... GENERATED LANES LINKS libraries...): of all
# sources in and below the folders but the excepted ones, and of other sources. GENERATED says that it
# is made of, or includes, generated files, LANES that it has loops over the lanes of waves. Generated
# data files among the sources are embedded.
function(jacquard_library name)
    cmake_parse_arguments(ARG "GENERATED;LANES" "" "FOLDERS;EXCEPT;SOURCES;LINKS" ${ARGN})
    foreach(folder IN LISTS ARG_FOLDERS)
        file(GLOB_RECURSE found RELATIVE "${CMAKE_CURRENT_SOURCE_DIR}" CONFIGURE_DEPENDS
             "${CMAKE_CURRENT_SOURCE_DIR}/${folder}/*.cpp")
        list(APPEND ARG_SOURCES ${found})
    endforeach()
    if(ARG_EXCEPT)
        list(REMOVE_ITEM ARG_SOURCES ${ARG_EXCEPT})
    endif()
    set(data ${ARG_SOURCES})
    list(FILTER data INCLUDE REGEX "\\.(txt|bin)$")
    list(FILTER ARG_SOURCES EXCLUDE REGEX "\\.(txt|bin)$")
    add_library(${name} STATIC ${ARG_SOURCES})
    target_include_directories(${name} PUBLIC "$<BUILD_INTERFACE:${JACQUARD_INCLUDE_ROOTS}>")
    target_link_libraries(${name} PUBLIC ${ARG_LINKS} PRIVATE "$<BUILD_INTERFACE:jacquard_options>")
    target_compile_options(${name} PRIVATE "${JACQUARD_INLINING}")
    if(NOT ARG_LANES)
        target_compile_options(${name} PRIVATE "${JACQUARD_NO_VECTORS}")
    endif()
    set_target_properties(${name} PROPERTIES POSITION_INDEPENDENT_CODE ON
        CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON
        UNITY_BUILD ${JACQUARD_UNITY} UNITY_BUILD_MODE GROUP)
    # A group is a folder such as runtime/jacquard/nir/text with all below it. Groups are named by folders
    # of the project, so that what is made does not depend on its place.
    foreach(source IN LISTS ARG_SOURCES)
        get_filename_component(folder "${source}" ABSOLUTE)
        get_filename_component(folder "${folder}" DIRECTORY)
        file(RELATIVE_PATH folder "${PROJECT_SOURCE_DIR}" "${folder}")
        string(REGEX REPLACE "^([^/]*/[^/]*/[^/]*/[^/]*)/.*$" "\\1" folder "${folder}")
        string(MAKE_C_IDENTIFIER "${folder}" group)
        set_source_files_properties("${source}" PROPERTIES UNITY_GROUP "${group}")
    endforeach()
    # Generated files are large already, and an edited table should recompile little.
    set(made ${ARG_SOURCES})
    list(FILTER made INCLUDE REGEX "^${JACQUARD_GENERATED_DIR}/")
    set_source_files_properties(${made} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
    if(JACQUARD_PRECOMPILE)
        jacquard_precompile(${name})
    endif()
    if(ARG_GENERATED)
        add_dependencies(${name} jacquard_generate)
    endif()
    jacquard_embed(${name} ${data})
endfunction()

# jacquard_embed(LIBRARY files...) puts generated data files into a library that is there already;
# <jacquard/support/embedded_data.h> is how C++ reaches jacquard/generated/nir/places.txt as nir_places. No
# C++ is compiled when a file changes.
function(jacquard_embed library)
    foreach(file IN LISTS ARGN)
        get_filename_component(folder "${file}" DIRECTORY)
        get_filename_component(group "${folder}" NAME)
        get_filename_component(name "${file}" NAME_WE)
        set(name "${group}_${name}")
        set(source "${CMAKE_CURRENT_BINARY_DIR}/${name}.S")
        configure_file("${PROJECT_SOURCE_DIR}/runtime/jacquard/support/embedded_data.S.in" "${source}" @ONLY)
        set_source_files_properties("${source}" PROPERTIES OBJECT_DEPENDS "${file}")
        # A target of its own, since the options of the libraries are for C++.
        add_library(jacquard_data_${name} OBJECT "${source}")
        add_dependencies(jacquard_data_${name} jacquard_generate)
        target_sources(${library} PRIVATE $<TARGET_OBJECTS:jacquard_data_${name}>)
        set_property(GLOBAL APPEND PROPERTY JACQUARD_DATA_${library} jacquard_data_${name})
    endforeach()
endfunction()

# What ctest's labels (-L) and time limits are, in seconds:
#   quick     all together within a minute
#   slow      seconds to minutes each
#   corpus    reads the shared folder, and is skipped without it
#   campaign  is asked for by an option
set(JACQUARD_TEST_LIMIT_quick 60)
set(JACQUARD_TEST_LIMIT_slow 600)
set(JACQUARD_TEST_LIMIT_corpus 600)
set(JACQUARD_TEST_LIMIT_campaign 3600)
if(JACQUARD_SANITIZE)
    # What sanitizers watch takes about ten times as long.
    foreach(kind IN ITEMS quick slow corpus campaign)
        math(EXPR JACQUARD_TEST_LIMIT_${kind} "10 * ${JACQUARD_TEST_LIMIT_${kind}}")
    endforeach()
endif()

# Long tests start first, so that none runs alone in the end; a test can have a COST of its own.
set(JACQUARD_TEST_COST_quick 0)
set(JACQUARD_TEST_COST_slow 10)
set(JACQUARD_TEST_COST_corpus 10)
set(JACQUARD_TEST_COST_campaign 10)

# jacquard_add_test(KIND NAME ... COMMAND ...): add_test() with a label and a time limit.
function(jacquard_add_test kind)
    cmake_parse_arguments(ARG "" "NAME" "" ${ARGN})
    add_test(${ARGN})
    set_tests_properties("${ARG_NAME}" PROPERTIES
        LABELS ${kind} TIMEOUT ${JACQUARD_TEST_LIMIT_${kind}} COST ${JACQUARD_TEST_COST_${kind}})
endfunction()

# jacquard_skip_test(KIND NAME "REASON (Debian: PACKAGE)"): stands for a test that cannot be done
# here, so that it is counted.
function(jacquard_skip_test kind name reason)
    jacquard_add_test(${kind} NAME "${name}" COMMAND "${CMAKE_COMMAND}" -E echo "skipped: ${reason}")
    set_tests_properties("${name}" PROPERTIES SKIP_REGULAR_EXPRESSION "^skipped: ")
endfunction()

# jacquard_unite(NAME [OWN_NAMES sources...]): with JACQUARD_UNITY a few sources at a time are compiled
# as one, save those that have names for themselves that others have, too.
function(jacquard_unite name)
    cmake_parse_arguments(ARG "" "" "OWN_NAMES" ${ARGN})
    set_target_properties(${name} PROPERTIES UNITY_BUILD ${JACQUARD_UNITY} UNITY_BUILD_BATCH_SIZE 5)
    set_source_files_properties(${ARG_OWN_NAMES} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()

# jacquard_add_tests(NAME SOURCES... LIBRARIES... [KINDS slow corpus] [OWN_NAMES sources...]): a Catch2
# program whose cases are ctest's tests. Cases are quick, save those with the tags that KINDS names.
# OWN_NAMES: see jacquard_unite().
function(jacquard_add_tests name)
    cmake_parse_arguments(ARG "" "" "SOURCES;LIBRARIES;KINDS;OWN_NAMES" ${ARGN})
    add_executable(${name} ${ARG_SOURCES})
    target_link_libraries(${name} PRIVATE ${ARG_LIBRARIES} jacquard_test_main)
    jacquard_compile_quickly(TARGET ${name})
    target_precompile_headers(${name} REUSE_FROM jacquard_test_main)
    jacquard_unite(${name} OWN_NAMES ${ARG_OWN_NAMES})
    if(CMAKE_CROSSCOMPILING)
        return() # programs for another system are not asked for their cases
    endif()
    set(others "~[.]") # those hidden run by hand
    foreach(kind IN LISTS ARG_KINDS)
        string(APPEND others "~[${kind}]")
        catch_discover_tests(${name} TEST_PREFIX "${name}: " TEST_SPEC "[${kind}]"
            PROPERTIES SKIP_RETURN_CODE 77 LABELS ${kind} TIMEOUT ${JACQUARD_TEST_LIMIT_${kind}}
                COST ${JACQUARD_TEST_COST_${kind}})
    endforeach()
    catch_discover_tests(${name} TEST_PREFIX "${name}: " TEST_SPEC ${others}
        PROPERTIES SKIP_RETURN_CODE 77 LABELS quick TIMEOUT ${JACQUARD_TEST_LIMIT_quick})
endfunction()
