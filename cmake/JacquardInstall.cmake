# Installation: the library in both forms, its public headers, the tool, and what find_package() and
# pkg-config need. Each form and the tool are components of the package of their own.

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(JACQUARD_PACKAGE_DIR "${CMAKE_INSTALL_LIBDIR}/cmake/jacquard")

install(TARGETS jacquard_static EXPORT jacquard_static
        ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT development)
# For Windows the library itself lies beside the programs, and the linker takes another file.
install(TARGETS jacquard_shared EXPORT jacquard_shared
        RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT library
        ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT development
        LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT library
        NAMELINK_COMPONENT development)
install(TARGETS jacquard_tool EXPORT jacquard_tool
        RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT tool)
install(TARGETS jacquard_aoc RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT tool)
if(TARGET jacquard_parts)
    install(TARGETS jacquard_parts
            LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}/jacquard" COMPONENT tool)
endif()
foreach(part IN ITEMS static shared tool)
    install(EXPORT jacquard_${part} FILE jacquard-${part}.cmake NAMESPACE jacquard::
            DESTINATION "${JACQUARD_PACKAGE_DIR}" COMPONENT development)
endforeach()

# What a host of Compiler Explorer needs.
install(PROGRAMS "${PROJECT_SOURCE_DIR}/tools/compiler-explorer/jacquard-explorer"
        DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT tool)
install(DIRECTORY "${PROJECT_SOURCE_DIR}/tools/compiler-explorer"
        DESTINATION "${CMAKE_INSTALL_DATADIR}/jacquard" COMPONENT tool
        FILES_MATCHING PATTERN "*.properties")

file(STRINGS "${PROJECT_SOURCE_DIR}/cmake/public_headers.txt" headers)
foreach(header IN LISTS headers)
    get_filename_component(folder "${header}" DIRECTORY)
    set(path "${JACQUARD_GENERATED_DIR}/jacquard/${header}")
    foreach(root IN ITEMS runtime backend)
        if(EXISTS "${PROJECT_SOURCE_DIR}/${root}/jacquard/${header}")
            set(path "${PROJECT_SOURCE_DIR}/${root}/jacquard/${header}")
        endif()
    endforeach()
    install(FILES "${path}" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/jacquard/${folder}"
            COMPONENT development)
endforeach()

# The package for Python. Debian looks below /usr for packages of any version, elsewhere for those of
# one.
execute_process(
    COMMAND "${JACQUARD_PYTHON}" -c
            "import sys, sysconfig; print(*sys.version_info[:2], 'deb_system' in sysconfig.get_scheme_names())"
    OUTPUT_VARIABLE python_facts OUTPUT_STRIP_TRAILING_WHITESPACE)
separate_arguments(python_facts)
list(GET python_facts 0 1 python_version)
list(JOIN python_version "." python_version)
list(GET python_facts 2 python_is_debian)
if(python_is_debian AND CMAKE_INSTALL_PREFIX STREQUAL "/usr")
    set(default_python_dir "lib/python3/dist-packages")
elseif(python_is_debian)
    set(default_python_dir "lib/python${python_version}/dist-packages")
else()
    set(default_python_dir "lib/python${python_version}/site-packages")
endif()
set(JACQUARD_PYTHON_DIR "${default_python_dir}" CACHE PATH
    "Folder for Python's packages, below the prefix")
install(DIRECTORY "${PROJECT_SOURCE_DIR}/bindings/python/jacquard"
        DESTINATION "${JACQUARD_PYTHON_DIR}" COMPONENT python
        PATTERN "__pycache__" EXCLUDE)
# What type checkers are told of the options of a compile.
install(FILES "${JACQUARD_GENERATED_DIR}/jacquard/generated/options/_compile.pyi"
        DESTINATION "${JACQUARD_PYTHON_DIR}/jacquard" COMPONENT python)
# It tells the package where the library is, wherever both are moved.
set(folder "${CMAKE_INSTALL_LIBDIR}")
if(WIN32)
    set(folder "${CMAKE_INSTALL_BINDIR}")
endif()
file(RELATIVE_PATH library_folder "/${JACQUARD_PYTHON_DIR}/jacquard" "/${folder}")
file(CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/library_folder" CONTENT "@library_folder@\n" @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/library_folder"
        DESTINATION "${JACQUARD_PYTHON_DIR}/jacquard" COMPONENT python)

configure_package_config_file(
    "${PROJECT_SOURCE_DIR}/cmake/jacquardConfig.cmake.in" "${PROJECT_BINARY_DIR}/jacquardConfig.cmake"
    INSTALL_DESTINATION "${JACQUARD_PACKAGE_DIR}")
write_basic_package_version_file(
    "${PROJECT_BINARY_DIR}/jacquardConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/jacquardConfig.cmake"
              "${PROJECT_BINARY_DIR}/jacquardConfigVersion.cmake"
        DESTINATION "${JACQUARD_PACKAGE_DIR}" COMPONENT development)

# `cmake --install --prefix` chooses the prefix, so the file is written then.
install(CODE "set(JACQUARD_LIBDIR [[${CMAKE_INSTALL_LIBDIR}]])
set(JACQUARD_INCLUDEDIR [[${CMAKE_INSTALL_INCLUDEDIR}]])
set(JACQUARD_DESCRIPTION [[${PROJECT_DESCRIPTION}]])
set(JACQUARD_VERSION [[${PROJECT_VERSION}]])
configure_file([[${PROJECT_SOURCE_DIR}/cmake/jacquard.pc.in]] [[${PROJECT_BINARY_DIR}/jacquard.pc]] @ONLY)"
        COMPONENT development)
install(FILES "${PROJECT_BINARY_DIR}/jacquard.pc"
        DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig" COMPONENT development)
