#include <jacquard/generated/nir/opcodes.h>
#include <jacquard/spirv/translate/arithmetic/integer_dots.h>
#include <jacquard/spirv/translate/values/values.h>
#include <jacquard/spirv/translate/values/widths.h>

#include <cstddef>
#include <vector>

// Sums of products of integers.
namespace jacquard::spirv {

namespace {

constexpr unsigned kByteBits = 8;
constexpr unsigned kWordBits = 32;
constexpr unsigned kBytesOfWord = kWordBits / kByteBits;

bool is_integer(const Type& type) {
    return type.is_vector_or_scalar() && type.scalar.bit_size != 1 &&
           type.scalar.base != nir::BaseType::float_type;
}

} // namespace

// The sum wraps, or what is added to it is added within the range of the result; the specification
// leaves open what other overflows do.
void IntegerDots::translate_integer_dot() {
    const InstructionInfo& info = *now().info;
    const Factors given = factors();
    if (now().type == nullptr || now().type->kind != TypeKind::scalar || !is_integer(*now().type)) {
        malformed("its type is not an integer");
    }
    const unsigned bits = now().type->scalar.bit_size;
    const unsigned factor_bits = given.is_packed ? kByteBits : given.first->bit_size;
    if (bits < factor_bits) {
        malformed("its type is narrower than what is multiplied");
    }
    const bool fits_word = given.is_packed || (factor_bits == kByteBits &&
                                               given.first->num_components <= kBytesOfWord);
    SsaDef* sum = fits_word ? sum_of_bytes(given, bits) : sum_of_products(given, bits);
    if (info.has(HandlingFlag::accumulates)) {
        SsaDef* added = values_.operand_def(2);
        if (added->num_components != 1 || added->bit_size != bits) {
            malformed("what is added is not of its type");
        }
        sum = b().alu(info.has(HandlingFlag::first_signed) ? nir::Opcode::iadd_sat
                                                           : nir::Opcode::uadd_sat,
                      {sum, added});
    }
    values_.define(sum);
}

IntegerDots::Factors IntegerDots::factors() {
    const Value& first = values_.operand(0);
    const Value& second = values_.operand(1);
    for (const Value* given : {&first, &second}) {
        if (given->def == nullptr || !is_integer(*given->type)) {
            malformed("its operands are not vectors of integers");
        }
    }
    if (first.def->num_components != second.def->num_components ||
        first.def->bit_size != second.def->bit_size) {
        malformed("its operands have different numbers of components or bits");
    }
    Factors made{first.def, second.def, first.type->kind == TypeKind::scalar};
    const std::size_t format = now().info->has(HandlingFlag::accumulates) ? 3 : 2;
    if (made.is_packed && (first.def->bit_size != kWordBits || now().words.size() <= format)) {
        malformed("its operands are scalars, which are words with four bytes each if a format says "
                  "so");
    }
    return made;
}

// Returns a word that has the bytes of a vector, and zeros in place of those it lacks.
nir::SsaDef* IntegerDots::packed(SsaDef* bytes) {
    std::vector<nir::Operand> parts;
    for (unsigned c = 0; c < bytes->num_components; ++c) {
        parts.push_back(nir::channel(bytes, c));
    }
    while (parts.size() < kBytesOfWord) {
        parts.emplace_back(b().imm_int(0, kByteBits));
    }
    return b().alu(nir::Opcode::pack_32_4x8, {b().vec(parts)});
}

nir::SsaDef* IntegerDots::sum_of_bytes(const Factors& given, unsigned bits) {
    SsaDef* first = given.is_packed ? given.first : packed(given.first);
    SsaDef* second = given.is_packed ? given.second : packed(given.second);
    SsaDef* sum = b().alu(static_cast<nir::Opcode>(now().info->fact),
                          {first, second, b().imm_int(0, kWordBits)});
    return widths_.as_width(sum, bits, now().info->has(HandlingFlag::first_signed));
}

nir::SsaDef* IntegerDots::sum_of_products(const Factors& given, unsigned bits) {
    SsaDef* const first =
        widths_.as_width(given.first, bits, now().info->has(HandlingFlag::first_signed));
    SsaDef* const second =
        widths_.as_width(given.second, bits, now().info->has(HandlingFlag::second_signed));
    SsaDef* sum = nullptr;
    for (unsigned c = 0; c < first->num_components; ++c) {
        SsaDef* product = b().imul(nir::channel(first, c), nir::channel(second, c));
        sum = sum == nullptr ? product : b().iadd(sum, product);
    }
    return sum;
}

} // namespace jacquard::spirv
