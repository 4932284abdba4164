#include <jacquard/generated/nir/facts.h>
#include <jacquard/spirv/translate/arithmetic/arithmetic.h>
#include <jacquard/spirv/translate/arithmetic/composites.h>
#include <jacquard/spirv/translate/arithmetic/geometry.h>
#include <jacquard/spirv/translate/arithmetic/integer_dots.h>
#include <jacquard/spirv/translate/arithmetic/matrices.h>
#include <jacquard/spirv/translate/groups/atomics.h>
#include <jacquard/spirv/translate/groups/subgroups.h>
#include <jacquard/spirv/translate/groups/work_groups.h>
#include <jacquard/spirv/translate/images/storage_images.h>
#include <jacquard/spirv/translate/images/textures.h>
#include <jacquard/spirv/translate/instructions/calls.h>
#include <jacquard/spirv/translate/instructions/instructions.h>
#include <jacquard/spirv/translate/kernels/group_copies.h>
#include <jacquard/spirv/translate/kernels/kernel_arithmetic.h>
#include <jacquard/spirv/translate/kernels/kernel_memory.h>
#include <jacquard/spirv/translate/pointers/addresses.h>
#include <jacquard/spirv/translate/pointers/generic_pointers.h>
#include <jacquard/spirv/translate/pointers/memory.h>
#include <jacquard/spirv/translate/values/constants.h>
#include <jacquard/spirv/translate/values/float_assumptions.h>
#include <jacquard/spirv/translate/values/types.h>
#include <jacquard/spirv/translate/values/values.h>

// The choice of the function that translates an instruction.
namespace jacquard::spirv {

void Instructions::translate_instruction(const Instruction& instruction) {
    context().set_now({instruction.info,
                       instruction.type != 0 ? &generic_pointers_.type_of(instruction) : nullptr,
                       instruction.result, module().operands(instruction)});
    b().exact =
        context().is_precise() ||
        (context().has_exact_values() && instruction.result != 0 &&
         decorations().has(instruction.result, Decoration::NoContraction)) ||
        (instruction.result != 0 && float_assumptions_.is_exact(instruction.result, now().type));
    b().relaxed =
        context().has_relaxed_values() && instruction.result != 0 && is_relaxed(instruction);
    if (instruction.info->handling == Handling::extended) {
        translate_extended(instruction);
    } else {
        translate_current();
    }
    b().exact = context().is_precise();
    b().relaxed = false;
}

// A value loaded from a relaxed variable is relaxed as well.
bool Instructions::is_relaxed(const Instruction& instruction) const {
    const auto is = [this](std::uint32_t id) {
        return decorations().has(id, Decoration::RelaxedPrecision);
    };
    return is(instruction.result) ||
           (instruction.info->handling == Handling::load && is(now().words[0]));
}

void Instructions::translate_extended(const Instruction& instruction) {
    const InstructionInfo* info =
        word(0) == extended_id_ ? find_instruction(extended_set_, word(1)) : nullptr;
    if (info == nullptr) {
        const Instruction* import = module().definition(word(0));
        const std::string name = import != nullptr && import->op() == Op::ExtInstImport
                                     ? text_of(module().operands(*import))
                                     : std::string();
        if (is_non_semantic(name)) {
            return;
        }
        extended_id_ = word(0);
        extended_set_ = extended_set(name);
        info = find_instruction(extended_set_, word(1));
        if (info == nullptr) {
            unsupported("extended instructions of " + name + " are");
        }
    }
    context().set_now({info, now().type, now().result, module().operands(instruction).subspan(2)});
    translate_current();
}

void Instructions::translate_current() {
    switch (now().info->handling) {
    case Handling::unsupported:
        unsupported(std::string(reason_of(*now().info)) + " (" + std::string(now().info->name) +
                    ") are");
    case Handling::nothing:
    case Handling::mode:
    case Handling::decoration:
    case Handling::type:
    case Handling::constant: return;
    case Handling::undef: values_.define(values_.undefined(*now().type)); return;
    case Handling::call: calls_.translate_call(); return;
    case Handling::formula:
    case Handling::alu: arithmetic_.translate_formula(); return;
    default: break;
    }
    if (translate_composite() || translate_matrix() || translate_memory() || translate_image() ||
        translate_group()) {
        return;
    }
    translate_arithmetic();
}

void Instructions::translate_arithmetic() {
    switch (now().info->handling) {
    case Handling::convert: arithmetic_.translate_convert(); break;
    case Handling::generic_pointer: addresses_.translate_generic_pointer(); break;
    case Handling::generic_memory: addresses_.translate_generic_memory(); break;
    case Handling::bitcast:
        if (context().is_kernel() && now().type != nullptr &&
            now().type->kind == TypeKind::pointer) {
            addresses_.translate_pointer_cast();
        } else {
            arithmetic_.translate_bitcast();
        }
        break;
    case Handling::stored_result: kernel_arithmetic_.translate_stored_result(extended_set_); break;
    case Handling::remainder: kernel_arithmetic_.translate_remainder(); break;
    case Handling::bit_count: arithmetic_.translate_bit_count(); break;
    case Handling::reduce_truths: arithmetic_.translate_truths(); break;
    case Handling::select: arithmetic_.translate_select(); break;
    case Handling::integer_dot: integer_dots_.translate_integer_dot(); break;
    case Handling::select_bits: kernel_arithmetic_.translate_select_bits(); break;
    case Handling::select_signs: kernel_arithmetic_.translate_select_signs(); break;
    case Handling::shuffle_by_value: kernel_arithmetic_.translate_shuffle(); break;
    case Handling::upsample: kernel_arithmetic_.translate_upsample(); break;
    case Handling::fract: geometry_.translate_fract(); break;
    case Handling::saturate: kernel_arithmetic_.translate_saturated(); break;
    case Handling::carry: arithmetic_.translate_carry(); break;
    case Handling::mul_extended: arithmetic_.translate_mul_extended(); break;
    case Handling::pack: arithmetic_.translate_pack(); break;
    case Handling::unpack_halves: arithmetic_.translate_unpack_halves(); break;
    case Handling::modf: geometry_.translate_modf(false); break;
    case Handling::modf_struct: geometry_.translate_modf(true); break;
    case Handling::frexp: geometry_.translate_frexp(false); break;
    case Handling::frexp_struct: geometry_.translate_frexp(true); break;
    case Handling::refract: geometry_.translate_refract(); break;
    default: geometry_.translate_geometric(); break;
    }
}

bool Instructions::translate_composite() {
    switch (now().info->handling) {
    case Handling::vector_extract: composites_.translate_vector_extract(); return true;
    case Handling::vector_insert: composites_.translate_vector_insert(); return true;
    case Handling::shuffle: composites_.translate_shuffle(); return true;
    case Handling::construct: composites_.translate_construct(); return true;
    case Handling::extract: composites_.translate_extract(); return true;
    case Handling::insert: composites_.translate_insert(); return true;
    case Handling::copy:
        values_.define(composites_.copied(values_.operand(0), *now().type));
        return true;
    default: return false;
    }
}

bool Instructions::translate_matrix() {
    switch (now().info->handling) {
    case Handling::transpose: matrices_.translate_transpose(); return true;
    case Handling::matrix_times_scalar: matrices_.translate_matrix_times_scalar(); return true;
    case Handling::vector_times_matrix: matrices_.translate_vector_times_matrix(); return true;
    case Handling::matrix_times_vector: matrices_.translate_matrix_times_vector(); return true;
    case Handling::matrix_times_matrix: matrices_.translate_matrix_times_matrix(); return true;
    case Handling::outer_product: matrices_.translate_outer_product(); return true;
    case Handling::determinant: matrices_.translate_determinant(); return true;
    case Handling::inverse: matrices_.translate_inverse(); return true;
    default: return false;
    }
}

bool Instructions::translate_memory() {
    switch (now().info->handling) {
    case Handling::variable: return true; // declared where the function begins
    case Handling::load: memory_.translate_load(); return true;
    case Handling::store: memory_.translate_store(); return true;
    case Handling::copy_memory: memory_.translate_copy_memory(); return true;
    case Handling::copy_memory_sized: kernel_memory_.translate_copy_sized(); return true;
    case Handling::vector_load: kernel_memory_.translate_vector_load(); return true;
    case Handling::vector_store: kernel_memory_.translate_vector_store(); return true;
    case Handling::access_chain: addresses_.translate_access_chain(); return true;
    case Handling::pointer_access_chain: addresses_.translate_pointer_access_chain(); return true;
    case Handling::compare_pointers: addresses_.translate_compare_pointers(); return true;
    case Handling::pointer_difference: addresses_.translate_pointer_difference(); return true;
    case Handling::address_to_integer: addresses_.translate_address_to_integer(); return true;
    case Handling::integer_to_address: addresses_.translate_integer_to_address(); return true;
    case Handling::array_length: memory_.translate_array_length(); return true;
    case Handling::texel_pointer: storage_images_.translate_texel_pointer(); return true;
    case Handling::atomic: atomics_.translate_atomic(); return true;
    case Handling::atomic_load: atomics_.translate_atomic_load(); return true;
    case Handling::atomic_store: atomics_.translate_atomic_store(); return true;
    case Handling::flag_set: atomics_.translate_flag(true); return true;
    case Handling::flag_clear: atomics_.translate_flag(false); return true;
    case Handling::atomic_swap: atomics_.translate_atomic_swap(); return true;
    default: return false;
    }
}

bool Instructions::translate_image() {
    switch (now().info->handling) {
    case Handling::sampled_image: textures_.translate_sampled_image(); return true;
    case Handling::image_of: textures_.translate_image_of(); return true;
    case Handling::sample: textures_.translate_sample(); return true;
    case Handling::image_query: textures_.translate_image_query(); return true;
    case Handling::image_read: textures_.translate_image_read(); return true;
    case Handling::image_write: storage_images_.translate_image_write(); return true;
    case Handling::resident: storage_images_.translate_resident(); return true;
    default: return false;
    }
}

bool Instructions::translate_group() {
    switch (now().info->handling) {
    case Handling::control_barrier: atomics_.translate_barrier(true); return true;
    case Handling::memory_barrier: atomics_.translate_barrier(false); return true;
    case Handling::subgroup: subgroups_.translate_subgroup(); return true;
    case Handling::vote_equal: subgroups_.translate_vote_equal(); return true;
    case Handling::ballot_count: subgroups_.translate_ballot_count(); return true;
    case Handling::quad_swap: subgroups_.translate_quad_swap(); return true;
    case Handling::quad_truths: subgroups_.translate_quad_truths(); return true;
    case Handling::reduce: subgroups_.translate_reduce(); return true;
    case Handling::group_reduce: work_groups_.translate_reduce(); return true;
    case Handling::group_vote: work_groups_.translate_vote(); return true;
    case Handling::group_broadcast: work_groups_.translate_broadcast(); return true;
    case Handling::group_copy: group_copies_.translate_copy(); return true;
    case Handling::group_wait: group_copies_.translate_wait(); return true;
    case Handling::derivative: subgroups_.translate_derivative(false); return true;
    case Handling::width_derivative: subgroups_.translate_derivative(true); return true;
    case Handling::interpolate: subgroups_.translate_interpolate(); return true;
    case Handling::geometry:
    case Handling::plain:
    case Handling::clock: translate_plain(); return true;
    default: return false;
    }
}

void Instructions::translate_plain() {
    const auto op = static_cast<nir::IntrinsicOp>(now().info->fact);
    if (now().info->handling == Handling::geometry) {
        const std::uint64_t stream = now().words.empty() ? 0 : constants_.constant_number(word(0));
        if (stream > nir::most_of(nir::IndexKind::stream_id)) {
            malformed("there is no stream " + std::to_string(stream));
        }
        b().intrinsic(op, 0, 0, {})->set_stream_id(static_cast<std::uint32_t>(stream));
        return;
    }
    if (now().info->handling == Handling::clock) {
        SsaDef* clock = &b().shader_clock()->value;
        values_.define(now().type->kind == TypeKind::scalar ? b().pack_64_2x32(clock) : clock);
        return;
    }
    nir::IntrinsicInstruction* made = b().intrinsic(op, 1, 1, {});
    if (now().result != 0) {
        values_.define(*made);
    }
}

} // namespace jacquard::spirv
