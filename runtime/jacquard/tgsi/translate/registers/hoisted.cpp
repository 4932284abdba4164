#include <jacquard/tgsi/translate/registers/hoisted.h>

namespace jacquard::tgsi {

using nir::SsaDef;

Hoisted::Hoisted(Context& context)
    : Concern(context), zero_(b().imm_int(0)), last_(zero_->instruction),
      declare_(shader(), nir::Cursor::before_instruction(last_)),
      entry_(shader(), nir::Cursor::after_instruction(last_)) {
    constants_.emplace(0, zero_);
}

SsaDef* Hoisted::constant(std::uint32_t bits) {
    const auto known = constants_.find(bits);
    if (known != constants_.end()) {
        return known->second;
    }
    SsaDef* made = make([bits](nir::CoreBuilder& entry) { return entry.imm_bits(bits, 32); });
    constants_.emplace(bits, made);
    return made;
}

SsaDef* Hoisted::truth(bool value) {
    SsaDef*& known = truths_[value ? 1 : 0];
    if (known == nullptr) {
        known = make([value](nir::CoreBuilder& entry) { return entry.imm_bool(value); });
    }
    return known;
}

} // namespace jacquard::tgsi
