#pragma once

#include <jacquard/nir/build/builder.h>
#include <jacquard/nir/fold/constant_evaluator.h>
#include <jacquard/nir/validate/validator.h>
#include <jacquard/support/expression/half.h>

#include "catch.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <random>
#include <span>
#include <string>
#include <vector>

// An opcode is built on inputs that nothing is known about and lowered once; then what is left is
// computed on many values and compared with the opcode's own evaluator.
namespace numeric_test {

using namespace jacquard::nir;

// The width of source `i`, given that of the operands without one of their own.
inline unsigned source_width(Opcode opcode, unsigned i, unsigned bit_size) {
    const unsigned declared = opcode_info(opcode).source_types[i].bit_size;
    return declared != 0 ? declared : bit_size;
}

class LoweredOpcode {
  public:
    using Pass = std::function<bool(Shader&)>;

    LoweredOpcode(Opcode opcode, unsigned bit_size, const Pass& pass)
        : opcode_(opcode), bit_size_(bit_size), shader_(Stage::fragment) {
        Function* function = shader_.add_function("main", true);
        Builder b(*function);
        SsaDef* address = b.imm_int(0);
        const OpcodeInfo& info = opcode_info(opcode);
        std::vector<Operand> operands;
        for (unsigned i = 0; i < info.num_sources; ++i) {
            const unsigned components = std::max<unsigned>(info.source_components[i], 1);
            // 1-bit inputs are tests of others.
            const unsigned width = source_width(opcode, i, bit_size);
            SsaDef* input = b.load_ubo_vec4(components, width == 1 ? 32 : width, address, address)
                                ->set_base(i)
                                ->def();
            operands.emplace_back(width == 1 ? b.ine(input, b.imm_int(0)) : input);
        }
        SsaDef* value = b.alu(opcode, operands, info.is_replicated ? 4 : 0, 0);
        store_ = b.store_output(value->bit_size == 1 ? b.b2i32(value) : value, address);
        result_width_ = value->bit_size;
        num_components_ = value->num_components;
        function->link_blocks();
        lowered_ = pass(shader_);
        CHECK(validation_report(shader_, "after the pass") == "");
        shader_.number_values();
        values_.resize(shader_.next_ssa_index);
    }

    [[nodiscard]] bool lowered() const { return lowered_; }
    [[nodiscard]] unsigned num_components() const { return num_components_; }
    [[nodiscard]] unsigned result_width() const { return result_width_; }
    [[nodiscard]] Shader& shader() { return shader_; }

    // Components of all sources, one after the other.
    using Values = std::array<ConstantValue, kMaxComponents>;

    // Not inlined: where it is, GCC 12 warns of reading inputs that no source has.
    [[gnu::noinline]] Values run(std::span<const std::uint64_t> inputs) {
        Block* block = shader_.entry->first_block();
        for (Instruction& instruction : block->instructions()) {
            if (auto* constant = instruction.as<ConstantInstruction>()) {
                std::copy_n(constant->values, constant->value.num_components,
                            values_[constant->value.index].begin());
            } else if (auto* alu = instruction.as<AluInstruction>()) {
                compute(*alu);
            } else if (auto* load = instruction.as<IntrinsicInstruction>();
                       load != nullptr && load->def() != nullptr) {
                std::size_t first = 0;
                const OpcodeInfo& info = opcode_info(opcode_);
                for (unsigned i = 0; i < load->base(); ++i) {
                    first += std::max<unsigned>(info.source_components[i], 1);
                }
                const std::size_t count = load->value.num_components;
                REQUIRE(first + count <= inputs.size());
                for (std::size_t c = 0; c < count; ++c) {
                    values_[load->value.index][c] =
                        constant_from_bits(inputs[first + c], load->value.bit_size);
                }
            }
        }
        return values_[store_->sources()[0].ssa->index];
    }

    // Returns the results of the opcode itself.
    Values expected(std::span<const std::uint64_t> inputs) const {
        const OpcodeInfo& info = opcode_info(opcode_);
        std::array<Values, kMaxComponents> sources{};
        std::array<const ConstantValue*, kMaxComponents> pointers{};
        std::size_t at = 0;
        for (unsigned i = 0; i < info.num_sources; ++i) {
            for (unsigned c = 0; c < std::max<unsigned>(info.source_components[i], 1); ++c) {
                const unsigned width = source_width(opcode_, i, bit_size_);
                const std::uint64_t bits = inputs[at++];
                sources[i][c] = width == 1
                                    ? constant_from_bits(static_cast<std::uint32_t>(bits) != 0, 1)
                                    : constant_from_bits(bits, width);
            }
            pointers[i] = sources[i].data();
        }
        Values result{};
        REQUIRE(evaluate(opcode_, bit_size_, num_components_, pointers.data(), result.data(),
                         shader_.info.float_controls));
        return result;
    }

    // The opcodes left, other than constants and copies.
    template <typename Visitor>
    void for_each_opcode(Visitor&& visit) {
        for (Instruction& instruction : shader_.entry->first_block()->instructions()) {
            if (auto* alu = instruction.as<AluInstruction>()) {
                visit(*alu);
            }
        }
    }

  private:
    void compute(AluInstruction& alu) {
        std::array<Values, kMaxComponents> sources{};
        std::array<const ConstantValue*, kMaxComponents> pointers{};
        for (unsigned i = 0; i < alu.num_sources; ++i) {
            const AluSource& source = alu.first_source[i];
            for (unsigned c = 0; c < alu.source_components(i); ++c) {
                sources[i][c] = values_[source.ssa->index][source.swizzle[c]];
            }
            pointers[i] = sources[i].data();
        }
        const bool known =
            evaluate(alu.opcode, alu.unsized_bit_size(), alu.value.num_components, pointers.data(),
                     values_[alu.value.index].data(), shader_.info.float_controls);
        if (!known) {
            FAIL(alu.info().name << " cannot be computed");
        }
    }

    Opcode opcode_;
    unsigned bit_size_;
    Shader shader_;
    bool lowered_ = false;
    unsigned result_width_ = 0;
    unsigned num_components_ = 0;
    IntrinsicInstruction* store_ = nullptr;
    std::vector<Values> values_;
};

class Random {
  public:
    explicit Random(std::uint64_t seed) : engine_(seed) {}
    std::uint64_t operator()() { return engine_(); }
    // Returns a number of any magnitude.
    std::uint64_t any(unsigned bit_size) {
        const std::uint64_t bits = engine_() & mask_of_bits(bit_size);
        const std::uint64_t small = bits >> (engine_() % bit_size);
        return engine_() % 4 == 0 ? (~small & mask_of_bits(bit_size)) : small;
    }

  private:
    std::mt19937_64 engine_;
};

inline std::vector<std::uint64_t> edge_integers(unsigned bit_size) {
    std::vector<std::uint64_t> edges;
    const std::uint64_t all = mask_of_bits(bit_size);
    for (const std::uint64_t low : {0U, 1U, 2U, 3U, 5U, 7U, 8U, 31U, 32U, 33U, 63U, 64U}) {
        edges.push_back(low & all);
        edges.push_back(~low & all);
        edges.push_back(((all >> 1) + low) & all);
        edges.push_back(((all >> 1) - low) & all);
    }
    for (unsigned bit = 7; bit < bit_size; bit += 8) {
        edges.push_back((std::uint64_t{2} << bit) & all);
        edges.push_back(((std::uint64_t{2} << bit) - 1) & all);
    }
    return edges;
}

inline std::string describe(Opcode opcode, unsigned bit_size,
                            std::span<const std::uint64_t> inputs) {
    std::string text(opcode_info(opcode).name);
    text += " of " + std::to_string(bit_size) + " bits:";
    for (const std::uint64_t input : inputs) {
        char number[32];
        std::snprintf(number, sizeof number, " 0x%llx", static_cast<unsigned long long>(input));
        text += number;
    }
    return text;
}

inline bool is_nan(std::uint64_t bits, unsigned bit_size) {
    const unsigned fraction = bit_size == 16 ? 10 : bit_size == 32 ? 23 : 52;
    const std::uint64_t magnitude = bits & (mask_of_bits(bit_size) >> 1);
    return magnitude > (mask_of_bits(bit_size - 1 - fraction) << fraction);
}

inline double float_value(std::uint64_t bits, unsigned width) {
    return width == 16
               ? static_cast<double>(jacquard::half_to_float(static_cast<std::uint16_t>(bits)))
           : width == 32
               ? static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits)))
               : std::bit_cast<double>(bits);
}

// Describes how closely results agree that are rounded otherwise, and from which floats they are
// computed.
struct Bound {
    double low = 0.0;
    double high = 0.0;
    unsigned tolerance = 0; // units in the last place
    double absolute = 0.0;  // below 1, and of what is larger that part
    unsigned off_by = 0;    // the number of the input, from 1, by which they may differ besides
};

// Equal bits, or both a NaN of a float result, or floats within the bound.
inline bool agrees(Opcode opcode, unsigned width, std::uint64_t actual, std::uint64_t expected,
                   const Bound& bound = {}, std::span<const std::uint64_t> inputs = {}) {
    if (actual == expected) {
        return true;
    }
    if (opcode_info(opcode).output_type.base != BaseType::float_type) {
        return false;
    }
    if (is_nan(actual, width) || is_nan(expected, width)) {
        return is_nan(actual, width) && is_nan(expected, width);
    }
    const double wanted = float_value(expected, width);
    const double step = bound.off_by != 0 ? float_value(inputs[bound.off_by - 1], width) : 0.0;
    const double apart = float_value(actual, width) - wanted;
    const double difference =
        std::min({std::abs(apart), std::abs(apart - step), std::abs(apart + step)});
    const int digits = width == 16 ? 10 : width == 32 ? 23 : 52;
    const double unit = std::ldexp(1.0, std::ilogb(wanted == 0.0 ? 1.0 : wanted) - digits);
    return difference <= bound.tolerance * unit ||
           difference <= bound.absolute * std::max(1.0, std::abs(wanted));
}

inline void check(LoweredOpcode& lowered, Opcode opcode, unsigned bit_size,
                  std::span<const std::uint64_t> inputs, const Bound& bound = {}) {
    const auto actual = lowered.run(inputs);
    const auto expected = lowered.expected(inputs);
    for (unsigned c = 0; c < lowered.num_components(); ++c) {
        if (!agrees(opcode, lowered.result_width(), actual[c].u64, expected[c].u64, bound,
                    inputs)) {
            INFO(describe(opcode, bit_size, inputs) << ", component " << c);
            INFO(std::hex << actual[c].u64 << " is not " << expected[c].u64);
            FAIL();
        }
    }
}

// Every combination of `edges` for up to two inputs, and `samples` of `random(i)` beyond.
template <typename Edges, typename Sample>
void check_values(LoweredOpcode& lowered, Opcode opcode, unsigned bit_size, Edges&& edges,
                  Sample&& sample, unsigned samples, const Bound& bound = {}) {
    const OpcodeInfo& info = opcode_info(opcode);
    std::vector<unsigned> widths;
    for (unsigned i = 0; i < info.num_sources; ++i) {
        for (unsigned c = 0; c < std::max<unsigned>(info.source_components[i], 1); ++c) {
            widths.push_back(source_width(opcode, i, bit_size));
        }
    }
    std::vector<std::uint64_t> inputs(widths.size());
    if (inputs.size() == 1) {
        for (const std::uint64_t x : edges(widths[0], 0)) {
            inputs[0] = x;
            check(lowered, opcode, bit_size, inputs, bound);
        }
    } else if (inputs.size() == 2) {
        for (const std::uint64_t x : edges(widths[0], 0)) {
            for (const std::uint64_t y : edges(widths[1], 1)) {
                inputs = {x, y};
                check(lowered, opcode, bit_size, inputs, bound);
            }
        }
    }
    for (unsigned n = 0; n < samples; ++n) {
        for (unsigned i = 0; i < inputs.size(); ++i) {
            inputs[i] = sample(widths[i], i);
        }
        check(lowered, opcode, bit_size, inputs, bound);
    }
}

inline void check_integers(Opcode opcode, unsigned bit_size, const LoweredOpcode::Pass& pass,
                           unsigned samples = 500) {
    LoweredOpcode lowered(opcode, bit_size, pass);
    INFO(opcode_info(opcode).name << " of " << bit_size << " bits");
    REQUIRE(lowered.lowered());
    Random random(bit_size + static_cast<std::uint64_t>(opcode) * 100);
    // 8-bit operands are taken exhaustively.
    const auto edges = [](unsigned width, unsigned) {
        if (width != 8) {
            return edge_integers(width == 1 ? 32 : width);
        }
        std::vector<std::uint64_t> all(256);
        for (std::uint64_t i = 0; i < all.size(); ++i) {
            all[i] = i;
        }
        return all;
    };
    const auto sample = [&](unsigned width, unsigned i) {
        // Half of the second operands are near the first, or small.
        return i == 0 || random() % 2 == 0 ? random.any(width == 1 ? 32 : width) : random() % 72;
    };
    check_values(lowered, opcode, bit_size, edges, sample, samples);
}

inline std::uint64_t float_bits(double value, unsigned width) {
    return width == 16   ? jacquard::float_to_half(static_cast<float>(value))
           : width == 32 ? std::bit_cast<std::uint32_t>(static_cast<float>(value))
                         : std::bit_cast<std::uint64_t>(value);
}

inline std::vector<std::uint64_t> edge_floats(unsigned width) {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
    std::vector<std::uint64_t> values;
    for (const double value :
         {0.0,      0.25,   0.5,       0.75,      1.0,         1.5,       2.5,
          3.0,      100.0,  32766.5,   65504.0,   0x1p-14,     0x1p-15,   0x1p-126,
          0x1p-140, 3.0e38, 1.0 / 127, 1.0 / 255, 0.5 / 65535, kInfinity, kNan}) {
        values.push_back(float_bits(value, width));
        values.push_back(float_bits(-value, width));
    }
    return values;
}

// Values of the types of an opcode's sources: edges, small numbers and any bits.
inline void check_floats(Opcode opcode, unsigned bit_size, const LoweredOpcode::Pass& pass,
                         unsigned samples = 1000) {
    LoweredOpcode lowered(opcode, bit_size, pass);
    INFO(opcode_info(opcode).name << " of " << bit_size << " bits");
    REQUIRE(lowered.lowered());
    Random random(static_cast<std::uint64_t>(opcode));
    const auto is_float = [&](unsigned i) {
        const OpcodeInfo& info = opcode_info(opcode);
        for (unsigned source = 0; source < info.num_sources; ++source) {
            const unsigned components = std::max<unsigned>(info.source_components[source], 1);
            if (i < components) {
                return info.source_types[source].base == BaseType::float_type;
            }
            i -= components;
        }
        return false;
    };
    const auto edges = [&](unsigned width, unsigned i) {
        return is_float(i) ? edge_floats(width) : edge_integers(width == 1 ? 32 : width);
    };
    const auto sample = [&](unsigned width, unsigned i) {
        if (!is_float(i)) {
            return random() % 3 == 0 ? random.any(width == 1 ? 32 : width)
                                     : (random() % 800 - 400) & mask_of_bits(width);
        }
        const auto values = edge_floats(width);
        return random() % 3 == 0 ? values[random() % values.size()]
               : random() % 2 == 0
                   ? float_bits(static_cast<double>(random() % 4000) / 1000.0 - 2.0, width)
                   : random() & mask_of_bits(width);
    };
    check_values(lowered, opcode, bit_size, edges, sample, samples);
}

// Floats of a bound, every fourth of them whole numbers.
inline void check_within(Opcode opcode, unsigned bit_size, const LoweredOpcode::Pass& pass,
                         const Bound& bound, unsigned samples = 1000) {
    LoweredOpcode lowered(opcode, bit_size, pass);
    INFO(opcode_info(opcode).name << " of " << bit_size << " bits");
    REQUIRE(lowered.lowered());
    Random random(static_cast<std::uint64_t>(opcode) + 7);
    const auto edges = [](unsigned, unsigned) { return std::vector<std::uint64_t>(); };
    const auto sample = [&](unsigned width, unsigned) {
        const double part = static_cast<double>(random() % 2000001) / 2.0e6;
        const double value = bound.low + part * (bound.high - bound.low);
        const bool whole = random() % 4 == 0 && std::ceil(bound.low) <= std::floor(bound.high);
        return float_bits(whole ? std::min(std::ceil(value), std::floor(bound.high)) : value,
                          width);
    };
    check_values(lowered, opcode, bit_size, edges, sample, samples, bound);
}

} // namespace numeric_test
