#include <jacquard/ir3/emulator/decode/hazards.h>
#include <jacquard/ir3/isa/instruction/effects.h>

#include <algorithm>

namespace jacquard::ir3 {

HazardModel::HazardModel(const Timing& timing, bool merged_registers)
    : timing_(&timing), merged_(merged_registers) {}

void HazardModel::reset() {
    taken_.fill(sequence_);
    hazard_ = {};
    if (has_written_) {
        written_.fill({});
        has_written_ = false;
    }
}

bool HazardModel::fail(Hazard::Kind kind, const RegisterAccess& access, std::uint32_t other,
                       Sync flag) {
    hazard_ = {};
    hazard_.kind = kind;
    hazard_.number = access.number;
    hazard_.half = access.half;
    hazard_.other_instruction = other;
    hazard_.flag = flag;
    return false;
}

bool HazardModel::check_pending(const Unit& unit, const RegisterAccess& access, bool writing) {
    if ((unit.pending_lanes & access.lanes).none() ||
        taken(unit.pending_flag, unit.pending_sequence)) {
        return true;
    }
    if (arrives_in_order(*timing_, unit.pending_timing, access.timing,
                         unit.pending_half == access.half)) {
        return true;
    }
    fail(Hazard::Kind::missing_sync, access, unit.pending_writer, unit.pending_flag);
    hazard_.while_writing = writing;
    return false;
}

bool HazardModel::check_read(const Unit& unit, const RegisterAccess& access) {
    if (!check_pending(unit, access, false)) {
        return false;
    }
    const std::uint64_t between = access.slot - unit.write_slot - 1;
    if (between >= kMaximumDelaySlots || (unit.write_lanes & access.lanes).none()) {
        return true;
    }
    const unsigned needed = timing_->delay_slots(
        unit.write_timing, access.timing, access.third_source, unit.write_half == access.half);
    if (between >= needed) {
        return true;
    }
    fail(Hazard::Kind::delay_slots, access, unit.writer, Sync::none);
    hazard_.slots = static_cast<unsigned>(between);
    hazard_.needed_slots = needed;
    return false;
}

bool HazardModel::check_write(const Unit& unit, const RegisterAccess& access) {
    if (!check_pending(unit, access, true)) {
        return false;
    }
    if (writes_in_order(*timing_, unit.guard_timing, access.timing) ||
        (unit.guard_lanes & access.lanes).none() || taken(unit.guard_flag, unit.guard_sequence)) {
        return true;
    }
    return fail(Hazard::Kind::write_after_read, access, unit.guard_reader, unit.guard_flag);
}

void HazardModel::set_pending(Unit& unit, const RegisterAccess& access, Sync result) {
    unit.pending_sequence = ++sequence_;
    unit.pending_lanes = access.lanes;
    unit.pending_writer = access.instruction;
    unit.pending_timing = access.timing;
    unit.pending_half = access.half;
    unit.pending_flag = result;
    unit.write_lanes = unit.write_lanes - access.lanes;
}

void HazardModel::read_late(const RegisterAccess& access) {
    const UnitRange range = units(access.number, access.half);
    const Sync flag = timing_->write_after_read_guard(access.timing);
    for (unsigned i = range.first; i != range.first + range.count; ++i) {
        Unit& unit = units_[i];
        // A guard that one flag alone lifts outlives one that either lifts.
        if (unit.guard_flag != Sync::both && flag == Sync::both &&
            !taken(unit.guard_flag, unit.guard_sequence)) {
            continue;
        }
        unit.guard_sequence = sequence_ + 1;
        unit.guard_lanes = access.lanes;
        unit.guard_reader = access.instruction;
        unit.guard_flag = flag;
        unit.guard_timing = access.timing;
    }
    ++sequence_;
}

bool HazardModel::read_special(const RegisterAccess& access, unsigned needed_slots) {
    const Special& special = specials_[access.number - kFirstSpecial];
    if (!taken(Sync::ss, special.pending_sequence)) {
        return fail(Hazard::Kind::missing_sync, access, special.writer, Sync::ss);
    }
    const std::uint64_t between = access.slot - special.write_slot - 1;
    if (special.write_slot == 0 || between >= needed_slots) {
        return true;
    }
    fail(Hazard::Kind::delay_slots, access, special.writer, Sync::none);
    hazard_.slots = static_cast<unsigned>(between);
    hazard_.needed_slots = needed_slots;
    return false;
}

void HazardModel::write_special(const RegisterAccess& access, bool with_flag) {
    Special& special = specials_[access.number - kFirstSpecial];
    special.writer = access.instruction;
    special.write_slot = with_flag ? 0 : access.slot;
    special.pending_sequence = with_flag ? ++sequence_ : 0;
    last_slot_ = std::max(last_slot_, access.slot);
}

bool HazardModel::read_constant(std::uint64_t number, std::uint32_t instruction) {
    for (const Sync flag : {Sync::ss, Sync::sy}) {
        const ConstantWrites& writes = constants_[index(flag)];
        if (!taken(flag, writes.sequence) && number >= writes.first && number < writes.end) {
            RegisterAccess access;
            access.instruction = instruction;
            fail(Hazard::Kind::missing_sync, access, writes.writer, flag);
            hazard_.constant_file = true;
            return false;
        }
    }
    return true;
}

void HazardModel::write_constants(std::uint64_t first, std::uint64_t count,
                                  std::uint32_t instruction, Sync result) {
    ConstantWrites& writes = constants_[index(result)];
    const bool joins = !taken(result, writes.sequence);
    writes.first = joins ? std::min(writes.first, first) : first;
    writes.end = joins ? std::max(writes.end, first + count) : first + count;
    writes.sequence = ++sequence_;
    writes.writer = instruction;
}

bool HazardModel::read_written(const RegisterAccess& access) {
    const UnitRange range = units(access.number, access.half);
    for (unsigned i = range.first; i != range.first + range.count; ++i) {
        if ((access.lanes - written_[i]).any()) {
            return fail(Hazard::Kind::unwritten, access, access.instruction, Sync::none);
        }
    }
    return true;
}

void HazardModel::mark_written(std::uint16_t number, bool half, LaneMask lanes) {
    const UnitRange range = units(number, half);
    has_written_ = true;
    for (unsigned i = range.first; i != range.first + range.count; ++i) {
        written_[i] |= lanes;
    }
}

} // namespace jacquard::ir3
