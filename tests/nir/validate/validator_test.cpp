#include <jacquard/nir/build/builder.h>
#include <jacquard/nir/validate/validator.h>

#include "catch.h"
#include "nir/text.h"

#include <functional>
#include <memory>
#include <string>

using namespace jacquard::nir;

namespace {

// A well-formed shader with an if, a loop and phis, and handles on its parts.
struct Sample {
    Shader shader{Stage::fragment};
    Function* main = shader.add_function("main", true);
    SsaDef* one = nullptr;
    SsaDef* sum = nullptr;
    SsaDef* condition = nullptr;
    SsaDef* joined = nullptr;
    IfNode* branch = nullptr;
    LoopNode* loop = nullptr;
    IntrinsicInstruction* store = nullptr;

    Sample() {
        Builder b(*main);
        one = b.imm_vec4(1, 2, 3, 4);
        sum = b.fadd(one, one);
        condition = b.flt(channel(one, 0), channel(sum, 1));
        branch = b.push_if(condition);
        SsaDef* doubled = b.fmul(one, sum);
        b.push_else(branch);
        SsaDef* negated = b.fneg(one);
        b.pop_if(branch);
        joined = b.if_phi(branch, doubled, negated);
        loop = b.push_loop();
        b.jump(JumpKind::break_loop);
        b.pop_loop(loop);
        store = b.store_output(joined, b.imm_int(0))->set_write_mask(0xf);
        main->link_blocks();
    }
    AluInstruction& add() { return *sum->instruction->as<AluInstruction>(); }
    PhiInstruction& phi() { return *joined->instruction->as<PhiInstruction>(); }
};

// The report on a sample after it was broken.
std::string report(const std::function<void(Sample&)>& damage) {
    Sample sample;
    CHECK(validation_report(sample.shader, "sample") == "");
    damage(sample);
    return validation_report(sample.shader, "broken");
}

} // namespace

TEST_CASE("a report is headed by the stage and names the instruction and its block") {
    CHECK(report([](Sample& s) { s.add().first_source[1].swizzle[2] = 7; }) ==
          "broken: source 1 reads component 7 of 4\n    %1:32x4 = fadd %0, %0.xy?w\n    in b0\n");
}

TEST_CASE("shapes must follow from the tables") {
    contains(report([](Sample& s) { s.sum->num_components = 6; }), "no value has 6 components");
    contains(report([](Sample& s) { s.sum->bit_size = 16; }), "the result has 16 bits, not 32");
    contains(report([](Sample& s) { s.condition->num_components = 2; }),
             "the condition of an if is one component of 1 bit");
    contains(report([](Sample& s) { s.store->set_write_mask(0x1f); }),
             "the write mask names components that the value lacks");
    contains(report([](Sample& s) { s.store->set_component(4); }),
             "the index component cannot be 4");
    contains(report([](Sample& s) { s.store->component_count = 3; }),
             "source 0 has 4 components, not 3");
    contains(report([](Sample& s) {
                 s.one->instruction->as<ConstantInstruction>()->values[0].u64 = ~std::uint64_t{0};
             }),
             "a constant has bits above its width");
}

TEST_CASE("an alignment is a power of two and an offset below it") {
    const auto faults_of = [](std::int64_t mul, std::int64_t offset) {
        Shader shader(Stage::compute);
        Function* main = shader.add_function("main", true);
        Builder b(*main);
        b.load_ssbo(1, 32, b.imm_int(0), b.imm_int(0))
            ->set_align_mul(static_cast<std::uint32_t>(mul))
            ->set_align_offset(static_cast<std::uint32_t>(offset));
        main->link_blocks();
        return validation_report(shader, "access");
    };
    CHECK(faults_of(16, 4) == "");
    CHECK(faults_of(0, 0) == ""); // nothing is known
    for (const auto& [mul, offset] : {std::pair(3, 0), std::pair(4, 4), std::pair(0, 1)}) {
        contains(faults_of(mul, offset), "the alignment is a power of two and an offset below it");
    }
}

TEST_CASE("a shader must know what was made for it") {
    // Passes that look for something rare ask no more than that.
    contains(report([](Sample& s) { s.store->op = IntrinsicOp::store_ssbo; }),
             "the shader does not know that such an instruction was made");
    contains(report([](Sample& s) { s.shader.made = MadeInstructions(); }),
             "the shader does not know that a loop was made");
}

TEST_CASE("use lists must hold exactly the sources") {
    contains(report([](Sample& s) { s.add().first_source[0].ssa = s.joined; }),
             "a use list holds a source that reads another value");
    contains(report([](Sample& s) {
                 AluSource& source = s.add().first_source[0];
                 *source.previous_link = source.next_use;
                 if (source.next_use != nullptr) {
                     source.next_use->previous_link = source.previous_link;
                 }
                 source.previous_link = nullptr;
             }),
             "a source is not in the use list of %0");
    contains(report([](Sample& s) { s.add().first_source[0].set(nullptr); }),
             "a source reads nothing");
    contains(report([](Sample& s) { s.add().first_source[0].set_parent(s.store); }),
             "a source names another instruction as its parent");
    contains(report([](Sample& s) { s.one->instruction->unlink(); }),
             "is read but is not in a block");
}

TEST_CASE("values must be defined on every way to their uses") {
    contains(report([](Sample& s) {
                 Block* block = s.add().block;
                 s.add().unlink();
                 block->append(&s.add());
             }),
             "is not defined on every way to here");
    contains(report([](Sample& s) {
                 SsaDef* inner = s.phi().first_source->ssa;
                 s.store->first_source[0].set(inner);
             }),
             "is not defined on every way to here");
    contains(report([](Sample& s) { s.sum->index = s.one->index; }),
             "is the number of another value too");
}

TEST_CASE("phis must have one source for each predecessor, of their own shape") {
    contains(report([](Sample& s) { s.phi().remove_source(s.phi().first_source); }),
             "the phi has 1 sources, but its block 2 predecessors");
    contains(report([](Sample& s) { s.phi().first_source->predecessor = s.loop->header(); }),
             "comes from a block that is not a predecessor");
    contains(report([](Sample& s) { s.phi().first_source->set(s.condition); }),
             "has another shape than the phi");
    contains(report([](Sample& s) {
                 Block* block = s.phi().block;
                 Builder b(s.shader, Cursor{block, block->first});
                 b.imm_int(1);
             }),
             "phis must be first in their block");
}

TEST_CASE("the tree and the links must agree") {
    contains(report([](Sample& s) { s.main->first_block()->successors[0] = s.main->end_block; }),
             "the links of b0 disagree");
    contains(report([](Sample& s) {
                 s.branch->else_list.last_block()->append(s.shader.make_jump(JumpKind::halt));
             }),
             "disagree with the tree and its jumps");
    contains(report([](Sample& s) { s.main->body.append(s.shader.make_block(), s.main); }),
             "a block follows a block");
    contains(report([](Sample& s) { s.branch->parent = s.loop; }),
             "a node's links disagree with the list it is in");
    contains(report([](Sample& s) {
                 s.main->first_block()->append(s.shader.make_jump(JumpKind::halt));
                 s.main->link_blocks();
             }),
             "a jump is before an if or loop");
    contains(report([](Sample& s) {
                 s.loop->header()->prepend(s.shader.make_jump(JumpKind::break_loop));
             }),
             "a jump must be last in its block");
    contains(report([](Sample& s) { s.add().previous = nullptr; }),
             "an instruction's links disagree with its block");
}

TEST_CASE("an image gives no more sizes than its shape has") {
    const auto sizes = [](unsigned count, bool has_layers) {
        return report([=](Sample& s) {
            Builder b(s.shader, Cursor::before_instruction(s.store));
            SsaDef* zero = b.imm_int(0);
            b.image_size(count, 32, zero, zero)
                ->set_image_dim(TextureDim::dim_2d)
                ->set_image_array(has_layers);
        });
    };
    CHECK(sizes(2, false) == "");
    CHECK(sizes(3, true) == "");
    contains(sizes(4, false), "the image has 2 sizes, not 4");
}
