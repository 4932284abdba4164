#include <jacquard/generated/nir/behaviour.h>
#include <jacquard/generated/passes/registers_to_ssa.h>
#include <jacquard/nir/build/ssa_builder.h>
#include <jacquard/passes/util/each.h>
#include <jacquard/passes/util/plain_register.h>

#include <vector>

namespace jacquard::nir {
namespace {

struct Register {
    IntrinsicInstruction* declaration = nullptr;
    std::uint32_t first_variable = 0;
    std::uint8_t num_components = 0;
};

class RegistersToSsa {
  public:
    explicit RegistersToSsa(Function& function) : ssa_(function) {}

    bool run() {
        ssa_.note_accesses([this](Instruction& instruction) { note(instruction); });
        if (registers_.empty()) {
            return false;
        }
        ssa_.rename_accesses([this](Instruction& instruction) { rename(instruction); });
        for (const Register& each : registers_) {
            each.declaration->remove();
        }
        return true;
    }

  private:
    void declare(IntrinsicInstruction& declaration) {
        if (!is_plain_register(declaration)) {
            return;
        }
        const unsigned count = declaration.num_components();
        declaration.index = static_cast<std::uint32_t>(registers_.size());
        registers_.push_back({&declaration, ssa_.add_variables(count, declaration.bit_size()),
                              static_cast<std::uint8_t>(count)});
    }

    // The register that an instruction loads or stores; null for anything else.
    const Register* accessed(const Instruction& instruction) const {
        const auto* intrinsic = instruction.as<IntrinsicInstruction>();
        const RegisterAccess* access =
            intrinsic != nullptr ? register_access(intrinsic->op) : nullptr;
        if (access == nullptr || !(access->is_whole_load() || access->is_whole_store())) {
            return nullptr;
        }
        // Declarations stand in front of what accesses them; others have any index.
        const Instruction* handle =
            intrinsic->first_source[access->register_source].ssa->instruction;
        const bool is_known =
            handle->index < registers_.size() && registers_[handle->index].declaration == handle;
        return is_known ? &registers_[handle->index] : nullptr;
    }

    void note(Instruction& instruction) {
        if (is_register_declaration(instruction)) {
            declare(*instruction.as<IntrinsicInstruction>());
            return;
        }
        const Register* each = accessed(instruction);
        if (each == nullptr) {
            return;
        }
        const auto& access = *instruction.as<IntrinsicInstruction>();
        const bool load = register_access(access.op)->is_whole_load();
        for (std::uint32_t c = 0; c < each->num_components; ++c) {
            if (load) {
                ssa_.note_read(each->first_variable + c);
            } else if ((access.write_mask() >> c & 1) != 0) {
                ssa_.note_write(each->first_variable + c);
            }
        }
    }

    void rename(Instruction& instruction) {
        const Register* each = accessed(instruction);
        if (each == nullptr) {
            return;
        }
        auto& access = *instruction.as<IntrinsicInstruction>();
        const RegisterAccess& what = *register_access(access.op);
        if (what.is_whole_store()) {
            ssa_.write(each->first_variable, access.first_source[what.value_source].ssa,
                       access.write_mask());
        } else {
            access.value.rewrite_uses(ssa_.read(each->first_variable, each->num_components,
                                                Cursor::before_instruction(&access)));
        }
        access.remove();
    }

    SsaBuilder ssa_;
    std::vector<Register> registers_;
};

} // namespace

bool registers_to_ssa(Shader& shader) {
    if (!shader.may_have(IntrinsicOp::decl_reg)) {
        return false;
    }
    return change_functions<RegistersToSsa>(shader);
}

} // namespace jacquard::nir
