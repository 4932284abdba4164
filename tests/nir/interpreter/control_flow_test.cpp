#include "wave_test.h"

#include <algorithm>
#include <array>

using jacquard::nir::interpreter::FaultKind;
using jacquard::nir::interpreter::LaneMask;

TEST_CASE("lanes part at an if and join behind it") {
    TestWave wave(R"(
    b0:
        %0:32 = const 0
        %1:32 = load_input %0 {component=0}
        %2:32 = const 2
        %3:1 = ult %1, %2
    if %3 {
        b1 from b0:
            %4:32 = const 100
            %5:32 = iadd %1, %4
    } else {
        b2 from b0:
            %6:32 = const 200
            %7:32 = iadd %1, %6
    }
    b3 from b1 b2:
        %8:32 = phi b1: %5, b2: %7
        store_output %8, %0 {write_mask=x}
)");
    wave.set_input(0, 0, Words{0, 1, 2, 3});
    CHECK(wave.run() == "");
    CHECK(wave.output(0) == Words{100, 101, 202, 203});
}

TEST_CASE("each lane leaves a loop after its own number of rounds") {
    TestWave wave(R"(
    b0:
        %0:32 = const 0
        %1:32 = const 1
        %2:32 = load_input %0 {component=0}
    loop {
        b1 from b0 b4:
            %3:32 = phi b0: %0, b4: %7
            %4:32 = phi b0: %1, b4: %8
            %5:1 = ige %3, %2
            %9:32 = imul %3, %2
        if %5 {
            b2 from b1:
                break
        } else {
            b3 from b1:
        }
        b4 from b3:
            %7:32 = iadd %3, %1
            %8:32 = iadd %4, %4
    }
    b5 from b2:
        store_output %4, %0 {write_mask=x}
        store_output %9, %0 {write_mask=x, component=1}
)");
    wave.set_input(0, 0, Words{3, 0, 7, 1});
    CHECK(wave.run() == "");
    CHECK(wave.output(0) == Words{8, 1, 128, 2});
    // A value of the loop keeps what it was when its lane left.
    CHECK(wave.output(0, 1) == Words{9, 0, 49, 1});
}

TEST_CASE("continue skips the rest of a round for its lanes") {
    TestWave wave(R"(
    b0:
        %0:32 = const 0
        %1:32 = const 1
        %2:32 = load_input %0 {component=0}
        %10:32 = const 5
    loop {
        b1 from b0 b6 b8:
            %3:32 = phi b0: %0, b6: %11, b8: %11
            %4:32 = phi b0: %0, b6: %4, b8: %12
            %5:1 = ige %3, %10
        if %5 {
            b2 from b1:
                break
        } else {
            b3 from b1:
        }
        b4 from b3:
            %11:32 = iadd %3, %1
            %6:1 = ieq %3, %2
        if %6 {
            b6 from b4:
                continue
        } else {
            b7 from b4:
        }
        b8 from b7:
            %12:32 = iadd %4, %3
    }
    b9 from b2:
        store_output %4, %0 {write_mask=x}
)");
    wave.set_input(0, 0, Words{0, 3, 4, 9});
    CHECK(wave.run() == "");
    CHECK(wave.output(0) == Words{10, 7, 6, 10});
}

TEST_CASE("phis of a loop that swap read both values first") {
    TestWave wave(R"(
    b0:
        %0:32 = const 0
        %1:32 = const 1
        %2:32 = const 2
        %9:32 = const 3
    loop {
        b1 from b0 b4:
            %3:32 = phi b0: %0, b4: %6
            %4:32 = phi b0: %1, b4: %5
            %5:32 = phi b0: %2, b4: %4
            %7:1 = ige %3, %9
        if %7 {
            b2 from b1:
                break
        } else {
            b3 from b1:
        }
        b4 from b3:
            %6:32 = iadd %3, %1
    }
    b5 from b2:
        store_output %4, %0 {write_mask=x}
        store_output %5, %0 {write_mask=x, component=1}
)");
    CHECK(wave.run() == "");
    CHECK(wave.output(0) == Words{2, 2, 2, 2});
    CHECK(wave.output(0, 1) == Words{1, 1, 1, 1});
}

TEST_CASE("a return ends the function for its lanes") {
    TestWave wave(R"(
    b0:
        %0:32 = const 0
        %1:32 = load_input %0 {component=0}
        %2:32 = const 2
        %3:1 = ult %1, %2
        store_output %1, %0 {write_mask=x}
    if %3 {
        b1 from b0:
            return
    } else {
        b2 from b0:
    }
    b3 from b2:
        store_output %2, %0 {write_mask=x}
)");
    wave.set_input(0, 0, Words{0, 1, 2, 3});
    CHECK(wave.run() == "");
    CHECK(wave.output(0) == Words{0, 1, 2, 2});
    CHECK(wave.result.live == LaneMask::first(4));
}

TEST_CASE("terminated lanes write nothing more and are not live") {
    TestWave wave(R"(
    b0:
        %0:32 = const 0
        %1:32 = load_input %0 {component=0}
        %2:32 = const 2
        store_output %2, %0 {write_mask=x}
        %3:1 = ult %1, %2
        terminate_if %3
        store_output %1, %0 {write_mask=x}
)");
    wave.set_input(0, 0, Words{0, 5, 1, 7});
    CHECK(wave.run() == "");
    CHECK(wave.output(0) == Words{2, 5, 2, 7});
    CHECK(wave.result.live.words[0] == 0xa);
}

TEST_CASE("a demoted lane still helps its quad") {
    TestWave wave(R"(
    b0:
        %0:32 = const 0
        %1:32 = load_input %0 {component=0}
        %2:32 = const 1.0
        %3:1 = flt %1, %2
        demote_if %3
        %4:32 = fmul %1, %1
        %5:32 = ddx_fine %4
        store_output %5, %0 {write_mask=x}
)");
    wave.set_input(0, 0, Floats{0.5F, 2.0F, 3.0F, 5.0F});
    CHECK(wave.run() == "");
    CHECK(wave.floats(0) == Floats{0.0F, 3.75F, 16.0F, 16.0F});
    CHECK(wave.result.live.words[0] == 0xe);
}

TEST_CASE("terminated lanes do not keep a loop running") {
    TestWave wave(R"(
    b0:
        %0:32 = const 0
        %1:32 = load_input %0 {component=0}
        %2:32 = const 1
        %3:1 = ieq %1, %2
    loop {
        b1 from b0 b3:
            terminate_if %3
        if %3 {
            b2 from b1:
        } else {
            b4 from b1:
                break
        }
        b3 from b2:
    }
    b5 from b4:
        store_output %2, %0 {write_mask=x}
)");
    wave.set_input(0, 0, Words{1, 0, 0, 1});
    CHECK(wave.run() == "");
    CHECK(wave.output(0) == Words{0, 1, 1, 0});
}

TEST_CASE("steps are counted one by one, wherever a run stops") {
    TestWave wave(R"(
    b0:
        %0:32 = const 0
        %1:32 = load_input %0 {component=0}
        %2:32 = load_ubo %0, %0 {align_mul=4}
        %3:32 = iadd %1, %1
        %4:32 = iadd %3, %3
        store_output %3, %0 {write_mask=x}
        store_output %4, %0 {write_mask=x, component=1}
)");
    const Words constants = {77};
    const std::array<std::span<const std::byte>, 1> buffers = {std::as_bytes(std::span(constants))};
    wave.environment.constant_buffers = buffers;
    wave.set_input(0, 0, Words{1, 2, 3, 4});
    const Words nothing(4);
    for (std::uint64_t steps = 0; steps < 7; ++steps) {
        std::fill(wave.outputs.begin(), wave.outputs.end(), 0);
        wave.options.maximum_steps = steps;
        CHECK(wave.run() == "the run takes more than " + std::to_string(steps) + " steps");
        CHECK(wave.result.steps == steps);
        CHECK(wave.output(0) == (steps < 5 ? nothing : Words{2, 4, 6, 8}));
        CHECK(wave.output(0, 1) == (steps < 6 ? nothing : Words{4, 8, 12, 16}));
    }
    wave.options.maximum_steps = 7; // the end is one, too
    CHECK(wave.run() == "");
    CHECK(wave.result.steps == 7);
    wave.environment.constant_buffers = {};
    wave.options.fault_out_of_range = true;
    CHECK(wave.run() != "");
    CHECK(wave.result.steps == 2);
}

TEST_CASE("a shader that never ends takes too many steps") {
    TestWave wave(R"(
    b0:
    loop {
        b1 from b0 b1:
    }
    b2:
)");
    CHECK(wave.run() == "the run takes more than 1000000 steps");
    CHECK(wave.result.fault.kind == FaultKind::too_many_steps);
}

TEST_CASE("registers and arrays of registers keep what lanes store") {
    TestWave wave(R"(
    b0:
        %0:32 = decl_reg {num_components=2, num_array_elems=4, bit_size=32}
        %1:32 = const 0
        %2:32 = load_input %1 {component=0}
        %3:32x2 = vec2 %2, %2
        store_reg_indirect %3, %0, %2 {write_mask=xy}
        %4:32x2 = load_reg %0 {base=2}
        store_output %4, %1 {write_mask=xy}
        %5:32x2 = load_reg_indirect %0, %2
        store_output %5, %1 {write_mask=y, base=1}
)");
    wave.set_input(0, 0, Words{1, 2, 3, 9});
    CHECK(wave.run() == "");
    CHECK(wave.output(0) == Words{0, 2, 0, 0});
    CHECK(wave.output(1, 1) == Words{1, 2, 3, 0});
    wave.options.fault_out_of_range = true;
    CHECK(wave.run().find("store_reg_indirect") != std::string::npos);
    CHECK(wave.result.fault.kind == FaultKind::out_of_range);
}

TEST_CASE("calls hand values over and may be made by some lanes only") {
    const std::string text = R"(shader fragment
function "main" entry {
    b0:
        %0:32 = const 0
        %1:32 = load_input %0 {component=0}
        %2:32 = const 2
        %3:1 = ult %1, %2
    if %3 {
        b1 from b0:
            call "twice" %1
    } else {
        b2 from b0:
    }
    b3 from b1 b2:
}
function "twice" (32) {
    b0:
        %0:32 = load_param {param_idx=0}
        %1:32 = iadd %0, %0
        %2:32 = const 0
        store_output %1, %2 {write_mask=x}
}
)";
    TestWave wave("    b0:\n");
    wave.shader = parsed(text);
    wave.set_input(0, 0, Words{5, 1, 0, 9});
    CHECK(wave.run() == "");
    CHECK(wave.output(0) == Words{0, 2, 0, 0});
}
