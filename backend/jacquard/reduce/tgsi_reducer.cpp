// Makes a TGSI program smaller as long as it shows what it is to show. Every candidate is printed
// and read again, so whatever is kept is a text that stands for itself.

#include <jacquard/reduce/chunks.h>
#include <jacquard/reduce/prune.h>
#include <jacquard/reduce/reduce.h>
#include <jacquard/tgsi/print.h>
#include <jacquard/tgsi/read/parse.h>

#include <optional>
#include <vector>

namespace jacquard::driver {

namespace {

using tgsi::BlockKind;
using tgsi::Instruction;
using tgsi::Program;
using tgsi::Source;

class Reducer {
  public:
    Reducer(Program program, const Trials& holds)
        : best_(std::move(program)), text_(tgsi::print(best_)), holds_(holds) {}

    std::string run() {
        if (!holds_(text_)) {
            return {};
        }
        bool has_changed = true;
        while (has_changed) {
            has_changed = take_out_instructions();
            has_changed |= take_out_blocks();
            has_changed |= simplify_instructions();
            has_changed |= simplify_operands();
            has_changed |= simplify_immediates();
            has_changed |= simplify_declarations();
        }
        return text_;
    }

  private:
    bool keep_if_good(Program candidate) {
        prune(candidate);
        std::string text = tgsi::print(candidate);
        if (text == text_ || !holds_(text)) {
            return false;
        }
        best_ = std::move(candidate);
        text_ = std::move(text);
        return true;
    }

    // Applies `edit` to a copy, which may say that there is nothing to do.
    template <typename Edit>
    bool try_edit(Edit edit) {
        Program candidate = best_;
        return edit(candidate) && keep_if_good(std::move(candidate));
    }

    struct Candidate {
        Program program;
        std::string text;
    };

    // Returns the `count` instructions from `first` on.
    [[nodiscard]] std::vector<bool> range(std::size_t first, std::size_t count) const {
        std::vector<bool> goes(best_.instructions.size(), false);
        std::fill_n(goes.begin() + static_cast<std::ptrdiff_t>(first), count, true);
        return goes;
    }
    bool take_out(const std::vector<bool>& goes) {
        return try_edit([&](Program& program) {
            remove_instructions(program, goes);
            return true;
        });
    }

    bool take_out_instructions() {
        const auto make = [this](std::size_t first, std::size_t count) {
            Candidate candidate{best_, {}};
            remove_instructions(candidate.program, range(first, count));
            prune(candidate.program);
            candidate.text = tgsi::print(candidate.program);
            return candidate;
        };
        const auto accept = [this](Candidate&& candidate) {
            best_ = std::move(candidate.program);
            text_ = std::move(candidate.text);
        };
        return take_out_chunks(
            holds_, [this] { return best_.instructions.size(); }, make, accept);
    }

    // A whole block, one of its sides, or what makes it a block.
    bool take_out_blocks() {
        bool has_changed = false;
        for (std::size_t i = best_.instructions.size(); i-- > 0;) {
            if (i < best_.instructions.size() && take_out_block(i)) {
                has_changed = true;
            }
        }
        return has_changed;
    }

    bool take_out_block(std::size_t first) {
        const std::size_t size = best_.instructions.size();
        const tgsi::OpcodeInfo& opener = info(best_.instructions[first].opcode);
        if (opener.opens == BlockKind::none || opener.closes != 0) {
            return false;
        }
        std::size_t other_side = size;
        std::size_t last = first;
        unsigned depth = 0;
        for (std::size_t i = first; i < size; ++i) {
            const tgsi::OpcodeInfo& opcode = info(best_.instructions[i].opcode);
            depth -= opcode.closes != 0 ? 1 : 0;
            if (depth == 0 && i != first) {
                if (opcode.opens == BlockKind::none) {
                    last = i;
                    break;
                }
                other_side = i;
            }
            depth += opcode.opens != BlockKind::none ? 1 : 0;
        }
        if (last == first) {
            return false;
        }
        const auto sides = [&](std::size_t from, std::size_t to) {
            return range(from, to - from + 1);
        };
        std::vector<bool> frame(size, false);
        frame[first] = frame[last] = true;
        if (other_side < size) {
            frame[other_side] = true;
            std::vector<bool> second = sides(other_side, last);
            second[first] = true;
            std::vector<bool> begin = sides(first, other_side);
            begin[last] = true;
            return take_out(sides(first, last)) || take_out(second) || take_out(begin) ||
                   take_out(sides(other_side, last - 1)) || take_out(frame);
        }
        return take_out(sides(first, last)) || take_out(frame);
    }

    template <typename Edit>
    bool try_on_instruction(std::size_t i, Edit edit) {
        return try_edit([&](Program& program) { return edit(program, program.instructions[i]); });
    }

    bool simplify_instructions() {
        bool has_changed = false;
        for (std::size_t i = 0; i < best_.instructions.size(); ++i) {
            has_changed |= try_on_instruction(i, [](Program&, Instruction& instruction) {
                return std::exchange(instruction.saturate, false);
            });
            has_changed |= try_on_instruction(i, [](Program&, Instruction& instruction) {
                return std::exchange(instruction.precise, false);
            });
            has_changed |= try_on_instruction(i, [](Program&, Instruction& instruction) {
                return std::exchange(instruction.num_offsets, std::uint8_t{0}) != 0;
            });
            has_changed |= become_copy(i);
            for (unsigned c = 0; c < 4; ++c) {
                has_changed |= try_on_instruction(i, [c](Program&, Instruction& instruction) {
                    const auto bit = static_cast<std::uint8_t>(1U << c);
                    const std::uint8_t mask = instruction.destination.write_mask;
                    instruction.destination.write_mask = static_cast<std::uint8_t>(mask & ~bit);
                    return instruction.has_destination && (mask & bit) != 0 && mask != bit;
                });
            }
            has_changed |= try_on_instruction(i, [](Program&, Instruction& instruction) {
                return make_direct(instruction.destination.reg);
            });
        }
        return has_changed;
    }

    // MOV of one of the sources.
    bool become_copy(std::size_t i) {
        const Instruction& instruction = best_.instructions[i];
        const tgsi::OpcodeInfo& opcode = info(instruction.opcode);
        if (!instruction.has_destination || instruction.opcode == tgsi::Opcode::mov ||
            opcode.opens != BlockKind::none || opcode.closes != 0) {
            return false;
        }
        for (std::uint32_t s = 0; s < instruction.num_sources; ++s) {
            const bool is_good = try_on_instruction(i, [s](Program&, Instruction& changed) {
                changed.opcode = tgsi::Opcode::mov;
                changed.first_operand += s;
                changed.num_sources = 1;
                changed.num_offsets = 0;
                changed.target.reset();
                changed.label.reset();
                return true;
            });
            if (is_good) {
                return true;
            }
        }
        return false;
    }

    // The first register of its array.
    static bool make_direct(tgsi::Register& reg) {
        if (!reg.index.relative) {
            return false;
        }
        const std::int32_t first = std::max(reg.index.value, 0);
        reg.index = {};
        reg.index.value = first;
        reg.array_id = 0;
        return true;
    }

    template <typename Edit>
    bool try_on_source(std::size_t i, std::uint32_t s, Edit edit) {
        return try_on_instruction(i, [&](Program& program, Instruction& instruction) {
            return edit(program.operands[instruction.first_operand + s]);
        });
    }

    bool simplify_operands() {
        bool has_changed = false;
        for (std::size_t i = 0; i < best_.instructions.size(); ++i) {
            for (std::uint32_t s = 0; s < best_.instructions[i].num_sources; ++s) {
                has_changed |= simplify_operand(i, s);
            }
        }
        return has_changed;
    }

    bool simplify_operand(std::size_t i, std::uint32_t s) {
        bool has_changed =
            try_on_source(i, s, [](Source& source) { return std::exchange(source.negate, false); });
        has_changed |= try_on_source(
            i, s, [](Source& source) { return std::exchange(source.absolute, false); });
        has_changed |= try_on_source(i, s, [](Source& source) { return make_direct(source.reg); });
        has_changed |= replace_operand(i, s);
        constexpr std::array<std::array<std::uint8_t, 4>, 2> kSimple = {
            {{0, 1, 2, 3}, {0, 0, 0, 0}}};
        const Instruction& instruction = best_.instructions[i];
        const std::array<std::uint8_t, 4> now =
            best_.operands[instruction.first_operand + s].swizzle;
        for (const std::array<std::uint8_t, 4>& swizzle : kSimple) {
            if (now == swizzle) {
                break;
            }
            if (try_on_source(i, s, [&](Source& source) {
                    source.swizzle = swizzle;
                    return true;
                })) {
                has_changed = true;
                break;
            }
        }
        return has_changed;
    }

    // Inputs are simpler than immediates, and those than anything else.
    static unsigned rank_of(const tgsi::Register& reg) {
        switch (reg.file) {
        case tgsi::RegisterFile::input: return reg.index.value == 0 ? 0 : 1;
        case tgsi::RegisterFile::immediate: return 2;
        default: return 3;
        }
    }

    bool replace_operand(std::size_t i, std::uint32_t s) {
        const Instruction& instruction = best_.instructions[i];
        const tgsi::Register& now = best_.operands[instruction.first_operand + s].reg;
        if (!tgsi::info(now.file).can_read) {
            return false;
        }
        for (const tgsi::Declaration& declared : best_.declarations) {
            tgsi::Register input;
            input.file = tgsi::RegisterFile::input;
            input.index.value = declared.first;
            if (declared.file == tgsi::RegisterFile::input && rank_of(input) < rank_of(now) &&
                try_on_source(i, s, [&](Source& source) {
                    source.reg = input;
                    return true;
                })) {
                return true;
            }
        }
        tgsi::Register immediate;
        immediate.file = tgsi::RegisterFile::immediate;
        return rank_of(now) > 2 && !best_.immediates.empty() &&
               try_on_source(i, s, [&](Source& source) {
                   source.reg = immediate;
                   return true;
               });
    }

    bool simplify_immediates() {
        bool has_changed = false;
        for (std::size_t i = 0; i < best_.immediates.size(); ++i) {
            for (std::size_t c = 0; c < 4; ++c) {
                for (const std::uint32_t simple : {0U, 1U, 0x3f800000U}) {
                    if (i >= best_.immediates.size() || best_.immediates[i].words[c] == simple) {
                        break;
                    }
                    if (try_edit([&](Program& program) {
                            program.immediates[i].words[c] = simple;
                            return true;
                        })) {
                        has_changed = true;
                        break;
                    }
                }
            }
        }
        return has_changed;
    }

    bool simplify_declarations() {
        bool has_changed = take_out_chunks(
            [this] { return best_.declarations.size(); },
            [this](std::size_t first, std::size_t count) {
                return try_edit([&](Program& program) {
                    const auto at =
                        program.declarations.begin() + static_cast<std::ptrdiff_t>(first);
                    program.declarations.erase(at, at + static_cast<std::ptrdiff_t>(count));
                    return true;
                });
            });
        for (std::size_t i = 0; i < best_.declarations.size(); ++i) {
            has_changed |= try_edit([i](Program& program) {
                return std::exchange(program.declarations[i].array_id, std::uint16_t{0}) != 0;
            });
            has_changed |= try_edit([i](Program& program) {
                return program.declarations[i].location.has_value() &&
                       (program.declarations[i].location.reset(), true);
            });
            has_changed |= try_edit([i](Program& program) {
                tgsi::Declaration& declared = program.declarations[i];
                return declared.last > declared.first && (--declared.last, true);
            });
        }
        has_changed |= try_edit(
            [](Program& program) { return !std::exchange(program.properties, {}).empty(); });
        return has_changed;
    }

    Program best_;
    std::string text_;
    const Trials& holds_;
};

} // namespace

std::string reduce_tgsi(std::string_view text, const Trials& holds) {
    Diagnostics ignored;
    std::optional<Program> program = tgsi::parse(text, ignored);
    std::string reduced = program ? Reducer(std::move(*program), holds).run() : std::string();
    return reduced.empty() ? reduce_lines(text, holds) : reduced;
}

} // namespace jacquard::driver
