// Numeric lowerings on random arithmetic: vectors, swizzles and all widths mixed, run in the
// interpreter before and after.
#include <jacquard/generated/nir/opcodes.h>
#include <jacquard/nir/build/builder.h>
#include <jacquard/nir/text/print/printer.h>
#include <jacquard/nir/validate/validator.h>
#include <jacquard/passes/registry/registry.h>

#include "catch.h"
#include "equivalence/equivalence.h"
#include "equivalence/lowering_facts.h"

#include <array>
#include <bit>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

using namespace jacquard::nir;

namespace {

// Kinds of values that are not mixed, since the bits of a NaN are free.
enum class Kind : std::uint8_t { real, whole, truth };

Kind kind_of(BaseType type) {
    return type == BaseType::float_type  ? Kind::real
           : type == BaseType::bool_type ? Kind::truth
                                         : Kind::whole;
}

// Opcodes that show the bits of a NaN, or approximate.
bool is_excluded(const OpcodeInfo& info) {
    return info.name.find("pack_half") == 0 || info.name.ends_with("_amd") ||
           info.name.ends_with("_v3d") || info.name.ends_with("_agx") ||
           info.name.ends_with("_mdg");
}

class ArithmeticGenerator {
  public:
    ArithmeticGenerator(Shader& shader, std::uint32_t seed)
        : random_(seed), b_(*shader.add_function("main", true)) {
        for (std::uint32_t i = 0; i < kOutputs; ++i) {
            shader.info.outputs.push_back({Semantic::generic, i, {}, {}, 0xf, false});
        }
    }

    void run() {
        SsaDef* zero = b_.imm_int(0);
        for (int i = 0; i < 4; ++i) {
            add(Kind::whole, b_.load_ubo_vec4(4, 32, zero, zero)->set_base(i)->def());
        }
        SsaDef* first = pool(Kind::whole, 32)[0];
        SsaDef* second = pool(Kind::whole, 32)[1];
        add(Kind::whole, b_.u2u8(first));
        add(Kind::whole, b_.u2u16(second));
        add(Kind::whole, b_.pack_64_2x32_split(first, second));
        add(Kind::real, b_.i2f16(b_.i2i8(first)));
        add(Kind::real, b_.load_ubo_vec4(4, 32, zero, zero)->set_base(5)->def());
        add(Kind::real, b_.f2f64(pool(Kind::real, 32)[0]));
        add(Kind::truth, b_.ilt(first, second));
        add(Kind::truth, b_.ult32(first, second));
        for (int made = 0; made < 60;) {
            made += add_random() ? 1 : 0;
        }
        output(zero);
        b_.shader().entry->link_blocks();
    }

  private:
    static constexpr std::uint32_t kOutputs = 24;
    using Pool = std::vector<SsaDef*>;

    unsigned below(std::size_t limit) { return static_cast<unsigned>(random_() % limit); }
    Pool& pool(Kind kind, unsigned bit_size) { return pools_[{kind, bit_size}]; }
    void add(Kind kind, SsaDef* value) { pool(kind, value->bit_size).push_back(value); }

    Operand pick(Kind kind, unsigned bit_size, unsigned num_components) {
        Pool& values = pool(kind, bit_size);
        // The later ones more often.
        const std::size_t count = values.size();
        SsaDef* value = values[below(2) == 0 ? below(count) : count - 1 - below((count + 2) / 3)];
        Operand operand(value);
        operand.num_components = static_cast<std::uint8_t>(num_components);
        for (unsigned i = 0; i < num_components; ++i) {
            operand.swizzle[i] = static_cast<std::uint8_t>(below(value->num_components));
        }
        return operand;
    }

    bool add_random() {
        const auto opcode = static_cast<Opcode>(below(kNumOpcodes));
        const OpcodeInfo& info = opcode_info(opcode);
        if (info.num_sources == 0 || is_excluded(info)) {
            return false;
        }
        constexpr std::array<unsigned, 5> kWidths = {1, 8, 16, 32, 64};
        const unsigned width = kWidths[below(kWidths.size())];
        const bool has_width =
            info.width_mask == 0 || (info.width_mask >> std::countr_zero(width) & 1) != 0;
        if (!has_width || is_lowered_inexactly(opcode, width)) {
            return false;
        }
        const unsigned components = info.output_components == 0 ? below(4) + 1 : 0;
        std::array<Operand, kMaxComponents> operands;
        for (unsigned i = 0; i < info.num_sources; ++i) {
            const AluType type = info.source_types[i];
            const unsigned bits = type.bit_size != 0 ? type.bit_size : width;
            // A 1-bit integer is a truth.
            const Kind kind = bits == 1 ? Kind::truth : kind_of(type.base);
            if (pool(kind, bits).empty()) {
                return false;
            }
            const unsigned declared = info.source_components[i];
            operands[i] = pick(kind, bits, declared != 0 ? declared : components);
        }
        const unsigned result_bits =
            info.output_type.bit_size != 0 ? info.output_type.bit_size : width;
        SsaDef* value = b_.alu(opcode, std::span<const Operand>(operands.data(), info.num_sources),
                               components != 0 ? components : info.output_components, result_bits);
        add(result_bits == 1 ? Kind::truth : kind_of(info.output_type.base), value);
        return true;
    }

    SsaDef* as_word(Kind kind, SsaDef* value) {
        switch (kind) {
        case Kind::real: return value->bit_size == 32 ? value : b_.f2f32(value);
        case Kind::whole: return value->bit_size == 32 ? value : b_.u2u32(value);
        case Kind::truth: break;
        }
        return b_.b2i32(value);
    }

    // The last values of every kind.
    void output(SsaDef* zero) {
        std::uint32_t slot = 0;
        for (const auto& [key, values] : pools_) {
            for (std::size_t i = 0; i < 2 && i < values.size() && slot < kOutputs; ++i) {
                SsaDef* value = values[values.size() - 1 - i];
                if (value->num_components > 4) {
                    continue;
                }
                SsaDef* word = as_word(key.first, value);
                b_.store_output(word, zero)
                    ->set_base(static_cast<int>(slot++))
                    ->set_write_mask((1U << word->num_components) - 1);
            }
        }
    }

    std::mt19937 random_;
    Builder b_;
    std::map<std::pair<Kind, unsigned>, Pool> pools_;
};

void check_passes(const std::string& passes, std::uint32_t seeds) {
    const PassList list = parse_pass_list(passes);
    REQUIRE(list.errors.empty());
    for (std::uint32_t seed = 1; seed <= seeds; ++seed) {
        Shader before(Stage::fragment);
        ArithmeticGenerator(before, seed).run();
        Shader after(Stage::fragment);
        ArithmeticGenerator(after, seed).run();
        INFO(passes << ", seed " << seed);
        REQUIRE(validation_report(before, "as generated") == "");
        for (const PassCall& call : list.calls) {
            call.run(after);
            REQUIRE(validation_report(after, call.pass->name) == "");
        }
        EquivalenceOptions options;
        options.runs = 2;
        const std::string differs = difference(before, after, options);
        if (!differs.empty()) {
            before.number_values();
            INFO(print(before));
            REQUIRE(differs == "");
        }
    }
}

} // namespace

TEST_CASE("random arithmetic keeps its meaning under each numeric lowering") {
    for (const char* pass :
         {"lower_int64", "lower_doubles", "lower_integer_compounds", "lower_bit_size", "lower_half",
          "lower_bool_to_int32", "lower_bool_to_bitsize", "lower_bool_to_float",
          "lower_pack_unpack", "lower_bit_counts", "lower_float_compounds", "lower_dot_products"}) {
        check_passes(pass, 40);
    }
}

TEST_CASE("random arithmetic keeps its meaning when everything is lowered") {
    // Sums of half floats are rounded once as long as they are whole.
    check_passes("lower_half,lower_alu_to_scalar,lower_dot_products,lower_integer_compounds,"
                 "lower_float_compounds,lower_pack_unpack,lower_doubles,lower_int64,"
                 "lower_bit_size,lower_bit_counts,lower_multiply_high,lower_integer_division,"
                 "lower_bool_to_int32,dead_code",
                 40);
}
