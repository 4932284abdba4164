#include <jacquard/ir3/check/checked_code.h>
#include <jacquard/ir3/isa/codec/codec.h>
#include <jacquard/ir3/isa/instruction/missing_features.h>

#include <algorithm>
#include <limits>
#include <string>

namespace jacquard::ir3 {

namespace {

// Words behind the last `end` are padding and constants.
std::size_t length_of(std::span<const std::uint64_t> words, Revision revision) {
    Instruction instruction;
    for (std::size_t size = words.size(); size > 0; --size) {
        if (decode(words[size - 1], revision, instruction) &&
            opcode_info(revision, instruction.opcode).action == Action::end) {
            return size;
        }
    }
    return words.size();
}

std::string constant_name(int number) {
    return 'c' + std::to_string(number / 4) + '.' + "xyzw"[number % 4];
}

} // namespace

CheckedCode::CheckedCode(const Program& program, Revision revision, const CheckOptions& options,
                         Findings& findings)
    : program_(program), revision_(revision), machine_(machine_facts(revision, program.gpu)),
      errata_(revision, machine_), knows_stage_(options.header_is_known),
      num_constants_(options.num_constants.value_or(machine_.constant_vec4 * 4U)),
      findings_(findings) {
    const std::size_t size = length_of(program.words, revision);
    instructions_.reserve(size);
    effects_.reserve(size * 4);
    Instruction decoded;
    for (std::size_t i = 0; i < size; ++i) {
        if (decode(program.words[i], revision, decoded)) {
            add(decoded);
        } else {
            instructions_.emplace_back();
            addresses_.push_back({true, kUnknownAddress, 0});
            errata_.add_unknown();
            findings_.add(FaultKind::invalid_word, static_cast<std::uint32_t>(i),
                          " is not an instruction of " + std::string(name_of(revision)));
        }
    }
    for (std::uint32_t i = 0; i < instructions_.size(); ++i) {
        check_target(i, instructions_[i]);
    }
    resolve_constant_loads();
    for (const WordErratum& erratum : std::move(errata_).find()) {
        findings_.add(erratum.kind, erratum.instruction, erratum.says);
    }
}

void CheckedCode::add(const Instruction& decoded) {
    const auto index = static_cast<std::uint32_t>(instructions_.size());
    const OpcodeInfo& info = opcode_info(revision_, decoded.opcode);
    const Effects effects = effects_of(decoded, revision_, machine_);
    CheckedInstruction& instruction = instructions_.emplace_back();
    instruction.timing = effects.timing;
    instruction.result = effects.result;
    instruction.action = info.action;
    instruction.slots = effects.slots;
    instruction.reads_late = effects.reads_late;
    instruction.idle = effects.idle;
    instruction.sync_short = decoded.sync_short;
    instruction.sync_long = decoded.sync_long;
    instruction.jump_target = decoded.jump_target;
    errata_.add(decoded, effects.idle, effects.slots);
    instruction.has_target = (info.fields & field_target) != 0;
    instruction.target = std::int64_t{index} + decoded.target;
    instruction.first_effect = static_cast<std::uint32_t>(effects_.size());
    if (has_property(revision_, decoded.opcode, property_unknown_flow)) {
        findings_.add(FaultKind::unsupported, index, " cannot be followed");
    }
    std::string_view missing = missing_feature(decoded, revision_, machine_);
    if (knows_stage_ && program_.stage == ShaderStage::vertex && info.action == Action::sample &&
        has_property(revision_, decoded.opcode, property_gradients) &&
        !machine_.gradients_in_all_stages) {
        missing = "given derivatives in this stage";
    }
    if (!missing.empty()) {
        findings_.add(FaultKind::unsupported, index,
                      " needs " + std::string(missing) + ", which this part does not have");
    }
    check_varyings(index, decoded, info);
    note_address(decoded, effects.registers());
    const bool is_entry = AliasTable::is_entry(decoded, revision_);
    if (is_entry) {
        aliases_.add(decoded); // an alias that does not fit is an erratum of the words
    }
    const bool takes_aliases = !aliases_.empty() && AliasTable::is_reader(decoded, revision_);
    const Effects done = takes_aliases ? aliases_.replace_sources(effects) : effects;
    for (const RegisterEffect& effect : done.registers()) {
        add_effect(index, effect);
    }
    if (takes_aliases) {
        aliases_.clear();
    }
    instruction.num_effects =
        static_cast<std::uint32_t>(effects_.size()) - instruction.first_effect;
}

void CheckedCode::add_effect(std::uint32_t index, RegisterEffect effect) {
    const bool is_relative = effect.kind == RegisterEffect::Kind::relative_registers;
    if (is_relative) {
        find_array(index, effect);
    }
    check_effect(index, effect);
    if (is_relative) {
        // The range ends at the end of the register file, whatever the header says.
        effect.count = static_cast<std::uint16_t>(
            std::clamp(kSharedRegisterFirst - effect.number, 0, static_cast<int>(effect.count)));
    }
    effects_.push_back(effect);
}

void CheckedCode::note_address(const Instruction& decoded,
                               std::span<const RegisterEffect> effects) {
    AddressUse& use = addresses_.emplace_back();
    for (const RegisterEffect& effect : effects) {
        if (effect.kind == RegisterEffect::Kind::special && effect.writes &&
            effect.number == kAddressRegister1) {
            use.writes = true;
            if (decoded.src0.kind == OperandKind::immediate) {
                use.value = decoded.src0.value;
            }
        } else if (effect.kind == RegisterEffect::Kind::relative_constants && effect.writes) {
            use.constants = std::uint32_t{decoded.load_size} * 4;
        }
    }
}

// If the instructions before a load hold the value of a1.x, the load's constants are known. After a
// branch target the value is unknown.
void CheckedCode::resolve_constant_loads() {
    std::vector<bool> is_target(instructions_.size());
    for (const CheckedInstruction& instruction : instructions_) {
        if (instruction.has_target && instruction.target >= 0 &&
            instruction.target < static_cast<std::int64_t>(is_target.size())) {
            is_target[static_cast<std::size_t>(instruction.target)] = true;
        }
    }
    std::int32_t address = kUnknownAddress;
    for (std::size_t i = 0; i < instructions_.size(); ++i) {
        if (is_target[i]) {
            address = kUnknownAddress;
        }
        const CheckedInstruction& instruction = instructions_[i];
        const AddressUse& use = addresses_[i];
        constexpr std::uint32_t kMostConstants = std::numeric_limits<std::uint16_t>::max();
        for (std::uint32_t k = 0; k < instruction.num_effects; ++k) {
            RegisterEffect& effect = effects_[instruction.first_effect + k];
            if (effect.kind == RegisterEffect::Kind::relative_constants && effect.writes &&
                address >= 0 && use.constants <= kMostConstants) {
                effect.kind = RegisterEffect::Kind::constants;
                effect.number = static_cast<std::int16_t>(address);
                effect.count = static_cast<std::uint16_t>(use.constants);
            }
        }
        if (use.writes) {
            address = use.value;
        }
    }
}

// All varyings are read before control goes different ways, so the order of the words tells.
void CheckedCode::check_varyings(std::uint32_t index, const Instruction& decoded,
                                 const OpcodeInfo& info) {
    const bool loads = info.action == Action::varying_load;
    varyings_.outstanding = varyings_.outstanding && !decoded.sync_short;
    varyings_.read = varyings_.read || loads || info.action == Action::varying;
    if (loads) {
        varyings_.outstanding = true;
        varyings_.loaded_by = index;
    } else if (info.action == Action::varying && decoded.end_input) {
        varyings_.released = true;
        if (varyings_.outstanding) {
            findings_.add(FaultKind::missing_sync, index,
                          " gives the storage of varyings back without (ss) after " +
                              findings_.name(varyings_.loaded_by));
        }
    } else if (info.action == Action::end && varyings_.read && !varyings_.released &&
               !machine_.releases_varyings) {
        findings_.add(FaultKind::required_flag, index,
                      " comes without (ei), and the storage of varyings is not given back");
    }
}

void CheckedCode::check_target(std::uint32_t index, const CheckedInstruction& instruction) {
    const auto size = static_cast<std::int64_t>(instructions_.size());
    if (instruction.has_target && (instruction.target < 0 || instruction.target >= size)) {
        findings_.add(FaultKind::control_flow, index, " jumps out of the program");
    }
}

void CheckedCode::check_effect(std::uint32_t index, const RegisterEffect& effect) {
    const char* does = effect.writes ? " writes " : " reads ";
    const int last = effect.number + effect.count - 1;
    const auto missing = [&](int number) {
        findings_.add(FaultKind::register_range, index,
                      does + register_name(static_cast<std::uint16_t>(number), effect.half) +
                          ", which does not exist");
    };
    switch (effect.kind) {
    case RegisterEffect::Kind::registers:
    case RegisterEffect::Kind::relative_registers: {
        const int limit = (effect.half ? machine_.half_registers : machine_.full_registers) * 4;
        const int shared_limit =
            kSharedRegisterFirst + machine_.shared_registers * (effect.half ? 8 : 4);
        const bool is_shared = effect.number >= kSharedRegisterFirst;
        if (effect.count != 0 && last >= (is_shared ? shared_limit : limit)) {
            missing(last);
        }
        break;
    }
    case RegisterEffect::Kind::special:
        if (effect.number - kPredicateRegister >= machine_.predicates) {
            missing(effect.number);
        }
        break;
    case RegisterEffect::Kind::missing: missing(last); break;
    case RegisterEffect::Kind::constants:
        if (last >= static_cast<int>(num_constants_) && !is_given_apart(effect.number, last)) {
            findings_.add(FaultKind::constant_range, index,
                          does + constant_name(last) + ", but there are " +
                              counted(num_constants_, "constant"));
        }
        break;
    case RegisterEffect::Kind::relative_constants: break;
    }
}

// Returns true for constants outside of the program's own: those that all stages share, and those
// that have a location of their own.
bool CheckedCode::is_given_apart(int first, int last) const {
    const auto is_within = [first, last](std::uint32_t start, std::uint32_t count) {
        return first >= static_cast<int>(start) && last < static_cast<int>(start + count);
    };
    const PushConstants& push = program_.push_constants;
    const std::vector<DriverParameter>& given = program_.driver_parameters;
    return is_within(push.const_vec4 * 4, (push.end - push.start) / 4) ||
           std::any_of(given.begin(), given.end(), [&](const DriverParameter& parameter) {
               return is_within(parameter.constant, parameter.num_components);
           });
}

// The registers that all arrays which hold the place have in common: where several are in the same
// registers at a time nothing tells which is meant.
void CheckedCode::find_array(std::uint32_t index, RegisterEffect& effect) const {
    int first = 0;
    int end = 0;
    for (const ProgramArray& array : program_.arrays) {
        const int begins = array.location.number;
        const int ends = begins + array.length;
        const bool is_there = array.first_instruction <= index && index <= array.last_instruction;
        if (is_there && array.location.half == effect.half && begins <= effect.number &&
            effect.number < ends) {
            const bool is_first = first == end;
            first = is_first ? begins : std::max(first, begins);
            end = is_first ? ends : std::min(end, ends);
        }
    }
    effect.number = static_cast<std::int16_t>(first);
    effect.count = static_cast<std::uint16_t>(end - first);
}

} // namespace jacquard::ir3
