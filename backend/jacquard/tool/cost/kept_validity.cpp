#include <jacquard/glsl/child_program.h>
#include <jacquard/library/frontend/input_form.h>
#include <jacquard/spirv/module/read.h>
#include <jacquard/spirv/translate/translate.h>
#include <jacquard/tool/cost/kept_validity.h>

#include <new>

namespace jacquard::driver {

namespace {

// Longer than it takes for any module that it can judge.
constexpr std::chrono::seconds kMostTime{10};

bool reader_takes(std::string_view bytes, const Limits& limits) {
    try {
        Diagnostics diagnostics;
        const std::optional<spirv::Module> module = spirv::read_module(bytes, diagnostics, limits);
        spirv::TranslateOptions options;
        options.limits = limits;
        return module && spirv::translate_to_nir(*module, options, diagnostics).status !=
                             spirv::TranslateStatus::malformed;
    } catch (const std::bad_alloc&) {
        return false;
    }
}

bool validator_takes(const std::string& file) {
    const ChildResult result = run_child({"spirv-val", file}, {"", true, kMostTime, {}});
    return result.end == ChildEnd::ran && result.code == 0;
}

} // namespace

KeptValidity::KeptValidity(std::string_view module, const std::string& file, const Limits& limits)
    : limits_(limits) {
    if (detect_form(module) == InputForm::spirv) {
        asks_reader_ = reader_takes(module, limits);
        asks_validator_ = asks_reader_ && validator_takes(file);
    }
}

bool KeptValidity::holds(std::string_view module, const std::string& file) const {
    return (!asks_reader_ || reader_takes(module, limits_)) &&
           (!asks_validator_ || validator_takes(file));
}

} // namespace jacquard::driver
