list(APPEND JACQUARD_IR3_SOURCES
    emulator/accesses.cpp
    emulator/alu.cpp
    emulator/convert.cpp
    emulator/emulator.cpp
    emulator/faults.cpp
    emulator/hazards.cpp
    emulator/memory.cpp
    emulator/operands.cpp
    emulator/run.cpp
    emulator/step.cpp
    emulator/texture.cpp
    emulator/varyings.cpp
    emulator/wave.cpp)
