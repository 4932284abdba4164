#include <jacquard/generated/ir3/opcodes.h>
#include <jacquard/generated/ir3/revisions.h>
#include <jacquard/generated/ir3/timing.h>

#include "catch.h"

using namespace jacquard::ir3;

namespace {

const Timing& a6xx() {
    return timing_of(Revision::a6xx);
}

TimingClass class_of(Opcode opcode) {
    return opcode_info(Revision::a6xx, opcode).timing;
}

} // namespace

TEST_CASE("delay slots depend on the producer, the consumer, the width and the source") {
    CHECK(a6xx().delay_slots(TimingClass::alu, TimingClass::alu, false, true) == 3);
    CHECK(a6xx().delay_slots(TimingClass::move, TimingClass::mad, false, true) == 3);
    CHECK(a6xx().delay_slots(TimingClass::alu, TimingClass::mad, true, true) == 1);
    CHECK(a6xx().delay_slots(TimingClass::alu, TimingClass::alu, true, true) == 3);
    CHECK(a6xx().delay_slots(TimingClass::alu, TimingClass::alu, false, false) == 6);
    CHECK(a6xx().delay_slots(TimingClass::mad, TimingClass::mad, true, false) == 4);
    CHECK(a6xx().delay_slots(TimingClass::alu, TimingClass::sfu, false, true) == 6);
    CHECK(a6xx().delay_slots(TimingClass::move, TimingClass::texture, false, true) == 6);
    CHECK(a6xx().delay_slots(TimingClass::alu, TimingClass::end, false, true) == 0);
    CHECK(a6xx().delay_slots(TimingClass::sfu, TimingClass::alu, false, true) == 0);
}

TEST_CASE("a7xx needs shorter delays than what came before and after it") {
    for (const Revision revision : {Revision::a3xx, Revision::a6xx, Revision::a8xx}) {
        CAPTURE(name_of(revision));
        const Timing& timing = timing_of(revision);
        CHECK(timing.delay_slots(TimingClass::alu, TimingClass::mad, true, true) == 1);
        CHECK(timing.delay_slots(TimingClass::alu, TimingClass::sfu, false, true) == 6);
        CHECK(timing.address_slots == 6);
        CHECK(timing.predicate_slots == 6);
    }
    const Timing& a7xx = timing_of(Revision::a7xx);
    CHECK(a7xx.delay_slots(TimingClass::alu, TimingClass::alu, false, true) == 2);
    CHECK(a7xx.delay_slots(TimingClass::alu, TimingClass::alu, false, false) == 5);
    CHECK(a7xx.delay_slots(TimingClass::alu, TimingClass::mad, true, true) == 1);
    CHECK(a7xx.delay_slots(TimingClass::alu, TimingClass::mad, true, false) == 4);
    CHECK(a7xx.delay_slots(TimingClass::move, TimingClass::texture, false, true) == 5);
    CHECK(a7xx.address_slots == 5);
    CHECK(a7xx.predicate_slots == 5);
}

TEST_CASE("results outside the ALU need a flag") {
    CHECK(a6xx().sync_needed(TimingClass::sfu) == Sync::ss);
    CHECK(a6xx().sync_needed(TimingClass::memory_short) == Sync::ss);
    CHECK(a6xx().sync_needed(TimingClass::texture) == Sync::sy);
    CHECK(a6xx().sync_needed(TimingClass::constant_load) == Sync::sy);
    CHECK(a6xx().sync_needed(TimingClass::alu) == Sync::none);
    CHECK(a6xx().sync_needed(TimingClass::alu, true) == Sync::ss);
    CHECK(a6xx().sync_needed(TimingClass::store) == Sync::none);
}

TEST_CASE("units that read late guard their sources") {
    CHECK(a6xx().write_after_read_guard(TimingClass::sfu) == Sync::ss);
    CHECK(a6xx().write_after_read_guard(TimingClass::store) == Sync::ss);
    CHECK(a6xx().write_after_read_guard(TimingClass::texture) == Sync::both);
    CHECK(a6xx().write_after_read_guard(TimingClass::alu) == Sync::none);
}

TEST_CASE("repeats and nops take issue slots where slots count") {
    CHECK(a6xx().issue_slots(TimingClass::alu, 0) == 1);
    CHECK(a6xx().issue_slots(TimingClass::alu, 0, 3) == 4);
    CHECK(a6xx().issue_slots(TimingClass::move, 2) == 3);
    CHECK(a6xx().issue_slots(TimingClass::flow, 5) == 6);
    CHECK(a6xx().issue_slots(TimingClass::branch, 0) == 0);
    CHECK(a6xx().issue_slots(TimingClass::scalar, 0, 3) == 3);
    CHECK(a6xx().issue_slots(TimingClass::sfu, 3) == 0);
    CHECK(a6xx().issue_slots(TimingClass::texture, 0) == 0);
}

TEST_CASE("opcodes name their timing class") {
    CHECK(class_of(Opcode::add_f) == TimingClass::alu);
    CHECK(class_of(Opcode::mad_f32) == TimingClass::mad);
    CHECK(class_of(Opcode::sel_b32) == TimingClass::alu);
    CHECK(class_of(Opcode::rcp) == TimingClass::sfu);
    CHECK(class_of(Opcode::br) == TimingClass::branch);
    CHECK(class_of(Opcode::bany) == TimingClass::flow);
    CHECK(class_of(Opcode::end) == TimingClass::end);
    CHECK(class_of(Opcode::shpe) == TimingClass::preamble_end);
    CHECK(class_of(Opcode::sam) == TimingClass::texture);
    CHECK(class_of(Opcode::ldc) == TimingClass::constant_load);
    CHECK(class_of(Opcode::stc) == TimingClass::constant_store);
    CHECK(class_of(Opcode::bar) == TimingClass::barrier);
}

TEST_CASE("soft latencies grow with the components of a texel") {
    CHECK(a6xx().soft_latency(TimingClass::texture, 1) == 51);
    CHECK(a6xx().soft_latency(TimingClass::texture, 4) == 64);
    CHECK(a6xx().soft_latency(TimingClass::texture, 4, true) == 39);
    CHECK(a6xx().soft_latency(TimingClass::sfu, 1) == 10);
}
