#include <jacquard/generated/options/take_settings.h>
#include <jacquard/library/facade/compile_shader.h>
#include <jacquard/library/facade/load_shader.h>
#include <jacquard/library/facade/shader.h>
#include <jacquard/library/facade/variant_entry.h>
#include <jacquard/library/facade/variant_key.h>
#include <jacquard/passes/registry/apply_state.h>

#include <map>
#include <mutex>
#include <optional>
#include <string_view>
#include <utility>

namespace jacquard::driver {

namespace {

// Entries of a cache are variants, or say which key has the same one.
constexpr std::string_view kSameAs = "same as ";

// Returns false for results that may differ next time: the system ran out of memory, or the
// compiler failed.
bool is_worth_keeping(CompileStatus status) {
    return status == CompileStatus::compiled || status == CompileStatus::malformed ||
           status == CompileStatus::refused || status == CompileStatus::unknown_part;
}

// A variant of its own, or that of another slot.
struct Slot {
    std::once_flag once;
    std::unique_ptr<const Variant> own;
    const Variant* variant = nullptr;
};

// The shader before it is compiled, to see which state matters.
struct Loaded {
    std::once_flag once;
    NirResult nir;
};

} // namespace

class VariantTable {
  public:
    VariantTable(std::string name, std::string source, ShaderOptions options)
        : name_(std::move(name)), source_(std::move(source)), options_(std::move(options)) {
        options_.translation.limits = options_.limits;
    }

    [[nodiscard]] const std::string& name() const { return name_; }
    [[nodiscard]] const Variant& variant(const VariantKey& key);
    [[nodiscard]] std::size_t num_variants() const;
    [[nodiscard]] std::size_t num_compiled() const;

  private:
    Slot& slot_of(const VariantKey& key);
    const Variant& make(const VariantKey& key, Slot& slot);
    // Null: the cache does not have it. Another slot's variant may be it.
    const Variant* find(const std::string& sum, const VariantKey& key, Slot& slot);
    const Variant& keep(Slot& slot, std::unique_ptr<const Variant> made, bool is_compiled);
    [[nodiscard]] std::unique_ptr<const Variant> compile(const VariantKey& key) const;
    [[nodiscard]] VariantKey reduced(const VariantKey& key);
    const NirResult& load(const VariantKey& key);

    std::string name_;
    std::string source_;
    ShaderOptions options_;
    mutable std::mutex mutex_; // of what follows
    std::map<VariantKey, std::unique_ptr<Slot>> slots_;
    std::size_t num_variants_ = 0;
    std::size_t num_compiled_ = 0;
    std::map<VariantKey, Loaded> loaded_; // by the settings that translations are told apart by
};

Shader::Shader(std::string name, std::string source, ShaderOptions options)
    : variants_(
          std::make_unique<VariantTable>(std::move(name), std::move(source), std::move(options))) {}

Shader::~Shader() = default;

const std::string& Shader::name() const {
    return variants_->name();
}

const Variant& Shader::variant(const VariantKey& key) {
    return variants_->variant(key);
}

std::size_t Shader::num_variants() const {
    return variants_->num_variants();
}

std::size_t Shader::num_compiled() const {
    return variants_->num_compiled();
}

std::size_t VariantTable::num_variants() const {
    const std::lock_guard lock(mutex_);
    return num_variants_;
}

std::size_t VariantTable::num_compiled() const {
    const std::lock_guard lock(mutex_);
    return num_compiled_;
}

const Variant& VariantTable::variant(const VariantKey& key) {
    Slot& slot = slot_of(key);
    std::call_once(slot.once, [&] { slot.variant = &make(key, slot); });
    return *slot.variant;
}

Slot& VariantTable::slot_of(const VariantKey& key) {
    const std::lock_guard lock(mutex_);
    std::unique_ptr<Slot>& slot = slots_[key];
    if (slot == nullptr) {
        slot = std::make_unique<Slot>();
    }
    return *slot;
}

const Variant& VariantTable::keep(Slot& slot, std::unique_ptr<const Variant> made,
                                  bool is_compiled) {
    slot.own = std::move(made);
    const std::lock_guard lock(mutex_);
    ++num_variants_;
    num_compiled_ += is_compiled ? 1 : 0;
    return *slot.own;
}

const Variant* VariantTable::find(const std::string& sum, const VariantKey& key, Slot& slot) {
    const std::optional<std::string> known = options_.cache->find(sum);
    if (!known) {
        return nullptr;
    }
    if (known->starts_with(kSameAs)) {
        const nir::StateText state = nir::parse_state(known->substr(kSameAs.size()));
        VariantKey same = key;
        same.state = state.state;
        // Less of it, or what the cache holds could lead in a circle.
        return state.errors.empty() && same != key && nir::is_part_of(same.state, key.state)
                   ? &variant(same)
                   : nullptr;
    }
    std::optional<Variant> read = read_variant(*known, key);
    return read ? &keep(slot, std::make_unique<Variant>(std::move(*read)), false) : nullptr;
}

const Variant& VariantTable::make(const VariantKey& key, Slot& slot) {
    const ResultCache* cache = options_.cache;
    const std::string sum =
        cache != nullptr ? cache_key(name_, source_, options_, key) : std::string();
    if (const Variant* known = cache != nullptr ? find(sum, key, slot) : nullptr) {
        return *known;
    }
    const VariantKey same = reduced(key);
    if (same != key) {
        if (cache != nullptr) {
            cache->store(sum, std::string(kSameAs) + nir::to_string(same.state));
        }
        return variant(same);
    }
    const Variant& made = keep(slot, compile(key), true);
    if (cache != nullptr && is_worth_keeping(made.result.status)) {
        const std::string entry = write_variant(made);
        if (read_variant(entry, key) == made) {
            cache->store(sum, entry);
        }
    }
    return made;
}

std::unique_ptr<const Variant> VariantTable::compile(const VariantKey& key) const {
    const InputForm form = detect_form(source_);
    const bool is_text = form != InputForm::spirv && form != InputForm::words;
    Diagnostics diagnostics(name_, is_text ? std::string_view(source_) : std::string_view(),
                            options_.limits.errors);
    auto variant = std::make_unique<Variant>();
    variant->key = key;
    spirv::TranslateOptions translation = options_.translation;
    ir3::take_settings(key, translation);
    variant->result =
        compile_shader(source_, form, translation, key, diagnostics, nullptr, options_.limits);
    variant->messages = diagnostics.render();
    return variant;
}

const NirResult& VariantTable::load(const VariantKey& key) {
    std::unique_lock lock(mutex_);
    Loaded& made = loaded_[ir3::settings_of_translation(key)];
    lock.unlock();
    std::call_once(made.once, [&] {
        Diagnostics ignored(name_, {}, options_.limits.errors);
        spirv::TranslateOptions translation = options_.translation;
        ir3::take_settings(key, translation);
        made.nir = load_shader(source_, translation, key.precise, ignored, options_.limits).nir;
    });
    return made.nir;
}

// A shader that does not load has the same fault whatever the state.
VariantKey VariantTable::reduced(const VariantKey& key) {
    VariantKey same = key;
    if (key.state == nir::ShaderState{}) {
        return same;
    }
    const NirResult& nir = load(key);
    same.state = {};
    if (nir.status == CompileStatus::compiled) {
        same.state = nir::state_that_matters(
            *nir.shader, key.state, {key.feeds == ir3::NextStage::rasteriser, key.precise});
    }
    return same;
}

} // namespace jacquard::driver
