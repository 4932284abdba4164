#pragma once

#include <jacquard/ir3/compiler/select/context.h>
#include <jacquard/ir3/compiler/select/translate/control_flow.h>

namespace jacquard::ir3 {

// Operations among the lanes of a wave.
class Lanes : TranslationPart {
  public:
    Lanes(Context& context, ControlFlow& flow) : TranslationPart(context), flow_(flow) {}

    // False if the operation is none among lanes.
    bool translate(const nir::IntrinsicInstruction& op);

  private:
    Node* write_shared(const Register& source, unsigned place);
    Node* read_shared(unsigned place);
    void order_shared(Node& node, bool writes);
    Node* read_lane(Node* value, Node* condition);
    void ballot(const nir::IntrinsicInstruction& op);

    ControlFlow& flow_;
    Node* last_shared_write_ = nullptr;      // to shared registers
    NodeVector shared_reads_{graph_.pool()}; // since then
};

} // namespace jacquard::ir3
