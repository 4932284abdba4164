#include <jacquard/tgsi/translate/accesses/memory.h>
#include <jacquard/tgsi/translate/accesses/textures.h>
#include <jacquard/tgsi/translate/flow/branch_regions.h>
#include <jacquard/tgsi/translate/flow/calls.h>
#include <jacquard/tgsi/translate/flow/control_flow_map.h>
#include <jacquard/tgsi/translate/flow/flags.h>
#include <jacquard/tgsi/translate/flow/flow.h>
#include <jacquard/tgsi/translate/flow/leaves.h>
#include <jacquard/tgsi/translate/flow/loops.h>
#include <jacquard/tgsi/translate/flow/regions.h>
#include <jacquard/tgsi/translate/flow/scopes.h>
#include <jacquard/tgsi/translate/flow/switches.h>
#include <jacquard/tgsi/translate/instructions/instructions.h>
#include <jacquard/tgsi/translate/instructions/lanes.h>
#include <jacquard/tgsi/translate/instructions/register_stack.h>
#include <jacquard/tgsi/translate/instructions/stages.h>
#include <jacquard/tgsi/translate/registers/constant_buffers.h>
#include <jacquard/tgsi/translate/registers/context.h>
#include <jacquard/tgsi/translate/registers/declarations.h>
#include <jacquard/tgsi/translate/registers/declared_registers.h>
#include <jacquard/tgsi/translate/registers/faults.h>
#include <jacquard/tgsi/translate/registers/hoisted.h>
#include <jacquard/tgsi/translate/registers/inputs.h>
#include <jacquard/tgsi/translate/registers/operands.h>
#include <jacquard/tgsi/translate/registers/outputs.h>
#include <jacquard/tgsi/translate/registers/places.h>
#include <jacquard/tgsi/translate/registers/registers.h>
#include <jacquard/tgsi/translate/registers/results.h>
#include <jacquard/tgsi/translate/registers/vertices.h>
#include <jacquard/tgsi/translate/translate.h>

#include <new>

namespace jacquard::tgsi {

namespace {

// The concerns of a translation, and the order in which they work.
class ProgramTranslation {
  public:
    ProgramTranslation(const Program& program, const TranslateOptions& options,
                       Diagnostics& diagnostics)
        : context_(program, options.precise, options.limits), faults_(diagnostics, options.limits),
          declared_registers_(program), control_flow_map_(program), branch_regions_(program) {}

    TranslateResult run();

  private:
    bool declare();

    Context context_;
    Faults faults_;
    DeclaredRegisters declared_registers_;
    ControlFlowMap control_flow_map_;
    BranchRegions branch_regions_;
    Hoisted hoisted_{context_};
    Places places_{context_, hoisted_, control_flow_map_.has_blocks()};
    Declarations declarations_{context_, faults_};
    Registers registers_{context_, declared_registers_, faults_};
    Inputs inputs_{context_, declarations_, faults_, hoisted_};
    Outputs outputs_{context_, declarations_, hoisted_, places_, registers_};
    // These three refer to one another, and ask nothing before all are made.
    Operands operands_{context_, constant_buffers_, faults_,    hoisted_,
                       inputs_,  places_,           registers_, vertices_};
    ConstantBuffers constant_buffers_{context_, hoisted_, operands_};
    Vertices vertices_{context_, declarations_, faults_, hoisted_, operands_, registers_};
    Results results_{context_, hoisted_, operands_};
    Memory memory_{context_, faults_, hoisted_, operands_, registers_, results_};
    Textures textures_{context_, declared_registers_, faults_, hoisted_,
                       inputs_,  operands_,           results_};
    Scopes scopes_{context_, faults_, places_};
    Flags flags_{context_, hoisted_};
    Leaves leaves_{context_, flags_, scopes_};
    Regions regions_{context_, branch_regions_, faults_, flags_, hoisted_, leaves_, scopes_};
    Loops loops_{context_, flags_, hoisted_, operands_, scopes_};
    Switches switches_{context_, control_flow_map_, hoisted_, operands_, scopes_};
    Calls calls_{context_, branch_regions_, control_flow_map_, faults_,
                 flags_,   outputs_,        results_,          scopes_};
    Flow flow_{context_, calls_, leaves_, loops_, regions_, results_, scopes_, switches_};
    RegisterStack register_stack_{context_, hoisted_, operands_, places_, results_};
    Stages stages_{context_, declarations_, faults_, hoisted_, operands_, outputs_, results_};
    Lanes lanes_{context_, hoisted_, operands_, results_};
    Instructions instructions_{context_,        control_flow_map_, faults_,   flow_,    hoisted_,
                               lanes_,          memory_,           operands_, outputs_, regions_,
                               register_stack_, results_,          scopes_,   stages_,  textures_};
};

bool ProgramTranslation::declare() {
    declarations_.declare_properties();
    inputs_.declare();
    outputs_.declare();
    if (faults_.is_refused()) {
        return false; // what follows relies on every slot
    }
    constant_buffers_.declare_constant_buffers();
    operands_.declare();
    registers_.plan_storage();
    outputs_.plan_outputs();
    return !faults_.has_any();
}

TranslateResult ProgramTranslation::run() {
    if (declare()) {
        instructions_.translate_instructions();
    }
    if (faults_.has_any()) {
        return {faults_.is_too_large()   ? TranslateStatus::too_large
                : faults_.is_malformed() ? TranslateStatus::malformed
                                         : TranslateStatus::not_supported,
                nullptr};
    }
    return {TranslateStatus::translated, context_.finish()};
}

} // namespace

TranslateResult translate_to_nir(const Program& program, const TranslateOptions& options,
                                 Diagnostics& diagnostics) {
    try {
        return ProgramTranslation(program, options, diagnostics).run();
    } catch (const std::bad_alloc& reason) {
        report_out_of_memory(diagnostics, reason, options.limits);
        return {TranslateStatus::too_large, nullptr};
    }
}

} // namespace jacquard::tgsi
