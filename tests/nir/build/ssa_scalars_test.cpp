// Scalars of programs that are being built, as values.
#include <jacquard/nir/build/builder.h>
#include <jacquard/nir/build/ssa_scalars.h>
#include <jacquard/nir/interpreter/interface/interpreter.h>
#include <jacquard/nir/text/print/printer.h>
#include <jacquard/nir/validate/validator.h>

#include "catch.h"
#include "contains.h"

#include <array>
#include <memory>
#include <random>
#include <string>
#include <vector>

using namespace jacquard::nir;

namespace {

using Scalar = SsaScalars::Scalar;

// A function that is built, and scalars that are zero when it begins.
struct Building {
    Building() { zero = b.imm_int(0); }

    SsaDef* get(Scalar& scalar) {
        scalars.declare(scalar, zero);
        return scalars.read(shader, b.cursor.block, scalar);
    }
    void set(Scalar& scalar, SsaDef* value) {
        scalars.declare(scalar, zero);
        scalars.write(b.cursor.block, scalar, value);
    }
    void store(SsaDef* value) { b.store_output(value, zero)->set_write_mask(1); }

    void finish() {
        shader.entry->link_blocks();
        scalars.finish(*shader.entry);
        CHECK(validation_report(shader, "when it is built") == "");
    }
    // Its lines.
    std::string text() {
        finish();
        shader.number_values();
        const std::string all = print(shader);
        const std::size_t start = all.find("{\n") + 2;
        return "\n" + all.substr(start, all.size() - start - 2);
    }

    Shader shader{Stage::fragment};
    Builder b{*shader.add_function("main", true)};
    SsaDef* zero = nullptr;
    jacquard::Arena arena;
    jacquard::MemoryPool pool{arena};
    SsaScalars scalars{pool};
};

} // namespace

TEST_CASE("ssa scalars: what no if wrote is read behind it and inside as it was") {
    Building building;
    Builder& b = building.b;
    Scalar x;
    building.set(x, b.imm_int(7));
    IfNode* branch = b.push_if(&b.load_front_face(1)->value);
    building.store(building.get(x));
    b.pop_if(branch);
    building.store(building.get(x));
    CHECK(building.text() == R"(
    b0:
        %0:32 = const 0
        %1:32 = const 7
        %2:1 = load_front_face
    if %2 {
        b1 from b0:
            store_output %1, %0 {write_mask=x}
    } else {
        b2 from b0:
    }
    b3 from b1 b2:
        store_output %1, %0 {write_mask=x}
)");
}

TEST_CASE("ssa scalars: a phi joins what the sides of an if wrote, also where one did not") {
    Building building;
    Builder& b = building.b;
    Scalar x;
    Scalar y;
    IfNode* branch = b.push_if(&b.load_front_face(1)->value);
    building.set(x, b.imm_int(1));
    building.set(y, b.imm_int(2));
    b.push_else(branch);
    building.set(y, b.iadd(building.get(x), building.get(x)));
    b.pop_if(branch);
    building.store(b.iadd(building.get(x), building.get(y)));
    CHECK(building.text() == R"(
    b0:
        %0:32 = const 0
        %1:1 = load_front_face
    if %1 {
        b1 from b0:
            %2:32 = const 1
            %3:32 = const 2
    } else {
        b2 from b0:
            %4:32 = iadd %0, %0
    }
    b3 from b1 b2:
        %5:32 = phi b1: %2, b2: %0
        %6:32 = phi b1: %3, b2: %4
        %7:32 = iadd %5, %6
        store_output %7, %0 {write_mask=x}
)");
}

TEST_CASE("ssa scalars: only what a loop writes is a phi of it, and two may take turns") {
    Building building;
    Builder& b = building.b;
    Scalar kept;
    Scalar x;
    Scalar y;
    building.set(kept, b.imm_int(3));
    building.set(x, b.imm_int(1));
    building.set(y, b.imm_int(2));
    LoopNode* loop = b.push_loop();
    SsaDef* before = building.get(x);
    building.set(x, building.get(y));
    building.set(y, before);
    IfNode* leaves = b.push_if(b.ilt(building.get(x), building.get(kept)));
    b.jump(JumpKind::break_loop);
    b.pop_if(leaves);
    b.pop_loop(loop);
    building.store(building.get(y));
    const std::string text = building.text();
    INFO(text);
    const std::string phis = "b1 from b0 b4:\n"
                             "            %4:32 = phi b0: %2, b4: %5\n"
                             "            %5:32 = phi b0: %3, b4: %4\n"
                             "            %6:1 = ilt %5, %1\n";
    CHECK(contains(text, phis));
    CHECK(contains(text, "store_output %4,"));
    CHECK(text.find("phi", text.find(phis) + phis.size()) == std::string::npos);
}

namespace {

// Random control flow around accesses of scalars, each of which a declared register follows. What
// a read gives is compared with what the register holds.
class RandomAccesses : Building {
  public:
    explicit RandomAccesses(unsigned seed) : random_(seed) {
        for (SsaDef*& each : registers_) {
            each = b.decl_register(1, 32);
            store_to(each, zero);
        }
        rounds_ = b.decl_register(1, 32);
        differences_ = b.decl_register(1, 32);
        store_to(rounds_, zero);
        store_to(differences_, zero);
        build(4);
        store(load_from(differences_));
        finish();
    }

    // All bits in which a read differed.
    std::uint32_t run() {
        interpreter::Fault fault;
        const auto program = interpreter::Program::prepare(shader, fault);
        REQUIRE(program);
        std::vector<std::uint32_t> outputs(4, ~0U);
        interpreter::Environment environment;
        environment.outputs = outputs;
        interpreter::Interpreter interpreter(*program, 1);
        REQUIRE(interpreter.run(environment, {}).fault.message.empty());
        return outputs[0];
    }

  private:
    bool one_of(unsigned count) { return random_() % count == 0; }

    SsaDef* load_from(SsaDef* reg) { return &b.load_reg(1, 32, reg)->set_base(0)->value; }
    void store_to(SsaDef* reg, SsaDef* value) {
        b.store_reg(value, reg)->set_base(0)->set_write_mask(1);
    }
    SsaDef* read(std::size_t which) {
        SsaDef* value = get(values_[which]);
        SsaDef* difference = b.ixor(value, load_from(registers_[which]));
        store_to(differences_, b.ior(load_from(differences_), difference));
        return value;
    }
    // Says yes and no from time to time.
    SsaDef* condition() {
        SsaDef* mixed = b.imul(read(random_() % values_.size()), b.imm_int(0x2545f491));
        return b.ilt(mixed, b.imm_int(static_cast<int>(random_())));
    }

    void access() {
        const std::size_t which = random_() % values_.size();
        if (one_of(2)) {
            read(which);
            return;
        }
        SsaDef* value = one_of(3) ? read(random_() % values_.size())
                                  : b.iadd(read(which), b.imm_int(static_cast<int>(random_())));
        set(values_[which], value);
        store_to(registers_[which], value);
    }

    void build(unsigned depth) {
        for (unsigned i = 0; i < 6; ++i) {
            if (depth == 0 || one_of(2)) {
                access();
            } else if (one_of(3)) {
                build_loop(depth);
            } else {
                IfNode* branch = b.push_if(condition());
                build(depth - 1);
                if (one_of(2)) {
                    b.push_else(branch);
                    build(depth - 1);
                }
                b.pop_if(branch);
            }
        }
    }

    void leave(SsaDef* when, JumpKind jump) {
        IfNode* leaves = b.push_if(when);
        if (one_of(2)) {
            access();
        }
        b.jump(jump);
        b.pop_if(leaves);
    }

    // All loops together run so many rounds at most.
    void build_loop(unsigned depth) {
        LoopNode* loop = b.push_loop();
        SsaDef* rounds = b.iadd(load_from(rounds_), b.imm_int(1));
        store_to(rounds_, rounds);
        leave(b.ilt(b.imm_int(100), rounds), JumpKind::break_loop);
        build(depth - 1);
        if (one_of(2)) {
            leave(condition(), JumpKind::continue_loop);
            build(depth - 1);
        }
        leave(condition(), JumpKind::break_loop);
        b.pop_loop(loop);
    }

    std::mt19937 random_;
    std::array<Scalar, 5> values_;
    std::array<SsaDef*, 5> registers_{};
    SsaDef* rounds_ = nullptr;
    SsaDef* differences_ = nullptr;
};

} // namespace

TEST_CASE("ssa scalars: in any control flow a read gives what was written last") {
    for (unsigned seed = 0; seed < 200; ++seed) {
        INFO("seed " << seed);
        REQUIRE(RandomAccesses(seed).run() == 0);
    }
}
