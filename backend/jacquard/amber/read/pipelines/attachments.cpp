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
    if ((*stage == nir::Stage::compute) != open.is_compute) {
        return lines().fail("M108", name,
                            "a " + std::string(open.is_compute ? "compute" : "graphics") +
                                " pipeline takes no such shader");
    }
    if (!give(name, "a " + std::string(nir::name_of(*stage)) + " shader")) {
        return false;
    }
    std::erase_if(open.attachments, [&](const Attachment& each) { return each.stage == *stage; });
    open.attachments.push_back(std::move(attachment));
    return true;
}

bool Attachments::read_specialise(Attachment& attachment) {
    while (lines().take_if(Keyword::specialise)) {
        SpecialisedConstant constant;
        ScalarKind kind{};
        const Token number_token = lines().peek();
        if (!lines().take_unsigned32("the number of a constant", constant.id) ||
            !lines().expect(Keyword::as) || !lines().take_word(kConstantTypeWords, kind)) {
            return false;
        }
        for (const SpecialisedConstant& each : attachment.constants) {
            if (each.id == constant.id) {
                return lines().fail("M105", number_token,
                                    "the constant " + quoted(number_token) +
                                        " has a value already");
            }
        }
        const Token token = lines().take();
        Number number;
        if (!read_number(token.text, kind, 32, number)) {
            return lines().fail("M103", token, quoted(token) + " is no value of that type");
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
    return lines().read_lines(start, shaders_.find(shader), [&] { read_passes(); });
}

void Attachments::read_passes() {
    while (!lines().peek().is_end()) {
        const Token pass = lines().take();
        if (!pass.text.starts_with("-")) {
            lines().fail("M101", pass, quoted(pass) + " is no pass; their names begin with --");
        }
    }
}

bool Attachments::read_subgroup_fact(SubgroupCommand command) {
    bool ignored = false;
    if (command != SubgroupCommand::required_size) {
        return lines().take_word(kSwitchWords, ignored);
    }
    const Token token = lines().peek();
    Number number;
    if (read_number(token.text, ScalarKind::unsigned_integer, 32, number)) {
        return lines().refuse(token, Refused::subgroup_size);
    }
    SubgroupSize size{};
    return lines().take_word(kSubgroupSizeWords, size);
}

bool Attachments::read_subgroup() {
    const Token start = lines().word();
    std::size_t shader = 0;
    return lines().read_block(start, shaders_.find(shader), kSubgroupCommandWords,
                              [&](SubgroupCommand command) { return read_subgroup_fact(command); });
}

} // namespace jacquard::driver::amber
