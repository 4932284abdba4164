// Constant folding.
#include <jacquard/generated/nir/opcodes.h>
#include <jacquard/nir/fold/constant_evaluator.h>

#include "bench.h"

#include <array>

namespace jacquard::bench {

void fold_benchmarks() {
    constexpr unsigned kComponents = 4;
    std::array<std::array<nir::ConstantValue, kComponents>, 3> values{};
    for (unsigned source = 0; source < values.size(); ++source) {
        for (unsigned component = 0; component < kComponents; ++component) {
            values[source][component].f32 = 1.5f + static_cast<float>(source + component);
        }
    }
    const std::array<const nir::ConstantValue*, 3> sources = {values[0].data(), values[1].data(),
                                                              values[2].data()};
    constexpr std::array kOpcodes = {nir::Opcode::fadd, nir::Opcode::fmul, nir::Opcode::ffma,
                                     nir::Opcode::fmax, nir::Opcode::iadd, nir::Opcode::ishl,
                                     nir::Opcode::flt,  nir::Opcode::f2i32};
    measure("fold a scalar operation", kOpcodes.size() * kComponents, [&] {
        std::size_t sum = 0;
        std::array<nir::ConstantValue, kComponents> result{};
        for (const nir::Opcode opcode : kOpcodes) {
            if (nir::evaluate(opcode, 32, kComponents, sources.data(), result.data(), {})) {
                sum += result[0].u32;
            }
        }
        return sum;
    });
}

} // namespace jacquard::bench
