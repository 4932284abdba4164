#include "shader_options.h"

#include <jacquard/generated/options/option_rows.h>
#include <jacquard/generated/options/read_members.h>
#include <jacquard/spirv/assembly/assemble.h>

#include <string>

namespace jacquard::binding {

namespace {

jacquard_status tell_fault(const MemberFault& fault, Input& input) {
    const std::string option(fault.option);
    switch (fault.kind) {
    case MemberFaultKind::unknown_name:
        return input.fail("B102", "the option '" + option + "' has an unknown name");
    case MemberFaultKind::wrong_value:
        return input.fail("B102", "the option '" + option + "' is wrong: " + fault.text);
    case MemberFaultKind::wrong_number:
        return input.fail("B102", "the option '" + option + "' takes " + fault.text);
    case MemberFaultKind::counts_none: break;
    }
    return input.fail("B103", "jacquard_compile_options counts " + option + " and has none");
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
    if (const auto fault = read_members(*given, known.key, known.translation)) {
        status = tell_fault(*fault, input);
        return false;
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

using namespace jacquard::binding;

extern "C" {

size_t jacquard_compile_option_count(void) {
    return kOptionRows.size();
}

jacquard_status jacquard_get_compile_option(size_t index, jacquard_compile_option* option) {
    return answer_entry(kOptionRows.size(), index, option,
                        [&](jacquard_compile_option& row) { row = kOptionRows[index]; });
}

} // extern "C"
