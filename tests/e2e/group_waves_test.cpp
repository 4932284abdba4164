// Workgroups of every size on both engines: what invocations are told of their subgroups, and what
// they tell each other there, is what the definitions say. They are worked out here: invocations
// fill one subgroup after the other in the order of their local index.

#include <jacquard/library/facade/compiler.h>
#include <jacquard/library/frontend/load_nir.h>
#include <jacquard/runs/engines/run_nir.h>
#include <jacquard/runs/engines/run_program.h>

#include "catch.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

using namespace jacquard;

namespace {

using Size = std::array<std::uint32_t, 3>;

// An invocation of a workgroup and the subgroup around it, of the members that there are.
struct Place {
    std::uint32_t index;
    std::uint32_t group_lanes;
    std::uint32_t wave_size;

    [[nodiscard]] std::uint32_t lane() const { return index % wave_size; }
    [[nodiscard]] std::uint32_t subgroup() const { return index / wave_size; }
    [[nodiscard]] std::uint32_t first() const { return subgroup() * wave_size; }
    [[nodiscard]] std::uint32_t count() const { return std::min(wave_size, group_lanes - first()); }

    // A word of the mask of those lanes below `end` for which the condition holds.
    template <typename Condition>
    [[nodiscard]] std::uint32_t mask(unsigned word, std::uint32_t end, Condition&& holds) const {
        std::uint32_t bits = 0;
        for (std::uint32_t bit = 0; bit < 32 && word * 32 + bit < end; ++bit) {
            bits |= holds(word * 32 + bit) ? 1U << bit : 0U;
        }
        return bits;
    }
    template <typename Condition>
    [[nodiscard]] std::uint32_t sum(std::uint32_t end, Condition&& value) const {
        std::uint32_t all = 0;
        for (std::uint32_t other = 0; other < end; ++other) {
            all += value(first() + other);
        }
        return all;
    }
};

// A value that every invocation stores, and what it is to be; nothing where it is not defined.
struct Value {
    std::string name; // of the instruction that gives it
    std::function<std::optional<std::uint32_t>(const Place&)> expected;
};

// Writes a shader and the list of what it stores.
class GroupShader {
  public:
    explicit GroupShader(const Size& size) : size_(size) {}

    // An instruction of 32 bits, or of one where `type` says so; gives its name.
    std::string add(const std::string& what, const std::string& type = "32") {
        std::string name = "%" + std::to_string(num_values_++);
        text_ += "        " + name + ':' + type + " = " + what + '\n';
        return name;
    }
    void add_line(const std::string& line) { text_ += line + '\n'; }
    std::string number(std::uint32_t value) { return add("const " + std::to_string(value)); }

    template <typename Expected>
    void expect(const std::string& what, Expected&& expected) {
        values_.push_back({add(what), expected});
    }
    template <typename Expected>
    void expect_value(const std::string& name, Expected&& expected) {
        values_.push_back({name, expected});
    }
    // The same for a truth.
    template <typename Expected>
    void expect_truth(const std::string& what, Expected&& expected) {
        values_.push_back({add("b2i32 " + add(what, "1")), expected});
    }
    // The four words of a mask: of the lanes below end(place) for which holds(place, lane) is true.
    template <typename End, typename Holds>
    void expect_mask(const std::string& what, End&& end, Holds&& holds) {
        const std::string mask = add(what, "32x4");
        for (unsigned word = 0; word < 4; ++word) {
            values_.push_back({add("mov " + mask + '.' + "xyzw"[word]), [=](const Place& place) {
                                   return place.mask(word, end(place), [&](std::uint32_t lane) {
                                       return holds(place, lane);
                                   });
                               }});
        }
    }

    [[nodiscard]] std::string index() const { return index_; }
    [[nodiscard]] const std::vector<Value>& values() const { return values_; }
    [[nodiscard]] std::uint32_t lanes() const { return size_[0] * size_[1] * size_[2]; }

    void begin() {
        index_ = add("load_local_invocation_index");
        zero_ = number(0);
    }
    // Stores what is expected, a row for each invocation.
    std::string finish() {
        const std::string row = number(static_cast<std::uint32_t>(values_.size()) * 4);
        const std::string start = add("imul " + index_ + ", " + row);
        for (std::size_t i = 0; i < values_.size(); ++i) {
            const std::string at =
                add("iadd " + start + ", " + number(static_cast<std::uint32_t>(i) * 4));
            add_line("        store_ssbo " + values_[i].name + ", " + zero_ + ", " + at +
                     " {write_mask=x, align_mul=4}");
        }
        std::string text = "shader compute\n";
        const std::array<const char*, 3> names = {"WIDTH", "HEIGHT", "DEPTH"};
        for (std::size_t axis = 0; axis < 3; ++axis) {
            text += "property \"CS_FIXED_BLOCK_" + std::string(names[axis]) + "\" " +
                    std::to_string(size_[axis]) + '\n';
        }
        text += "property \"shared_size\" " + std::to_string(lanes() * 4) + '\n';
        return text + "\nfunction \"main\" entry {\n    b0:\n" + text_ + "}\n";
    }

  private:
    Size size_;
    std::string text_;
    std::string index_;
    std::string zero_;
    std::vector<Value> values_;
    unsigned num_values_ = 0;
};

// Numbers, masks and ballots.
void add_numbers(GroupShader& shader) {
    shader.expect("mov " + shader.index(), [](const Place& at) { return at.index; });
    shader.expect("load_subgroup_size", [](const Place& at) { return at.wave_size; });
    shader.expect("load_subgroup_id", [](const Place& at) { return at.subgroup(); });
    shader.expect("load_subgroup_invocation", [](const Place& at) { return at.lane(); });
    shader.expect("load_num_subgroups", [](const Place& at) {
        return (at.group_lanes + at.wave_size - 1) / at.wave_size;
    });
    shader.expect_truth("elect", [](const Place& at) { return at.lane() == 0 ? 1U : 0U; });
    shader.expect("last_invocation", [](const Place& at) { return at.count() - 1; });
    const auto size = [](const Place& at) { return at.wave_size; };
    using Mask = std::pair<const char*, bool (*)(std::uint32_t, std::uint32_t)>;
    for (const auto& [name, holds] :
         {Mask{"eq", [](std::uint32_t lane, std::uint32_t own) { return lane == own; }},
          Mask{"ge", [](std::uint32_t lane, std::uint32_t own) { return lane >= own; }},
          Mask{"gt", [](std::uint32_t lane, std::uint32_t own) { return lane > own; }},
          Mask{"le", [](std::uint32_t lane, std::uint32_t own) { return lane <= own; }},
          Mask{"lt", [](std::uint32_t lane, std::uint32_t own) { return lane < own; }}}) {
        shader.expect_mask("load_subgroup_" + std::string(name) + "_mask", size,
                           [holds = holds](const Place& at, std::uint32_t lane) {
                               return holds(lane, at.lane());
                           });
    }
    const auto count = [](const Place& at) { return at.count(); };
    const std::string truth = shader.add("const true", "1");
    shader.expect_mask("ballot " + truth, count, [](const Place&, std::uint32_t) { return true; });
    const std::string odd =
        shader.add("ine " + shader.add("iand " + shader.index() + ", " + shader.number(1)) + ", " +
                       shader.number(0),
                   "1");
    shader.expect_mask("ballot " + odd, count, [](const Place& at, std::uint32_t lane) {
        return (at.first() + lane) % 2 == 1;
    });
    const std::string mask = shader.add("ballot " + odd, "32x4");
    const auto is_odd = [](std::uint32_t index) { return index % 2; };
    shader.expect("ballot_bit_count_reduce " + mask,
                  [=](const Place& at) { return at.sum(at.count(), is_odd); });
    shader.expect("ballot_bit_count_inclusive " + mask,
                  [=](const Place& at) { return at.sum(at.lane() + 1, is_odd); });
    shader.expect_truth(
        "vote_any " +
            shader.add("ieq " + shader.index() + ", " + shader.number(shader.lanes() - 1), "1"),
        [](const Place& at) { return at.first() + at.count() == at.group_lanes ? 1U : 0U; });
    shader.expect_truth("vote_all " + shader.add("ult " + shader.add("load_subgroup_invocation") +
                                                     ", " + shader.number(40),
                                                 "1"),
                        [](const Place& at) { return at.count() <= 40 ? 1U : 0U; });
}

// Sums, and values of other lanes.
void add_exchanges(GroupShader& shader) {
    const std::string value = shader.add("iadd " + shader.index() + ", " + shader.number(1));
    const auto plus_one = [](std::uint32_t index) { return index + 1; };
    shader.expect("reduce " + value + " {reduction_op=iadd}",
                  [=](const Place& at) { return at.sum(at.count(), plus_one); });
    shader.expect("inclusive_scan " + value + " {reduction_op=iadd}",
                  [=](const Place& at) { return at.sum(at.lane() + 1, plus_one); });
    shader.expect("exclusive_scan " + value + " {reduction_op=iadd}",
                  [=](const Place& at) { return at.sum(at.lane(), plus_one); });
    shader.expect("reduce " + value + " {reduction_op=umax, cluster_size=8}", [](const Place& at) {
        return at.first() + std::min(at.lane() / 8 * 8 + 8, at.count());
    });
    shader.expect("read_first_invocation " + value, [](const Place& at) { return at.first() + 1; });
    const std::string own = shader.add("load_subgroup_invocation");
    const std::string last = shader.add("last_invocation");
    shader.expect("shuffle " + value + ", " + shader.add("isub " + last + ", " + own),
                  [](const Place& at) { return at.first() + at.count() - at.lane(); });
    const auto of_lane = [](const Place& at, std::uint32_t lane) {
        return lane < at.count() ? std::optional(at.first() + lane + 1) : std::nullopt;
    };
    shader.expect("shuffle_xor " + value + ", " + shader.number(5),
                  [=](const Place& at) { return of_lane(at, at.lane() ^ 5U); });
    shader.expect("shuffle_up " + value + ", " + shader.number(3),
                  [=](const Place& at) { return of_lane(at, at.lane() - 3U); });
    shader.expect("quad_swap_horizontal " + value,
                  [=](const Place& at) { return of_lane(at, at.lane() ^ 1U); });
}

// Stores a value for the opposite invocation, which is in another wave if there are several.
void add_shared(GroupShader& shader) {
    const std::string four = shader.number(4);
    const std::string at = shader.add("imul " + shader.index() + ", " + four);
    shader.add_line("        store_shared " + shader.index() + ", " + at +
                    " {write_mask=x, align_mul=4}");
    shader.add_line("        barrier {execution_scope=workgroup, memory_scope=workgroup, "
                    "memory_semantics=acquire|release, memory_modes=mem_shared}");
    const std::string other =
        shader.add("isub " + shader.number(shader.lanes() - 1) + ", " + shader.index());
    shader.expect("load_shared " + shader.add("imul " + other + ", " + four) + " {align_mul=4}",
                  [](const Place& place) { return place.group_lanes - 1 - place.index; });
}

driver::CaseRun run_of(const GroupShader& shader) {
    driver::CaseRun run;
    run.groups = {1, 1, 1};
    const std::size_t words = shader.values().size() * shader.lanes();
    // A vector more, which nobody may touch.
    run.memories.push_back(
        {nir::MemorySpace::ssbo, {std::vector<driver::Vector4>(words / 4 + 2, {7, 7, 7, 7})}});
    return run;
}

void check_words(const GroupShader& shader, const driver::RunResult& result,
                 std::uint32_t wave_size) {
    // The memory of the group may stand behind the buffer.
    REQUIRE_FALSE(result.memories.empty());
    REQUIRE(result.memories[0].space == nir::MemorySpace::ssbo);
    const std::vector<driver::Vector4>& memory = result.memories[0].buffers.at(0);
    const std::size_t num_values = shader.values().size();
    unsigned num_wrong = 0;
    for (std::uint32_t index = 0; index < shader.lanes(); ++index) {
        for (std::size_t i = 0; i < num_values; ++i) {
            const std::size_t word = index * num_values + i;
            const std::uint32_t computed = memory[word / 4][word % 4];
            const std::optional<std::uint32_t> expected =
                shader.values()[i].expected({index, shader.lanes(), wave_size});
            if (expected && computed != *expected) {
                UNSCOPED_INFO("invocation " << index << " value " << i << ": computed " << computed
                                            << ", expected " << *expected);
                ++num_wrong;
            }
        }
    }
    for (std::size_t word = shader.lanes() * num_values; word < memory.size() * 4; ++word) {
        num_wrong += memory[word / 4][word % 4] != 7 ? 1 : 0;
    }
    CHECK(num_wrong == 0);
}

// Both engines, both sizes of waves, two parts. The words of a program do not depend on the size,
// which its header says.
void check_group(GroupShader& shader) {
    const std::string text = shader.finish();
    const driver::CaseRun run = run_of(shader);
    std::string fault;
    Diagnostics diagnostics("group.nir", text);
    const driver::NirResult loaded =
        driver::load_nir(text, driver::SourceLanguage::nir, false, diagnostics);
    INFO(diagnostics.render());
    REQUIRE(loaded.shader != nullptr);
    const auto interpreter = driver::NirRunner::prepare(*loaded.shader, fault);
    REQUIRE(interpreter != nullptr);
    for (const std::uint32_t wave_size : {64U, 128U}) {
        INFO("interpreter, waves of " << wave_size);
        interpreter->set_part({630, wave_size});
        driver::RunResult result;
        const bool has_run = interpreter->run(run, result, fault);
        INFO(fault);
        REQUIRE(has_run);
        check_words(shader, result, wave_size);
    }
    for (const std::uint32_t part : {630U, 730U}) {
        driver::VariantKey key;
        key.gpu = part;
        driver::CompileResult compiled = driver::compile_nir(text, key, diagnostics);
        INFO(diagnostics.render());
        REQUIRE(compiled.status == driver::CompileStatus::compiled);
        for (const std::uint32_t wave_size : {64U, 128U}) {
            INFO("part " << part << ", waves of " << wave_size);
            compiled.program.wave_size = wave_size;
            const auto runner = driver::ProgramRunner::prepare(compiled.program, fault);
            REQUIRE(runner != nullptr);
            driver::RunResult result;
            const bool has_run = runner->run(run, result, fault);
            INFO(fault);
            REQUIRE(has_run);
            check_words(shader, result, wave_size);
        }
    }
}

void check_size(const Size& size) {
    INFO("workgroup of " << size[0] << " x " << size[1] << " x " << size[2]);
    using Part = void (*)(GroupShader&);
    for (const Part part : {Part{add_numbers}, Part{add_exchanges}, Part{add_shared}}) {
        GroupShader shader(size);
        shader.begin();
        part(shader);
        check_group(shader);
    }
}

} // namespace

TEST_CASE("group waves: groups at the edges of waves fill them as the definition says") {
    for (const std::uint32_t lanes : {1U, 2U, 63U, 64U, 65U, 96U, 127U, 128U, 129U, 191U, 300U}) {
        check_size({lanes, 1, 1});
    }
}

TEST_CASE("group waves: so do groups of odd sizes along two and three axes") {
    for (const Size& size : {Size{5, 3, 1}, Size{7, 11, 1}, Size{3, 5, 7}, Size{13, 1, 9},
                             Size{1, 17, 5}, Size{9, 7, 3}}) {
        check_size(size);
    }
}

TEST_CASE("group waves: groups of each size from 1 to 300", "[slow]") {
    for (std::uint32_t lanes = 1; lanes <= 300; ++lanes) {
        check_size({lanes, 1, 1});
    }
}
