#include <jacquard/generated/passes/lower_io.h>
#include <jacquard/nir/analysis/memory/deref_path.h>
#include <jacquard/nir/analysis/memory/variable_access.h>
#include <jacquard/nir/analysis/memory/variable_uses.h>
#include <jacquard/nir/build/core_builder.h>
#include <jacquard/nir/ir/interpolation_place.h>
#include <jacquard/nir/ir/type_layout.h>
#include <jacquard/passes/util/each.h>
#include <jacquard/passes/util/memory/io_variables.h>

#include <array>
#include <bit>

namespace jacquard::nir {
namespace {

constexpr unsigned kSlotBytes = 16;

// The location in inputs, outputs or uniforms that a dereference points to.
struct IoPlace {
    const Variable* variable = nullptr; // null: elsewhere
    SsaDef* vertex = nullptr;
    SsaDef* offset = nullptr;    // in slots, from values; null: there are none
    std::uint32_t slot = 0;      // in slots, from constants
    std::uint32_t component = 0; // of 32 bits
};

class LowerIo {
  public:
    LowerIo(Function& function, const LowerIoOptions& options)
        : function_(function), shader_(*function.shader), options_(options) {}

    bool run() {
        for (Block& block : function_.blocks()) {
            for (Instruction& instruction : block.instructions()) {
                if (auto* deref = instruction.as<DerefInstruction>()) {
                    see(*deref);
                } else if (auto* access = instruction.as<IntrinsicInstruction>()) {
                    visit(*access);
                }
            }
        }
        return changed_;
    }

  private:
    void see(DerefInstruction& deref) {
        IoPlace place;
        if (deref.deref == DerefKind::var) {
            if ((deref.variable->mode & options_.modes) == VariableMode::nothing ||
                deref.type->contains_opaque) {
                return;
            }
            place.variable = deref.variable;
            place.component = deref.variable->component;
        } else {
            const DerefInstruction* parent = deref.parent_deref();
            place = parent != nullptr ? place_of(parent->value) : IoPlace{};
            if (place.variable == nullptr || !step(place, deref, *parent)) {
                return;
            }
        }
        places_[deref] = place;
    }

    [[nodiscard]] IoPlace place_of(const SsaDef& value) const {
        const IoPlace* place = places_.find(value);
        return place != nullptr ? *place : IoPlace{};
    }

    bool step(IoPlace& place, DerefInstruction& deref, const DerefInstruction& parent) {
        const Type& type = *parent.type;
        if (deref.deref == DerefKind::structure) {
            place.slot += static_cast<std::uint32_t>(
                member_offset(&type, deref.member, Layout::vec4_slots) / kSlotBytes);
            return true;
        }
        if (deref.deref != DerefKind::array) {
            return false;
        }
        const auto index = constant_components(*deref.index.ssa);
        if (parent.deref == DerefKind::var && place.variable->per_vertex && type.is_array_type()) {
            place.vertex = deref.index.ssa;
            return true;
        }
        if (place.variable->compact && type.is_array_type()) {
            if (index.empty()) {
                return false;
            }
            const std::uint32_t scalar = place.component + index[0].u32;
            place.slot += scalar / 4;
            place.component = scalar % 4;
            return true;
        }
        if (type.is_vector_or_scalar()) {
            return select_component(place, type, index);
        }
        const auto slots = static_cast<std::uint32_t>(deref.type->slots());
        if (!index.empty()) {
            place.slot += index[0].u32 * slots;
            return true;
        }
        CoreBuilder b(shader_, Cursor::after_instruction(&deref));
        SsaDef* added = slots == 1
                            ? deref.index.ssa
                            : b.imul(deref.index.ssa, b.imm_int(slots, deref.index.ssa->bit_size));
        changed_ = changed_ || slots != 1 || place.offset != nullptr;
        place.offset = place.offset == nullptr ? added : b.iadd(place.offset, added);
        return true;
    }

    static bool select_component(IoPlace& place, const Type& vector,
                                 std::span<const ConstantValue> index) {
        if (index.empty() || index[0].u64 >= vector.num_components) {
            return false;
        }
        const std::uint32_t words = vector.scalar.bit_size == 64 ? 2 : 1;
        const std::uint32_t word = place.component + index[0].u32 * words;
        place.slot += word / 4;
        place.component = word % 4;
        return true;
    }

    void visit(IntrinsicInstruction& access) {
        const VariableAccess* what = deref_access(access);
        if (what == nullptr) {
            return;
        }
        if (what->is_load() || what->action == VariableAction::interpolate) {
            load(access, *what);
        } else if (what->is_store()) {
            store(access, *what);
        }
    }

    [[nodiscard]] static bool is_accessible(const DerefInstruction* deref, const IoPlace& place) {
        return place.variable != nullptr && deref->type->is_vector_or_scalar() &&
               (!place.variable->per_vertex || !place.variable->type->is_array_type() ||
                place.vertex != nullptr);
    }

    // A vector in parts, none of which goes past the end of its slot. A component of 64 bits counts
    // as two.
    template <typename Part>
    static void for_each_part(const IoPlace& place, unsigned count, unsigned bit_size,
                              Part&& part) {
        const unsigned words = bit_size == 64 ? 2 : 1;
        unsigned word = place.component;
        for (unsigned first = 0; first < count;) {
            const unsigned room = (4 - word % 4) / words;
            const unsigned size = std::min(room, count - first);
            if (size == 0) {
                return;
            }
            part(first, size, place.slot + word / 4, word % 4);
            first += size;
            word += size * words;
        }
    }

    static unsigned stored_bits(unsigned bit_size) { return bit_size == 1 ? 32 : bit_size; }

    static AluType stored_type(const Type& type) {
        return type.scalar.base == BaseType::bool_type ? AluType{BaseType::uint_type, 32}
                                                       : type.scalar;
    }

    void load(IntrinsicInstruction& access, const VariableAccess& what) {
        const Source& pointer = access.first_source[what.deref_source];
        const IoPlace place = place_of(*pointer.ssa);
        if (!is_accessible(deref_of(pointer), place)) {
            return;
        }
        const AluType type = stored_type(*deref_of(pointer)->type);
        const unsigned count = access.value.num_components;
        const unsigned bits = stored_bits(access.value.bit_size);
        CoreBuilder b(shader_, Cursor::before_instruction(&access));
        std::array<Operand, kMaxComponents> components;
        for_each_part(place, count, bits,
                      [&](unsigned first, unsigned size, std::uint32_t slot, unsigned component) {
                          // Uniforms are loaded from the start of their slot.
                          const bool is_uniform = place.variable->mode == VariableMode::uniform;
                          const unsigned unread = is_uniform ? component / (bits == 64 ? 2 : 1) : 0;
                          IntrinsicInstruction* part =
                              load_part(b, access, what, place, unread + size, bits, slot);
                          finish(*part, *place.variable, component);
                          part->set_dest_type(type);
                          for (unsigned c = 0; c < size; ++c) {
                              components[first + c] = channel(&part->value, unread + c);
                          }
                      });
        SsaDef* value = gather(b, components, count);
        if (access.value.bit_size == 1) {
            value = b.ine(value, b.imm_int(0, bits));
        }
        access.value.rewrite_uses(value);
        remove_with_derefs(access);
        changed_ = true;
    }

    static SsaDef* gather(CoreBuilder& b, std::span<const Operand> components, unsigned count) {
        SsaDef* first = components[0].value;
        const bool is_whole = first->num_components == count && components[0].swizzle[0] == 0;
        return is_whole ? first : b.vec(components.first(count));
    }

    static SsaDef* offset_of(CoreBuilder& b, const IoPlace& place, std::uint32_t slot) {
        if (place.offset == nullptr) {
            return b.imm_int(slot);
        }
        return slot == 0 ? place.offset
                         : b.iadd(place.offset, b.imm_int(slot, place.offset->bit_size));
    }

    IntrinsicInstruction* load_part(CoreBuilder& b, const IntrinsicInstruction& access,
                                    const VariableAccess& what, const IoPlace& place,
                                    unsigned count, unsigned bits, std::uint32_t slot) {
        SsaDef* offset = offset_of(b, place, slot);
        const Variable& variable = *place.variable;
        const bool fragment = shader_.info.stage == Stage::fragment;
        switch (variable.mode) {
        case VariableMode::uniform: return b.load_uniform(count, bits, offset);
        case VariableMode::shader_out:
            return place.vertex != nullptr
                       ? b.load_per_vertex_output(count, bits, place.vertex, offset)
                       : b.load_output(count, bits, offset);
        default: break;
        }
        if (what.action == VariableAction::interpolate && what.at == InterpolationPlace::vertex) {
            return b.load_input_vertex(count, bits, access.first_source[what.place_source].ssa,
                                       offset);
        }
        if (place.vertex != nullptr) {
            return fragment ? b.load_input_vertex(count, bits, place.vertex, offset)
                            : b.load_per_vertex_input(count, bits, place.vertex, offset);
        }
        if (SsaDef* barycentric = fragment ? barycentric_for(b, access, what, variable) : nullptr) {
            return b.load_interpolated_input(count, bits, barycentric, offset);
        }
        return b.load_input(count, bits, offset);
    }

    // Null where the input is not interpolated.
    SsaDef* barycentric_for(CoreBuilder& b, const IntrinsicInstruction& access,
                            const VariableAccess& what, const Variable& variable) const {
        const bool interpolated = variable.interpolation == Interpolation::smooth ||
                                  variable.interpolation == Interpolation::noperspective;
        const bool chooses_place = what.action == VariableAction::interpolate;
        if (variable.interpolation == Interpolation::flat ||
            (!chooses_place && (!interpolated || !options_.use_barycentrics))) {
            return nullptr;
        }
        const std::optional<IntrinsicOp> op =
            barycentric_at(chooses_place ? barycentric_place(what.at)
                                         : barycentric_place(variable.interpolation_location));
        if (!op) {
            return nullptr;
        }
        std::array<SsaDef*, 1> place{};
        std::size_t num_sources = 0;
        if (chooses_place && what.place_source >= 0) {
            place[num_sources++] = access.first_source[what.place_source].ssa;
        }
        IntrinsicInstruction* made =
            b.intrinsic(*op, 0, 32, std::span<SsaDef* const>(place.data(), num_sources));
        made->set_interp_mode(interpolated ? variable.interpolation : Interpolation::smooth);
        return &made->value;
    }

    void finish(IntrinsicInstruction& part, const Variable& variable, unsigned component) const {
        part.set_base(variable.driver_location);
        const std::uint32_t slots = io_slots(variable);
        if (part.has_range()) {
            part.set_range(slots);
        }
        if (part.has_component()) {
            part.set_component(component);
        }
        if (part.has_io_semantics()) {
            IoSemantics semantics;
            semantics.semantic = variable.semantic;
            semantics.semantic_index = static_cast<std::uint16_t>(variable.semantic_index);
            semantics.num_slots = static_cast<std::uint8_t>(std::min(slots, 255U));
            part.set_io_semantics(semantics);
        }
    }

    void store(IntrinsicInstruction& access, const VariableAccess& what) {
        const Source& pointer = access.first_source[what.deref_source];
        const IoPlace place = place_of(*pointer.ssa);
        if (!is_accessible(deref_of(pointer), place) ||
            place.variable->mode != VariableMode::shader_out) {
            return;
        }
        const AluType type = stored_type(*deref_of(pointer)->type);
        CoreBuilder b(shader_, Cursor::before_instruction(&access));
        SsaDef* value = access.first_source[what.value_source].ssa;
        if (value->bit_size == 1) {
            value = b.b2i32(value);
        }
        for_each_part(place, value->num_components, value->bit_size,
                      [&](unsigned first, unsigned size, std::uint32_t slot, unsigned component) {
                          const std::uint32_t mask =
                              access.write_mask() >> first & ((1U << size) - 1);
                          if (mask == 0) {
                              return;
                          }
                          SsaDef* part = part_of(b, value, first, size);
                          SsaDef* offset = offset_of(b, place, slot);
                          IntrinsicInstruction* made =
                              place.vertex != nullptr
                                  ? b.store_per_vertex_output(part, place.vertex, offset)
                                  : b.store_output(part, offset);
                          finish(*made, *place.variable, component);
                          made->set_write_mask(mask)->set_src_type(type);
                      });
        remove_with_derefs(access);
        changed_ = true;
    }

    static SsaDef* part_of(CoreBuilder& b, SsaDef* value, unsigned first, unsigned size) {
        Operand part = value;
        part.num_components = static_cast<std::uint8_t>(size);
        for (unsigned c = 0; c < size; ++c) {
            part.swizzle[c] = static_cast<std::uint8_t>(first + c);
        }
        return b.whole(part);
    }

    Function& function_;
    Shader& shader_;
    const LowerIoOptions& options_;
    PerDeref<IoPlace> places_;
    bool changed_ = false;
};

} // namespace

bool lower_io(Shader& shader, const LowerIoOptions& options) {
    return change_functions<LowerIo>(shader, options);
}

} // namespace jacquard::nir
