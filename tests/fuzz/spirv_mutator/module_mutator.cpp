#include "spirv_mutator/module_mutator.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <utility>

namespace jacquard::fuzzing {

namespace {

using spirv::Instruction;
using spirv::InstructionInfo;
using spirv::kHeaderWords;
using spirv::kNoInstruction;
using spirv::Operand;
using spirv::OperandKind;
using spirv::OperandSpec;
using spirv::Quantity;

// The most words that fit an instruction's length.
constexpr std::uint32_t kMostWords = 0xffff;
constexpr std::uint32_t kMostOpcodes = 0x10000;
// Operands beyond these are not made up.
constexpr std::uint32_t kMostRepeats = 4;

std::uint32_t in_other_order(std::uint32_t word) {
    return word << 24 | (word & 0xff00) << 8 | (word >> 8 & 0xff00) | word >> 24;
}

std::uint32_t head_of(std::uint32_t opcode, std::size_t num_words) {
    return static_cast<std::uint32_t>(num_words) << 16 | opcode;
}

const std::vector<const InstructionInfo*>& all_instructions() {
    static const std::vector<const InstructionInfo*> all = [] {
        std::vector<const InstructionInfo*> found;
        for (std::uint32_t number = 0; number < kMostOpcodes; ++number) {
            if (const InstructionInfo* info = spirv::find_instruction(number)) {
                found.push_back(info);
            }
        }
        return found;
    }();
    return all;
}

// Instructions by the kinds of their operands.
const std::vector<const InstructionInfo*>& alike(const InstructionInfo& info) {
    using Shape = std::vector<std::pair<OperandKind, Quantity>>;
    const auto shape_of = [](const InstructionInfo& one) {
        Shape shape;
        for (const OperandSpec& spec : operands_of(one)) {
            shape.emplace_back(spec.kind, spec.quantity);
        }
        return shape;
    };
    static const std::map<Shape, std::vector<const InstructionInfo*>> by_shape = [&] {
        std::map<Shape, std::vector<const InstructionInfo*>> found;
        for (const InstructionInfo* one : all_instructions()) {
            found[shape_of(*one)].push_back(one);
        }
        return found;
    }();
    return by_shape.at(shape_of(info));
}

} // namespace

ModuleMutator::ModuleMutator(std::string_view bytes, std::uint32_t seed) : random_(seed) {
    module_.words.resize(bytes.size() / sizeof(std::uint32_t));
    if (!module_.words.empty()) {
        std::memcpy(module_.words.data(), bytes.data(),
                    module_.words.size() * sizeof(std::uint32_t));
        if (module_.words[0] == in_other_order(spirv::kMagic)) {
            std::transform(module_.words.begin(), module_.words.end(), module_.words.begin(),
                           in_other_order);
        }
    }
    find_instructions();
}

std::uint32_t ModuleMutator::below(std::size_t count) {
    return count == 0 ? 0 : static_cast<std::uint32_t>(random_() % count);
}

// Fills in what the module's words look like, up to the first length that does not fit. Of an id
// that is defined twice the last definition is known; of one far beyond what a module of this
// length needs, no definition is: mutation makes such ids, and a table up to them costs more than
// all else.
void ModuleMutator::find_instructions() {
    const std::size_t size = module_.words.size();
    module_.instructions.clear();
    module_.definitions.clear();
    if (size < kHeaderWords) {
        return;
    }
    module_.bound = std::min(module_.words[3], spirv::kMaxBound);
    const std::size_t most_ids = 4 * size;
    for (std::size_t at = kHeaderWords; at < size;) {
        const std::uint32_t num_words = module_.words[at] >> 16;
        if (num_words == 0 || num_words > size - at) {
            return;
        }
        Instruction instruction{
            .info = spirv::find_instruction(module_.words[at] & 0xffff),
            .word = static_cast<std::uint32_t>(at),
            .num_words = num_words,
        };
        at += num_words;
        if (instruction.info == nullptr) {
            continue;
        }
        std::uint32_t next = instruction.word + 1;
        for (const OperandSpec& spec : operands_of(*instruction.info)) {
            if (next >= at || (spec.kind != OperandKind::type_operand &&
                               spec.kind != OperandKind::result_operand)) {
                break;
            }
            (spec.kind == OperandKind::type_operand ? instruction.type : instruction.result) =
                module_.words[next++];
        }
        if (instruction.result != 0 && instruction.result < most_ids) {
            if (instruction.result >= module_.definitions.size()) {
                module_.definitions.resize(instruction.result + 1, kNoInstruction);
            }
            module_.definitions[instruction.result] =
                static_cast<std::uint32_t>(module_.instructions.size());
        }
        module_.instructions.push_back(instruction);
    }
}

const Instruction& ModuleMutator::any_instruction() {
    return module_.instructions[below(module_.instructions.size())];
}

std::span<const std::uint32_t> ModuleMutator::words_of(const Instruction& taken) const {
    return std::span(module_.words).subspan(taken.word, taken.num_words);
}

// Mostly one that an instruction defines.
std::uint32_t ModuleMutator::any_id() {
    const std::uint32_t id = below(std::max<std::size_t>(module_.definitions.size(), 2));
    const std::uint32_t result = one_in(50) || !has_instructions() ? 0 : any_instruction().result;
    return result != 0 ? result : id;
}

// One with the same type, or defined in the same way; any if there is none near a random place.
std::uint32_t ModuleMutator::id_like(std::uint32_t id) {
    const Instruction* before = module_.definition(id);
    if (before == nullptr || one_in(8)) {
        return any_id();
    }
    const std::size_t count = module_.instructions.size();
    const std::size_t start = below(count);
    for (std::size_t i = 0; i < count; ++i) {
        const Instruction& other = module_.instructions[(start + i) % count];
        if (other.result != 0 && other.result != id && other.type == before->type &&
            (other.type != 0 || other.op() == before->op())) {
            return other.result;
        }
    }
    return any_id();
}

std::uint32_t ModuleMutator::any_number(std::uint32_t before) {
    static constexpr std::array<std::uint32_t, 16> kNumbers = {
        0,  1,   2,      3,          4,          8,          16,         32,
        64, 255, 0xffff, 0x7fffffff, 0x80000000, 0xffffffff, 0x7f800000, 0x7fc00000};
    switch (below(4)) {
    case 0: return kNumbers[below(kNumbers.size())];
    case 1: return before + 1 - 2 * below(2);
    case 2: return before ^ 1U << below(32);
    default: return below(16);
    }
}

std::uint32_t ModuleMutator::any_name(OperandKind kind) {
    const spirv::EnumerationInfo& names = spirv::enumeration(kind);
    if (names.names.empty() || one_in(50)) {
        return any_number(0);
    }
    std::uint32_t value = names.names[below(names.names.size())].value;
    while (names.is_mask && one_in(3)) {
        value |= names.names[below(names.names.size())].value;
    }
    return value;
}

std::uint32_t ModuleMutator::new_id() {
    const std::uint32_t id = std::max(module_.words[3], 1U);
    module_.words[3] = id < spirv::kMaxBound ? id + 1 : id;
    return id;
}

void ModuleMutator::insert(std::uint32_t at_word, std::span<const std::uint32_t> words) {
    const Words taken(words.begin(), words.end()); // which may be the module's own
    module_.words.insert(module_.words.begin() + at_word, taken.begin(), taken.end());
}

void ModuleMutator::erase(std::uint32_t first_word, std::uint32_t count) {
    const auto first = module_.words.begin() + first_word;
    module_.words.erase(first, first + count);
}

void ModuleMutator::add_operand(Words& words, OperandKind kind) {
    switch (kind) {
    case OperandKind::result_operand: words.push_back(new_id()); return;
    case OperandKind::text_operand: words.push_back(0x006e6961 + below(4)); return;
    case OperandKind::integer_operand:
    case OperandKind::number_operand:
    case OperandKind::instruction_operand: words.push_back(below(90)); return;
    case OperandKind::opcode_operand:
        words.push_back(all_instructions()[below(all_instructions().size())]->number);
        return;
    case OperandKind::integer_id_pair_operand:
        words.insert(words.end(), {below(8), any_id()});
        return;
    case OperandKind::id_integer_pair_operand:
        words.insert(words.end(), {any_id(), below(8)});
        return;
    case OperandKind::id_id_pair_operand: words.insert(words.end(), {any_id(), any_id()}); return;
    default: break;
    }
    if (is_id(kind)) {
        words.push_back(any_id());
        return;
    }
    const std::uint32_t value = any_name(kind);
    words.push_back(value);
    if (const spirv::Enumerant* name = spirv::find_enumerant(kind, value)) {
        add_operands(words, operands_of(*name));
    }
}

void ModuleMutator::add_operands(Words& words, std::span<const OperandSpec> specs) {
    for (const OperandSpec& spec : specs) {
        std::uint32_t count = 1;
        if (spec.quantity != Quantity::one) {
            count = below(spec.quantity == Quantity::any ? kMostRepeats : 2);
        }
        for (std::uint32_t i = 0; i < count; ++i) {
            add_operand(words, spec.kind);
        }
    }
}

void ModuleMutator::change_operand() {
    const Instruction& instruction = any_instruction();
    spirv::OperandWalk walk(module_);
    (void)walk.take_apart(instruction); // what comes before a fault is there
    if (walk.operands().empty()) {
        return;
    }
    const Operand operand = walk.operands()[below(walk.operands().size())];
    std::uint32_t& word = module_.words[operand.first + below(operand.count)];
    if (is_id(operand.kind)) {
        word = id_like(word);
    } else if (operand.kind == OperandKind::result_operand) {
        word = one_in(4) ? any_id() : new_id();
    } else if (operand.kind >= spirv::kFirstEnumeration) {
        word = any_name(operand.kind);
    } else {
        word = any_number(word);
    }
}

void ModuleMutator::change_opcode() {
    const Instruction& instruction = any_instruction();
    const std::vector<const InstructionInfo*>& others = alike(*instruction.info);
    const InstructionInfo& other = one_in(20)
                                       ? *all_instructions()[below(all_instructions().size())]
                                       : *others[below(others.size())];
    module_.words[instruction.word] = head_of(other.number, instruction.num_words);
}

void ModuleMutator::remove_instruction() {
    const Instruction& instruction = any_instruction();
    erase(instruction.word, instruction.num_words);
}

// A result of the copy gets an id of its own.
void ModuleMutator::repeat_instruction() {
    const Instruction instruction = any_instruction();
    const auto taken = words_of(instruction);
    Words words(taken.begin(), taken.end());
    if (instruction.result != 0 && !one_in(20)) {
        words[instruction.type != 0 ? 2 : 1] = new_id();
    }
    insert(one_in(3) ? any_instruction().word : instruction.word + instruction.num_words, words);
}

void ModuleMutator::move_instruction() {
    const Instruction instruction = any_instruction();
    const auto taken = words_of(instruction);
    const Words words(taken.begin(), taken.end());
    const std::size_t count = module_.instructions.size();
    const auto from = static_cast<std::size_t>(&instruction - module_.instructions.data());
    const std::size_t near = std::min(from + 1 + below(4), count - 1);
    std::uint32_t to = module_.instructions[one_in(3) ? below(count) : near].word;
    erase(instruction.word, instruction.num_words);
    to -= to > instruction.word ? instruction.num_words : 0;
    insert(to, words);
}

// Two ids change places wherever one instruction uses them.
void ModuleMutator::swap_ids() {
    const Instruction& instruction = any_instruction();
    spirv::OperandWalk walk(module_);
    (void)walk.take_apart(instruction);
    std::vector<std::uint32_t> places;
    for (const Operand& operand : walk.operands()) {
        if (operand.kind == OperandKind::id_operand) {
            places.push_back(operand.first);
        }
    }
    if (places.size() >= 2) {
        std::swap(module_.words[places[below(places.size())]],
                  module_.words[places[below(places.size())]]);
    }
}

void ModuleMutator::add_instruction() {
    const InstructionInfo& info = *all_instructions()[below(all_instructions().size())];
    const Instruction near = any_instruction();
    Words words = {0};
    add_operands(words, operands_of(info));
    // A type that is one makes the value usable.
    if (near.type != 0 && words.size() > 1 && !operands_of(info).empty() &&
        operands_of(info)[0].kind == OperandKind::type_operand && !one_in(3)) {
        words[1] = near.type;
    }
    words[0] = head_of(info.number, std::min<std::size_t>(words.size(), kMostWords));
    insert(near.word, words);
}

void ModuleMutator::change_length() {
    const Instruction instruction = any_instruction();
    const bool longer = one_in(2);
    if (instruction.num_words == (longer ? kMostWords : 1U)) {
        return;
    }
    const std::uint32_t end = instruction.word + instruction.num_words;
    if (longer) {
        insert(end, std::array{one_in(2) ? any_id() : any_number(0)});
    } else {
        erase(end - 1, 1);
    }
    module_.words[instruction.word] = head_of(
        instruction.info->number, longer ? instruction.num_words + 1 : instruction.num_words - 1);
}

void ModuleMutator::change_header() {
    switch (below(3)) {
    case 0: module_.words[1] = below(8) << 8 | 0x10000; return;
    case 1: module_.words[3] = any_number(module_.words[3]); return;
    default: module_.words[below(kHeaderWords)] = any_number(module_.words[4]); return;
    }
}

void ModuleMutator::mutate() {
    if (!has_instructions()) {
        return;
    }
    switch (below(24)) {
    default: change_operand(); break;
    case 0:
    case 1:
    case 2:
    case 3: change_opcode(); break;
    case 4: remove_instruction(); break;
    case 5:
    case 6: repeat_instruction(); break;
    case 7:
    case 8: move_instruction(); break;
    case 9: swap_ids(); break;
    case 10:
    case 11:
    case 12: add_instruction(); break;
    case 13: change_length(); break;
    case 14:
        if (one_in(4)) {
            change_header();
        }
        break;
    }
    find_instructions();
}

void ModuleMutator::splice(const ModuleMutator& other) {
    if (!has_instructions() || !other.has_instructions()) {
        return;
    }
    const std::size_t count = other.module_.instructions.size();
    const std::size_t first = below(count);
    const std::size_t last = std::min<std::size_t>(first + below(16), count - 1);
    const Instruction& begin = other.module_.instructions[first];
    const Instruction& end = other.module_.instructions[last];
    insert(
        any_instruction().word,
        std::span(other.module_.words).subspan(begin.word, end.word + end.num_words - begin.word));
    find_instructions();
}

std::string ModuleMutator::bytes() const {
    std::string text(module_.words.size() * sizeof(std::uint32_t), '\0');
    if (!text.empty()) {
        std::memcpy(text.data(), module_.words.data(), text.size());
    }
    return text;
}

} // namespace jacquard::fuzzing
