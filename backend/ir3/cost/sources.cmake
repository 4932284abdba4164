list(APPEND JACQUARD_IR3_SOURCES
    ${CMAKE_CURRENT_SOURCE_DIR}/cost/cost_flow.cpp
    ${CMAKE_CURRENT_SOURCE_DIR}/cost/cost_lines.cpp
    ${CMAKE_CURRENT_SOURCE_DIR}/cost/cost_paths.cpp
    ${CMAKE_CURRENT_SOURCE_DIR}/cost/cost_report.cpp
    ${CMAKE_CURRENT_SOURCE_DIR}/cost/cost_sways.cpp
    ${CMAKE_CURRENT_SOURCE_DIR}/cost/cost_waits.cpp
    ${CMAKE_CURRENT_SOURCE_DIR}/cost/costed_code.cpp)
