#include <jacquard/tgsi/translate/instructions/lanes.h>
#include <jacquard/tgsi/translate/registers/hoisted.h>
#include <jacquard/tgsi/translate/registers/operands.h>
#include <jacquard/tgsi/translate/registers/results.h>

// Questions to all invocations of a group.
namespace jacquard::tgsi {

using nir::SsaDef;

// All bits or none.
SsaDef* Lanes::mask_of_truth(SsaDef* truth) {
    SsaDef* none = hoisted_.constant(0);
    return b().bcsel(truth, hoisted_.constant(~0U), none);
}

void Lanes::write_truth(SsaDef* truth) {
    results_.write_everywhere(mask_of_truth(truth));
}

void Lanes::vote(nir::IntrinsicOp intrinsic) {
    const bool has_condition = formula_of(current().opcode) != nullptr;
    SsaDef* asked = has_condition ? results_.condition() : b().whole(operands_.read_source(0, 0));
    write_truth(&b().intrinsic(intrinsic, 1, 1, std::span(&asked, 1))->value);
}

} // namespace jacquard::tgsi
