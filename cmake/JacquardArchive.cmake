# Archives of what is installed and of the source (`cpack`, `cpack --config CPackSourceConfig.cmake`),
# with a list of what is inside.

include(GNUInstallDirs)

set(spdx "${CMAKE_BINARY_DIR}/jacquard.spdx.json")
add_custom_target(jacquard_spdx ALL
    COMMAND "${JACQUARD_PYTHON}" "${CMAKE_CURRENT_LIST_DIR}/spdx.py"
            "${PROJECT_SOURCE_DIR}" "${PROJECT_VERSION}" "${spdx}"
    BYPRODUCTS "${spdx}"
    COMMENT "Listing what is inside"
    VERBATIM)
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" "${PROJECT_SOURCE_DIR}/README.md"
              "${PROJECT_SOURCE_DIR}/CHANGELOG.md" "${spdx}"
        DESTINATION "${CMAKE_INSTALL_DOCDIR}")

set(CPACK_PACKAGE_NAME jacquard)
set(CPACK_PACKAGE_VENDOR "the Jacquard authors")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_RESOURCE_FILE_LICENSE "${PROJECT_SOURCE_DIR}/LICENSE")
set(CPACK_RESOURCE_FILE_README "${PROJECT_SOURCE_DIR}/README.md")
set(CPACK_GENERATOR TGZ)
if(WIN32)
    set(CPACK_GENERATOR ZIP)
endif()
set(CPACK_STRIP_FILES ON)
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_SOURCE_GENERATOR TGZ)
set(CPACK_SOURCE_PACKAGE_FILE_NAME "jacquard-${PROJECT_VERSION}")
set(CPACK_SOURCE_IGNORE_FILES "^${PROJECT_SOURCE_DIR}/build[^/.]*/" "/\\.git(/|$)" "/__pycache__/"
    "/\\.mypy_cache/" "/\\.cache/" "/\\.schema/" "\\.pyc$")
include(CPack)
