#include <jacquard/generated/nir/behaviour.h>
#include <jacquard/nir/interpreter/handlers/handlers.h>
#include <jacquard/nir/interpreter/program/variable_memory.h>
#include <jacquard/nir/interpreter/wave/formulas.h>
#include <jacquard/nir/interpreter/wave/subgroup.h>
#include <jacquard/nir/ir/system_value_variables.h>
#include <jacquard/nir/ir/width_mask.h>

#include <algorithm>
#include <array>
#include <string>

namespace jacquard::nir::interpreter {

namespace {

// The invocations of a subgroup that stand in some order to the lane's own.
LaneMask invocations_of(const Wave& wave, InvocationSet set, unsigned lane) {
    const Subgroup group(wave, lane);
    const unsigned own = lane - group.first;
    const LaneMask all = LaneMask::first(group.size);
    switch (set) {
    case InvocationSet::eq: return LaneMask::single(own);
    case InvocationSet::ge: return all - LaneMask::first(own);
    case InvocationSet::gt: return all - LaneMask::first(own + 1);
    case InvocationSet::le: return LaneMask::first(own + 1);
    case InvocationSet::lt: return LaneMask::first(own);
    }
    return {};
}

// Reads the result of an intrinsic lane after lane: the environment's value if it has one, else the
// value of the first component's formula, else 0.
class ValueReader {
  public:
    ValueReader(const Wave& wave, const IntrinsicInstruction& intrinsic, const Step* step)
        : values_(wave.environment->system_values), intrinsic_(intrinsic),
          formula_(formula_of(intrinsic.op)), in_(wave, intrinsic, step) {}

    std::uint64_t component(unsigned component, unsigned lane, std::uint64_t argument) {
        if (values_ != nullptr) {
            if (const auto bits = values_->value(intrinsic_, component, lane, argument)) {
                return *bits;
            }
        }
        if (component != 0 || formula_ == nullptr) {
            return 0;
        }
        in_.go_to(lane);
        return formula_(in_);
    }

  private:
    SystemValues* values_;
    const IntrinsicInstruction& intrinsic_;
    Formula formula_;
    FormulaInput in_;
};

} // namespace

bool load_system_value(Wave& wave, const Step& step) {
    const IntrinsicInstruction& intrinsic = intrinsic_of(step);
    const SurroundingsValue* value = system_value(intrinsic.op);
    const Place& to = wave.values.result(step);
    if (value != nullptr && value->has_set) {
        wave.lanes.active.for_each([&](unsigned lane) {
            write_mask_value(wave, to, lane, invocations_of(wave, value->set, lane));
        });
        return true;
    }
    if (load_quad_weights(wave, step)) {
        return true;
    }
    if (wave.environment->system_values == nullptr && formula_of(intrinsic.op) == nullptr) {
        wave.clear_active(to);
        return true;
    }
    ValueReader reader(wave, intrinsic, &step);
    wave.lanes.active.for_each([&](unsigned lane) {
        const std::uint64_t argument =
            intrinsic.num_sources == 0 ? 0 : wave.values.read(wave.values.source(step, 0), 0, lane);
        for (unsigned c = 0; c < to.num_components; ++c) {
            wave.values.write(to, c, lane, reader.component(c, lane, argument));
        }
    });
    return true;
}

// A truth of a value that has more bits is whether any is set.
bool load_system_variable(Wave& wave, const Step& step, const Variable& variable,
                          const Place* address) {
    const std::optional<IntrinsicOp> op = system_value_of(variable.semantic);
    if (!op) {
        return wave.fail(FaultKind::not_supported, step,
                         "'" + std::string(name_of(variable.semantic)) +
                             "' is not a system value that the hardware gives");
    }
    const Place& to = wave.values.result(step);
    const IntrinsicInfo& info = intrinsic_info(*op);
    const unsigned bits = mask_allows(info.bit_size_mask, to.bit_size) ? to.bit_size : 32;
    if (!mask_allows(info.bit_size_mask, bits) || (bits != to.bit_size && to.bit_size != 1)) {
        return wave.fail(FaultKind::not_supported, step,
                         "'" + std::string(name_of(variable.semantic)) + "' has no such width");
    }
    std::array<std::int64_t, kMaxIntrinsicIndices> indices{};
    IntrinsicInstruction question(*op);
    question.indices = indices.data();
    question.value.num_components = static_cast<std::uint8_t>(
        info.dest_components != 0 ? info.dest_components
                                  : std::min<std::uint64_t>(variable.type->scalar_count, 4));
    question.value.bit_size = static_cast<std::uint8_t>(bits);
    const SurroundingsValue& what = *system_value(*op);
    const unsigned stride =
        VariableMemory::component_bytes(to.bit_size, VariableMemory::space_of(variable));
    ValueReader reader(wave, question, nullptr);
    bool is_fine = true;
    wave.lanes.active.for_each([&](unsigned lane) {
        const std::uint64_t first =
            address == nullptr ? 0 : wave.values.read(*address, 0, lane) / stride;
        const LaneMask set = what.has_set ? invocations_of(wave, what.set, lane) : LaneMask{};
        for (unsigned c = 0; c < to.num_components; ++c) {
            const std::uint64_t component = first + c;
            if (component >= question.value.num_components) {
                is_fine = is_fine && wave.out_of_range(step);
                wave.values.write(to, c, lane, 0);
                continue;
            }
            const auto number = static_cast<unsigned>(component);
            const unsigned first_bit = number * bits;
            const std::uint64_t value = !what.has_set ? reader.component(number, lane, 0)
                                        : first_bit < kMaxLanes
                                            ? set.words[first_bit / 64] >> (first_bit % 64)
                                            : 0;
            const std::uint64_t whole = value & mask_of_bits(bits);
            wave.values.write(to, c, lane, to.bit_size == 1 ? whole != 0 : whole);
        }
    });
    return is_fine;
}

} // namespace jacquard::nir::interpreter
