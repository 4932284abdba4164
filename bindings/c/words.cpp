#include <jacquard/explain/explain.h>
#include <jacquard/explain/explain_word.h>
#include <jacquard/ir3/isa/instruction/revision.h>
#include <jacquard/ir3/isa/listing/listing.h>

#include "handles.h"

using namespace jacquard;
using namespace jacquard::binding;

namespace {

// Hands out a text that `make` gives for the revision of a part.
template <typename Make>
jacquard_status text_of_part(jacquard_context* context, std::uint32_t gpu, jacquard_text** text,
                             Make&& make) {
    return creating(text, context != nullptr, [&] {
        Input input(*context, nullptr);
        const std::optional<ir3::Revision> revision = ir3::revision_of_part(gpu);
        if (!revision) {
            return input.fail("D103", "there is no part " + std::to_string(gpu));
        }
        return make(*revision, input);
    });
}

} // namespace

extern "C" {

jacquard_status jacquard_disassemble(jacquard_context* context, const uint64_t* words,
                                     size_t word_count, uint32_t gpu, jacquard_text** text) {
    return text_of_part(context, gpu, text, [&](ir3::Revision revision, Input& input) {
        if (words == nullptr && word_count != 0) {
            return input.fail("B103", "there are no words to disassemble");
        }
        if (word_count > context->limits.instructions) {
            report_limit(input.diagnostics(), {}, Limit::instructions, context->limits);
            return input.tell_faults();
        }
        *text = create_text(*context, ir3::disassemble_program({words, word_count}, revision));
        return JACQUARD_OK;
    });
}

jacquard_status jacquard_explain_word(jacquard_context* context, uint64_t word, uint32_t gpu,
                                      jacquard_text** text) {
    return text_of_part(context, gpu, text, [&](ir3::Revision revision, Input&) {
        *text = create_text(*context, driver::explain_word(word, revision).text);
        return JACQUARD_OK;
    });
}

jacquard_status jacquard_explain_name(jacquard_context* context, const char* name,
                                      jacquard_text** text) {
    return creating(text, context != nullptr && name != nullptr, [&] {
        const std::string explanation = driver::explain(name);
        if (explanation.empty()) {
            Input input(*context, nullptr);
            return input.fail("B104", "no table has the name '" + std::string(name) + '\'' +
                                          driver::explain_suggestion(name));
        }
        *text = create_text(*context, explanation);
        return JACQUARD_OK;
    });
}

} // extern "C"
