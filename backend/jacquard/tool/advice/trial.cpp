#include <jacquard/generated/passes/unroll_loops.h>
#include <jacquard/library/frontend/pipeline.h>
#include <jacquard/nir/build/clone.h>
#include <jacquard/nir/build/core_builder.h>
#include <jacquard/support/text/diagnostics.h>
#include <jacquard/tool/advice/split_sums.h>
#include <jacquard/tool/advice/trial.h>

#include <algorithm>

namespace jacquard::driver::advice {

namespace {

template <typename Visit>
void for_each_instruction(nir::Shader& shader, Visit&& visit) {
    for (nir::Function& function : shader.functions()) {
        for (nir::Block& block : function.blocks()) {
            for (nir::Instruction& instruction : block.instructions()) {
                visit(instruction);
            }
        }
    }
}

void narrow(nir::Shader& shader) {
    for_each_instruction(shader, [](nir::Instruction& instruction) {
        if (nir::can_be_relaxed(instruction)) {
            instruction.def()->relaxed = true;
        }
    });
}

void let_go_exactness(nir::Shader& shader) {
    for_each_instruction(shader, [](nir::Instruction& instruction) {
        if (auto* alu = instruction.as<nir::AluInstruction>()) {
            alu->exact = false;
        }
    });
}

// A value of the same shape that costs nothing and is not known, where there is one: the first
// component of the instruction's first source of that width.
nir::SsaDef* cheap_value(nir::Shader& shader, nir::Instruction& instruction) {
    const nir::SsaDef& value = *instruction.def();
    nir::CoreBuilder b(shader, nir::Cursor::before_instruction(&instruction));
    nir::SsaDef* from = nullptr;
    instruction.for_each_source([&](nir::Source& source) {
        if (from == nullptr && source.ssa->bit_size == value.bit_size) {
            from = source.ssa;
        }
    });
    nir::SsaDef* scalar =
        from != nullptr ? b.whole(nir::channel(from, 0)) : b.imm_bits(0, value.bit_size);
    return value.num_components == 1 ? scalar : b.spread(scalar, value.num_components);
}

bool replace(nir::Shader& shader, const Site& site, bool by_operation) {
    std::vector<nir::Instruction*> found;
    for_each_instruction(shader, [&](nir::Instruction& instruction) {
        const nir::SsaDef* value = instruction.def();
        if (value != nullptr &&
            std::find(site.values.begin(), site.values.end(), value->index) != site.values.end()) {
            found.push_back(&instruction);
        }
    });
    for (nir::Instruction* instruction : found) {
        nir::SsaDef* instead = nullptr;
        auto* alu = instruction->as<nir::AluInstruction>();
        if (by_operation && alu != nullptr) {
            nir::CoreBuilder b(shader, nir::Cursor::before_instruction(instruction));
            std::vector<nir::Operand> operands;
            for (unsigned i = 0; i < nir::opcode_info(site.operation->instead).num_sources; ++i) {
                const nir::AluSource& source =
                    alu->sources()[std::min<std::size_t>(i, alu->num_sources - 1U)];
                nir::Operand& operand = operands.emplace_back();
                operand.value = source.ssa;
                operand.num_components = alu->value.num_components;
                std::copy_n(source.swizzle.begin(), operand.num_components,
                            operand.swizzle.begin());
            }
            instead = b.alu(site.operation->instead, operands);
        } else {
            instead = cheap_value(shader, *instruction);
        }
        if (instead->bit_size != instruction->def()->bit_size) {
            return false;
        }
        instruction->def()->rewrite_uses(instead);
        instruction->remove();
    }
    return !found.empty();
}

// The condition of an if becomes known, so that its larger side alone is left.
bool take_side(nir::Shader& shader, const Site& site) {
    bool changed = false;
    for_each_instruction(shader, [&](nir::Instruction& instruction) {
        nir::SsaDef* value = instruction.def();
        const auto found = value != nullptr
                               ? std::find(site.values.begin(), site.values.end(), value->index)
                               : site.values.end();
        if (found == site.values.end() || value->bit_size != 1 || value->num_components != 1) {
            return;
        }
        nir::CoreBuilder b(shader, nir::Cursor::after_instruction(&instruction));
        nir::SsaDef* known = b.imm_bool(site[Fact::takes_then] != 0);
        std::vector<nir::Source*> conditions;
        for (nir::Source& use : value->uses()) {
            if (use.is_condition()) {
                conditions.push_back(&use);
            }
        }
        for (nir::Source* condition : conditions) {
            condition->set(known);
            changed = true;
        }
    });
    return changed;
}

bool make(Change change, const Site& site, nir::Shader& shader, VariantKey& key) {
    switch (change) {
    case Change::none: return false;
    case Change::narrow:
        key.precision = ir3::Precision::relaxed;
        narrow(shader);
        return true;
    case Change::widen: key.precision = ir3::Precision::full; return true;
    case Change::approximate:
        key.precise = false;
        let_go_exactness(shader);
        return true;
    case Change::unroll: return nir::unroll_loops(shader, {.limit = 1U << 15, .iterations = 1024});
    case Change::keep_loops: return shader.made.has_loops(); // it was loaded with its loops
    case Change::replace_function: return true;              // it was loaded without it
    case Change::split_sums: return split_sums(shader, site.values);
    case Change::take_side: return take_side(shader, site);
    case Change::drop_value: return replace(shader, site, false);
    case Change::replace_operation: return replace(shader, site, true);
    }
    return false;
}

} // namespace

Trial Trials::run(Change change, const Site& site) const {
    std::unique_ptr<nir::Shader> copy = nir::clone(shader_);
    VariantKey key = key_;
    if (!make(change, site, *copy, key)) {
        return {};
    }
    Trial trial{true, {}};
    if (!run_pipeline(*copy, {}).empty()) {
        return trial;
    }
    Diagnostics diagnostics("", "", limits_.errors);
    const CompileResult result =
        compile_prepared(*copy, key, diagnostics, nullptr, limits_, resources_);
    if (result.status == CompileStatus::compiled) {
        trial.report = ir3::cost_report(result.program);
    }
    return trial;
}

} // namespace jacquard::driver::advice
