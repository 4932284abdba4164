# The test programs that are built for Windows. Catch2 has headers alone, which are those of this system
# for every other one, too; what else lies beside them is not.
find_path(JACQUARD_CATCH2_HEADERS catch2/catch.hpp PATHS /usr/include NO_CMAKE_FIND_ROOT_PATH)
if(NOT WIN32 OR NOT JACQUARD_CATCH2_HEADERS)
    message(STATUS "skipped: test programs for ${CMAKE_SYSTEM_NAME} (Debian: catch2)")
    return()
endif()
file(COPY "${JACQUARD_CATCH2_HEADERS}/catch2" DESTINATION "${CMAKE_CURRENT_BINARY_DIR}/headers")
add_library(Catch2::Catch2 INTERFACE IMPORTED)
target_include_directories(Catch2::Catch2 SYSTEM INTERFACE "${CMAKE_CURRENT_BINARY_DIR}/headers")
add_subdirectory(main)
add_subdirectory(platform)
add_subdirectory(support)
add_subdirectory(nir)
add_subdirectory(nir/interpreter)
add_subdirectory(tgsi)
# left_out.csv says why.
set_target_properties(jacquard_tgsi_case_tests PROPERTIES EXCLUDE_FROM_ALL ON)
