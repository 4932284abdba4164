#include "shader_options.h"

#include <jacquard/generated/nir/enums.h>
#include <jacquard/library/program/program_header.h>
#include <jacquard/nir/ir/shader.h>
#include <jacquard/passes/registry/apply_state.h>
#include <jacquard/spirv/assembly/assemble.h>

namespace jacquard::binding {

namespace {

// Reads the names among the options; gives the member that names nothing, with what it says.
const char* read_names(const jacquard_compile_options& given, ShaderOptions& known) {
    if (given.feeds != nullptr) {
        const std::optional<ir3::NextStage> feeds = driver::feeds_of_keyword(given.feeds);
        if (!feeds) {
            return "feeds";
        }
        known.key.feeds = *feeds;
    }
    if (given.patches != nullptr) {
        const std::optional<ir3::PatchKind> patches = ir3::find_patch_kind(given.patches);
        if (!patches) {
            return "patches";
        }
        known.key.patches = *patches;
    }
    if (given.precision != nullptr) {
        const std::optional<ir3::Precision> precision =
            driver::precision_of_keyword(given.precision);
        if (!precision) {
            return "precision";
        }
        known.key.precision = *precision;
    }
    if (given.stage != nullptr) {
        const std::optional<std::uint32_t> stage = nir::find_number(nir::kStageWords, given.stage);
        if (!stage) {
            return "stage";
        }
        known.translation.stage = static_cast<nir::Stage>(*stage);
    }
    return nullptr;
}

// False when the text names state that there is not, or gives it what it does not take.
bool read_state(const char* text, ShaderOptions& known, std::string& fault) {
    const nir::StateText state = nir::parse_state(text != nullptr ? text : "");
    for (const std::string& error : state.errors) {
        fault += (fault.empty() ? "" : "; ") + error;
    }
    known.key.state = state.state;
    return state.errors.empty();
}

} // namespace

bool read_options(const jacquard_compile_options* options, ShaderOptions& known, Input& input,
                  jacquard_status& status) {
    if (!input.is_good(status)) {
        return false;
    }
    const std::optional<jacquard_compile_options> given = read(options);
    if (!given) {
        status =
            input.fail("B101", "jacquard_compile_options has a struct_size or a member that this "
                               "version of the library does not know");
        return false;
    }
    known.key.gpu = given->gpu != 0 ? given->gpu : known.key.gpu;
    known.key.precise = given->precise != 0;
    known.key.check = given->check != 0;
    known.key.binning = given->binning != 0;
    known.key.wave_size = given->wave_size;
    known.translation.precise = known.key.precise;
    if (const char* member = read_names(*given, known)) {
        status = input.fail("B102", std::string("the option '") + member + "' has an unknown name");
        return false;
    }
    if (std::string fault; !read_state(given->state, known, fault)) {
        status = input.fail("B102", "the option 'state' is wrong: " + fault);
        return false;
    }
    if (given->entry != nullptr) {
        known.translation.entry = given->entry;
    }
    if (given->specialisations == nullptr && given->specialisation_count != 0) {
        status = input.fail("B103", "jacquard_compile_options counts specialisations and has none");
        return false;
    }
    for (std::size_t i = 0; i < given->specialisation_count; ++i) {
        const jacquard_specialisation& value = given->specialisations[i];
        known.translation.specialisations.push_back({value.id, value.bits});
    }
    return true;
}

driver::InputForm form_of(const Input& input) {
    switch (input.source()->language) {
    case JACQUARD_TGSI: return driver::InputForm::tgsi;
    case JACQUARD_NIR: return driver::InputForm::nir;
    case JACQUARD_SPIRV:
        return spirv::is_assembly(input.bytes()) ? driver::InputForm::assembly
                                                 : driver::InputForm::spirv;
    case JACQUARD_DETECT: return driver::detect_form(input.bytes());
    default: return driver::InputForm::words;
    }
}

} // namespace jacquard::binding
