#include <jacquard/ir3/check/path_state.h>
#include <jacquard/ir3/isa/instruction/effects.h>

#include <algorithm>
#include <bit>

namespace jacquard::ir3 {

namespace {

// The slot at which a block begins: everything before the program has long arrived.
constexpr std::uint32_t kFirstSlot = 64;
// The sequence of what happened before a block.
constexpr std::uint32_t kEarlier = 1;

bool differ(const OpenEvent& a, const OpenEvent& b) {
    return a.mixed || b.mixed || a.timing != b.timing || a.half != b.half;
}

// Each join adds what is outstanding on another path; true when that is more.
bool join(OpenEvent& into, const OpenEvent& other) {
    if (other.sequence == 0) {
        return false;
    }
    if (into.sequence == 0) {
        into = other;
        return true;
    }
    const bool more = !into.mixed && differ(into, other);
    into.mixed = into.mixed || more;
    return more;
}

bool join(SlotWrite& into, const SlotWrite& other) {
    if (other.slot == 0) {
        return false;
    }
    const std::uint32_t classes = into.classes | other.classes;
    const bool more = classes != into.classes || other.slot > into.slot;
    into.classes = classes;
    if (other.slot > into.slot) {
        into.slot = other.slot;
        into.instruction = other.instruction;
    }
    return more;
}

bool join(UnitState& into, const UnitState& other) {
    bool more = join(into.writes[0], other.writes[0]);
    more = join(into.writes[1], other.writes[1]) || more;
    more = join(into.short_result, other.short_result) || more;
    more = join(into.long_result, other.long_result) || more;
    more = join(into.short_read, other.short_read) || more;
    more = join(into.long_read, other.long_read) || more;
    return join(into.any_read, other.any_read) || more;
}

bool join(ConstantWrites& into, const ConstantWrites& other) {
    if (other.event.sequence == 0) {
        return false;
    }
    const bool is_first = into.event.sequence == 0;
    const int first = is_first ? other.first : std::min(into.first, other.first);
    const int end = is_first ? other.end : std::max(into.end, other.end);
    const bool more = is_first || first != into.first || end != into.end;
    (void)join(into.event, other.event);
    into.first = first;
    into.end = end;
    return more;
}

bool join(WaveState& into, const WaveState& other) {
    bool more = (into.required | other.required) != into.required;
    if (more) {
        into.required = into.required | other.required;
        into.required_by = other.required_by;
    }
    for (unsigned i = 0; i < kNumSpecials; ++i) {
        more = join(into.specials[i].write, other.specials[i].write) || more;
        more = join(into.specials[i].result, other.specials[i].result) || more;
    }
    for (unsigned i = 0; i < into.constants.size(); ++i) {
        more = join(into.constants[i], other.constants[i]) || more;
    }
    return more;
}

bool is_quiet(const UnitState& unit) {
    return unit.writes[0].slot == 0 && unit.writes[1].slot == 0 &&
           unit.short_result.sequence == 0 && unit.long_result.sequence == 0 &&
           unit.short_read.sequence == 0 && unit.any_read.sequence == 0 &&
           unit.long_read.sequence == 0;
}

Hazard missing_flag(Hazard::Kind kind, const PathAccess& access, const OpenEvent& event,
                    Sync flag) {
    Hazard hazard;
    hazard.kind = kind;
    hazard.flag = flag;
    hazard.number = access.number;
    hazard.half = access.half;
    hazard.other_instruction = event.instruction;
    return hazard;
}

Hazard missing_slots(const PathAccess& access, const SlotWrite& write, unsigned needed) {
    Hazard hazard;
    hazard.kind = Hazard::Kind::delay_slots;
    hazard.number = access.number;
    hazard.half = access.half;
    hazard.other_instruction = write.instruction;
    hazard.slots = access.slot - write.slot - 1;
    hazard.needed_slots = needed;
    return hazard;
}

constexpr unsigned special_index(unsigned number) {
    return number - kAddressRegister;
}

// The flag that the writes of WaveState::constants wait for.
constexpr std::array kConstantFlags = {Sync::ss, Sync::sy};

} // namespace

unsigned SlotWrite::slots_needed(const Timing& timing, TimingClass reader, bool third_source,
                                 bool same_width) const {
    unsigned needed = 0;
    for (std::uint32_t left = classes; left != 0; left &= left - 1) {
        const auto writer = static_cast<TimingClass>(std::countr_zero(left));
        needed = std::max(needed, timing.delay_slots(writer, reader, third_source, same_width));
    }
    return needed;
}

void PathState::enter(const PathEntry& entry) {
    for (const auto& [unit, state] : units_) {
        place_[unit] = kNowhere;
    }
    units_.clear();
    for (const auto& [unit, state] : entry.units) {
        touch(unit) = state;
    }
    wave_ = entry.wave;
    written_ = entry.written;
    slot_ = kFirstSlot;
    sequence_ = kEarlier;
    taken_short_ = 0;
    taken_long_ = 0;
}

UnitState& PathState::touch(unsigned unit) {
    if (place_[unit] == kNowhere) {
        place_[unit] = static_cast<std::uint16_t>(units_.size());
        units_.emplace_back(static_cast<std::uint16_t>(unit), UnitState{});
    }
    return units_[place_[unit]].second;
}

OpenEvent PathState::moved(const OpenEvent& event, Sync flags) const {
    OpenEvent result = is_open(event, flags) ? event : OpenEvent{};
    result.sequence = std::min(result.sequence, kEarlier);
    return result;
}

SlotWrite PathState::moved(const SlotWrite& write) const {
    const std::uint32_t age = slot_ - std::min(write.slot, slot_);
    SlotWrite result = write;
    result.slot = kFirstSlot - age;
    return write.slot == 0 || age > kMaximumDelaySlots ? SlotWrite{} : result;
}

UnitState PathState::moved(const UnitState& unit) const {
    UnitState result;
    result.writes = {moved(unit.writes[0]), moved(unit.writes[1])};
    result.short_result = moved(unit.short_result, Sync::ss);
    result.long_result = moved(unit.long_result, Sync::sy);
    result.short_read = moved(unit.short_read, Sync::ss);
    result.any_read = moved(unit.any_read, Sync::both);
    result.long_read = moved(unit.long_read, Sync::sy);
    return result;
}

void PathState::finish() {
    exit_units_.clear();
    for (const auto& [unit, state] : units_) {
        const UnitState left = moved(state);
        if (!is_quiet(left)) {
            exit_units_.emplace_back(unit, left);
        }
    }
    std::sort(exit_units_.begin(), exit_units_.end(),
              [](const auto& a, const auto& b) { return a.first < b.first; });
    exit_wave_ = wave_;
    for (SpecialState& special : exit_wave_.specials) {
        special.write = moved(special.write);
        special.result = moved(special.result, Sync::ss);
    }
    for (unsigned i = 0; i < kConstantFlags.size(); ++i) {
        exit_wave_.constants[i].event = moved(wave_.constants[i].event, kConstantFlags[i]);
    }
}

bool PathState::leave_to(PathEntry& entry, bool lanes_go_on) const {
    bool more = join(entry.wave, exit_wave_);
    more = join_units(entry, lanes_go_on) || more;
    if (!lanes_go_on) {
        return more;
    }
    const WrittenSet written = entry.visited ? entry.written & written_ : written_;
    more = more || !entry.visited || written != entry.written;
    entry.written = written;
    entry.visited = true;
    return more;
}

bool PathState::join_units(PathEntry& entry, bool lanes_go_on) const {
    bool more = false;
    std::vector<std::pair<std::uint16_t, UnitState>> joined;
    joined.reserve(entry.units.size() + exit_units_.size());
    auto old = entry.units.begin();
    for (const auto& added : exit_units_) {
        if (!lanes_go_on && !is_shared_unit(added.first)) {
            continue;
        }
        for (; old != entry.units.end() && old->first < added.first; ++old) {
            joined.push_back(*old);
        }
        if (old != entry.units.end() && old->first == added.first) {
            joined.push_back(*old++);
            more = join(joined.back().second, added.second) || more;
        } else {
            joined.push_back(added);
            more = true;
        }
    }
    if (more) {
        joined.insert(joined.end(), old, entry.units.end());
        entry.units = std::move(joined);
    }
    return more;
}

void PathState::take_flags(bool sync_short, bool sync_long) {
    taken_short_ = sync_short ? sequence_ : taken_short_;
    taken_long_ = sync_long ? sequence_ : taken_long_;
    ++sequence_;
}

// Any one of the flags closes the event.
bool PathState::is_open(const OpenEvent& event, Sync flags) const {
    const bool closed = (contains(flags, Sync::ss) && event.sequence <= taken_short_) ||
                        (contains(flags, Sync::sy) && event.sequence <= taken_long_);
    return event.sequence != 0 && !closed;
}

OpenEvent PathState::event_of(const PathAccess& access, const OpenEvent& before, Sync flags) const {
    OpenEvent event{sequence_, access.instruction, access.timing, access.half};
    event.mixed = is_open(before, flags) && differ(before, event);
    return event;
}

void PathState::check_pending(const UnitState& unit, const PathAccess& access, bool writing,
                              Hazard& hazard) const {
    const auto check = [&](const OpenEvent& event, Sync flag) {
        const bool in_order = !event.mixed && arrives_in_order(timing_, event.timing, access.timing,
                                                               event.half == access.half);
        if (is_open(event, flag) && !in_order && hazard.kind == Hazard::Kind::none) {
            hazard = missing_flag(Hazard::Kind::missing_sync, access, event, flag);
            hazard.while_writing = writing;
        }
    };
    check(unit.short_result, Sync::ss);
    check(unit.long_result, Sync::sy);
}

Hazards PathState::read(const PathAccess& access) const {
    const UnitRange range = units(access.number, access.half);
    Hazards hazards;
    for (unsigned i = range.first; i != range.first + range.count; ++i) {
        const UnitState* unit = find(i);
        if (unit == nullptr) {
            continue;
        }
        check_pending(*unit, access, false, hazards.pending);
        for (unsigned half = 0; half < 2; ++half) {
            const SlotWrite& write = unit->writes[half];
            if (write.slot == 0 || access.slot <= write.slot ||
                access.slot - write.slot > kMaximumDelaySlots) {
                continue;
            }
            const unsigned needed = write.slots_needed(timing_, access.timing, access.third_source,
                                                       access.half == (half == 1));
            if (access.slot - write.slot - 1 < needed) {
                hazards.other = missing_slots(access, write, needed);
            }
        }
    }
    return hazards;
}

void PathState::read_late(const PathAccess& access) {
    const UnitRange range = units(access.number, access.half);
    const Sync guard = timing_.write_after_read_guard(access.timing);
    PathAccess reader = access;
    reader.half = false; // widths do not matter to who overwrites it
    for (unsigned i = range.first; i != range.first + range.count; ++i) {
        UnitState& unit = touch(i);
        OpenEvent& event = guard == Sync::ss   ? unit.short_read
                           : guard == Sync::sy ? unit.long_read
                                               : unit.any_read;
        event = event_of(reader, event, guard);
    }
}

Hazards PathState::write(const PathAccess& access, Sync result) {
    const UnitRange range = units(access.number, access.half);
    Hazards hazards;
    const auto check_read = [&](const OpenEvent& event, Sync flags) {
        const bool in_order = !event.mixed && writes_in_order(timing_, event.timing, access.timing);
        if (is_open(event, flags) && !in_order) {
            hazards.other = missing_flag(Hazard::Kind::write_after_read, access, event, flags);
        }
    };
    for (unsigned i = range.first; i != range.first + range.count; ++i) {
        UnitState& unit = touch(i);
        check_pending(unit, access, true, hazards.pending);
        check_read(unit.any_read, Sync::both);
        check_read(unit.short_read, Sync::ss);
        check_read(unit.long_read, Sync::sy);
        if (!access.maybe) {
            unit.short_result = {};
            unit.long_result = {};
            unit.writes = {};
        }
        if (result == Sync::none) {
            const SlotWrite write{access.slot, access.instruction,
                                  1U << static_cast<unsigned>(access.timing)};
            (void)join(unit.writes[access.half ? 1 : 0], write);
        } else {
            OpenEvent& event = result == Sync::ss ? unit.short_result : unit.long_result;
            event = event_of(access, event, result);
        }
        written_[i] = true;
    }
    return hazards;
}

Hazard PathState::read_special(const PathAccess& access) const {
    const SpecialState& special = wave_.specials[special_index(access.number)];
    if (is_open(special.result, Sync::ss)) {
        return missing_flag(Hazard::Kind::missing_sync, access, special.result, Sync::ss);
    }
    const unsigned needed =
        access.number >= kPredicateRegister ? timing_.predicate_slots : timing_.address_slots;
    const bool is_near = special.write.slot != 0 && access.slot > special.write.slot &&
                         access.slot - special.write.slot - 1 < needed;
    return is_near ? missing_slots(access, special.write, needed) : Hazard{};
}

void PathState::write_special(const PathAccess& access, bool with_flag) {
    const unsigned index = special_index(access.number);
    wave_.specials[index] = {};
    if (with_flag) {
        wave_.specials[index].result = event_of(access, {}, Sync::ss);
    } else {
        wave_.specials[index].write = {access.slot, access.instruction, 1};
    }
    written_[kNumRegisterUnits + index] = true;
}

Hazard PathState::read_constants(int first, int end) const {
    for (unsigned i = 0; i < kConstantFlags.size(); ++i) {
        const ConstantWrites& writes = wave_.constants[i];
        if (is_open(writes.event, kConstantFlags[i]) && first < writes.end && end > writes.first) {
            Hazard hazard =
                missing_flag(Hazard::Kind::missing_sync, {}, writes.event, kConstantFlags[i]);
            hazard.constant_file = true;
            return hazard;
        }
    }
    return {};
}

void PathState::write_constants(int first, int end, std::uint32_t instruction, Sync result) {
    ConstantWrites& writes = wave_.constants[result == kConstantFlags[0] ? 0 : 1];
    const bool joins = is_open(writes.event, result);
    writes.first = joins ? std::min(writes.first, first) : first;
    writes.end = joins ? std::max(writes.end, end) : end;
    writes.event = {sequence_, instruction};
}

bool PathState::is_written(std::uint16_t number, bool half) const {
    if (number >= kAddressRegister) {
        return written_[kNumRegisterUnits + special_index(number)];
    }
    const UnitRange range = units(number, half);
    for (unsigned i = range.first; i != range.first + range.count; ++i) {
        if (!written_[i]) {
            return false;
        }
    }
    return true;
}

void PathState::mark_written(std::uint16_t number, bool half) {
    const UnitRange range = units(number, half);
    for (unsigned i = range.first; i != range.first + range.count; ++i) {
        written_[i] = true;
    }
}

} // namespace jacquard::ir3
