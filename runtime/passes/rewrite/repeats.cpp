#include <jacquard/nir/core_opcodes.h>
#include <jacquard/passes/rewrite/repeats.h>

#include <span>

namespace jacquard::nir {

namespace {

// With more sources each pair is not worth a look: no pattern that reads a value twice has as many.
constexpr unsigned kMostSources = 4;

const AluInstruction* maker_of(const AluSource& source) {
    return source.ssa->instruction->as<AluInstruction>();
}

// What is read through one may be anything.
bool is_mov(const AluInstruction* alu) {
    return alu != nullptr && alu->opcode == core::mov;
}

// Whether source `i` is a single component.
bool reads_single(const AluInstruction& alu, unsigned i) {
    return alu.value.num_components == 1 && alu.info().source_components[i] <= 1;
}

bool may_be_equal(const AluInstruction& a, unsigned i, const AluInstruction& b, unsigned j) {
    const AluSource& x = a.first_source[i];
    const AluSource& y = b.first_source[j];
    if (x.ssa == y.ssa) {
        return x.swizzle[0] == y.swizzle[0] || !reads_single(a, i) || !reads_single(b, j);
    }
    const std::span<const ConstantValue> first = constant_components(*x.ssa);
    if (first.empty()) {
        return false;
    }
    const std::span<const ConstantValue> second = constant_components(*y.ssa);
    return !second.empty() && (first[x.swizzle[0]].u64 == second[y.swizzle[0]].u64 ||
                               !reads_single(a, i) || !reads_single(b, j));
}

bool reads_twice(const AluInstruction& alu) {
    for (unsigned i = 0; i < alu.num_sources; ++i) {
        if (is_mov(maker_of(alu.first_source[i]))) {
            return true;
        }
        for (unsigned j = 0; j < i; ++j) {
            if (may_be_equal(alu, i, alu, j)) {
                return true;
            }
        }
    }
    return false;
}

// Whether both read the same. Others do not read what has but one use.
bool meet(const AluInstruction& alu, const AluInstruction& below) {
    for (unsigned i = 0; i < below.num_sources; ++i) {
        const SsaDef& value = *below.first_source[i].ssa;
        if (is_mov(maker_of(below.first_source[i]))) {
            return true;
        }
        if (value.has_one_use() && constant_components(value).empty()) {
            continue;
        }
        for (unsigned j = 0; j < alu.num_sources; ++j) {
            if (may_be_equal(below, i, alu, j)) {
                return true;
            }
        }
    }
    return false;
}

bool meets_those_below(const AluInstruction& alu) {
    for (const AluSource& source : alu.sources()) {
        const AluInstruction* below = maker_of(source);
        if (below != nullptr && (is_mov(below) || meet(alu, *below))) {
            return true;
        }
    }
    return false;
}

bool those_below_read_twice(const AluInstruction& alu) {
    for (unsigned i = 0; i < alu.num_sources; ++i) {
        const AluInstruction* below = maker_of(alu.first_source[i]);
        if (below == nullptr) {
            continue;
        }
        if (below->num_sources > kMostSources || is_mov(below) || reads_twice(*below)) {
            return true;
        }
        for (unsigned j = 0; j < i; ++j) {
            const AluInstruction* other = maker_of(alu.first_source[j]);
            if (other != nullptr && (other == below || meet(*other, *below))) {
                return true;
            }
        }
    }
    return false;
}

} // namespace

bool Repeats::find(RuleRepeat repeat) const {
    if (alu_.num_sources > kMostSources) {
        return true;
    }
    switch (repeat) {
    case RuleRepeat::none: break;
    case RuleRepeat::outer: return reads_twice(alu_);
    case RuleRepeat::outer_and_inner: return meets_those_below(alu_);
    case RuleRepeat::inner: return those_below_read_twice(alu_);
    }
    return true;
}

} // namespace jacquard::nir
