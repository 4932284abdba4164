list(APPEND JACQUARD_IR3_SOURCES
    ${CMAKE_CURRENT_SOURCE_DIR}/isa/codec.cpp
    ${CMAKE_CURRENT_SOURCE_DIR}/isa/disassemble.cpp
    ${CMAKE_CURRENT_SOURCE_DIR}/isa/text_writer.cpp)
