#include <jacquard/generated/passes/copy_propagation.h>
#include <jacquard/passes/util/copies.h>

namespace jacquard::nir {

namespace {

bool read_through_copies_of(Instruction& instruction) {
    bool changed = false;
    instruction.for_each_source(
        [&changed](Source& source) { changed |= read_through_copies(source); });
    return changed;
}

} // namespace

bool copy_propagation(Shader& shader) {
    bool changed = false;
    for (Function& function : shader.functions()) {
        for (Block& block : function.blocks()) {
            for (Instruction& instruction : block.instructions()) {
                if (auto* alu = instruction.as<AluInstruction>()) {
                    for (unsigned i = 0; i < alu->num_sources; ++i) {
                        changed |= read_through_copies(*alu, i);
                    }
                } else if (instruction.as<PhiInstruction>() == nullptr) {
                    changed |= read_through_copies_of(instruction);
                }
            }
            if (block.next != nullptr) {
                if (auto* branch = block.next->as<IfNode>()) {
                    changed |= read_through_copies(branch->condition);
                }
            }
        }
        // A phi reads what comes after it, around a loop: only now do copies there read what they
        // copy from the first, of which the phi may need all.
        for (Block& block : function.blocks()) {
            for (Instruction& instruction : block.instructions()) {
                if (instruction.as<PhiInstruction>() == nullptr) {
                    break;
                }
                changed |= read_through_copies_of(instruction);
            }
        }
    }
    return changed;
}

} // namespace jacquard::nir
