list(APPEND JACQUARD_IR3_SOURCES
    ${CMAKE_CURRENT_SOURCE_DIR}/isa/assemble.cpp
    ${CMAKE_CURRENT_SOURCE_DIR}/isa/assemble_fault.cpp
    ${CMAKE_CURRENT_SOURCE_DIR}/isa/assemble_program.cpp
    ${CMAKE_CURRENT_SOURCE_DIR}/isa/bit_range.cpp
    ${CMAKE_CURRENT_SOURCE_DIR}/isa/codec.cpp
    ${CMAKE_CURRENT_SOURCE_DIR}/isa/compare_revisions.cpp
    ${CMAKE_CURRENT_SOURCE_DIR}/isa/disassemble.cpp
    ${CMAKE_CURRENT_SOURCE_DIR}/isa/effects.cpp
    ${CMAKE_CURRENT_SOURCE_DIR}/isa/fault.cpp
    ${CMAKE_CURRENT_SOURCE_DIR}/isa/missing_features.cpp
    ${CMAKE_CURRENT_SOURCE_DIR}/isa/near_miss.cpp
    ${CMAKE_CURRENT_SOURCE_DIR}/isa/reading_notes.cpp
    ${CMAKE_CURRENT_SOURCE_DIR}/isa/text_reader.cpp
    ${CMAKE_CURRENT_SOURCE_DIR}/isa/text_writer.cpp
    ${CMAKE_CURRENT_SOURCE_DIR}/isa/texture_operands.cpp
    ${CMAKE_CURRENT_SOURCE_DIR}/isa/word_description.cpp
    ${CMAKE_CURRENT_SOURCE_DIR}/isa/word_errata.cpp)
