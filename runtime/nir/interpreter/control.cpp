#include <jacquard/nir/interpreter/handlers.h>

namespace jacquard::nir::interpreter {

namespace {

// The active lanes where the condition holds; all of them without one.
LaneMask lanes_that_meet(const Wave& wave, const Step& step) {
    if (intrinsic_of(step).num_sources == 0) {
        return wave.active;
    }
    LaneMask met;
    wave.active.for_each([&](unsigned lane) {
        if (wave.read(wave.source(step, 0), 0, lane) != 0) {
            met.set(lane);
        }
    });
    return met;
}

} // namespace

bool do_nothing(Wave& /*wave*/, const Step& /*step*/) {
    return true;
}

bool terminate(Wave& wave, const Step& step) {
    const LaneMask ended = lanes_that_meet(wave, step);
    wave.terminated |= ended;
    wave.helpers |= ended;
    return true;
}

bool demote(Wave& wave, const Step& step) {
    wave.helpers |= lanes_that_meet(wave, step);
    return true;
}

bool barrier(Wave& wave, const Step& step) {
    const Scope scope = intrinsic_of(step).execution_scope();
    wave.is_waiting = wave.num_waves > 1 && scope >= Scope::workgroup;
    return !wave.is_waiting;
}

bool is_helper(Wave& wave, const Step& step) {
    wave.active.for_each([&](unsigned lane) {
        wave.write(wave.result(step), 0, lane, wave.helpers.test(lane) ? ~std::uint64_t{0} : 0);
    });
    return true;
}

// A count that goes up by one at each reading, low half first.
bool read_clock(Wave& wave, const Step& step) {
    ++wave.clock;
    wave.active.for_each([&](unsigned lane) {
        wave.write(wave.result(step), 0, lane, wave.clock);
        wave.write(wave.result(step), 1, lane, wave.clock >> 32);
    });
    return true;
}

// The result is the first source, with `binding` and whatever other sources say added to it.
bool pass_on(Wave& wave, const Step& step) {
    const IntrinsicInstruction& intrinsic = intrinsic_of(step);
    const Place& from = wave.source(step, 0);
    const Place& to = wave.result(step);
    wave.active.for_each([&](unsigned lane) {
        for (unsigned c = 0; c < to.num_components; ++c) {
            std::uint64_t bits = c < from.num_components ? wave.read(from, c, lane) : 0;
            if (c == 0 && intrinsic.has_binding()) {
                bits += static_cast<std::uint64_t>(intrinsic.binding());
            }
            if (c == 0 && intrinsic.num_sources > 1) {
                bits += wave.read(wave.source(step, 1), 0, lane);
            }
            wave.write(to, c, lane, bits);
        }
    });
    return true;
}

// The same for all lanes: the first active one's value is kept.
bool store_preamble(Wave& wave, const Step& step) {
    const Place& from = wave.source(step, 0);
    const auto base = static_cast<std::size_t>(intrinsic_of(step).base());
    const unsigned lane = wave.active.lowest();
    for (unsigned c = 0; c < from.num_components && lane < wave.lanes; ++c) {
        if (base + c >= wave.preamble.size()) {
            return wave.out_of_range(step);
        }
        wave.preamble[base + c] = wave.read(from, c, lane);
    }
    return true;
}

bool load_preamble(Wave& wave, const Step& step) {
    const Place& to = wave.result(step);
    const auto base = static_cast<std::size_t>(intrinsic_of(step).base());
    wave.active.for_each([&](unsigned lane) {
        for (unsigned c = 0; c < to.num_components; ++c) {
            wave.write(to, c, lane, base + c < wave.preamble.size() ? wave.preamble[base + c] : 0);
        }
    });
    return true;
}

bool is_resident(Wave& wave, const Step& step) {
    wave.active.for_each([&](unsigned lane) {
        std::uint64_t code = wave.read(wave.source(step, 0), 0, lane);
        if (intrinsic_of(step).op == IntrinsicOp::sparse_residency_code_and) {
            code &= wave.read(wave.source(step, 1), 0, lane);
        } else {
            code = code != 0 ? 1 : 0;
        }
        wave.write(wave.result(step), 0, lane, code);
    });
    return true;
}

} // namespace jacquard::nir::interpreter
