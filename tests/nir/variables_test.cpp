// Types, variables, dereferences and calls in text and in the IR.
#include <jacquard/nir/analysis/memory/deref_path.h>
#include <jacquard/nir/analysis/memory/variable_uses.h>
#include <jacquard/nir/build/builder.h>
#include <jacquard/nir/build/clone.h>
#include <jacquard/nir/build/control_flow_edit.h>
#include <jacquard/nir/ir/type_layout.h>
#include <jacquard/nir/validate/validator.h>

#include "catch.h"
#include "round_trip.h"

using namespace jacquard::nir;

namespace {

constexpr AluType kFloat32{BaseType::float_type, 32};
constexpr AluType kInt32{BaseType::int_type, 32};

} // namespace

TEST_CASE("variables of every mode keep their facts") {
    round_trips(R"(shader fragment
struct "Light" {color: float32x4 @0, "not a word": float32[4:16] @16, matrix: float32x4x3:16}
struct "Scene" {lights: struct "Light"[2][3], count: uint32}
struct "Empty" {}
decl_var shader_in float32x4 "position" {location=3, driver_location=1, component=2, semantic=position 0, interpolation=flat, place=centroid}
decl_var shader_out float32x4[2] "colors" {semantic=color 1, per_vertex, patch, invariant}
decl_var uniform texture 2d array shadow float32 "shadow map" {set=1, binding=4}
decl_var uniform sampler "plain"
decl_var uniform sampler shadow "compare" {bindless}
decl_var image image 3d uint32 "volume" {access=coherent|non_readable}
decl_var mem_ssbo struct "Scene"[:4096] "scenes" {offset=16, access=restrict}
decl_var mem_shared bool1x2 "flags"
decl_var mem_constant uint16x3[2] "table" {precise, compact, read_only, placed, initializer=[1, 2, 3, 4, 5, 1.0]}
decl_var shader_temp struct "Empty" "nothing"

function "main" entry {
    decl_var function_temp float64x2x2 "matrix" {initializer=[0.1, 0, 0, 1.0]}
    decl_var function_temp int8 "a \"byte\""
    b0:
}
)");
}

TEST_CASE("dereferences keep their steps") {
    round_trips(R"(shader compute
struct "Light" {color: float32x4, "odd name": float32[4]}
decl_var mem_shared struct "Light"[8] "lights"
decl_var shader_temp struct "Light"[8] "others"
decl_var mem_global float32x4 "far"

function "main" entry {
    decl_var function_temp float32x4x4 "matrix"
    b0:
        %0:32 = const 1
        %1:32 = deref_var "lights"
        %2:32 = deref_array %1[%0] {in_bounds}
        %3:32 = deref_struct %2.color
        %4:32x4 = load_deref %3 {access=volatile}
        %5:32 = deref_struct %2."odd name"
        %6:32 = deref_array %5[%0]
        %7:32 = load_deref %6
        %8:32 = deref_array_wildcard %1[*]
        %9:32 = deref_var "others"
        %10:32 = deref_array_wildcard %9[*]
        copy_deref %10, %8 {dst_access=coherent, src_access=restrict}
        %11:64 = deref_var "far"
        %12:64 = deref_cast %11 {type=float32, modes=mem_global, stride=4, align_mul=16, align_offset=4}
        %13:64 = deref_ptr_as_array %12[%0]
        store_deref %13, %7 {write_mask=x}
        %14:32 = deref_var "matrix"
        %15:32 = deref_array %14[%0]
        %16:32 = deref_array %15[%0]
        store_deref %16, %7 {write_mask=x}
        %17:32 = const 64
        %18:32 = deref_cast %17 {type=uint32[4], modes=function_temp|mem_shared}
        %19:32 = deref_array %18[%0]
        %20:32 = deref_atomic %19, %0 {atomic_op=umax}
}
)");
}

TEST_CASE("variables named by intrinsics and references in calls keep their names") {
    round_trips(R"(shader vertex
decl_var shader_temp float32x4 "global"

function "work" (32x2, reference shader_temp|function_temp float32x4, return:64 mem_global float32) {
    b0:
        %0:32x2 = load_param
        %1:32 = load_param {param_idx=1}
        %2:32 = deref_cast %1 {type=float32x4, modes=shader_temp|function_temp}
        %3:32x4 = load_deref %2
}

function "main" entry {
    decl_var function_temp float32x4 "local"
    b0:
        %0:32x4 = load_var "global"
        store_var "local", %0
        copy_var "global", "local"
        %1:32x2 = const 1.0, 2.0
        %2:32 = deref_var "local"
        %3:64 = const 0x0000000000001000
        %4:64 = deref_cast %3 {type=float32, modes=mem_global}
        call "work" %1, %2, %4
}
)");
}

TEST_CASE("equal types of a shader are one object") {
    Shader shader(Stage::vertex);
    CHECK(shader.vector_type(kFloat32, 4) == shader.vector_type(kFloat32, 4));
    CHECK(shader.vector_type(kFloat32, 4) != shader.vector_type(kInt32, 4));
    const Type* array = shader.array_type(shader.vector_type(kFloat32, 4), 8);
    CHECK(array == shader.array_type(shader.vector_type(kFloat32, 4), 8));
    CHECK(array != shader.array_type(shader.vector_type(kFloat32, 4), 8, 16));
    const StructMember one{"a", array, kNoOffset};
    const StructMember two{"b", array, 0};
    const Type* first = shader.structure_type("S", std::span(&one, 1));
    const Type* second = shader.structure_type("S", std::span(&two, 1));
    CHECK(first == shader.structure_type("S", std::span(&one, 1)));
    CHECK(second == shader.structure_type("S", std::span(&two, 1)));
    CHECK(first != second);
    CHECK(second->name == "S_1");
    CHECK(shader.texture_type(TextureDim::dim_2d, false, true, kFloat32) ==
          shader.texture_type(TextureDim::dim_2d, false, true, kFloat32));
    const Type* deep = shader.scalar_type(kFloat32);
    for (unsigned i = 0; i < kMaxTypeDepth; ++i) {
        deep = shader.array_type(deep, 0xffffffff);
        REQUIRE(deep != nullptr);
    }
    CHECK(deep->scalar_count == ~std::uint64_t{0});
    CHECK(shader.array_type(deep, 2) == nullptr);
}

TEST_CASE("types are laid out by the rules of each layout") {
    Shader shader(Stage::vertex);
    const auto layout = [](const Type* type, Layout which) {
        const SizeAndAlign made = size_and_align(type, which);
        return std::to_string(made.size) + "/" + std::to_string(made.align);
    };
    const Type* scalar = shader.scalar_type(kFloat32);
    const Type* vec3 = shader.vector_type(kFloat32, 3);
    CHECK(layout(vec3, Layout::scalar) == "12/4");
    CHECK(layout(vec3, Layout::std140) == "12/16");
    CHECK(layout(shader.vector_type(kFloat32, 2), Layout::std430) == "8/8");
    CHECK(layout(shader.scalar_type({BaseType::bool_type, 1}), Layout::std430) == "4/4");
    const Type* scalars = shader.array_type(scalar, 3);
    CHECK(layout(scalars, Layout::scalar) == "12/4");
    CHECK(layout(scalars, Layout::std430) == "12/4");
    CHECK(layout(scalars, Layout::std140) == "48/16");
    CHECK(element_stride(scalars, Layout::std140) == 16);
    CHECK(element_stride(shader.array_type(scalar, 3, 12), Layout::std140) == 12);
    CHECK(scalars->slots() == 3);
    const Type* matrix = shader.matrix_type(kFloat32, 3, 4);
    CHECK(layout(matrix, Layout::std430) == "64/16");
    CHECK(layout(matrix, Layout::scalar) == "48/4");
    CHECK(matrix->slots() == 4);
    CHECK(shader.vector_type({BaseType::float_type, 64}, 3)->slots() == 2);
    const StructMember members[] = {
        {"a", scalar, kNoOffset}, {"b", vec3, kNoOffset}, {"c", scalar, kNoOffset}};
    const Type* made = shader.structure_type("S", members);
    CHECK(member_offset(made, 1, Layout::scalar) == 4);
    CHECK(member_offset(made, 1, Layout::std430) == 16);
    CHECK(member_offset(made, 2, Layout::std430) == 28);
    CHECK(layout(made, Layout::std430) == "32/16");
    CHECK(made->slots() == 3);
    const StructMember placed[] = {{"a", scalar, 4}, {"b", scalar, 40}};
    const Type* with_offsets = shader.structure_type("P", placed);
    CHECK(member_offset(with_offsets, 1, Layout::std140) == 40);
    CHECK(layout(with_offsets, Layout::std430) == "44/4");
    CHECK(layout(with_offsets, Layout::std140) == "48/16");
    CHECK(with_offsets->slots() == 2);
    CHECK(with_offsets->find_member("b") == 1);
    CHECK(with_offsets->find_member("c") == -1);
}

TEST_CASE("a builder's dereferences take type and modes from what they step into") {
    Shader shader(Stage::compute);
    Function* main = shader.add_function("main", true);
    const Type* vec4 = shader.vector_type(kFloat32, 4);
    const StructMember member{"v", shader.array_type(vec4, 3), kNoOffset};
    const Type* structure = shader.structure_type("S", std::span(&member, 1));
    Variable* shared = shader.add_variable(VariableMode::mem_shared, structure, "x");
    Variable* local = shader.add_local(main, vec4, "x");
    Variable* third = shader.add_local(main, vec4, "x");
    CHECK(local->name == "x_1");
    CHECK(third->name == "x_2");
    Builder b(*main);
    DerefInstruction* root = b.deref_var(shared);
    DerefInstruction* part = b.deref_struct(root, 0);
    DerefInstruction* element = b.deref_array(part, 2U);
    SsaDef* value = b.load_deref(element);
    CHECK(value->num_components == 4);
    DerefInstruction* scalar = b.deref_array(element, b.imm_int(1));
    CHECK(scalar->type == shader.scalar_type(kFloat32));
    CHECK(scalar->modes == VariableMode::mem_shared);
    b.store_deref(b.deref_var(local), value);
    b.store_var(local, value);
    SsaDef* read = b.load_var(local);
    b.copy_var(third, local);
    CHECK(read->num_components == 4);
    CHECK(variable_of(*scalar) == shared);
    CHECK(deref_of(*value) == nullptr);
    main->link_blocks();
    CHECK(validation_report(shader, "built") == "");
    shader.remove_variable(third);
    unsigned count = 0;
    for (const Variable& variable : main->variables()) {
        CHECK(&variable == local);
        ++count;
    }
    CHECK(count == 1);
}

TEST_CASE("a name that is taken gets the next free number") {
    Shader shader(Stage::compute);
    Function* main = shader.add_function("main", true);
    const Type* type = shader.scalar_type(kFloat32);
    const auto named = [&](std::string_view name) {
        return std::string(shader.add_local(main, type, name)->name);
    };
    const std::pair<const char*, const char*> expected[] = {
        {"a", "a"},   {"a_1", "a_1"},   {"a_3", "a_3"},   {"a", "a_2"},
        {"a", "a_4"}, {"a_1", "a_1_1"}, {"", "variable"}, {"", "variable_1"},
    };
    for (const auto& [wanted, made] : expected) {
        CHECK(named(wanted) == made);
    }
    for (unsigned i = 0; i < 1000; ++i) {
        CHECK(named("x" + std::to_string(i)) == "x" + std::to_string(i));
    }
    shader.remove_variable(main->locals.first());
    CHECK(named("a") == "a_5");
}

TEST_CASE("places of dereferences are those of the walk that saw them") {
    Shader shader(Stage::compute);
    Function* main = shader.add_function("main", true);
    const Type* scalar = shader.scalar_type(kFloat32);
    const Type* vec4 = shader.vector_type(kFloat32, 4);
    const StructMember members[] = {{"a", scalar, kNoOffset},
                                    {"b", shader.array_type(vec4, 3), kNoOffset},
                                    {"c", scalar, kNoOffset}};
    const Type* type = shader.structure_type("S", members);
    CHECK(type->members[1].scalars_before == 1);
    CHECK(type->members[2].scalars_before == 13);
    Variable* local = shader.add_local(main, type, "local");
    Variable* global = shader.add_variable(VariableMode::shader_temp, type, "global");
    Builder b(*main);
    DerefInstruction* root = b.deref_var(local);
    DerefInstruction* array = b.deref_struct(root, 1);
    DerefInstruction* element = b.deref_array(array, 2U);
    DerefInstruction* other = b.deref_var(global);
    SsaDef* value = b.load_deref(element);
    VariablePlaces first;
    CHECK(first.see(*root).count == 14);
    CHECK(first.see(*array).first == 1);
    CHECK(first.see(*element).first == 9);
    CHECK(first.see(*element).is_exact);
    CHECK(first.of(*value).variable == nullptr);
    CHECK(first.of(other->value).variable == nullptr);
    VariablePlaces second;
    CHECK(second.see(*other).variable == global);
    CHECK(second.of(root->value).variable == nullptr);
    main->link_blocks();
    const VariableUses uses(shader);
    CHECK(uses.of(*local).is_read);
    CHECK(uses.of(*global).is_named());
    CHECK(!uses.of(*global).is_used());
    const VariableUses of_locals(shader, VariableMode::function_temp);
    CHECK(of_locals.of(*local).is_read);
    CHECK(!of_locals.of(*global).is_named());
    CHECK(of_locals.places().of(element->value).first == 9);
    CHECK(of_locals.places().of(other->value).variable == nullptr);
    of_locals.places().remove_unused();
    CHECK(element->block == main->first_block());
    CHECK(other->block == main->first_block());
    value->instruction->remove();
    of_locals.places().remove_unused();
    CHECK(element->block == nullptr);
    CHECK(root->block == nullptr);
    CHECK(other->block == main->first_block());
}

TEST_CASE("blocks are reached by breaks that are reached, whatever stands around them") {
    Shader shader(Stage::compute);
    Function* main = shader.add_function("main", true);
    Builder b(*main);
    SsaDef* condition = b.imm_bool(true);
    LoopNode* outer = b.push_loop();
    IfNode* branch = b.push_if(condition);
    LoopNode* endless = b.push_loop();
    b.pop_loop(endless);
    b.jump(JumpKind::break_loop);
    b.push_else(branch);
    b.jump(JumpKind::return_function);
    b.pop_if(branch);
    SsaDef* lost = b.imm_int(1);
    b.pop_loop(outer);
    SsaDef* unreached = b.imm_int(2);
    main->link_blocks();
    CHECK(tidy_control_flow(*main));
    CHECK(lost->instruction->block == nullptr);
    CHECK(unreached->instruction->block == nullptr);
    CHECK(endless->block_after()->first == nullptr);
    CHECK(branch->else_list.first_block()->jump() != nullptr);
    CHECK(outer->block_after()->num_predecessors == 0);
    CHECK(main->num_blocks == 8);
}

TEST_CASE("blocks that share a number have copies of their own, until copies are forgotten") {
    Shader shader(Stage::compute);
    Function* main = shader.add_function("main", true);
    main->link_blocks();
    Builder b(*main);
    SsaDef* value = b.imm_int(1);
    SsaDef* of_value = b.imm_int(2);
    Block* first = main->first_block();
    Block* second = shader.make_block();
    Block* third = shader.make_block();
    REQUIRE(second->index == first->index);
    CloneMap map;
    map.set(value, of_value);
    CHECK(map.value(value) == of_value);
    for (unsigned copy = 0; copy < 2; ++copy) {
        Block* of_first = shader.make_block();
        Block* of_second = shader.make_block();
        map.set(first, of_first);
        map.set(second, of_second);
        CHECK(map.block(first) == of_first);
        CHECK(map.block(second) == of_second);
        CHECK(map.block(third) == third);
    }
    map.forget_copies();
    CHECK(map.value(value) == value);
    CHECK(map.block(first) == first);
    CHECK(map.block(second) == second);
}

TEST_CASE("paths of dereferences are compared") {
    Shader shader(Stage::compute);
    Function* main = shader.add_function("main", true);
    const Type* vec4 = shader.vector_type(kFloat32, 4);
    const StructMember members[] = {{"a", vec4, kNoOffset},
                                    {"b", shader.array_type(vec4, 3), kNoOffset}};
    const Type* structures = shader.array_type(shader.structure_type("S", members), 8);
    Variable* x = shader.add_variable(VariableMode::shader_temp, structures, "x");
    Variable* y = shader.add_variable(VariableMode::shader_temp, structures, "y");
    Variable* buffer = shader.add_variable(VariableMode::mem_ssbo, vec4, "buffer");
    Variable* other = shader.add_variable(VariableMode::mem_ssbo, vec4, "other");
    Builder b(*main);
    SsaDef* unknown = &b.load_workgroup_index()->value;
    const auto element = [&](Variable* variable, SsaDef* index) {
        return b.deref_array(b.deref_var(variable), index);
    };
    SsaDef* one = b.imm_int(1);
    DerefInstruction* x1 = element(x, one);
    DerefInstruction* x1_again = element(x, b.imm_int(1));
    DerefInstruction* x2 = element(x, b.imm_int(2));
    DerefInstruction* xi = element(x, unknown);
    CHECK(compare(*x1, *x1) == DerefRelation::equal);
    CHECK(compare(*x1, *x1_again) == DerefRelation::equal);
    CHECK(compare(*x1, *x2) == DerefRelation::no_alias);
    CHECK(compare(*x1, *xi) == DerefRelation::may_alias);
    CHECK(compare(*xi, *element(x, unknown)) == DerefRelation::equal);
    CHECK(compare(*x1, *element(y, one)) == DerefRelation::no_alias);
    CHECK(compare(*b.deref_var(x), *x1) == DerefRelation::a_contains_b);
    CHECK(compare(*x1, *b.deref_var(x)) == DerefRelation::b_contains_a);
    CHECK(compare(*b.deref_struct(x1, 0), *b.deref_struct(xi, 1)) == DerefRelation::no_alias);
    CHECK(compare(*b.deref_struct(x1, 0), *b.deref_struct(xi, 0)) == DerefRelation::may_alias);
    CHECK(compare(*b.deref_struct(x1, 0), *xi) == DerefRelation::may_alias);
    DerefInstruction* every = b.deref_array_wildcard(b.deref_var(x));
    CHECK(compare(*every, *x1) == DerefRelation::a_contains_b);
    CHECK(compare(*x1, *every) == DerefRelation::b_contains_a);
    CHECK(compare(*b.deref_struct(every, 0), *x1) == DerefRelation::may_alias);
    CHECK(compare(*b.deref_var(buffer), *b.deref_var(other)) == DerefRelation::may_alias);
    other->access = Access::restrict;
    CHECK(compare(*b.deref_var(buffer), *b.deref_var(other)) == DerefRelation::no_alias);
    DerefInstruction* pointer = b.deref_cast(one, VariableMode::mem_ssbo, vec4, 16);
    CHECK(compare(*pointer, *b.deref_var(buffer)) == DerefRelation::may_alias);
    CHECK(compare(*pointer, *x1) == DerefRelation::no_alias);
    DerefInstruction* next = b.deref_ptr_as_array(pointer, one);
    CHECK(compare(*pointer, *next) == DerefRelation::may_alias);
    CHECK(compare(*next, *b.deref_ptr_as_array(pointer, b.imm_int(2))) == DerefRelation::no_alias);
    const DerefPath path(*b.deref_struct(x1, 0));
    CHECK(path.steps().size() == 3);
    CHECK(path.variable() == x);
    CHECK(path.root()->deref == DerefKind::var);
}
