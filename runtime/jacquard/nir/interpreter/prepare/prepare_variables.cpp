#include <jacquard/nir/analysis/memory/deref_path.h>
#include <jacquard/nir/interpreter/handlers/handlers.h>
#include <jacquard/nir/interpreter/prepare/prepare.h>

#include <algorithm>
#include <cstring>

namespace jacquard::nir::interpreter {

namespace {

// Copies and initializers of more scalars are not made.
constexpr std::uint64_t kMostScalars = 1U << 20;

struct Scalar {
    std::uint64_t address;
    std::uint8_t bit_size;
};

// The scalars of a value in order, by their distance from its beginning.
void list_scalars(const Type* type, VariableSpace space, std::uint64_t address,
                  std::vector<Scalar>& scalars) {
    if (type->scalar_count == 0) {
        return; // however many elements of nothing there are
    }
    switch (type->kind) {
    case TypeKind::vector:
        for (unsigned c = 0; c < type->num_components; ++c) {
            scalars.push_back(
                {address + c * VariableMemory::stride_of(type, space), type->scalar.bit_size});
        }
        break;
    case TypeKind::matrix:
    case TypeKind::array:
        for (std::uint32_t i = 0; i < type->num_elements(); ++i) {
            list_scalars(type->element, space, address + i * VariableMemory::stride_of(type, space),
                         scalars);
        }
        break;
    case TypeKind::structure:
        for (unsigned i = 0; i < type->members.size(); ++i) {
            list_scalars(type->members[i].type, space,
                         address + member_offset(type, i, VariableMemory::layout_of(space)),
                         scalars);
        }
        break;
    default: break;
    }
}

// The same for a variable, whose outermost array may be laid out in a way of its own.
std::vector<Scalar> scalars_of(const Variable& variable) {
    std::vector<Scalar> scalars;
    const VariableSpace space = VariableMemory::space_of(variable);
    const bool has_vertices = VariableMemory::has_vertices(space);
    if ((has_vertices || variable.compact) && variable.type->kind == TypeKind::array &&
        variable.type->scalar_count != 0) {
        const std::uint64_t stride = has_vertices ? std::uint64_t{1} << kVertexShift : 4;
        for (std::uint32_t i = 0; i < variable.type->num_elements(); ++i) {
            list_scalars(variable.type->element, space, i * stride, scalars);
        }
    } else {
        list_scalars(variable.type, space, 0, scalars);
    }
    return scalars;
}

// The scalars that a dereference names, wildcards counted through.
std::vector<Scalar> scalars_of(DerefInstruction& deref) {
    const VariableSpace space = VariableMemory::space_of(deref);
    std::vector<Scalar> scalars;
    if (deref.deref == DerefKind::var) {
        return scalars_of(*deref.variable);
    }
    list_scalars(deref.type, space, 0, scalars);
    const DerefPath path(deref);
    for (auto step = path.steps().rbegin(); step != path.steps().rend(); ++step) {
        if ((*step)->deref != DerefKind::array_wildcard) {
            continue;
        }
        const std::uint32_t length =
            scalars.empty() ? 0 : (*step)->parent_deref()->type->num_elements();
        const std::uint64_t stride = VariableMemory::stride_of(**step);
        std::vector<Scalar> all;
        for (std::uint32_t i = 0; i < length && all.size() < kMostScalars; ++i) {
            for (const Scalar& scalar : scalars) {
                all.push_back({scalar.address + i * stride, scalar.bit_size});
            }
        }
        scalars = std::move(all);
    }
    return scalars;
}

// Returns true for variables that each lane has for itself; the environment initialises those that
// lanes share.
bool is_set_by_lane(const Variable& variable) {
    const VariableSpace space = VariableMemory::space_of(variable);
    if (!space) {
        return false;
    }
    const MemorySpaceInfo& info = memory_space_info(*space);
    return info.shared_by == SharedBy::invocation && info.written == Written::always &&
           !info.has_parts;
}

} // namespace

void Preparer::prepare_deref(const DerefInstruction& deref) {
    if (deref.deref == DerefKind::var) {
        ConstantValue& address = program_->addresses.emplace_back();
        address.u64 = program_->variable_memory->address(*deref.variable);
        program_->initial_values.push_back({place_of(deref.value), &address});
        return;
    }
    prepare_handled(deref, execute_deref);
    std::uint64_t distance = 0;
    if (deref.has_index()) {
        distance = VariableMemory::stride_of(deref);
    } else if (deref.deref == DerefKind::structure && deref.parent_deref() != nullptr) {
        distance = member_offset(deref.parent_deref()->type, deref.member,
                                 VariableMemory::layout_of(VariableMemory::space_of(deref)));
    }
    // The memory of a shader never is that large, so the access has no handler.
    if (distance > 0xffffffff) {
        program_->steps.back().handler = nullptr;
    }
    program_->steps.back().target = static_cast<std::uint32_t>(distance);
}

void Preparer::prepare_copy(const IntrinsicInstruction& intrinsic, const VariableAccess& access) {
    std::vector<Scalar> to;
    std::vector<Scalar> from;
    bool is_known = true;
    if (access.is_by_name()) {
        for (const Variable* variable : intrinsic.variables()) {
            is_known = is_known && variable->type->scalar_count <= kMostScalars;
        }
        if (is_known) {
            to = scalars_of(*intrinsic.variables()[0]);
            from = scalars_of(*intrinsic.variables()[1]);
        }
    } else {
        for (const Source& source : intrinsic.sources()) {
            const DerefInstruction* deref = deref_of(source);
            is_known = is_known && deref != nullptr && deref->type->scalar_count <= kMostScalars;
        }
        if (is_known) {
            to = scalars_of(*deref_of(source_at(intrinsic, access.deref_source)));
            from = scalars_of(*deref_of(source_at(intrinsic, access.from_source)));
        }
    }
    prepare_handled(intrinsic, is_known && to.size() == from.size()
                                   ? intrinsic_handler(intrinsic.op)
                                   : nullptr);
    program_->steps.back().target = static_cast<std::uint32_t>(program_->copies.size());
    std::vector<CopiedPart>& parts = program_->copies.emplace_back();
    if (!may_list(sizeof(CopiedPart) * std::min(to.size(), from.size()))) {
        return;
    }
    for (std::size_t i = 0; i < std::min(to.size(), from.size()); ++i) {
        parts.push_back({to[i].address, from[i].address, to[i].bit_size});
    }
}

void Preparer::prepare_initial_data() {
    constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 24;
    for (std::size_t i = 0; i < kNumMemorySpaces; ++i) {
        if (kMemorySpaceInfos[i].is_initialised) {
            const std::uint64_t bytes =
                program_->variable_memory->bytes(static_cast<MemorySpace>(i));
            program_->initial_data[i].resize(static_cast<std::size_t>(std::min(bytes, kMostBytes)));
        }
    }
    for (const Variable& variable : shader_->variables()) {
        const VariableSpace space = VariableMemory::space_of(variable);
        if (space && memory_space_info(*space).is_initialised && !variable.initializer.empty() &&
            variable.type->scalar_count <= kMostScalars) {
            write_initializer(variable, program_->initial_data[static_cast<std::size_t>(*space)]);
        }
    }
}

void Preparer::write_initializer(const Variable& variable, std::vector<std::byte>& data) const {
    const std::uint64_t start = program_->variable_memory->address(variable);
    const std::vector<Scalar> scalars = scalars_of(variable);
    const std::size_t count = std::min(scalars.size(), variable.initializer.size());
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint64_t at = start + scalars[i].address;
        const bool is_truth = scalars[i].bit_size == 1;
        const unsigned size = is_truth ? 4 : scalars[i].bit_size / 8;
        const std::uint64_t bits =
            is_truth ? (variable.initializer[i].b ? 0xffffffffU : 0) : variable.initializer[i].u64;
        if (at + size <= data.size()) {
            std::memcpy(&data[static_cast<std::size_t>(at)], &bits, size);
        }
    }
}

void Preparer::prepare_initial_variables(const VariableList& variables) {
    const auto first = static_cast<std::uint32_t>(program_->initial_variables.size());
    for (const Variable& variable : variables) {
        if (variable.initializer.empty() || !is_set_by_lane(variable) ||
            variable.type->scalar_count > kMostScalars) {
            continue;
        }
        InitialVariable& initial = program_->initial_variables.emplace_back();
        initial.variable = &variable;
        const std::uint64_t address = program_->variable_memory->address(variable);
        for (const Scalar& scalar : scalars_of(variable)) {
            if (initial.addresses.size() < variable.initializer.size()) {
                initial.addresses.push_back(address + scalar.address);
                initial.bit_sizes.push_back(scalar.bit_size);
            }
        }
    }
    if (program_->initial_variables.size() != first) {
        Step& step = add_step(StepKind::call_handler, nullptr);
        step.first = first;
        step.second = static_cast<std::uint32_t>(program_->initial_variables.size());
        step.handler = initialise_variables;
    }
}

} // namespace jacquard::nir::interpreter
