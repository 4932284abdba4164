#pragma once

#include <jacquard/ir3/compiler/contract/fold_workgroup_size.h>
#include <jacquard/ir3/compiler/select/context.h>
#include <jacquard/ir3/compiler/select/resources/access_offsets.h>
#include <jacquard/ir3/compiler/select/resources/access_order.h>
#include <jacquard/ir3/compiler/select/resources/addresses.h>
#include <jacquard/ir3/compiler/select/resources/arrays.h>
#include <jacquard/ir3/compiler/select/resources/constant_layout.h>
#include <jacquard/ir3/compiler/select/resources/descriptors.h>
#include <jacquard/ir3/compiler/select/resources/memory_accesses.h>
#include <jacquard/ir3/compiler/select/resources/memory_slots.h>
#include <jacquard/ir3/compiler/select/resources/numbered_resources.h>
#include <jacquard/ir3/compiler/select/resources/textures.h>
#include <jacquard/ir3/compiler/select/resources/uniforms.h>
#include <jacquard/ir3/compiler/select/translate/control_flow.h>
#include <jacquard/ir3/compiler/select/translate/lanes.h>
#include <jacquard/ir3/compiler/select/translate/stage_chain.h>
#include <jacquard/ir3/compiler/select/translate/stage_interface.h>
#include <jacquard/ir3/compiler/select/translate/system_values.h>
#include <jacquard/ir3/compiler/select/translate/varyings.h>
#include <jacquard/nir/analysis/lane_steps.h>

#include <array>

namespace jacquard::ir3 {

// A translation: walks the shader and hands each instruction to the part that translates its kind.
class Translator : TranslationPart {
  public:
    explicit Translator(Context& context)
        : TranslationPart(context), observer_(context.options().observer),
          lane_steps_(
              fixed_workgroup_size(context.shader()).value_or(std::array<std::uint32_t, 3>{}),
              context.machine().wave_lanes) {}

    bool run();

  private:
    bool check_float_controls();
    bool translate_function(const nir::Function& function);
    void translate_block(const nir::Block& block);
    void translate_alu(const nir::AluInstruction& alu);
    void resize_byte(const nir::AluInstruction& alu);
    void translate_intrinsic(const nir::IntrinsicInstruction& intrinsic);
    void terminate(const nir::IntrinsicInstruction& intrinsic);
    void finish();
    // How the addresses of an access differ among lanes.
    [[nodiscard]] LaneStride stride_of(const nir::IntrinsicInstruction& intrinsic);

    PassObserver* observer_;
    nir::LaneSteps lane_steps_;
    Addresses addresses_{context_};
    AccessOffsets offsets_{context_};
    AccessOrder order_{context_};
    MemorySlots slots_{context_, offsets_};
    NumberedResources numbered_{context_};
    ConstantLayout layout_{context_, slots_, numbered_};
    Descriptors descriptors_{context_, slots_};
    Uniforms uniforms_{context_, addresses_, numbered_, descriptors_};
    Arrays arrays_{context_, addresses_, uniforms_};
    MemoryAccesses accesses_{context_, offsets_, slots_, descriptors_, order_};
    Textures textures_{context_, numbered_, descriptors_};
    ControlFlow flow_{context_};
    Lanes lanes_{context_, flow_};
    SystemValues system_values_{context_, layout_, uniforms_};
    StageChain chain_{context_, layout_, uniforms_};
    StageInterface interface_{context_};
    Varyings varyings_{context_, system_values_};
};

} // namespace jacquard::ir3
