#include <jacquard/ir3/isa/codec/codec.h>
#include <jacquard/ir3/isa/disassemble/disassemble.h>
#include <jacquard/library/program/assembly_text.h>
#include <jacquard/library/program/program_header.h>
#include <jacquard/library/program/statistics.h>

#include "handles.h"

using namespace jacquard;
using namespace jacquard::binding;

namespace {

static_assert(JACQUARD_MAX_INSTRUCTION_TEXT == ir3::kMaximumTextLength);

// Hands out a text about a program.
template <typename Make>
jacquard_status text_of(const jacquard_program* program, jacquard_text** text, Make&& make) {
    return creating(text, program != nullptr, [&] {
        *text = create_text(program->owner.context(), make(program->program));
        return JACQUARD_OK;
    });
}

} // namespace

extern "C" {

uint32_t jacquard_program_gpu(const jacquard_program* program) {
    return program != nullptr ? program->program.gpu : 0;
}

const char* jacquard_program_stage(const jacquard_program* program) {
    return program != nullptr ? driver::stage_keyword(program->program.stage).data() : nullptr;
}

const uint64_t* jacquard_program_words(const jacquard_program* program, size_t* count) {
    if (count != nullptr) {
        *count = program != nullptr ? program->program.words.size() : 0;
    }
    return program != nullptr ? program->program.words.data() : nullptr;
}

jacquard_status jacquard_program_header(const jacquard_program* program, jacquard_text** json) {
    return text_of(program, json,
                   [](const ir3::Program& made) { return driver::write_program_header(made); });
}

jacquard_status jacquard_program_assembly(const jacquard_program* program, jacquard_text** text) {
    return text_of(program, text,
                   [](const ir3::Program& made) { return driver::assembly_text(made); });
}

uint32_t jacquard_program_statistic(const jacquard_program* program, size_t index) {
    if (program == nullptr) {
        return 0;
    }
    const auto statistics = driver::named_statistics(program->program.statistics);
    return index < statistics.size() ? statistics[index].second : 0;
}

jacquard_status jacquard_program_instruction(const jacquard_program* program, size_t index,
                                             jacquard_instruction* instruction) {
    if (program == nullptr || instruction == nullptr || index >= program->program.words.size()) {
        return JACQUARD_WRONG_USE;
    }
    const ir3::Program& made = program->program;
    jacquard_instruction result{};
    result.word = made.words[index];
    if (const std::optional<ir3::Instruction> decoded =
            ir3::decode(result.word, program->revision)) {
        const ir3::OpcodeInfo& info = ir3::opcode_info(program->revision, decoded->opcode);
        result.name = info.name.data();
        result.category = static_cast<std::uint32_t>(info.category);
    }
    if (index < made.lines.size()) {
        const SourceLine& line = made.lines[index];
        result.line = line.line;
        if (line.exists() && line.file < made.source_files.size()) {
            result.file = made.source_files[line.file].c_str();
        }
    }
    ir3::disassemble(result.word, program->revision, result.text);
    return answer(instruction, result);
}

} // extern "C"
