#include <jacquard/spirv/translate/arithmetic/arithmetic.h>
#include <jacquard/spirv/translate/kernels/stored_results.h>
#include <jacquard/spirv/translate/pointers/memory.h>
#include <jacquard/spirv/translate/pointers/pointers.h>
#include <jacquard/spirv/translate/values/values.h>

namespace jacquard::spirv {

nir::SsaDef* StoredResults::computed(std::span<const InstructionInfo> set, std::uint32_t number) {
    const Current whole = now();
    context().set_now({find_instruction(set, number), whole.type, whole.result,
                       whole.words.first(whole.words.size() - 1)});
    arithmetic_.translate_formula();
    context().set_now(whole);
    return values_.def(now().result);
}

void StoredResults::translate(std::span<const InstructionInfo> set) {
    constexpr unsigned kByte = 8;
    const std::uint32_t numbers = now().info->fact;
    SsaDef* stored = computed(set, numbers & ((1U << kByte) - 1));
    if (now().info->has(HandlingFlag::signs)) {
        SsaDef* x = values_.operand_def(0);
        SsaDef* zero = b().imm_float(0.0, x->bit_size);
        SsaDef* is_below = b().flt(stored, zero);
        SsaDef* is_negative = b().iand(b().flt(x, zero), is_below);
        SsaDef* negative = b().imm_int(-1);
        stored = b().bcsel(is_negative, negative, b().imm_int(1));
    }
    const Pointer& to = pointers_.pointer(word(now().words.size() - 1));
    memory_.store(to, values_.made(*to.pointee, stored), nir::Access::nothing);
    computed(set, numbers >> kByte);
}

} // namespace jacquard::spirv
