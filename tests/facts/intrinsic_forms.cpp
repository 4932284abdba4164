#include "intrinsic_forms.h"

#include <jacquard/generated/nir/behaviour.h>
#include <jacquard/generated/nir/opcodes.h>

#include <algorithm>
#include <array>
#include <bit>
#include <optional>
#include <string>

namespace jacquard::facts {

using nir::CoreBuilder;
using nir::IndexKind;
using nir::IndexType;
using nir::IntrinsicInstruction;
using nir::IntrinsicOp;
using nir::SsaDef;

namespace {

// The memory that a barrier orders for the whole device, without waiting.
struct Orders {
    nir::MemorySemantics semantics = nir::MemorySemantics::nothing;
    nir::VariableMode modes = nir::VariableMode::nothing;
};

// One of the ways to give an intrinsic what it needs.
struct Choice {
    nir::Stage stage = nir::Stage::compute;
    std::uint32_t constant_sources = 0; // bit i: source i is a constant
    unsigned place = 0;                 // of kPlaces, for dereferences
    unsigned num_components = 1;
    unsigned bit_size = 32;
    unsigned times = 1;
    bool is_unused = false;       // nobody reads the result
    std::optional<Orders> orders; // else what a barrier of a group orders
};

struct IndexValue {
    IndexKind kind{};
    std::int64_t value = 0;
};

constexpr std::array kStages = {nir::Stage::compute,      nir::Stage::fragment,
                                nir::Stage::vertex,       nir::Stage::geometry,
                                nir::Stage::tess_control, nir::Stage::tess_evaluation};

using MakePlace = nir::DerefInstruction* (*)(CoreBuilder& b);

nir::DerefInstruction* named(CoreBuilder& b, nir::VariableMode mode, const nir::Type* type) {
    nir::Variable* variable = mode == nir::VariableMode::function_temp
                                  ? b.shader().add_local(b.shader().entry, type, "place")
                                  : b.shader().add_variable(mode, type, "place");
    variable->location = 0;
    return b.deref_var(variable);
}

const nir::Type* word_type(CoreBuilder& b, unsigned components = 1) {
    return b.shader().vector_type({nir::BaseType::uint_type, 32}, components);
}

nir::DerefInstruction* image(CoreBuilder& b) {
    return named(
        b, nir::VariableMode::image,
        b.shader().image_type(nir::TextureDim::dim_2d, false, {nir::BaseType::uint_type, 32}));
}
nir::DerefInstruction* shared_word(CoreBuilder& b) {
    return named(b, nir::VariableMode::mem_shared, word_type(b));
}
nir::DerefInstruction* local_vector(CoreBuilder& b) {
    return named(b, nir::VariableMode::function_temp, word_type(b, 4));
}
nir::DerefInstruction* input_vector(CoreBuilder& b) {
    return named(b, nir::VariableMode::shader_in,
                 b.shader().vector_type({nir::BaseType::float_type, 32}, 4));
}
nir::DerefInstruction* buffer_array(CoreBuilder& b) {
    const nir::Type* array = b.shader().array_type(word_type(b), 0, 4);
    const nir::StructMember member = {"words", array, 0};
    nir::DerefInstruction* buffer =
        named(b, nir::VariableMode::mem_ssbo, b.shader().structure_type("Words", {&member, 1}));
    return b.deref_struct(buffer, 0);
}
nir::DerefInstruction* buffer_word(CoreBuilder& b) {
    return b.deref_array(buffer_array(b), 1U);
}

constexpr std::array<MakePlace, 6> kPlaces = {shared_word,  buffer_word,  local_vector,
                                              input_vector, buffer_array, image};

// Components that a source has by the table; 0: those of the instruction, -1: any number.
unsigned source_width(const nir::IntrinsicInfo& info, unsigned i, const Choice& choice) {
    const int declared = info.source_components[i];
    return declared > 0    ? static_cast<unsigned>(declared)
           : declared == 0 ? choice.num_components
                           : 1U;
}

// Returns the value of a register: of 32 bits, a float below -1, so that every modifier changes it.
SsaDef* register_value(CoreBuilder& b, unsigned index, const Choice& choice) {
    SsaDef* value = unknown_value(b, index, choice.num_components, choice.bit_size);
    if (choice.bit_size != 32) {
        return value;
    }
    const std::vector<nir::ConstantValue> bits(choice.num_components, {.u64 = 0xc0a00000});
    return b.ior(value, b.constant(32, bits));
}

// A register of two elements, which hold what no pass knows.
SsaDef* filled_register(CoreBuilder& b, const Choice& choice) {
    SsaDef* place = b.decl_register(choice.num_components, choice.bit_size, 2);
    for (unsigned i = 0; i < 2; ++i) {
        IntrinsicInstruction* store = b.intrinsic(IntrinsicOp::store_reg, choice.num_components, 0,
                                                  {register_value(b, 20 + i, choice), place});
        store->set_base(i);
        CoreBuilder::writing_all(store);
    }
    return place;
}

// Reads all of a register, so that it can be seen what was declared and what was stored.
void show_register(CoreBuilder& b, SsaDef* place) {
    const auto& declaration = *place->instruction->as<IntrinsicInstruction>();
    const auto components = static_cast<unsigned>(declaration.num_components());
    const auto bits = static_cast<unsigned>(declaration.bit_size());
    if (!nir::is_valid_component_count(components) || !nir::is_valid_bit_size(bits)) {
        return; // not valid NIR by then
    }
    for (unsigned i = 0; i < std::max(1U, static_cast<unsigned>(declaration.num_array_elems()));
         ++i) {
        IntrinsicInstruction* load = b.intrinsic(IntrinsicOp::load_reg, components, bits, {place});
        load->set_base(i);
        store_result(b, &load->value, 8 + i);
    }
}

SsaDef* source(CoreBuilder& b, const nir::IntrinsicInfo& info, unsigned i, const Choice& choice) {
    if ((info.deref_sources >> i & 1U) != 0) {
        nir::DerefInstruction* place = kPlaces[choice.place](b);
        return &place->value;
    }
    const unsigned width = source_width(info, i, choice);
    const unsigned bits = info.source_components[i] == 0 ? choice.bit_size : 32;
    if ((choice.constant_sources >> i & 1U) == 0) {
        return unknown_value(b, 1 + i, width, bits);
    }
    std::vector<nir::ConstantValue> values(width);
    for (unsigned c = 0; c < width; ++c) {
        values[c].u64 = bits == 1 ? 1 : i;
    }
    return b.constant(bits, values);
}

std::int64_t packed(nir::AluType type) {
    return static_cast<int>(type.base) << 8 | type.bit_size;
}

// Returns the value of an index that the test does not vary.
std::int64_t usual_index(IndexKind kind, const Choice& choice) {
    switch (kind) {
    case IndexKind::write_mask: return (1 << choice.num_components) - 1;
    case IndexKind::align_mul:
        return choice.bit_size / 8 * (choice.num_components == 3 ? 4 : choice.num_components);
    case IndexKind::image_dim: return static_cast<int>(nir::TextureDim::dim_2d);
    case IndexKind::range: return 256;
    case IndexKind::num_components: return 1;
    case IndexKind::bit_size: return 32;
    case IndexKind::reduction_op: return static_cast<int>(nir::Opcode::iadd);
    case IndexKind::execution_scope:
        return static_cast<int>(choice.orders ? nir::Scope::none : nir::Scope::workgroup);
    case IndexKind::memory_scope:
        return static_cast<int>(choice.orders ? nir::Scope::device : nir::Scope::workgroup);
    case IndexKind::memory_semantics:
        return static_cast<int>(choice.orders ? choice.orders->semantics
                                              : nir::MemorySemantics::acquire |
                                                    nir::MemorySemantics::release);
    case IndexKind::memory_modes:
        return static_cast<int>(choice.orders ? choice.orders->modes : nir::VariableMode::mem_ssbo);
    case IndexKind::src_type:
    case IndexKind::dest_type:
        return packed({nir::BaseType::uint_type, static_cast<std::uint8_t>(choice.bit_size)});
    default: return 0;
    }
}

std::vector<std::int64_t> semantic_values() {
    std::vector<std::int64_t> values;
    for (const nir::IoSemantics& each : {nir::IoSemantics{nir::Semantic::generic, 1, 0},
                                         {nir::Semantic::generic, 2, 0},
                                         {nir::Semantic::generic, 1, 1},
                                         {nir::Semantic::color, 1, 0}}) {
        values.push_back(std::bit_cast<std::int64_t>(each));
    }
    return values;
}

std::vector<std::int64_t> values_of_type(const nir::IndexInfo& info) {
    switch (info.type) {
    case IndexType::truth: return {0, 1};
    case IndexType::signed_number:
    case IndexType::unsigned_number: return {0, 1, 2, 3, 4, 8, 16, 32, 64};
    case IndexType::opcode:
        return {static_cast<int>(nir::Opcode::umin), static_cast<int>(nir::Opcode::imax),
                static_cast<int>(nir::Opcode::ixor)};
    case IndexType::io_semantics: return semantic_values();
    case IndexType::transform_feedback:
        return {0, std::bit_cast<std::int64_t>(nir::IoTransformFeedback{{{{2, 1, 8}, {}}}})};
    case IndexType::cooperative_matrix:
        return {0, std::bit_cast<std::int64_t>(
                       nir::CooperativeMatrix{{nir::BaseType::float_type, 16}, 8, 8})};
    case IndexType::alu_type: {
        std::vector<std::int64_t> values;
        for (const nir::AluType type : {nir::AluType{nir::BaseType::float_type, 32},
                                        nir::AluType{nir::BaseType::int_type, 32},
                                        nir::AluType{nir::BaseType::float_type, 16},
                                        nir::AluType{nir::BaseType::uint_type, 32}}) {
            values.push_back(packed(type));
        }
        return values;
    }
    case IndexType::word:
    case IndexType::word_set: {
        std::vector<std::int64_t> values;
        for (const nir::EnumWord& word : info.words) {
            values.push_back(word.number);
        }
        return values;
    }
    }
    return {};
}

Form intrinsic_form(IntrinsicOp op, const Choice& choice, std::optional<IndexValue> other = {}) {
    const nir::IntrinsicInfo& info = nir::intrinsic_info(op);
    return shader_around(
        choice.stage, choice.times,
        [&](CoreBuilder& b) -> nir::Instruction* {
            std::vector<SsaDef*> sources;
            const nir::RegisterAccess* in_register = nir::register_access(op);
            const int place = in_register != nullptr ? in_register->register_source : -1;
            const int value = in_register != nullptr ? in_register->value_source : -1;
            for (int i = 0; i < info.num_sources; ++i) {
                sources.push_back(i == place   ? filled_register(b, choice)
                                  : i == value ? register_value(b, 1, choice)
                                               : source(b, info, static_cast<unsigned>(i), choice));
            }
            const unsigned components =
                info.dest_components != 0 ? info.dest_components : choice.num_components;
            IntrinsicInstruction* made =
                b.intrinsic(op, components, info.has_dest ? choice.bit_size : 0, sources);
            for (unsigned i = 0; i < info.num_indices; ++i) {
                made->indices[i] = usual_index(info.indices[i], choice);
            }
            for (nir::Variable*& variable : made->variables()) {
                variable = b.shader().add_local(b.shader().entry, word_type(b), "named");
            }
            if (other) {
                made->set_index_value(other->kind, other->value);
            }
            if (op == IntrinsicOp::end_primitive) {
                b.intrinsic(IntrinsicOp::emit_vertex, 0, 0, {}); // the first one of the next
            }
            if (in_register != nullptr) {
                show_register(b, place >= 0 ? sources[static_cast<unsigned>(place)] : &made->value);
            }
            return made;
        },
        choice.is_unused);
}

void add_variations(IntrinsicOp op, const Choice& choice, IndexKind kind,
                    std::vector<Variation>& variations) {
    const nir::IndexInfo& info = nir::index_info(kind);
    const std::int64_t usual = usual_index(kind, choice);
    const auto add = [&](std::string fact, std::int64_t value, std::string word) {
        if (value != usual) {
            variations.push_back({std::move(fact), std::move(word), [op, choice, kind, value] {
                                      return intrinsic_form(op, choice, IndexValue{kind, value});
                                  }});
        }
    };
    const std::string fact = "index." + std::string(info.name);
    if (info.type == IndexType::word_set) {
        for (const nir::EnumWord& word : info.words) {
            add(fact + '.' + std::string(word.word), usual ^ word.number, std::string(word.word));
        }
        return;
    }
    for (const std::int64_t value : values_of_type(info)) {
        add(fact, value, std::to_string(value));
    }
}

std::string described(const Choice& choice) {
    return std::string(nir::name_of(choice.stage)) + ", " + std::to_string(choice.num_components) +
           "x" + std::to_string(choice.bit_size) + ", constant sources " +
           std::to_string(choice.constant_sources) + ", place " + std::to_string(choice.place) +
           ", times " + std::to_string(choice.times);
}

bool op_orders(const nir::IntrinsicInfo& info) {
    return std::find(info.indices.begin(), info.indices.begin() + info.num_indices,
                     IndexKind::memory_semantics) != info.indices.begin() + info.num_indices;
}

std::vector<Choice> choices_of(const nir::IntrinsicInfo& info) {
    std::vector<std::uint32_t> constants;
    for (std::uint32_t set = 0; set < 1U << info.num_sources; ++set) {
        constants.push_back(set);
    }
    std::stable_sort(constants.begin(), constants.end(), [](std::uint32_t a, std::uint32_t b) {
        return std::popcount(a) < std::popcount(b);
    });
    const auto places = static_cast<unsigned>(info.deref_sources != 0 ? kPlaces.size() : 1);
    std::vector<Choice> choices;
    if (op_orders(info)) {
        // Each half of an order alone, and none; any memory alone, and none.
        for (const Orders& orders :
             {Orders{nir::MemorySemantics::acquire, nir::VariableMode::nothing},
              Orders{nir::MemorySemantics::nothing, nir::VariableMode::mem_ssbo},
              Orders{nir::MemorySemantics::release, nir::VariableMode::mem_shared}}) {
            Choice choice;
            choice.orders = orders;
            choices.push_back(choice);
        }
    }
    for (const std::uint32_t set : constants) {
        for (const nir::Stage stage : kStages) {
            for (const unsigned bits : {32U, 1U, 16U, 64U, 8U}) {
                if (info.bit_size_mask != 0 &&
                    (info.bit_size_mask >> std::countr_zero(bits) & 1U) == 0) {
                    continue;
                }
                for (unsigned place = 0; place < places; ++place) {
                    for (const unsigned components : {1U, 2U, 3U, 4U}) {
                        choices.push_back({stage, set, place, components, bits, 1, false, {}});
                        choices.push_back({stage, set, place, components, bits, 2, false, {}});
                    }
                    if (info.has_dest) {
                        choices.push_back({stage, set, place, 1, bits, 1, true, {}});
                    }
                }
            }
        }
    }
    return choices;
}

} // namespace

std::vector<Subject> intrinsic_subjects(IntrinsicOp op) {
    const nir::IntrinsicInfo& info = nir::intrinsic_info(op);
    std::vector<Subject> subjects;
    for (const Choice& choice : choices_of(info)) {
        Subject subject;
        subject.name = "intrinsic." + std::string(info.name);
        subject.form = described(choice);
        subject.is_unused = choice.is_unused;
        subject.plain = [op, choice] { return intrinsic_form(op, choice); };
        subject.variations = [op, choice] {
            std::vector<Variation> variations;
            const nir::IntrinsicInfo& told = nir::intrinsic_info(op);
            for (unsigned i = 0; i < told.num_indices; ++i) {
                add_variations(op, choice, told.indices[i], variations);
            }
            return variations;
        };
        subjects.push_back(std::move(subject));
    }
    return subjects;
}

} // namespace jacquard::facts
