#include <jacquard/spirv/translate/pointers/named_places.h>

namespace jacquard::spirv {

namespace {

// Most functions name fewer variables: the memory is taken once.
constexpr std::size_t kUsualPlaces = 64;

} // namespace

void NamedPlaces::begin(nir::CoreBuilder& builder, nir::Instruction& anchor) {
    builder_ = &builder;
    anchor_ = &anchor;
    for (const std::uint32_t variable : named_) {
        variables_[variable] = nullptr;
    }
    named_.clear();
    variables_.resize(builder.shader().num_variables());
    named_.reserve(kUsualPlaces);
    // Not cleared: that takes as long as they ever were.
    parts_ = table<Parts>();
    indices_ = table<Indices>();
}

template <typename Make>
auto NamedPlaces::in_front(Make&& make) {
    const nir::Cursor before = builder_->cursor;
    builder_->cursor = nir::Cursor::before_instruction(anchor_);
    const auto made = make(*builder_);
    builder_->cursor = before;
    return made;
}

nir::DerefInstruction* NamedPlaces::variable(nir::Variable& variable) {
    if (variable.index >= variables_.size()) {
        variables_.resize(variable.index + 1U);
    }
    nir::DerefInstruction*& known = variables_[variable.index];
    if (known == nullptr) {
        known = in_front([&](nir::CoreBuilder& b) { return b.deref_var(&variable); });
        named_.push_back(variable.index);
    }
    return known;
}

nir::DerefInstruction* NamedPlaces::part(nir::DerefInstruction& whole, const Step& step) {
    const std::uint64_t key = std::uint64_t{whole.value.index} << 32 | step.number;
    nir::DerefInstruction*& known = parts_[key];
    if (known == nullptr) {
        nir::SsaDef* number = step.is_member ? nullptr : index(step.number);
        known = in_front([&](nir::CoreBuilder& b) {
            return step.is_member ? b.deref_struct(&whole, step.number)
                                  : b.deref_array(&whole, number);
        });
    }
    return known;
}

nir::SsaDef* NamedPlaces::index(std::uint32_t number) {
    nir::SsaDef*& known = indices_[number];
    if (known == nullptr) {
        known = in_front([&](nir::CoreBuilder& b) { return b.imm_bits(number, 32); });
    }
    return known;
}

} // namespace jacquard::spirv
