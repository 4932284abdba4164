// Passes on variables must keep what a shader computes: random programs on variables of all shapes,
// in nested ifs and loops, run before and after each pass and after chains of them.
#include <jacquard/nir/build/builder.h>
#include <jacquard/nir/build/clone.h>
#include <jacquard/nir/validate/validator.h>
#include <jacquard/passes/registry/registry.h>

#include "catch.h"
#include "equivalence/equivalence.h"

#include <array>
#include <memory>
#include <random>
#include <string>
#include <vector>

using namespace jacquard::nir;

namespace {

constexpr AluType kInt{BaseType::int_type, 32};

class RandomProgram {
  public:
    RandomProgram(Shader& shader, std::uint32_t seed)
        : shader_(shader), b_(*shader.add_function("main", true)), engine_(seed) {}

    void build() {
        make_variables();
        values_ = {&b_.load_vertex_id()->value, b_.imm_int(1), b_.imm_int(-7)};
        for (Variable* variable : variables_) {
            fill(b_.deref_var(variable));
        }
        statements(12, 0);
        std::uint32_t slot = 0;
        for (Variable* variable : variables_) {
            show(b_.deref_var(variable), slot);
        }
        shader_.entry->link_blocks();
    }

  private:
    std::uint32_t pick(std::uint32_t count) {
        return std::uniform_int_distribution<std::uint32_t>(0, count - 1)(engine_);
    }
    SsaDef* value() { return values_[pick(static_cast<std::uint32_t>(values_.size()))]; }

    void make_variables() {
        const Type* scalar = shader_.scalar_type(kInt);
        const Type* pair = shader_.vector_type(kInt, 2);
        const std::array<StructMember, 2> members = {
            StructMember{"a", pair, kNoOffset},
            StructMember{"b", shader_.array_type(scalar, 2), kNoOffset}};
        const Type* structure = shader_.structure_type("S", members);
        const std::array<const Type*, 5> types = {scalar, shader_.vector_type(kInt, 4),
                                                  shader_.array_type(pair, 4), structure,
                                                  shader_.array_type(structure, 2)};
        for (const Type* type : types) {
            variables_.push_back(shader_.add_local(shader_.entry, type, "local"));
            variables_.push_back(shader_.add_variable(VariableMode::shader_temp, type, "global"));
        }
    }

    // A first value for every vector, so that nothing undefined is read.
    void fill(DerefInstruction* deref) {
        for_each_vector(deref, [this](DerefInstruction* vector) {
            b_.store_deref(vector, vector_of(vector->type->num_components));
        });
    }

    void show(DerefInstruction* deref, std::uint32_t& slot) {
        for_each_vector(deref, [&](DerefInstruction* vector) {
            SsaDef* loaded = b_.load_deref(vector);
            for (unsigned c = 0; c < loaded->num_components; ++c) {
                b_.store_output(b_.mov(channel(loaded, c)), b_.imm_int(slot / 4))
                    ->set_component(slot % 4)
                    ->set_write_mask(1);
                slot = (slot + 1) % 64;
            }
        });
    }

    template <typename Visit>
    void for_each_vector(DerefInstruction* deref, Visit&& visit) {
        const Type& type = *deref->type;
        if (type.is_vector_or_scalar()) {
            visit(deref);
        } else if (type.is_structure()) {
            for (unsigned i = 0; i < type.members.size(); ++i) {
                for_each_vector(b_.deref_struct(deref, i), visit);
            }
        } else {
            for (std::uint32_t i = 0; i < type.num_elements(); ++i) {
                for_each_vector(b_.deref_array(deref, i), visit);
            }
        }
    }

    SsaDef* vector_of(unsigned count) {
        std::array<Operand, kMaxComponents> components;
        for (unsigned c = 0; c < count; ++c) {
            components[c] = value();
        }
        return b_.vec(std::span<const Operand>(components.data(), count));
    }

    // An index below a power of two, constant or not.
    SsaDef* index_below(std::uint32_t count) {
        return pick(2) == 0 ? b_.imm_int(pick(count)) : b_.iand(value(), b_.imm_int(count - 1));
    }

    DerefInstruction* path() {
        DerefInstruction* at =
            b_.deref_var(variables_[pick(static_cast<std::uint32_t>(variables_.size()))]);
        while (!at->type->is_vector_or_scalar()) {
            at = at->type->is_structure()
                     ? b_.deref_struct(at,
                                       pick(static_cast<std::uint32_t>(at->type->members.size())))
                     : b_.deref_array(at, index_below(at->type->num_elements()));
        }
        if (at->type->num_components > 1 && pick(4) == 0) {
            at = b_.deref_array(at, index_below(at->type->num_components));
        }
        return at;
    }

    void statements(unsigned count, unsigned depth) {
        for (unsigned i = 0; i < count; ++i) {
            statement(depth);
        }
    }

    void statement(unsigned depth) {
        switch (pick(depth < 3 ? 9 : 7)) {
        case 0:
        case 1: {
            DerefInstruction* to = path();
            const std::uint32_t all = (1U << to->type->num_components) - 1;
            b_.store_deref(to, vector_of(to->type->num_components), 1 + pick(all));
            break;
        }
        case 2:
        case 3:
        case 4: {
            SsaDef* loaded = b_.load_deref(path());
            values_.push_back(b_.mov(channel(loaded, pick(loaded->num_components))));
            break;
        }
        case 5: copy(); break;
        case 6: {
            SsaDef* left = value();
            values_.push_back(pick(2) == 0 ? b_.iadd(left, value()) : b_.ixor(left, value()));
            break;
        }
        case 7: branch(depth); break;
        default: loop(depth); break;
        }
    }

    void copy() {
        const std::uint32_t which = pick(static_cast<std::uint32_t>(variables_.size() / 2)) * 2;
        const std::uint32_t swapped = pick(2);
        DerefInstruction* to = b_.deref_var(variables_[which + swapped]);
        b_.copy_deref(to, b_.deref_var(variables_[which + 1 - swapped]));
    }

    void branch(unsigned depth) {
        const std::size_t known = values_.size();
        IfNode* node = b_.push_if(b_.ilt(value(), b_.imm_int(pick(9))));
        statements(1 + pick(4), depth + 1);
        values_.resize(known);
        b_.push_else(node);
        statements(pick(4), depth + 1);
        values_.resize(known);
        b_.pop_if(node);
    }

    void loop(unsigned depth) {
        const std::size_t known = values_.size();
        Variable* counter = shader_.add_local(shader_.entry, shader_.scalar_type(kInt), "i");
        b_.store_deref(b_.deref_var(counter), b_.imm_int(0));
        LoopNode* node = b_.push_loop();
        SsaDef* now = b_.load_deref(b_.deref_var(counter));
        IfNode* end = b_.push_if(b_.ige(now, b_.imm_int(1 + pick(3))));
        b_.jump(JumpKind::break_loop);
        b_.push_else(end);
        b_.pop_if(end);
        SsaDef* next = b_.iadd(now, b_.imm_int(1));
        b_.store_deref(b_.deref_var(counter), next);
        values_.push_back(now);
        statements(1 + pick(4), depth + 1);
        values_.resize(known);
        b_.pop_loop(node);
    }

    Shader& shader_;
    Builder b_;
    std::mt19937 engine_;
    std::vector<Variable*> variables_;
    std::vector<SsaDef*> values_; // that are there at the builder
};

constexpr std::array kPassLists = {
    "split_variable_copies",
    "lower_variable_copies",
    "copy_propagation_variables",
    "dead_writes",
    "combine_stores",
    "dead_variables",
    "lower_indirect_derefs",
    "lower_array_derefs_of_vectors",
    "lower_global_variables_to_local",
    "split_variable_copies,split_variables",
    "lower_variable_copies,split_variables,variables_to_ssa",
    "lower_variable_copies,variables_to_registers,lower_indirect_registers,registers_to_ssa",
    "lower_variable_copies,lower_array_derefs_of_vectors,combine_stores,dead_writes",
    "lower_variable_copies,copy_propagation_variables,dead_writes,dead_variables,dead_code",
    "lower_variable_copies,lower_global_variables_to_local,lower_variables_to_scratch:min_bytes=1,"
    "vectorise_loads_stores",
    "lower_variable_copies,lower_global_variables_to_local,lower_indirect_derefs,"
    "lower_array_derefs_of_vectors,variables_to_ssa,shrink_vectors,undef_optimisation,dead_code,"
    "vectorise_alu,vectorise_io,lower_alu_width:max_components=2,lower_phis_to_scalar,"
    "lower_constants_to_scalar,lower_io_to_scalar",
};

// Returns the differences after the passes of a list, or the validator's message; empty if all is
// well.
std::string fault_of(const Shader& before, const char* list) {
    const PassList passes = parse_pass_list(list);
    REQUIRE(passes.errors.empty());
    const std::unique_ptr<Shader> after = clone(before);
    for (const PassCall& call : passes.calls) {
        call.run(*after);
        const std::string report = validation_report(*after, call.pass->name);
        if (!report.empty()) {
            return report;
        }
    }
    return difference(before, *after);
}

} // namespace

TEST_CASE("passes on variables keep what random programs compute") {
    for (std::uint32_t seed = 1; seed <= 12; ++seed) {
        Shader shader(Stage::vertex);
        RandomProgram(shader, seed).build();
        REQUIRE(validation_report(shader, "as built") == "");
        for (const char* list : kPassLists) {
            INFO("seed " << seed << ", " << list);
            REQUIRE(fault_of(shader, list) == "");
        }
    }
}

TEST_CASE("another random program on variables computes something else") {
    Shader one(Stage::vertex);
    Shader other(Stage::vertex);
    RandomProgram(one, 1).build();
    RandomProgram(other, 2).build();
    CHECK(difference(one, other) != "");
}
