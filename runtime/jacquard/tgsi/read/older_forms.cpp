#include <jacquard/generated/tgsi/translation_tables.h>
#include <jacquard/tgsi/read/older_forms.h>

#include <algorithm>
#include <array>
#include <vector>

namespace jacquard::tgsi {

namespace {

constexpr std::uint32_t kNone = ~0U;

bool calls(const Instruction& instruction) {
    const OpcodeTranslation& translation = translation_of(instruction.opcode);
    return translation.kind == Translation::jump && translation.jump == Jump::call_jump;
}

// The first subroutine that no other calls; kNone where there is none, or instructions stand
// outside of subroutines.
std::uint32_t kernel_of(const Program& program) {
    if (program.stage != Stage::compute) {
        return kNone;
    }
    std::vector<bool> is_called(program.instructions.size());
    for (const Instruction& instruction : program.instructions) {
        if (calls(instruction) && instruction.label && *instruction.label < is_called.size()) {
            is_called[*instruction.label] = true;
        }
    }
    std::uint32_t first = kNone;
    bool is_inside = false;
    for (std::uint32_t i = 0; i < program.instructions.size(); ++i) {
        const OpcodeInfo& opcode = info(program.instructions[i].opcode);
        if (opcode.opens == BlockKind::subroutine_block) {
            is_inside = true;
            first = first == kNone && !is_called[i] ? i : first;
        } else if (!is_inside) {
            return kNone;
        }
        is_inside = is_inside && (opcode.closes & mask_of(BlockKind::subroutine_block)) == 0;
    }
    return first;
}

class Replacement {
  public:
    explicit Replacement(Program& program) : program_(program) {}

    void run() {
        find_views();
        for (Declaration& declaration : program_.declarations) {
            if (declaration.file == RegisterFile::resource) {
                replace(declaration);
            } else if (declaration.file == RegisterFile::memory) {
                next_memory_ = std::max(next_memory_, declaration.last + 1);
            }
        }
        for (Instruction& instruction : program_.instructions) {
            if (instruction.has_destination) {
                replace(instruction.destination.reg);
            }
        }
        for (Source& source : program_.operands) {
            replace(source.reg);
        }
        if (const std::uint32_t kernel = kernel_of(program_); kernel != kNone) {
            const SourcePosition position = program_.instructions[kernel].position;
            program_.instructions.push_back(
                {.opcode = Opcode::cal, .label = kernel, .position = position});
            program_.instructions.push_back({.opcode = Opcode::end, .position = position});
        }
    }

  private:
    struct Range {
        std::int32_t first = 0;
        std::int32_t last = 0;
        RegisterFile file{};
    };

    // Registers that textures are looked up in.
    void find_views() {
        for (const Instruction& instruction : program_.instructions) {
            const std::span<const Source> sources = program_.sources(instruction);
            for (std::size_t i = 0; i < sources.size(); ++i) {
                if (info(instruction.opcode).source_types[i] == OperandType::view_type &&
                    sources[i].reg.file == RegisterFile::resource) {
                    views_.push_back(sources[i].reg.index.value);
                }
            }
        }
    }

    void replace(Declaration& declaration) {
        const auto is_within = [&](std::int32_t number) {
            return number >= declaration.first && number <= declaration.last;
        };
        if (std::any_of(views_.begin(), views_.end(), is_within)) {
            declaration.file = RegisterFile::sampler_view;
        } else if (declaration.target == TextureTarget::buffer) {
            declaration.file = RegisterFile::buffer;
            declaration.target.reset();
            declaration.access = 0;
        } else {
            declaration.file = RegisterFile::image;
        }
        ranges_.push_back({declaration.first, declaration.last, declaration.file});
    }

    void replace(Register& reg) {
        if (const std::optional<AccessFlag> memory = info(reg.file).memory) {
            reg.index = {.value = memory_of(*memory, reg.position)};
            reg.file = RegisterFile::memory;
        } else if (reg.file == RegisterFile::resource) {
            // A register that another register chooses is of the same kind as the one at the base
            // of the index.
            const auto range = std::find_if(ranges_.begin(), ranges_.end(), [&](const Range& it) {
                return it.first <= reg.index.value && reg.index.value <= it.last;
            });
            reg.file = range != ranges_.end() ? range->file : RegisterFile::buffer;
        }
    }

    std::int32_t memory_of(AccessFlag flag, SourcePosition position) {
        std::int32_t& number = memories_[static_cast<std::size_t>(flag)];
        if (number < 0) {
            number = next_memory_++;
            Declaration declaration;
            declaration.file = RegisterFile::memory;
            declaration.first = number;
            declaration.last = number;
            declaration.access = static_cast<std::uint16_t>(1U << static_cast<unsigned>(flag));
            declaration.position = position;
            program_.declarations.push_back(declaration);
        }
        return number;
    }

    Program& program_;
    std::vector<std::int32_t> views_;
    std::vector<Range> ranges_;
    std::int32_t next_memory_ = 0;
    std::array<std::int32_t, kNumAccessFlag> memories_ = [] {
        std::array<std::int32_t, kNumAccessFlag> none{};
        none.fill(-1);
        return none;
    }();
};

} // namespace

bool is_kernel(const Program& program) {
    return kernel_of(program) != kNone;
}

void replace_older_forms(Program& program) {
    Replacement(program).run();
}

} // namespace jacquard::tgsi
