#include <jacquard/passes/algebraic.h>
#include <jacquard/passes/algebraic_late.h>
#include <jacquard/passes/assign_io_locations.h>
#include <jacquard/passes/combine_stores.h>
#include <jacquard/passes/common_subexpressions.h>
#include <jacquard/passes/copy_propagation.h>
#include <jacquard/passes/copy_propagation_variables.h>
#include <jacquard/passes/dead_code.h>
#include <jacquard/passes/dead_control_flow.h>
#include <jacquard/passes/dead_functions.h>
#include <jacquard/passes/dead_variables.h>
#include <jacquard/passes/dead_writes.h>
#include <jacquard/passes/flatten_ifs.h>
#include <jacquard/passes/fold_constants.h>
#include <jacquard/passes/from_ssa.h>
#include <jacquard/passes/fuse_multiply_add.h>
#include <jacquard/passes/fuse_opcodes.h>
#include <jacquard/passes/global_value_numbering.h>
#include <jacquard/passes/hoist_invariants.h>
#include <jacquard/passes/inline_calls.h>
#include <jacquard/passes/lower_alu_to_scalar.h>
#include <jacquard/passes/lower_alu_width.h>
#include <jacquard/passes/lower_array_derefs_of_vectors.h>
#include <jacquard/passes/lower_bit_size.h>
#include <jacquard/passes/lower_bool.h>
#include <jacquard/passes/lower_constant_initialisers.h>
#include <jacquard/passes/lower_constants_to_scalar.h>
#include <jacquard/passes/lower_continues.h>
#include <jacquard/passes/lower_doubles.h>
#include <jacquard/passes/lower_explicit_io.h>
#include <jacquard/passes/lower_global_variables_to_local.h>
#include <jacquard/passes/lower_indirect_derefs.h>
#include <jacquard/passes/lower_indirect_registers.h>
#include <jacquard/passes/lower_int64.h>
#include <jacquard/passes/lower_io.h>
#include <jacquard/passes/lower_io_to_scalar.h>
#include <jacquard/passes/lower_io_to_temporaries.h>
#include <jacquard/passes/lower_memcpy.h>
#include <jacquard/passes/lower_opaque_derefs.h>
#include <jacquard/passes/lower_phis_to_scalar.h>
#include <jacquard/passes/lower_returns.h>
#include <jacquard/passes/lower_system_values.h>
#include <jacquard/passes/lower_tex/arguments.h>
#include <jacquard/passes/lower_ubo_to_vec4.h>
#include <jacquard/passes/lower_variable_copies.h>
#include <jacquard/passes/lower_variables_to_derefs.h>
#include <jacquard/passes/lower_variables_to_explicit_types.h>
#include <jacquard/passes/lower_variables_to_scratch.h>
#include <jacquard/passes/lowering_passes.h>
#include <jacquard/passes/optimise_derefs.h>
#include <jacquard/passes/optimise_ifs.h>
#include <jacquard/passes/optimise_loops.h>
#include <jacquard/passes/registers_to_ssa.h>
#include <jacquard/passes/registry.h>
#include <jacquard/passes/remove_dead_derefs.h>
#include <jacquard/passes/remove_phis.h>
#include <jacquard/passes/sequence_parallel_copies.h>
#include <jacquard/passes/shrink_vectors.h>
#include <jacquard/passes/simplify.h>
#include <jacquard/passes/simplify_truths.h>
#include <jacquard/passes/sink.h>
#include <jacquard/passes/split_variable_copies.h>
#include <jacquard/passes/split_variables.h>
#include <jacquard/passes/split_vectors.h>
#include <jacquard/passes/undef_optimisation.h>
#include <jacquard/passes/unroll_loops.h>
#include <jacquard/passes/variables_to_registers.h>
#include <jacquard/passes/variables_to_ssa.h>
#include <jacquard/passes/vectorise_alu.h>
#include <jacquard/passes/vectorise_io.h>
#include <jacquard/passes/vectorise_loads_stores.h>

#include <algorithm>
#include <array>

namespace jacquard::nir {

namespace {

// A pass without parameters.
template <bool (*Pass)(Shader&)>
bool plain(Shader& shader, PassArguments) {
    return Pass(shader);
}

// The value given for a parameter, or what holds without it.
std::uint32_t value_of(PassArguments arguments, std::string_view name, std::uint32_t otherwise) {
    for (const PassArgument& argument : arguments) {
        if (argument.name == name) {
            return argument.value;
        }
    }
    return otherwise;
}

constexpr auto kMaxComponentsParameter = std::to_array<PassParameter>({
    {"max_components", "the most components an instruction works on (4)", true},
});
bool run_lower_alu_width(Shader& shader, PassArguments arguments) {
    return lower_alu_width(shader, value_of(arguments, "max_components", 4));
}

constexpr auto kVectoriseAluParameters = std::to_array<PassParameter>({
    {"max_components", "the most components an instruction works on (4)", true},
    {"bit_size", "only instructions with results of this width", true},
});
bool run_vectorise_alu(Shader& shader, PassArguments arguments) {
    VectoriseAluOptions options;
    options.limit = value_of(arguments, "max_components", options.limit);
    options.bit_size = value_of(arguments, "bit_size", 0);
    return vectorise_alu(shader, options);
}

constexpr auto kVectoriseLoadsStoresParameters = std::to_array<PassParameter>({
    {"max_components", "the most components of an access (4)", true},
    {"max_bytes", "the most bytes of an access (16)", true},
});
bool run_vectorise_loads_stores(Shader& shader, PassArguments arguments) {
    VectoriseLoadsStoresOptions options;
    options.max_components = value_of(arguments, "max_components", options.max_components);
    options.max_bytes = value_of(arguments, "max_bytes", options.max_bytes);
    return vectorise_loads_stores(shader, options);
}

constexpr VariableMode kAllModes = static_cast<VariableMode>(~std::uint32_t{0});

constexpr auto kAllModesParameter = std::to_array<PassParameter>({
    {"all", "variables of every mode, not only those of the shader itself"},
});
bool run_dead_variables(Shader& shader, PassArguments arguments) {
    return value_of(arguments, "all", 0) != 0 ? dead_variables(shader, kAllModes)
                                              : dead_variables(shader);
}
bool run_lower_constant_initialisers(Shader& shader, PassArguments arguments) {
    return value_of(arguments, "all", 0) != 0 ? lower_constant_initialisers(shader, kAllModes)
                                              : lower_constant_initialisers(shader);
}

constexpr auto kLowerIoParameters = std::to_array<PassParameter>({
    {"no_barycentrics", "fragment inputs are loaded without barycentric coordinates"},
});
bool run_lower_io(Shader& shader, PassArguments arguments) {
    LowerIoOptions options;
    options.use_barycentrics = value_of(arguments, "no_barycentrics", 0) == 0;
    return lower_io(shader, options);
}

constexpr auto kLowerExplicitIoParameters = std::to_array<PassParameter>({
    {"global_64", "storage buffers are accessed by address"},
});
bool run_lower_explicit_io(Shader& shader, PassArguments arguments) {
    LowerExplicitIoOptions options;
    if (value_of(arguments, "global_64", 0) != 0) {
        options.storage_format = AddressFormat::global_64;
    }
    return lower_explicit_io(shader, options);
}

bool run_lower_variables_to_explicit_types(Shader& shader, PassArguments) {
    return lower_variables_to_explicit_types(shader);
}

constexpr auto kMinBytesParameter = std::to_array<PassParameter>({
    {"min_bytes", "smaller variables stay (256)", true},
});
bool run_lower_variables_to_scratch(Shader& shader, PassArguments arguments) {
    return lower_variables_to_scratch(shader, value_of(arguments, "min_bytes", 256));
}

constexpr auto kLowerSystemValuesParameters = std::to_array<PassParameter>({
    {"derive_compute", "global and flat numbers are computed"},
    {"derive_vertex_id", "the vertex number is computed from that without the base"},
});
bool run_lower_system_values(Shader& shader, PassArguments arguments) {
    LowerSystemValuesOptions options;
    options.derive_compute = value_of(arguments, "derive_compute", 0) != 0;
    options.derive_vertex_id = value_of(arguments, "derive_vertex_id", 0) != 0;
    return lower_system_values(shader, options);
}

// Both sides without a switch.
constexpr auto kIoSideParameters = std::to_array<PassParameter>({
    {"inputs", "inputs"},
    {"outputs", "outputs"},
});
template <bool (*Pass)(Shader&, bool, bool)>
bool run_on_sides(Shader& shader, PassArguments arguments) {
    const bool inputs = value_of(arguments, "inputs", 0) != 0;
    const bool outputs = value_of(arguments, "outputs", 0) != 0;
    return Pass(shader, inputs || !outputs, outputs || !inputs);
}

constexpr auto kMaxElementsParameter = std::to_array<PassParameter>({
    {"max_elements", "longer arrays stay (64)", true},
});
bool run_lower_indirect_derefs(Shader& shader, PassArguments arguments) {
    LowerIndirectDerefsOptions options;
    options.max_elements = value_of(arguments, "max_elements", options.max_elements);
    return lower_indirect_derefs(shader, options);
}
bool run_lower_indirect_registers(Shader& shader, PassArguments arguments) {
    return lower_indirect_registers(shader, value_of(arguments, "max_elements", 64));
}

constexpr auto kFlattenIfsParameters = std::to_array<PassParameter>({
    {"limit", "what both sides together may cost (8)", true},
});
bool run_flatten_ifs(Shader& shader, PassArguments arguments) {
    return flatten_ifs(shader, {value_of(arguments, "limit", FlattenIfsOptions().limit)});
}

constexpr auto kOptimiseIfsParameters = std::to_array<PassParameter>({
    {"merge_limit", "what may be computed in vain to merge nested ifs (4)", true},
});
bool run_optimise_ifs(Shader& shader, PassArguments arguments) {
    return optimise_ifs(shader,
                        {value_of(arguments, "merge_limit", OptimiseIfsOptions().merge_limit)});
}

constexpr auto kUnrollLoopsParameters = std::to_array<PassParameter>({
    {"limit", "what all copies of a body may cost (512)", true},
    {"iterations", "the most copies (64)", true},
    {"partial", "copies where iterations are not known (1)", true},
});
bool run_unroll_loops(Shader& shader, PassArguments arguments) {
    UnrollLoopsOptions options;
    options.limit = value_of(arguments, "limit", options.limit);
    options.iterations = value_of(arguments, "iterations", options.iterations);
    options.partial_factor = value_of(arguments, "partial", options.partial_factor);
    return unroll_loops(shader, options);
}

constexpr auto kLowerBitSizeParameters = std::to_array<PassParameter>({
    {"int_bits", "the narrowest integers that are computed with (32)", true},
    {"float_bits", "the narrowest floats that are computed with (16)", true},
});
bool run_lower_bit_size(Shader& shader, PassArguments arguments) {
    LowerBitSizeOptions options;
    options.int_bits = value_of(arguments, "int_bits", options.int_bits);
    options.float_bits = value_of(arguments, "float_bits", options.float_bits);
    return lower_bit_size(shader, options);
}

constexpr auto kLowerDoublesParameters = std::to_array<PassParameter>({
    {"keep_arithmetic", "the target adds, multiplies, compares and converts doubles"},
});
bool run_lower_doubles(Shader& shader, PassArguments arguments) {
    LowerDoublesOptions options;
    options.arithmetic = value_of(arguments, "keep_arithmetic", 0) == 0;
    return lower_doubles(shader, options);
}

constexpr auto kLowerContinuesParameters = std::to_array<PassParameter>({
    {"nest_limit", "continues of a loop that become nested ifs (16)", true},
});
bool run_lower_continues(Shader& shader, PassArguments arguments) {
    return lower_continues(shader,
                           {value_of(arguments, "nest_limit", LowerContinuesOptions().nest_limit)});
}

constexpr auto kInlineCallsParameters = std::to_array<PassParameter>({
    {"limit", "instructions of the shader beyond which calls stay (1000000)", true},
});
bool run_inline_calls(Shader& shader, PassArguments arguments) {
    return inline_calls(shader, {value_of(arguments, "limit", InlineCallsOptions().limit)});
}

constexpr auto kOptimiseLoopsParameters = std::to_array<PassParameter>({
    {"nest_limit", "breaks of a loop that runs once, that become nested ifs (4)", true},
});
bool run_optimise_loops(Shader& shader, PassArguments arguments) {
    return optimise_loops(shader,
                          {value_of(arguments, "nest_limit", OptimiseLoopsOptions().nest_limit)});
}

constexpr auto kWrittenPasses = std::to_array<PassInfo>({
    {"algebraic", "rewrites that shorten", plain<algebraic>},
    {"algebraic_late", "rewrites into forms that machines have", plain<algebraic_late>},
    {"assign_io_locations", "gives inputs and outputs their slots", plain<assign_io_locations>},
    {"combine_stores", "joins stores to components of a vector", plain<combine_stores>},
    {"common_subexpressions", "makes equal computations one", plain<common_subexpressions>},
    {"copy_propagation", "reads what was copied", plain<copy_propagation>},
    {"copy_propagation_variables", "reads what was stored to variables",
     plain<copy_propagation_variables>},
    {"dead_code", "removes what nobody needs", plain<dead_code>},
    {"dead_control_flow", "removes ifs and loops that decide nothing", plain<dead_control_flow>},
    {"dead_functions", "removes functions that nothing calls", plain<dead_functions>},
    {"dead_variables", "removes variables that nothing reads", run_dead_variables,
     kAllModesParameter},
    {"dead_writes", "removes stores that are overwritten unread", plain<dead_writes>},
    {"flatten_ifs", "turns cheap ifs into selections", run_flatten_ifs, kFlattenIfsParameters},
    {"fold_constants", "computes what is constant", plain<fold_constants>},
    {"from_ssa", "turns phis into registers", plain<from_ssa>},
    {"fuse_multiply_add", "fuses inexact products and sums into ffma", plain<fuse_multiply_add>},
    {"fuse_opcodes", "computes several operations by one", plain<fuse_opcodes>},
    {"global_value_numbering", "makes equal computations one and places them",
     plain<global_value_numbering>},
    {"hoist_invariants", "moves what does not change out of loops", plain<hoist_invariants>},
    {"inline_calls", "puts functions in the place of calls", run_inline_calls,
     kInlineCallsParameters},
    {"lower_alu_to_scalar", "splits vector arithmetic", plain<lower_alu_to_scalar>},
    {"lower_alu_width", "splits arithmetic on long vectors", run_lower_alu_width,
     kMaxComponentsParameter},
    {"lower_array_derefs_of_vectors", "accesses components through their vectors",
     plain<lower_array_derefs_of_vectors>},
    {"lower_bit_size", "computes narrow values in wider ones", run_lower_bit_size,
     kLowerBitSizeParameters},
    {"lower_bool_to_bitsize", "makes truths as wide as what is compared",
     plain<lower_bool_to_bitsize>},
    {"lower_bool_to_float", "makes truths 1.0 and 0.0", plain<lower_bool_to_float>},
    {"lower_bool_to_int32", "makes truths all or no bits of 32", plain<lower_bool_to_int32>},
    {"lower_constant_initialisers", "stores the first values of variables",
     run_lower_constant_initialisers, kAllModesParameter},
    {"lower_constants_to_scalar", "splits constant and undefined vectors",
     plain<lower_constants_to_scalar>},
    {"lower_continues", "removes continues by nesting what follows", run_lower_continues,
     kLowerContinuesParameters},
    {"lower_doubles", "computes doubles from 64-bit integers", run_lower_doubles,
     kLowerDoublesParameters},
    {"lower_explicit_io", "accesses memory by offset or address", run_lower_explicit_io,
     kLowerExplicitIoParameters},
    {"lower_global_variables_to_local", "makes globals of the entry locals",
     plain<lower_global_variables_to_local>},
    {"lower_half", "computes half floats in single precision", plain<lower_half>},
    {"lower_indirect_derefs", "chooses among constant indices by ifs", run_lower_indirect_derefs,
     kMaxElementsParameter},
    {"lower_indirect_registers", "makes register arrays single registers",
     run_lower_indirect_registers, kMaxElementsParameter},
    {"lower_int64", "computes 64-bit integers from words", plain<lower_int64>},
    {"lower_io", "accesses inputs and outputs by slot", run_lower_io, kLowerIoParameters},
    {"lower_io_to_scalar", "accesses inputs and outputs by component",
     run_on_sides<lower_io_to_scalar>, kIoSideParameters},
    {"lower_io_to_temporaries", "works on copies of inputs and outputs",
     run_on_sides<lower_io_to_temporaries>, kIoSideParameters},
    {"lower_memcpy", "copies bytes by loads and stores", plain<lower_memcpy>},
    {"lower_opaque_derefs", "names textures, samplers and images by number",
     plain<lower_opaque_derefs>},
    {"lower_phis_to_scalar", "splits phis of vectors", plain<lower_phis_to_scalar>},
    {"lower_returns", "makes functions return at their end only", plain<lower_returns>},
    {"lower_system_values", "loads system values by intrinsics", run_lower_system_values,
     kLowerSystemValuesParameters},
    {"lower_tex", "computes texture operations from simpler ones", lower_tex, kLowerTexParameters},
    {"lower_ubo_to_vec4", "loads constant buffers by vec4", plain<lower_ubo_to_vec4>},
    {"lower_variable_copies", "copies variables by loads and stores", plain<lower_variable_copies>},
    {"lower_variables_to_derefs", "accesses variables by dereference",
     plain<lower_variables_to_derefs>},
    {"lower_variables_to_explicit_types", "gives types in memory strides and offsets",
     run_lower_variables_to_explicit_types},
    {"lower_variables_to_scratch", "puts large indexed variables into scratch memory",
     run_lower_variables_to_scratch, kMinBytesParameter},
    {"optimise_derefs", "shortens paths of dereferences", plain<optimise_derefs>},
    {"optimise_ifs", "simplifies, joins and turns round ifs", run_optimise_ifs,
     kOptimiseIfsParameters},
    {"optimise_loops", "merges exits, dissolves loops that run once", run_optimise_loops,
     kOptimiseLoopsParameters},
    {"registers_to_ssa", "turns registers into values", plain<registers_to_ssa>},
    {"remove_dead_derefs", "removes dereferences that nothing uses", plain<remove_dead_derefs>},
    {"remove_phis", "removes phis of one value", plain<remove_phis>},
    {"sequence_parallel_copies", "orders the copies of a parallel copy",
     plain<sequence_parallel_copies>},
    {"shrink_vectors", "drops components that nobody reads", plain<shrink_vectors>},
    {"simplify", "propagates, folds, rewrites and merges in one walk", plain<simplify>},
    {"simplify_truths", "computes with truths where masks and numbers stand for them",
     plain<simplify_truths>},
    {"sink", "moves computations to where they are needed", plain<sink>},
    {"split_variable_copies", "splits copies into those of vectors", plain<split_variable_copies>},
    {"split_variables", "splits variables into members and elements", plain<split_variables>},
    {"split_vectors", "computes vectors of scalars by component", plain<split_vectors>},
    {"undef_optimisation", "takes what suits for undefined values", plain<undef_optimisation>},
    {"unroll_loops", "writes iterations one after the other", run_unroll_loops,
     kUnrollLoopsParameters},
    {"variables_to_registers", "turns local variables into registers",
     plain<variables_to_registers>},
    {"variables_to_ssa", "turns local variables into values", plain<variables_to_ssa>},
    {"vectorise_alu", "joins scalar arithmetic into vectors", run_vectorise_alu,
     kVectoriseAluParameters},
    {"vectorise_io", "joins accesses to one slot", plain<vectorise_io>},
    {"vectorise_loads_stores", "joins accesses to neighbouring memory", run_vectorise_loads_stores,
     kVectoriseLoadsStoresParameters},
});

// With those that the tables of lowerings say.
constexpr auto kPasses = [] {
    std::array<PassInfo, kWrittenPasses.size() + kLoweringPassInfos.size()> made{};
    std::copy(kWrittenPasses.begin(), kWrittenPasses.end(), made.begin());
    std::copy(kLoweringPassInfos.begin(), kLoweringPassInfos.end(),
              made.begin() + kWrittenPasses.size());
    std::sort(made.begin(), made.end(),
              [](const PassInfo& a, const PassInfo& b) { return a.name < b.name; });
    return made;
}();
static_assert(std::adjacent_find(kPasses.begin(), kPasses.end(),
                                 [](const PassInfo& a, const PassInfo& b) {
                                     return a.name == b.name;
                                 }) == kPasses.end(),
              "a pass made of lowerings has the name of another");

} // namespace

std::span<const PassInfo> all_passes() {
    return kPasses;
}

const PassInfo* find_pass(std::string_view name) {
    const auto found = std::find_if(kPasses.begin(), kPasses.end(),
                                    [name](const PassInfo& pass) { return pass.name == name; });
    return found != kPasses.end() ? &*found : nullptr;
}

} // namespace jacquard::nir
