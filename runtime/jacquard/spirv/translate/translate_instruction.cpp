#include <jacquard/generated/nir/facts.h>
#include <jacquard/spirv/translate/translator.h>

#include <utility>

// Which function translates an instruction.
namespace jacquard::spirv {

bool Translator::translate_instruction(const Instruction& instruction) {
    now_ = {};
    now_.info = instruction.info;
    now_.result = instruction.result;
    now_.words = module_.operands(instruction);
    if (instruction.type != 0) {
        now_.type = &type(instruction.type);
    }
    b().exact = is_precise_ || (has_exact_values_ && instruction.result != 0 &&
                                decorations_.has(instruction.result, Decoration::NoContraction));
    if (instruction.info->handling == Handling::extended) {
        translate_extended(instruction);
    } else {
        translate_current();
    }
    b().exact = is_precise_;
    return true;
}

void Translator::translate_extended(const Instruction& instruction) {
    const InstructionInfo* info =
        word(0) == extended_id_ ? find_instruction(extended_set_, word(1)) : nullptr;
    if (info == nullptr) {
        const Instruction* import = module_.definition(word(0));
        const std::string name = import != nullptr && import->op() == Op::ExtInstImport
                                     ? text_of(module_.operands(*import))
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
    now_.info = info;
    now_.words = module_.operands(instruction).subspan(2);
    translate_current();
}

void Translator::translate_current() {
    switch (now_.info->handling) {
    case Handling::unsupported:
        unsupported(std::string(reason_of(*now_.info)) + " (" + std::string(now_.info->name) +
                    ") are");
    case Handling::nothing:
    case Handling::mode:
    case Handling::decoration:
    case Handling::type:
    case Handling::constant: return;
    case Handling::undef: define(undefined(*now_.type)); return;
    case Handling::call: translate_call(); return;
    case Handling::formula:
    case Handling::alu: translate_formula(); return;
    default: break;
    }
    if (translate_composite() || translate_matrix() || translate_memory() || translate_image() ||
        translate_group()) {
        return;
    }
    translate_arithmetic();
}

void Translator::translate_arithmetic() {
    switch (now_.info->handling) {
    case Handling::convert: translate_convert(); break;
    case Handling::bitcast: translate_bitcast(); break;
    case Handling::bit_count: translate_bit_count(); break;
    case Handling::reduce_truths: translate_truths(); break;
    case Handling::select: translate_select(); break;
    case Handling::carry: translate_carry(); break;
    case Handling::mul_extended: translate_mul_extended(); break;
    case Handling::pack: translate_pack(); break;
    case Handling::unpack_halves: translate_unpack_halves(); break;
    case Handling::modf: translate_modf(false); break;
    case Handling::modf_struct: translate_modf(true); break;
    case Handling::frexp: translate_frexp(false); break;
    case Handling::frexp_struct: translate_frexp(true); break;
    case Handling::refract: translate_refract(); break;
    default: translate_geometric(); break;
    }
}

bool Translator::translate_composite() {
    switch (now_.info->handling) {
    case Handling::vector_extract: translate_vector_extract(); return true;
    case Handling::vector_insert: translate_vector_insert(); return true;
    case Handling::shuffle: translate_shuffle(); return true;
    case Handling::construct: translate_construct(); return true;
    case Handling::extract: translate_extract(); return true;
    case Handling::insert: translate_insert(); return true;
    case Handling::copy: define(copied(operand(0), *now_.type)); return true;
    default: return false;
    }
}

bool Translator::translate_matrix() {
    switch (now_.info->handling) {
    case Handling::transpose: translate_transpose(); return true;
    case Handling::matrix_times_scalar: translate_matrix_times_scalar(); return true;
    case Handling::vector_times_matrix: translate_vector_times_matrix(); return true;
    case Handling::matrix_times_vector: translate_matrix_times_vector(); return true;
    case Handling::matrix_times_matrix: translate_matrix_times_matrix(); return true;
    case Handling::outer_product: translate_outer_product(); return true;
    case Handling::determinant: translate_determinant(); return true;
    case Handling::inverse: translate_inverse(); return true;
    default: return false;
    }
}

bool Translator::translate_memory() {
    switch (now_.info->handling) {
    case Handling::variable: return true; // declared where the function begins
    case Handling::load: translate_load(); return true;
    case Handling::store: translate_store(); return true;
    case Handling::copy_memory: translate_copy_memory(); return true;
    case Handling::access_chain: translate_access_chain(); return true;
    case Handling::pointer_access_chain: translate_pointer_access_chain(); return true;
    case Handling::compare_pointers: translate_compare_pointers(); return true;
    case Handling::pointer_difference: translate_pointer_difference(); return true;
    case Handling::address_to_integer: translate_address_to_integer(); return true;
    case Handling::integer_to_address: translate_integer_to_address(); return true;
    case Handling::array_length: translate_array_length(); return true;
    case Handling::texel_pointer: translate_texel_pointer(); return true;
    case Handling::atomic: translate_atomic(); return true;
    case Handling::atomic_load: translate_atomic_load(); return true;
    case Handling::atomic_store: translate_atomic_store(); return true;
    case Handling::atomic_swap: translate_atomic_swap(); return true;
    default: return false;
    }
}

bool Translator::translate_image() {
    switch (now_.info->handling) {
    case Handling::sampled_image: translate_sampled_image(); return true;
    case Handling::image_of: translate_image_of(); return true;
    case Handling::sample: translate_sample(); return true;
    case Handling::image_query: translate_image_query(); return true;
    case Handling::image_read: translate_image_read(); return true;
    case Handling::image_write: translate_image_write(); return true;
    case Handling::resident: translate_resident(); return true;
    default: return false;
    }
}

bool Translator::translate_group() {
    switch (now_.info->handling) {
    case Handling::control_barrier: translate_barrier(true); return true;
    case Handling::memory_barrier: translate_barrier(false); return true;
    case Handling::subgroup: translate_subgroup(); return true;
    case Handling::vote_equal: translate_vote_equal(); return true;
    case Handling::ballot_count: translate_ballot_count(); return true;
    case Handling::quad_swap: translate_quad_swap(); return true;
    case Handling::reduce: translate_reduce(); return true;
    case Handling::derivative: translate_derivative(false); return true;
    case Handling::width_derivative: translate_derivative(true); return true;
    case Handling::interpolate: translate_interpolate(); return true;
    case Handling::geometry:
    case Handling::plain:
    case Handling::clock: translate_plain(); return true;
    default: return false;
    }
}

void Translator::translate_plain() {
    const auto op = static_cast<nir::IntrinsicOp>(now_.info->fact);
    if (now_.info->handling == Handling::geometry) {
        const std::uint64_t stream = now_.words.empty() ? 0 : constant_number(word(0));
        if (stream > nir::most_of(nir::IndexKind::stream_id)) {
            malformed("there is no stream " + std::to_string(stream));
        }
        b().intrinsic(op, 0, 0, {})->set_stream_id(static_cast<std::uint32_t>(stream));
        return;
    }
    if (now_.info->handling == Handling::clock) {
        SsaDef* clock = &b().shader_clock()->value;
        define(now_.type->kind == TypeKind::scalar ? b().pack_64_2x32(clock) : clock);
        return;
    }
    nir::IntrinsicInstruction* made = b().intrinsic(op, 1, 1, {});
    if (now_.result != 0) {
        define(*made);
    }
}

} // namespace jacquard::spirv
