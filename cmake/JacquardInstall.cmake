# Installation: the libraries, their headers, the tool, and what find_package(jacquard) and
# pkg-config need. A user links jacquard::jacquard.

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(JACQUARD_LIBRARIES
    jacquard_driver jacquard_ir3 jacquard_spirv jacquard_tgsi jacquard_passes jacquard_interpreter jacquard_nir
    jacquard_support)

add_library(jacquard_all INTERFACE)
target_link_libraries(jacquard_all INTERFACE ${JACQUARD_LIBRARIES})
set_target_properties(jacquard_all PROPERTIES EXPORT_NAME jacquard)
add_library(jacquard::jacquard ALIAS jacquard_all)

foreach(library IN LISTS JACQUARD_LIBRARIES)
    target_include_directories(${library} INTERFACE
        "$<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>")
    target_compile_features(${library} INTERFACE cxx_std_20)
endforeach()

install(TARGETS jacquard_all ${JACQUARD_LIBRARIES}
        EXPORT jacquardTargets
        ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}"
        LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}")
install(TARGETS jacquard_tool jacquard_aoc RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
install(EXPORT jacquardTargets NAMESPACE jacquard::
        DESTINATION "${CMAKE_INSTALL_LIBDIR}/cmake/jacquard")

foreach(folder IN ITEMS runtime/support runtime/nir runtime/passes runtime/tgsi runtime/spirv backend/ir3
                        backend/driver)
    get_filename_component(name "${folder}" NAME)
    install(DIRECTORY "${CMAKE_SOURCE_DIR}/${folder}/"
            DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/jacquard/${name}"
            FILES_MATCHING PATTERN "*.h")
endforeach()
install(DIRECTORY "${JACQUARD_GENERATED_DIR}/jacquard"
        DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
        FILES_MATCHING PATTERN "*.h")

foreach(library IN ITEMS ZLIB PNG)
    if(NOT ${library}_FOUND)
        set(${library}_FOUND FALSE)
    endif()
endforeach()
configure_package_config_file(
    "${CMAKE_SOURCE_DIR}/cmake/jacquardConfig.cmake.in" "${CMAKE_BINARY_DIR}/jacquardConfig.cmake"
    INSTALL_DESTINATION "${CMAKE_INSTALL_LIBDIR}/cmake/jacquard")
write_basic_package_version_file(
    "${CMAKE_BINARY_DIR}/jacquardConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
install(FILES "${CMAKE_BINARY_DIR}/jacquardConfig.cmake"
              "${CMAKE_BINARY_DIR}/jacquardConfigVersion.cmake"
        DESTINATION "${CMAKE_INSTALL_LIBDIR}/cmake/jacquard")

list(TRANSFORM JACQUARD_LIBRARIES PREPEND "-l" OUTPUT_VARIABLE pkgconfig_libraries)
list(JOIN pkgconfig_libraries " " JACQUARD_PKGCONFIG_LIBRARIES)
if(ZLIB_FOUND)
    set(JACQUARD_PKGCONFIG_ZLIB "-lz")
else()
    set(JACQUARD_PKGCONFIG_ZLIB "")
endif()
if(PNG_FOUND)
    set(JACQUARD_PKGCONFIG_PNG "-lpng")
else()
    set(JACQUARD_PKGCONFIG_PNG "")
endif()
configure_file("${CMAKE_SOURCE_DIR}/cmake/jacquard.pc.in" "${CMAKE_BINARY_DIR}/jacquard.pc" @ONLY)
install(FILES "${CMAKE_BINARY_DIR}/jacquard.pc"
        DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
