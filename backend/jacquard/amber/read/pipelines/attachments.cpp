#include <jacquard/amber/read/pipelines/attachments.h>
#include <jacquard/amber/read/resources/shaders.h>

#include <utility>

namespace jacquard::driver::amber {

bool Attachments::read_attach() {
    Pipeline& open = pipeline();
    Attachment attachment;
    attachment.position = lines().word().position;
    const Token name = lines().peek();
    if (!shaders_.find(attachment.shader)) {
        return false;
    }
    std::optional<nir::Stage> stage = script_.shaders[attachment.shader].stage;
    if (lines().take_if(Keyword::type)) {
        if (!lines().take_word(kShaderStageWords, stage)) {
            return false;
        }
    }
    if (!stage) {
        return lines().fail("M102", name,
                            "a multi shader is attached with the TYPE that it is there");
    }
    attachment.stage = *stage;
    Token entry;
    if (lines().take_if(Keyword::entry_point)) {
        if (!lines().take_name("the name of an entry point", entry)) {
            return false;
        }
        attachment.entry = entry.text;
    }
    if (!read_specialise(attachment)) {
        return false;
    }
    if (*stage == nir::Stage::geometry) {
        return lines().refuse(name, Refused::geometry);
    }
    if (*stage == nir::Stage::tess_control || *stage == nir::Stage::tess_evaluation) {
        return lines().refuse(name, Refused::tessellation);
    }
    if ((*stage == nir::Stage::compute) != open.is_compute) {
        return lines().fail("M108", name,
                            "a " + std::string(open.is_compute ? "compute" : "graphics") +
                                " pipeline takes no such shader");
    }
    std::erase_if(open.attachments, [&](const Attachment& each) { return each.stage == *stage; });
    open.attachments.push_back(std::move(attachment));
    return true;
}

bool Attachments::read_specialise(Attachment& attachment) {
    while (lines().take_if(Keyword::specialise)) {
        SpecialisedConstant constant;
        ScalarKind kind{};
        if (!lines().take_unsigned32("the number of a constant", constant.id) ||
            !lines().expect(Keyword::as) || !lines().take_word(kConstantTypeWords, kind)) {
            return false;
        }
        const Token token = lines().take();
        Number number;
        if (!read_number(token.text, kind, 32, number)) {
            return lines().fail("M103", token,
                                "'" + std::string(token.text) + "' is no value of that type");
        }
        std::array<std::byte, 4> bytes{};
        store({0, kind, 32}, number, bytes);
        for (std::size_t i = 0; i < 4; ++i) {
            constant.bits |= std::to_integer<std::uint32_t>(bytes[i]) << (8 * i);
        }
        attachment.constants.push_back(constant);
    }
    return true;
}

// Passes that another optimiser would run change no answer.
bool Attachments::read_optimisation() {
    const Token start = lines().word();
    std::size_t shader = 0;
    if (!shaders_.find(shader) || !lines().end_of_line()) {
        return false;
    }
    while (lines().next_line()) {
        if (lines().take_if(Keyword::end)) {
            return true;
        }
        const Token pass = lines().take();
        if (!pass.text.starts_with("-")) {
            lines().fail("M101", pass,
                         "'" + std::string(pass.text) + "' is no pass; their names begin with --");
        }
    }
    return lines().fail("M106", start, "'SHADER_OPTIMIZATION' has no END");
}

bool Attachments::read_compile_options() {
    lines().refuse(lines().word(), Refused::opencl);
    lines().skip_block();
    return false;
}

bool Attachments::read_subgroup_fact(SubgroupCommand command) {
    if (command == SubgroupCommand::required_size) {
        const Token token = lines().take();
        return kSubgroupSizeWords.find(token.text) != nullptr ||
               lines().refuse(token, Refused::subgroup_size);
    }
    bool ignored = false;
    return lines().take_word(kSwitchWords, ignored);
}

bool Attachments::read_subgroup() {
    const Token start = lines().word();
    std::size_t shader = 0;
    return shaders_.find(shader) &&
           lines().read_block(start, kSubgroupCommandWords,
                              [&](SubgroupCommand command) { return read_subgroup_fact(command); });
}

} // namespace jacquard::driver::amber
