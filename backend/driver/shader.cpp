#include <jacquard/driver/compiler.h>

namespace jacquard::driver {

const Variant& Shader::variant(const VariantKey& key) {
    Slot* slot = nullptr;
    {
        const std::lock_guard lock(mutex_);
        slot = &slots_[key]; // a map's elements stay where they are
    }
    std::call_once(slot->once, [&] {
        Diagnostics diagnostics(name_, text_, limits_.errors);
        auto variant = std::make_unique<Variant>();
        variant->key = key;
        variant->result = compile_tgsi(text_, key, diagnostics, nullptr, limits_);
        variant->messages = diagnostics.render();
        slot->variant = std::move(variant);
    });
    return *slot->variant;
}

std::size_t Shader::num_variants() const {
    const std::lock_guard lock(mutex_);
    return slots_.size();
}

} // namespace jacquard::driver
