#include <jacquard/spirv/module/print.h>
#include <jacquard/spirv/module/source_lines.h>
#include <jacquard/spirv/translate/arithmetic/arithmetic.h>
#include <jacquard/spirv/translate/arithmetic/composites.h>
#include <jacquard/spirv/translate/arithmetic/geometry.h>
#include <jacquard/spirv/translate/arithmetic/integer_dots.h>
#include <jacquard/spirv/translate/arithmetic/matrices.h>
#include <jacquard/spirv/translate/control_flow/block_bodies.h>
#include <jacquard/spirv/translate/control_flow/flow.h>
#include <jacquard/spirv/translate/control_flow/flow_blocks.h>
#include <jacquard/spirv/translate/control_flow/flow_nesting.h>
#include <jacquard/spirv/translate/control_flow/function_bodies.h>
#include <jacquard/spirv/translate/control_flow/jumps.h>
#include <jacquard/spirv/translate/control_flow/kernel_flow.h>
#include <jacquard/spirv/translate/control_flow/phis.h>
#include <jacquard/spirv/translate/control_flow/switch_cases.h>
#include <jacquard/spirv/translate/groups/atomics.h>
#include <jacquard/spirv/translate/groups/subgroups.h>
#include <jacquard/spirv/translate/groups/work_groups.h>
#include <jacquard/spirv/translate/images/storage_images.h>
#include <jacquard/spirv/translate/images/textures.h>
#include <jacquard/spirv/translate/instructions/calls.h>
#include <jacquard/spirv/translate/instructions/constant_operations.h>
#include <jacquard/spirv/translate/instructions/instructions.h>
#include <jacquard/spirv/translate/interface/built_ins.h>
#include <jacquard/spirv/translate/interface/entry_point.h>
#include <jacquard/spirv/translate/interface/feedback.h>
#include <jacquard/spirv/translate/interface/initialisers.h>
#include <jacquard/spirv/translate/interface/modes.h>
#include <jacquard/spirv/translate/interface/refused_names.h>
#include <jacquard/spirv/translate/interface/resources.h>
#include <jacquard/spirv/translate/interface/variables.h>
#include <jacquard/spirv/translate/interface/varyings.h>
#include <jacquard/spirv/translate/kernels/group_copies.h>
#include <jacquard/spirv/translate/kernels/kernel_arguments.h>
#include <jacquard/spirv/translate/kernels/kernel_arithmetic.h>
#include <jacquard/spirv/translate/kernels/kernel_images.h>
#include <jacquard/spirv/translate/kernels/kernel_memory.h>
#include <jacquard/spirv/translate/pointers/addresses.h>
#include <jacquard/spirv/translate/pointers/clip_distances.h>
#include <jacquard/spirv/translate/pointers/generic_pointers.h>
#include <jacquard/spirv/translate/pointers/memory.h>
#include <jacquard/spirv/translate/pointers/named_places.h>
#include <jacquard/spirv/translate/pointers/pointers.h>
#include <jacquard/spirv/translate/translate.h>
#include <jacquard/spirv/translate/values/annotations.h>
#include <jacquard/spirv/translate/values/constants.h>
#include <jacquard/spirv/translate/values/context.h>
#include <jacquard/spirv/translate/values/faults.h>
#include <jacquard/spirv/translate/values/float_assumptions.h>
#include <jacquard/spirv/translate/values/recovery.h>
#include <jacquard/spirv/translate/values/types.h>
#include <jacquard/spirv/translate/values/values.h>
#include <jacquard/spirv/translate/values/widths.h>

#include <memory>
#include <utility>

namespace jacquard::spirv {

namespace {

// The concerns of a translation, and the order in which they work.
class Translation {
  public:
    Translation(const Module& module, const TranslateOptions& options, Diagnostics& diagnostics)
        : options_(options), context_(module, options.limits, options.precise),
          faults_(module, diagnostics, options.limits) {
        for (const Specialisation& given : options.specialisations) {
            constants_.specialise(given);
        }
    }

    TranslateResult run();

  private:
    void begin_shader();
    void declare_globals();
    void translate_global(const Instruction& instruction);
    void take_modes();
    void translate_functions();
    TranslateResult stopped() const;

    const TranslateOptions& options_;
    Context context_;
    Faults faults_;
    ClipDistances clip_distances_;
    NamedPlaces named_places_{context_.arena()};
    Recovery recovery_{context_, faults_, types_, values_};
    EntryPoint entry_point_{context_, faults_};
    Annotations annotations_{context_};
    // These refer to one another, and ask nothing before all are made.
    Constants constants_{context_, faults_, types_, values_};
    Addresses addresses_{context_, constants_, pointers_, types_, values_, widths_};
    Types types_{context_, annotations_, constants_, faults_};
    Values values_{context_, constants_, faults_, addresses_, types_};
    Widths widths_{context_, values_};
    GenericPointers generic_pointers_{context_, types_};
    Pointers pointers_{context_, clip_distances_, constants_, named_places_,
                       types_,   values_,         widths_};
    Memory memory_{context_, addresses_, named_places_, pointers_, values_, widths_};
    KernelMemory kernel_memory_{context_,  addresses_, constants_, memory_,
                                pointers_, types_,     values_,    widths_};
    Arithmetic arithmetic_{context_, values_, widths_};
    IntegerDots integer_dots_{context_, values_, widths_};
    KernelArithmetic kernel_arithmetic_{context_,  arithmetic_, memory_,
                                        pointers_, values_,     widths_};
    Composites composites_{context_, pointers_, values_};
    Matrices matrices_{context_, geometry_, values_};
    Geometry geometry_{context_, memory_, pointers_, values_};
    Textures textures_{context_, constants_, pointers_, storage_images_, types_, values_, widths_};
    StorageImages storage_images_{context_, pointers_, types_, values_, widths_};
    Atomics atomics_{context_,  addresses_,      constants_, memory_,
                     pointers_, storage_images_, values_};
    Subgroups subgroups_{context_, atomics_, constants_, pointers_, values_, widths_};
    WorkGroups work_groups_{context_, atomics_, values_, widths_};
    GroupCopies group_copies_{context_, addresses_, atomics_, memory_, pointers_, values_, widths_};
    RefusedNames refused_names_{context_, entry_point_, faults_};
    Feedback feedback_{context_};
    Varyings varyings_{context_, annotations_, clip_distances_, feedback_, types_};
    BuiltIns built_ins_{context_,  annotations_, feedback_, memory_,   modes_,
                        pointers_, types_,       values_,   varyings_, widths_};
    Resources resources_{context_, annotations_, types_, values_};
    Variables variables_{context_,      annotations_, built_ins_, entry_point_, feedback_,
                         initialisers_, resources_,   types_,     values_,      varyings_};
    Initialisers initialisers_{context_,      constants_, memory_, modes_,
                               named_places_, pointers_,  values_};
    FloatAssumptions float_assumptions_{context_, constants_, types_};
    Modes modes_{context_, constants_, feedback_, float_assumptions_};
    Calls calls_{context_, annotations_, entry_point_, generic_pointers_,
                 memory_,  pointers_,    types_,       values_};
    Instructions instructions_{
        context_,      addresses_,      arithmetic_,        atomics_,          calls_,
        composites_,   constants_,      float_assumptions_, generic_pointers_, geometry_,
        group_copies_, integer_dots_,   kernel_arithmetic_, kernel_memory_,    matrices_,
        memory_,       storage_images_, subgroups_,         textures_,         types_,
        values_,       work_groups_};
    ConstantOperations constant_operations_{context_, instructions_, types_, values_};
    FlowBlocks flow_blocks_{context_, types_};
    Phis phis_{context_, flow_blocks_, generic_pointers_, memory_, recovery_, types_, values_};
    BlockBodies block_bodies_{context_, faults_, instructions_, phis_, recovery_};
    Jumps jumps_{context_, named_places_, phis_};
    SwitchCases switch_cases_{context_, flow_blocks_, jumps_};
    FlowNesting flow_nesting_{context_, flow_blocks_};
    KernelFlow kernel_flow_{context_, block_bodies_, calls_,        flow_blocks_, flow_nesting_,
                            jumps_,   phis_,         switch_cases_, values_};
    KernelImages kernel_images_{context_, types_, values_};
    KernelArguments kernel_arguments_{context_,  annotations_, kernel_images_, memory_,
                                      pointers_, types_,       values_};
    Flow flow_{context_,      block_bodies_, calls_,        flow_blocks_, jumps_,
               named_places_, phis_,         switch_cases_, values_};
    FunctionBodies function_bodies_{
        context_,      annotations_, built_ins_,        calls_,
        faults_,       flow_,        flow_blocks_,      generic_pointers_,
        initialisers_, jumps_,       kernel_arguments_, kernel_flow_,
        named_places_, phis_,        recovery_,         refused_names_,
        types_,        values_,      variables_};
};

TranslateResult Translation::stopped() const {
    return {faults_.is_malformed() ? TranslateStatus::malformed : TranslateStatus::not_supported,
            nullptr};
}

void Translation::begin_shader() {
    auto shader = std::make_unique<nir::Shader>(entry_point_.stage());
    shader->arena.charge_to(std::make_shared<MemoryBudget>(options_.limits.memory));
    SourceLines lines = source_lines(context_.module());
    if (options_.lines_of_text && lines.files.empty()) {
        lines.origins = lines_of_text(context_.module());
    }
    context_.begin_shader(std::move(shader), std::move(lines));
}

void Translation::translate_global(const Instruction& instruction) {
    switch (instruction.info->handling) {
    case Handling::type: types_.make_type(instruction); break;
    case Handling::constant:
        if (instruction.op() == Op::SpecConstantOp) {
            constants_.set(instruction.result, constant_operations_.operate(instruction));
        } else {
            constants_.make_constant(instruction);
        }
        break;
    case Handling::literal_sampler: kernel_images_.declare_literal(instruction); break;
    case Handling::variable: variables_.declare_variable(instruction); break;
    case Handling::unsupported:
        unsupported(std::string(reason_of(*instruction.info)) + " (Op" +
                    std::string(instruction.info->name) + ") are");
    default: break;
    }
}

void Translation::declare_globals() {
    for (const Instruction& instruction : context_.module().instructions) {
        if (instruction.op() == Op::Function) {
            break;
        }
        recovery_.postpone(instruction, [&] { translate_global(instruction); });
    }
}

void Translation::take_modes() {
    const Module& module = context_.module();
    for (const Instruction& instruction : module.instructions) {
        const bool is_mode = instruction.info->handling == Handling::mode;
        if (is_mode && module.operands(instruction)[0] == entry_point_.function_id()) {
            recovery_.attempt(instruction, [&] { modes_.take_mode(instruction); });
        }
    }
    float_assumptions_.apply();
    feedback_.finish_feedback();
    if (options_.workgroup_size) {
        modes_.take_size(*options_.workgroup_size);
    }
    if (entry_point_.stage() == nir::Stage::compute) {
        modes_.declare_workgroup_size();
    }
}

void Translation::translate_functions() {
    const std::vector<Instruction>& instructions = context_.module().instructions;
    for (const std::uint32_t index : function_bodies_.order()) {
        const Instruction& definition = instructions[index];
        recovery_.attempt(definition, [&] { calls_.make_function(definition); });
    }
    if (faults_.has_any()) {
        return;
    }
    for (const std::uint32_t index : function_bodies_.order()) {
        const Instruction& definition = instructions[index];
        recovery_.attempt(definition, [&] { function_bodies_.translate_function(definition); });
        function_bodies_.leave_function();
    }
}

TranslateResult Translation::run() {
    refused_names_.refuse_names_of_module();
    if (faults_.has_any() || !entry_point_.choose(options_.entry, options_.stage)) {
        return stopped();
    }
    begin_shader();
    refused_names_.refuse_decorations();
    declare_globals();
    constants_.warn_of_missing(annotations_);
    if (faults_.has_any() || !function_bodies_.find_functions(entry_point_.instruction())) {
        return stopped();
    }
    take_modes();
    if (context_.is_kernel()) {
        recovery_.attempt(entry_point_.instruction(),
                          [&] { kernel_arguments_.declare(entry_point_.function_id()); });
    }
    translate_functions();
    if (faults_.has_any()) {
        return stopped();
    }
    clip_distances_.finish();
    context_.shader().number_values();
    return {TranslateStatus::translated, context_.take_shader()};
}

} // namespace

TranslateResult translate_to_nir(const Module& module, const TranslateOptions& options,
                                 Diagnostics& diagnostics) {
    return Translation(module, options, diagnostics).run();
}

} // namespace jacquard::spirv
