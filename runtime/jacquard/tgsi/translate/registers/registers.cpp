#include <jacquard/tgsi/translate/registers/declared_registers.h>
#include <jacquard/tgsi/translate/registers/faults.h>
#include <jacquard/tgsi/translate/registers/registers.h>

#include <algorithm>

// The registers of each file.
namespace jacquard::tgsi {

namespace {

// More inputs, outputs or array elements than any hardware has are refused, so that a short text
// cannot ask for a large program.
constexpr std::int32_t kMostArrayElements = 4096;

// Calls visit(const Register&) for every register an instruction names.
template <typename Visitor>
void for_each_register(const Program& program, Visitor visit) {
    for (const Instruction& instruction : program.instructions) {
        if (instruction.has_destination) {
            visit(instruction.destination.reg);
        }
    }
    for (const Source& source : program.operands) {
        visit(source.reg);
    }
}

} // namespace

// Returns whether a register chooses among all registers of a file and not within a declared array.
bool Registers::has_free_relative(RegisterFile file) const {
    bool found = false;
    for_each_register(program(), [&](const Register& reg) {
        found = found || (reg.file == file && reg.index.relative && reg.array_id == 0);
    });
    return found;
}

void Registers::plan_arrays(RegisterFile file, RegisterStorage& storage) {
    const auto make = [&](std::int32_t first, std::int32_t last, SourcePosition position) {
        if (last - first >= kMostArrayElements) {
            faults_.not_supported(position, "an array of more than " +
                                                std::to_string(kMostArrayElements) + " registers");
            return;
        }
        storage.make_array(first, last);
    };
    if (has_free_relative(file)) {
        make(0, storage.count() - 1, program().stage_position);
        return;
    }
    std::vector<std::uint16_t> chosen;
    for_each_register(program(), [&](const Register& reg) {
        if (reg.file == file && reg.index.relative) {
            chosen.push_back(reg.array_id);
        }
    });
    std::sort(chosen.begin(), chosen.end());
    for (const Declaration& declared : program().declarations) {
        if (declared.file == file && declared.array_id != 0 &&
            std::binary_search(chosen.begin(), chosen.end(), declared.array_id)) {
            make(declared.first, declared.last, declared.position);
        }
    }
}

void Registers::plan_storage() {
    const auto count_of = [this](RegisterFile file) {
        std::int32_t count = 0;
        for (const Declaration& declared : program().declarations) {
            if (declared.file == file) {
                count = std::max(count, declared.last + 1);
            }
        }
        return count;
    };
    temporaries_.reset(count_of(RegisterFile::temporary));
    addresses_.reset(count_of(RegisterFile::address));
    loop_counters_.reset(count_of(RegisterFile::loop));
    predicates_.reset(count_of(RegisterFile::predicate));
    output_registers_.reset(count_of(RegisterFile::output));
    plan_arrays(RegisterFile::temporary, temporaries_);
    plan_arrays(RegisterFile::output, output_registers_);
}

const Declaration* Registers::declaration_of(const Register& reg) const {
    const bool has_dimension = reg.two_dimensional &&
                               info(reg.file).dimension == RegisterDimension::buffer &&
                               !reg.dimension.relative;
    return declared_registers_.find(reg.file, reg.index.relative ? 0 : reg.index.value,
                                    has_dimension ? reg.dimension.value : 0);
}

RegisterStorage* Registers::storage_of(RegisterFile file) {
    switch (file) {
    case RegisterFile::temporary: return &temporaries_;
    case RegisterFile::address: return &addresses_;
    case RegisterFile::loop: return &loop_counters_;
    case RegisterFile::predicate: return &predicates_;
    case RegisterFile::output: return &output_registers_;
    default: return nullptr;
    }
}

// A register of the array that a relative register chooses from; -1 when there is none.
std::int32_t Registers::register_in_array(const Register& reg) const {
    if (reg.array_id == 0) {
        return 0;
    }
    const Declaration* declared = declared_registers_.find_array(reg.file, reg.array_id);
    return declared != nullptr ? declared->first : -1;
}

} // namespace jacquard::tgsi
