#include <jacquard/generated/passes/lower_explicit_io.h>
#include <jacquard/passes/util/memory/memory_derefs.h>

namespace jacquard::nir {
namespace {

AddressFormat address_format(StorageFormat format) {
    return format == StorageFormat::global_64 ? AddressFormat::global_64
                                              : AddressFormat::index_offset_32;
}

} // namespace

bool lower_explicit_io(Shader& shader, const LowerExplicitIoOptions& options) {
    std::vector<bool> is_lowered(shader.num_variables());
    for (const Variable& variable : shader.variables()) {
        is_lowered[variable.index] = (variable.mode & options.modes) != VariableMode::nothing &&
                                     variable.mode != VariableMode::mem_global;
    }
    bool changed = false;
    for (Function& function : shader.functions()) {
        changed |= MemoryDerefs(function, address_format(options.storage_format), is_lowered,
                                options.modes)
                       .run();
    }
    return changed;
}

} // namespace jacquard::nir
