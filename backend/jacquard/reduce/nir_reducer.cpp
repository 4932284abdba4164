#include <jacquard/generated/passes/dead_code.h>
#include <jacquard/nir/build/clone.h>
#include <jacquard/nir/build/core_builder.h>
#include <jacquard/nir/text/parse/parser.h>
#include <jacquard/nir/text/print/printer.h>
#include <jacquard/nir/validate/validator.h>
#include <jacquard/passes/registry/registry.h>
#include <jacquard/reduce/chunks.h>
#include <jacquard/reduce/reduce.h>

#include <array>
#include <vector>

namespace jacquard::driver {

namespace {

using nir::Block;
using nir::Function;
using nir::Instruction;
using nir::InstructionKind;
using nir::Shader;
using nir::SsaDef;

using ShaderTest = std::function<bool(const Shader&)>;

bool can_go(const Instruction& instruction) {
    switch (instruction.kind) {
    case InstructionKind::alu:
    case InstructionKind::texture:
    case InstructionKind::parallel_copy:
    case InstructionKind::call:
    case InstructionKind::phi: return true;
    case InstructionKind::constant:
    case InstructionKind::undef:
    case InstructionKind::deref: return !instruction.def()->has_uses();
    case InstructionKind::intrinsic: {
        const auto op = instruction.as<nir::IntrinsicInstruction>()->op;
        const bool is_unused = instruction.def() == nullptr || !instruction.def()->has_uses();
        return op != nir::IntrinsicOp::decl_reg || is_unused;
    }
    case InstructionKind::jump: break;
    }
    return false;
}

template <typename Visitor>
void for_each_instruction(const Shader& shader, Visitor visit) {
    for (const Function& function : shader.functions()) {
        for (const Block& block : function.blocks()) {
            for (const Instruction& instruction : block.instructions()) {
                visit(const_cast<Instruction&>(instruction));
            }
        }
    }
}

// Takes an instruction out; its values become zeros.
void take_out(Shader& shader, Instruction& instruction) {
    Block& block = *instruction.block;
    instruction.for_each_def([&](SsaDef& value) {
        if (!value.has_uses()) {
            return;
        }
        nir::ConstantInstruction* zero = shader.make_constant(value.num_components, value.bit_size);
        block.insert_before(instruction.kind == InstructionKind::phi ? block.first_after_phis()
                                                                     : &instruction,
                            zero);
        value.rewrite_uses(&zero->value);
    });
    instruction.remove();
}

// The candidates of a shader in order.
std::vector<Instruction*> candidates(const Shader& shader) {
    std::vector<Instruction*> found;
    for_each_instruction(shader, [&](Instruction& instruction) {
        if (can_go(instruction)) {
            found.push_back(&instruction);
        }
    });
    return found;
}

bool reads_whole(const nir::AluSource& source, const SsaDef& result) {
    bool is_same = source.ssa->num_components == result.num_components &&
                   source.ssa->bit_size == result.bit_size;
    for (unsigned c = 0; c < result.num_components; ++c) {
        is_same = is_same && source.swizzle[c] == c;
    }
    return is_same;
}

class Reducer {
  public:
    Reducer(const Shader& shader, const ShaderTest& holds)
        : best_(nir::clone(shader)), holds_(holds) {}

    std::unique_ptr<Shader> run() {
        constexpr unsigned kMaxRounds = 8;
        bool has_changed = true;
        for (unsigned round = 0; round < kMaxRounds && has_changed; ++round) {
            has_changed = take_out_instructions();
            has_changed |= settle_branches();
            has_changed |= pass_sources_on();
            has_changed |= simplify_constants();
            for (const char* pass : {"dead_code", "dead_control_flow", "remove_phis",
                                     "dead_variables", "remove_dead_derefs", "dead_functions"}) {
                has_changed |= try_pass(pass);
            }
        }
        best_->number_values();
        return std::move(best_);
    }

  private:
    bool keep_if_good(std::unique_ptr<Shader> candidate) {
        for (Function& function : candidate->functions()) {
            function.link_blocks();
        }
        if (!nir::validate(*candidate, 1).empty() || !holds_(*candidate)) {
            return false;
        }
        best_ = std::move(candidate);
        return true;
    }

    // Applies `edit` to a copy, which may say that there is nothing to do.
    template <typename Edit>
    bool try_edit(Edit edit) {
        std::unique_ptr<Shader> candidate = nir::clone(*best_);
        return edit(*candidate) && keep_if_good(std::move(candidate));
    }

    bool try_pass(std::string_view name) {
        const nir::PassInfo* pass = nir::find_pass(name);
        return pass != nullptr && try_edit([&](Shader& shader) { return pass->run(shader, {}); });
    }

    bool take_out_instructions() {
        return take_out_chunks([this] { return candidates(*best_).size(); },
                               [this](std::size_t first, std::size_t count) {
                                   return try_edit([&](Shader& shader) {
                                       const auto all = candidates(shader);
                                       for (std::size_t i = first; i < first + count; ++i) {
                                           take_out(shader, *all[i]);
                                       }
                                       return true;
                                   });
                               });
    }

    // One side of an if, for good.
    bool settle_branches() {
        bool has_changed = false;
        for (std::size_t i = 0; i < count_ifs(); ++i) {
            for (const bool taken : {false, true}) {
                has_changed |= try_edit([&](Shader& shader) { return settle(shader, i, taken); });
            }
        }
        return has_changed;
    }

    static bool settle(Shader& shader, std::size_t which, bool taken) {
        for (Function& function : shader.functions()) {
            for (Block& block : function.blocks()) {
                auto* branch = block.next != nullptr ? block.next->as<nir::IfNode>() : nullptr;
                if (branch != nullptr && which-- == 0) {
                    nir::CoreBuilder b(shader, nir::Cursor::before_jump(&block));
                    branch->condition.set(b.imm_bool(taken));
                    const nir::PassInfo* pass = nir::find_pass("dead_control_flow");
                    function.link_blocks();
                    return pass != nullptr && pass->run(shader, {});
                }
            }
        }
        return false;
    }

    [[nodiscard]] std::size_t count_ifs() const {
        std::size_t count = 0;
        for (const Function& function : best_->functions()) {
            for (const Block& block : function.blocks()) {
                count += block.next != nullptr && block.next->as<nir::IfNode>() != nullptr ? 1 : 0;
            }
        }
        return count;
    }

    // A source takes the place of what is computed from it.
    bool pass_sources_on() {
        bool has_changed = false;
        for (std::size_t i = 0; i < candidates(*best_).size(); ++i) {
            for (unsigned s = 0; s < 4; ++s) {
                const bool is_good = try_edit([&](Shader& shader) {
                    auto* alu = candidates(shader)[i]->as<nir::AluInstruction>();
                    if (alu == nullptr || s >= alu->num_sources ||
                        !reads_whole(alu->sources()[s], alu->value)) {
                        return false;
                    }
                    alu->value.rewrite_uses(alu->sources()[s].ssa);
                    alu->remove();
                    return true;
                });
                if (is_good) {
                    has_changed = true;
                    break;
                }
            }
        }
        return has_changed;
    }

    bool simplify_constants() {
        bool has_changed = false;
        for (std::size_t i = 0; simplify_constant(i, 0, 0, false); ++i) {
            for (unsigned c = 0; simplify_constant(i, c, 0, false) && c < nir::kMaxComponents;
                 ++c) {
                for (const std::uint64_t simple : {0U, 1U}) {
                    if (simplify_constant(i, c, simple, true)) {
                        has_changed = true;
                        break;
                    }
                }
            }
        }
        return has_changed;
    }

    // Returns true if component `c` of constant `i` became the value; whether it is there, without
    // a try.
    bool simplify_constant(std::size_t i, unsigned c, std::uint64_t bits, bool tries) {
        const auto component = [&](const Shader& shader) -> nir::ConstantInstruction* {
            std::size_t left = i;
            nir::ConstantInstruction* found = nullptr;
            for_each_instruction(shader, [&](Instruction& instruction) {
                auto* constant = instruction.as<nir::ConstantInstruction>();
                if (constant != nullptr && left-- == 0) {
                    found = constant;
                }
            });
            return found != nullptr && c < found->value.num_components ? found : nullptr;
        };
        if (!tries) {
            return component(*best_) != nullptr;
        }
        return try_edit([&](Shader& shader) {
            nir::ConstantInstruction& constant = *component(shader);
            const unsigned width = constant.value.bit_size;
            if (constant.values[c].u64 <= bits) {
                return false;
            }
            constant.values[c] = nir::constant_from_bits(bits, width);
            return true;
        });
    }

    std::unique_ptr<Shader> best_;
    const ShaderTest& holds_;
};

} // namespace

std::unique_ptr<Shader> reduce_shader(const Shader& shader, const ShaderTest& holds) {
    return Reducer(shader, holds).run();
}

std::string reduce_nir(std::string_view text, const Trials& holds) {
    Diagnostics ignored;
    const std::unique_ptr<Shader> shader = nir::parse(text, ignored);
    const auto holds_printed = [&](const Shader& candidate) {
        return holds(nir::print(candidate));
    };
    if (shader == nullptr || !holds_printed(*shader)) {
        return reduce_lines(text, holds);
    }
    return nir::print(*reduce_shader(*shader, holds_printed));
}

} // namespace jacquard::driver
