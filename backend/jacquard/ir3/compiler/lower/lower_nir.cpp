// Lowers NIR for this machine.
//
// Before: any valid shader. After: there is no control flow, where that can be had by unrolling and
// by computing both sides of ifs; where it cannot, what is small is unrolled and computed
// nevertheless; the entry point returns and stores outputs at its end only; ALU instructions have
// one component save copies and vectors; there are no divisions, powers or other operations that
// take many machine instructions, unless selection has a rule for them; coordinates of lookups are
// divided where the texture unit does not; declared registers that are only accessed directly are
// values. Unless everything is to be exact, products and sums are fused.

#include <jacquard/generated/passes/bytes_in_halves.h>
#include <jacquard/generated/passes/dead_code.h>
#include <jacquard/generated/passes/fuse_multiply_add.h>
#include <jacquard/generated/passes/hoist_invariants.h>
#include <jacquard/generated/passes/load_by_words.h>
#include <jacquard/generated/passes/lower_alu_to_scalar.h>
#include <jacquard/generated/passes/lower_bit_size.h>
#include <jacquard/generated/passes/lower_doubles.h>
#include <jacquard/generated/passes/lower_int64.h>
#include <jacquard/generated/passes/lower_returns.h>
#include <jacquard/generated/passes/lower_system_values.h>
#include <jacquard/generated/passes/lower_tex.h>
#include <jacquard/generated/passes/lower_ubo_to_vec4.h>
#include <jacquard/generated/passes/registers_to_ssa.h>
#include <jacquard/generated/passes/split_misaligned_accesses.h>
#include <jacquard/generated/passes/split_uniform_products.h>
#include <jacquard/generated/passes/split_wide_accesses.h>
#include <jacquard/generated/passes/split_wide_variables.h>
#include <jacquard/generated/passes/variables_to_registers.h>
#include <jacquard/generated/passes/variables_to_ssa.h>
#include <jacquard/ir3/compiler/contract/fold_workgroup_size.h>
#include <jacquard/ir3/compiler/contract/images_as_textures.h>
#include <jacquard/ir3/compiler/lower/fold_slots.h>
#include <jacquard/ir3/compiler/lower/gather_outputs.h>
#include <jacquard/ir3/compiler/lower/keep_outputs.h>
#include <jacquard/ir3/compiler/lower/lower_addresses.h>
#include <jacquard/ir3/compiler/lower/lower_emits.h>
#include <jacquard/ir3/compiler/lower/lower_helpers.h>
#include <jacquard/ir3/compiler/lower/lower_interpolation.h>
#include <jacquard/ir3/compiler/lower/lower_nir.h>
#include <jacquard/ir3/compiler/lower/lower_stage_io.h>
#include <jacquard/ir3/compiler/lower/lower_subgroups.h>
#include <jacquard/ir3/compiler/lower/storage_by_words.h>
#include <jacquard/ir3/compiler/lower/straighten.h>
#include <jacquard/ir3/compiler/select/lacking.h>
#include <jacquard/nir/analysis/divergence.h>
#include <jacquard/passes/registry/apply_state.h>
#include <jacquard/passes/registry/pass_runner.h>
#include <jacquard/passes/rewrite/lower_opcodes.h>

#include <functional>
#include <optional>

namespace jacquard::ir3 {

namespace {

using Report = std::function<void(std::string_view pass)>;

// The unit that divides coordinates does so for those of planes alone.
nir::LowerTexOptions texture_lowering(const CompileOptions& options) {
    constexpr std::uint32_t kVolume = 1U << static_cast<unsigned>(nir::TextureDim::dim_3d);
    const bool divides = machine_of(options).divides_coordinates;
    return {.lower_source_widths = true,
            .lower_txp = divides ? kVolume : ~0U,
            .lower_txp_array = !divides,
            .lower_tg4_offsets = true};
}

bool has_values_of(const nir::Shader& shader, unsigned bit_size) {
    if (!shader.made.has_values(bit_size)) {
        return false;
    }
    for (const nir::Block& block : shader.entry->blocks()) {
        for (const nir::Instruction& instruction : block.instructions()) {
            const nir::SsaDef* value = instruction.def();
            if (value != nullptr && value->bit_size == bit_size) {
                return true;
            }
        }
    }
    return false;
}

void lower_operations(nir::PassRunner& passes, const CompileOptions& options,
                      const Report& report) {
    passes.run("lower_tex", nir::lower_tex, texture_lowering(options));
    passes.run("lower_alu_to_scalar", nir::lower_alu_to_scalar);
    report("lower_alu_to_scalar");
    passes.run("lower_operations", [&options](nir::Shader& shader) {
        std::optional<Lacking> lacking; // most shaders have nothing to ask about
        return nir::lower_lacking(shader, [&](const nir::AluInstruction& alu) {
            return (lacking ? *lacking : lacking.emplace(options))(alu);
        });
    });
    report("lower_operations");
    clean(passes);
    // Rules look through the extension of a byte that was loaded and compute with the byte itself.
    if (has_values_of(passes.shader(), 8)) {
        passes.run("lower_bit_size", nir::lower_bit_size, {.int_bits = 16});
        if (passes.run("bytes_in_halves", nir::bytes_in_halves)) {
            passes.settle("dead_code", nir::dead_code);
        }
    }
    report("clean");
    if (!options.precise) {
        passes.run("fuse_multiply_add", nir::fuse_multiply_add);
        if (machine_of(options).preamble) {
            passes.run("split_uniform_products", nir::split_uniform_products);
        }
        passes.settle("dead_code", nir::dead_code);
        report("fuse_multiply_add");
    }
}

// Values have at most 32 bits, inputs and outputs are named by slot, uniform buffers by vectors.
void lower_accesses(nir::PassRunner& passes, const CompileOptions& options, const Report& report) {
    nir::Shader& shader = passes.shader();
    if (shader.entry == nullptr) {
        return;
    }
    passes.run("lower_system_values", nir::lower_system_values,
               {.derive_compute = shader.info.stage == nir::Stage::compute});
    passes.run("fold_slots", fold_slots);
    passes.run("lower_interpolation", lower_interpolation);
    passes.run("lower_helpers", lower_helpers);
    if (passes.run("lower_subgroups", [&options](nir::Shader& lowered) {
            return lower_subgroups(lowered, machine_of(options));
        })) {
        passes.run("variables_to_ssa", nir::variables_to_ssa);
    }
    passes.run("fold_workgroup_size", fold_workgroup_size);
    if (has_values_of(shader, 64)) {
        passes.run("split_wide_variables", nir::split_wide_variables);
        passes.run("split_wide_accesses", nir::split_wide_accesses);
        passes.run("split_misaligned_accesses", nir::split_misaligned_accesses);
        passes.run("lower_addresses", lower_addresses);
        passes.run("lower_alu_to_scalar", nir::lower_alu_to_scalar);
        passes.run("lower_integer_compounds", [](nir::Shader& s) {
            return nir::lower_opcodes(s, nir::LoweringPass::lower_integer_compounds,
                                      {.bit_sizes = 64});
        });
        passes.run("lower_doubles", nir::lower_doubles, {});
        passes.run("lower_int64", nir::lower_int64);
        clean(passes);
        passes.settle("dead_code", nir::dead_code);
    }
    passes.run("storage_by_words",
               [&options](nir::Shader& s) { return storage_by_words(s, machine_of(options)); });
    if (passes.run("load_by_words", nir::load_by_words)) {
        passes.run("lower_alu_to_scalar", nir::lower_alu_to_scalar);
    }
    if (has_values_of(shader, 8)) {
        passes.run("lower_pack_unpack", [](nir::Shader& s) {
            return nir::lower_opcodes(s, nir::LoweringPass::lower_pack_unpack);
        });
        for (const nir::LoweringPass pass :
             {nir::LoweringPass::lower_bit_counts, nir::LoweringPass::lower_integer_compounds}) {
            passes.run(nir::lowering_pass(pass).name, [pass](nir::Shader& s) {
                return nir::lower_opcodes(s, pass, {.bit_sizes = 8});
            });
        }
        passes.run("lower_bit_size", nir::lower_bit_size, {.int_bits = 16});
        if (passes.run("variables_to_registers", nir::variables_to_registers)) {
            passes.run("registers_to_ssa", nir::registers_to_ssa);
        }
        passes.run("bytes_in_halves", nir::bytes_in_halves);
        passes.run("lower_alu_to_scalar", nir::lower_alu_to_scalar);
        clean(passes);
    }
    passes.run("lower_ubo_to_vec4", nir::lower_ubo_to_vec4);
    if (machine_of(options).slot_memory) {
        passes.run("images_as_textures", [&options](nir::Shader& asked) {
            return images_as_textures(asked, machine_of(options), options.resources);
        });
    }
    report("lower_accesses");
}

// Lowers what does not depend on control flow.
void finish(nir::PassRunner& passes, const CompileOptions& options, const Report& report) {
    if (has_control_flow(passes.shader())) {
        passes.run("hoist_invariants", nir::hoist_invariants, {});
    }
    report("lower_control_flow");
    if (passes.run("variables_to_registers", nir::variables_to_registers)) {
        passes.run("registers_to_ssa", nir::registers_to_ssa);
    }
    lower_operations(passes, options, report);
    nir::Shader& shader = passes.shader();
    if (has_control_flow(shader) && (shader.may_have(nir::IntrinsicOp::terminate) ||
                                     shader.may_have(nir::IntrinsicOp::terminate_if))) {
        nir::compute_divergence(*shader.entry); // some loops let killed lanes in
    }
}

// Of what a vertex shader hands to the rasteriser, what nobody reads goes.
void drop_outputs(nir::PassRunner& passes, const CompileOptions& options) {
    bool dropped = false;
    if (options.binning) {
        dropped = passes.run("keep_position", keep_position);
    } else if (options.read_varyings) {
        dropped = passes.run("keep_read_outputs", [&options](nir::Shader& shader) {
            return keep_read_outputs(shader, *options.read_varyings);
        });
    }
    if (dropped) {
        passes.settle("dead_code", nir::dead_code);
    }
}

// What passes from stage to stage does so through memory; of a geometry shader one vertex is left.
void lower_stages(nir::PassRunner& passes, const CompileOptions& options) {
    const nir::Shader& shader = passes.shader();
    passes.run("lower_emits", lower_emits);
    if (shader.info.stage == nir::Stage::vertex && options.feeds == NextStage::rasteriser) {
        drop_outputs(passes, options);
    }
    if (shader.info.stage != nir::Stage::tess_control) {
        passes.run("gather_outputs", gather_outputs);
    }
    passes.run("lower_stage_io", lower_stage_io,
               {options.feeds, options.patches, machine_of(options).patches_in_local_memory});
}

} // namespace

std::unique_ptr<nir::Shader> lower_nir(nir::Shader& shader, const CompileOptions& options,
                                       SecondForm second, std::string& fault) {
    nir::Shader* at_hand = &shader;
    const auto report = [&](std::string_view pass) {
        if (options.observer != nullptr) {
            options.observer->after_lowering(pass, *at_hand);
        }
    };
    nir::PassRunner passes(shader);
    if (options.is_simplified) {
        passes.is_settled("registers_to_ssa");
        passes.is_settled("simplify");
    }
    if (nir::apply_state(passes, options.state,
                         {options.feeds == NextStage::rasteriser, options.precise})) {
        report("apply_state");
    }
    if (has_control_flow(shader)) {
        passes.run("lower_returns", nir::lower_returns);
    }
    lower_accesses(passes, options, report);
    lower_stages(passes, options);
    passes.settle("registers_to_ssa", nir::registers_to_ssa);
    report("registers_to_ssa");
    std::unique_ptr<nir::Shader> other = lower_control_flow(passes, second, fault);
    if (other != nullptr) {
        at_hand = other.get();
    }
    nir::PassRunner last_passes(*at_hand);
    last_passes.know_as(passes);
    finish(last_passes, options, report);
    fault += passes.report() + last_passes.report();
    return other;
}

void finish_branches(nir::Shader& shader, const CompileOptions& options, std::string& fault) {
    nir::PassRunner passes(shader);
    straighten_little(passes);
    finish(passes, options, [&](std::string_view pass) {
        if (options.observer != nullptr) {
            options.observer->after_lowering(pass, shader);
        }
    });
    fault += passes.report();
}

} // namespace jacquard::ir3
