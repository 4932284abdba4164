list(APPEND JACQUARD_IR3_SOURCES
    ${CMAKE_CURRENT_SOURCE_DIR}/check/check_program.cpp
    ${CMAKE_CURRENT_SOURCE_DIR}/check/checked_code.cpp
    ${CMAKE_CURRENT_SOURCE_DIR}/check/findings.cpp
    ${CMAKE_CURRENT_SOURCE_DIR}/check/path_state.cpp
    ${CMAKE_CURRENT_SOURCE_DIR}/check/program_flow.cpp
    ${CMAKE_CURRENT_SOURCE_DIR}/check/value_flow.cpp)
