#include <jacquard/ir3/opcodes.h>
#include <jacquard/ir3/timing.h>

#include "catch.h"

using namespace jacquard::ir3;

TEST_CASE("delay slots depend on the producer, the consumer, the width and the source") {
    CHECK(delay_slots(TimingClass::alu, TimingClass::alu, false, true) == 3);
    CHECK(delay_slots(TimingClass::move, TimingClass::mad, false, true) == 3);
    CHECK(delay_slots(TimingClass::alu, TimingClass::mad, true, true) == 1);
    CHECK(delay_slots(TimingClass::alu, TimingClass::alu, true, true) == 3);
    CHECK(delay_slots(TimingClass::alu, TimingClass::alu, false, false) == 6);
    CHECK(delay_slots(TimingClass::mad, TimingClass::mad, true, false) == 4);
    CHECK(delay_slots(TimingClass::alu, TimingClass::sfu, false, true) == 6);
    CHECK(delay_slots(TimingClass::move, TimingClass::texture, false, true) == 6);
    CHECK(delay_slots(TimingClass::alu, TimingClass::end, false, true) == 0);
    CHECK(delay_slots(TimingClass::sfu, TimingClass::alu, false, true) == 0);
}

TEST_CASE("results outside the ALU need a flag") {
    CHECK(sync_needed(TimingClass::sfu) == Sync::ss);
    CHECK(sync_needed(TimingClass::memory_short) == Sync::ss);
    CHECK(sync_needed(TimingClass::texture) == Sync::sy);
    CHECK(sync_needed(TimingClass::constant_load) == Sync::sy);
    CHECK(sync_needed(TimingClass::alu) == Sync::none);
    CHECK(sync_needed(TimingClass::alu, true) == Sync::ss);
    CHECK(sync_needed(TimingClass::store) == Sync::none);
}

TEST_CASE("units that read late guard their sources") {
    CHECK(write_after_read_guard(TimingClass::sfu) == Sync::ss);
    CHECK(write_after_read_guard(TimingClass::store) == Sync::ss);
    CHECK(write_after_read_guard(TimingClass::texture) == Sync::both);
    CHECK(write_after_read_guard(TimingClass::alu) == Sync::none);
}

TEST_CASE("repeats and nops take issue slots where slots count") {
    CHECK(issue_slots(TimingClass::alu, 0) == 1);
    CHECK(issue_slots(TimingClass::alu, 0, 3) == 4);
    CHECK(issue_slots(TimingClass::move, 2) == 3);
    CHECK(issue_slots(TimingClass::flow, 5) == 6);
    CHECK(issue_slots(TimingClass::branch, 0) == 0);
    CHECK(issue_slots(TimingClass::scalar, 0, 3) == 3);
    CHECK(issue_slots(TimingClass::sfu, 3) == 0);
    CHECK(issue_slots(TimingClass::texture, 0) == 0);
}

TEST_CASE("opcodes name their timing class") {
    CHECK(opcode_info(Opcode::add_f).timing == TimingClass::alu);
    CHECK(opcode_info(Opcode::mad_f32).timing == TimingClass::mad);
    CHECK(opcode_info(Opcode::sel_b32).timing == TimingClass::alu);
    CHECK(opcode_info(Opcode::rcp).timing == TimingClass::sfu);
    CHECK(opcode_info(Opcode::br).timing == TimingClass::branch);
    CHECK(opcode_info(Opcode::bany).timing == TimingClass::flow);
    CHECK(opcode_info(Opcode::end).timing == TimingClass::end);
    CHECK(opcode_info(Opcode::shpe).timing == TimingClass::preamble_end);
    CHECK(opcode_info(Opcode::sam).timing == TimingClass::texture);
    CHECK(opcode_info(Opcode::ldc).timing == TimingClass::constant_load);
    CHECK(opcode_info(Opcode::stc).timing == TimingClass::constant_store);
    CHECK(opcode_info(Opcode::bar).timing == TimingClass::barrier);
}

TEST_CASE("soft latencies grow with the components of a texel") {
    CHECK(soft_latency(TimingClass::texture, 1) == 51);
    CHECK(soft_latency(TimingClass::texture, 4) == 64);
    CHECK(soft_latency(TimingClass::texture, 4, true) == 39);
    CHECK(soft_latency(TimingClass::sfu, 1) == 10);
}
