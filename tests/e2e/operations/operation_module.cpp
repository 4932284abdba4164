#include "operation_module.h"

#include <cmath>
#include <limits>
#include <set>

namespace operations {

namespace {

class Writer {
  public:
    explicit Writer(const Operation& operation) : operation_(operation) {}

    OperationModule run() {
        find_forms();
        for (std::size_t n = 0; n < operation_.operands.size(); ++n) {
            declare_buffer("operand" + std::to_string(n), operation_.operands[n].number, n);
        }
        for (std::size_t n = 0; n < operation_.results.size(); ++n) {
            declare_buffer("result" + std::to_string(n), operation_.results[n].number,
                           operation_.operands.size() + n);
        }
        load_operands();
        for (const Form& form : made_.forms) {
            evaluate(form);
        }
        made_.text =
            head() + decorations_ + kTypes + types_ + kBegin + body_ + "OpReturn\nOpFunctionEnd\n";
        return made_;
    }

  private:
    static constexpr const char* kTypes = R"(
%void = OpTypeVoid
%nothing = OpTypeFunction %void
%b1 = OpTypeBool
%u32 = OpTypeInt 32 0
%v3 = OpTypeVector %u32 3
%to_id = OpTypePointer Input %v3
%id = OpVariable %to_id Input
)";
    static constexpr const char* kBegin = R"(
%main = OpFunction %void None %nothing
%begin = OpLabel
%ids = OpLoad %v3 %id
%lane = OpCompositeExtract %u32 %ids 0
)";

    [[nodiscard]] std::string head() const {
        std::string text = "OpCapability Shader\nOpCapability Int8\nOpCapability Int16\n"
                           "OpCapability Int64\nOpCapability Float16\nOpCapability Float64\n"
                           "OpCapability StorageBuffer8BitAccess\n"
                           "OpCapability StorageBuffer16BitAccess\n";
        // The result of comparing a NaN is only defined if NaNs are kept.
        const Number first = operation_.operands[0].number;
        const bool keeps_nans = first.base == 'f' && operation_.results[0].number.base == 'b';
        if (keeps_nans) {
            text += "OpCapability SignedZeroInfNanPreserve\n";
        }
        if (!operation_.set.empty()) {
            text += "%set = OpExtInstImport \"" + operation_.set + "\"\n";
        }
        text += "OpMemoryModel Logical GLSL450\nOpEntryPoint GLCompute %main \"main\" %id\n"
                "OpExecutionMode %main LocalSize " +
                std::to_string(kLanes) + " 1 1\n";
        if (keeps_nans) {
            text += "OpExecutionMode %main SignedZeroInfNanPreserve " +
                    std::to_string(first.width) + '\n';
        }
        return text + "OpDecorate %id BuiltIn LocalInvocationId\n";
    }

    void find_forms() {
        const unsigned whole = operation_.results[0].components;
        const auto add = [&](unsigned components) {
            const unsigned results = whole != 0 ? whole : components;
            made_.forms.push_back({components, results, made_.results_a_lane});
            made_.results_a_lane += results;
        };
        switch (operation_.shape) {
        case Shape::by_component: add(1); [[fallthrough]];
        case Shape::of_vectors:
            add(2);
            add(3);
            add(4);
            break;
        case Shape::crossed: add(3); break;
        case Shape::fixed: add(operation_.operands[0].components); break;
        }
    }

    std::string type(Number number) {
        const std::string name = '%' + number.name();
        if (types_made_.insert(name).second && number.base != 'b' && name != "%u32") {
            types_ += name + " = " + (number.base == 'f' ? "OpTypeFloat " : "OpTypeInt ") +
                      std::to_string(number.width) +
                      (number.base == 'f'   ? ""
                       : number.base == 'i' ? " 1"
                                            : " 0") +
                      '\n';
        }
        return name;
    }

    std::string vector(Number number, unsigned components) {
        const std::string scalar = type(number);
        if (components == 1) {
            return scalar;
        }
        const std::string name = scalar + 'x' + std::to_string(components);
        if (types_made_.insert(name).second) {
            types_ += name + " = OpTypeVector " + scalar + ' ' + std::to_string(components) + '\n';
        }
        return name;
    }

    std::string constant(unsigned value) {
        const std::string name = "%c" + std::to_string(value);
        if (types_made_.insert(name).second) {
            types_ += name + " = OpConstant %u32 " + std::to_string(value) + '\n';
        }
        return name;
    }

    void declare_buffer(const std::string& name, Number number, std::size_t binding) {
        const Number in_memory = stored(number);
        const std::string scalar = type(in_memory);
        const std::string kind = in_memory.name();
        if (types_made_.insert("block " + kind).second) {
            decorations_ += "OpDecorate %list_" + kind + " ArrayStride " +
                            std::to_string(in_memory.width / 8) + "\nOpDecorate %block_" + kind +
                            " Block\nOpMemberDecorate %block_" + kind + " 0 Offset 0\n";
            types_ += "%list_" + kind + " = OpTypeRuntimeArray " + scalar + "\n%block_" + kind +
                      " = OpTypeStruct %list_" + kind + "\n%to_block_" + kind +
                      " = OpTypePointer StorageBuffer %block_" + kind + "\n%to_" + kind +
                      " = OpTypePointer StorageBuffer " + scalar + '\n';
        }
        decorations_ += "OpDecorate %" + name + " DescriptorSet 0\nOpDecorate %" + name +
                        " Binding " + std::to_string(binding) + '\n';
        types_ += '%' + name + " = OpVariable %to_block_" + kind + " StorageBuffer\n";
    }

    std::string fresh() { return "%t" + std::to_string(++count_); }

    std::string emit(const std::string& instruction) {
        const std::string name = fresh();
        body_ += name + " = " + instruction + '\n';
        return name;
    }

    std::string place(const std::string& buffer, Number number, const std::string& index) {
        return emit("OpAccessChain %to_" + stored(number).name() + " %" + buffer + ' ' +
                    constant(0) + ' ' + index);
    }

    void load_operands() {
        const std::string first = emit("OpIMul %u32 %lane " + constant(4));
        for (std::size_t n = 0; n < operation_.operands.size(); ++n) {
            const Number number = operation_.operands[n].number;
            std::vector<std::string> components;
            for (unsigned c = 0; c < 4; ++c) {
                const std::string index = emit("OpIAdd %u32 " + first + ' ' + constant(c));
                const std::string from = place("operand" + std::to_string(n), number, index);
                std::string loaded = emit("OpLoad " + type(stored(number)) + ' ' + from);
                if (number.base == 'b') {
                    loaded = emit("OpINotEqual %b1 " + loaded + ' ' + constant(0));
                }
                components.push_back(loaded);
            }
            loaded_.push_back(components);
        }
    }

    void evaluate(const Form& form) {
        std::string values;
        for (std::size_t n = 0; n < loaded_.size(); ++n) {
            const Typed& operand = operation_.operands[n];
            const unsigned count = operand.components != 0 ? operand.components : form.components;
            std::string value = loaded_[n][0];
            if (count != 1) {
                std::string parts;
                for (unsigned c = 0; c < count; ++c) {
                    parts += ' ' + loaded_[n][c];
                }
                value = emit("OpCompositeConstruct " + vector(operand.number, count) + parts);
            }
            values += ' ' + value;
        }
        std::vector<std::string> kinds;
        for (const Typed& result : operation_.results) {
            kinds.push_back(vector(result.number, form.results));
        }
        std::string kind = kinds[0];
        if (operation_.has_structure) {
            kind = "%pair" + std::to_string(form.results);
            types_ += kind + " = OpTypeStruct " + kinds[0] + ' ' + kinds[1] + '\n';
        }
        const std::string name(operation_.info->name);
        const std::string result =
            emit(operation_.set.empty() ? "Op" + name + ' ' + kind + values
                                        : "OpExtInst " + kind + " %set " + name + values);
        for (std::size_t n = 0; n < kinds.size(); ++n) {
            const std::string part = operation_.has_structure
                                         ? emit("OpCompositeExtract " + kinds[n] + ' ' + result +
                                                ' ' + std::to_string(n))
                                         : result;
            store(form, n, part);
        }
    }

    void store(const Form& form, std::size_t n, const std::string& value) {
        const Number number = operation_.results[n].number;
        const std::string first = emit("OpIMul %u32 %lane " + constant(made_.results_a_lane));
        for (unsigned c = 0; c < form.results; ++c) {
            std::string component = value;
            if (form.results != 1) {
                component = emit("OpCompositeExtract " + type(number) + ' ' + value + ' ' +
                                 std::to_string(c));
            }
            if (number.base == 'b') {
                component =
                    emit("OpSelect %u32 " + component + ' ' + constant(1) + ' ' + constant(0));
            }
            const std::string index =
                emit("OpIAdd %u32 " + first + ' ' + constant(form.first_result + c));
            const std::string to = place("result" + std::to_string(n), number, index);
            body_ += "OpStore " + to + ' ' + component + '\n';
        }
    }

    const Operation& operation_;
    OperationModule made_;
    std::set<std::string> types_made_;
    std::string decorations_;
    std::string types_;
    std::string body_;
    std::vector<std::vector<std::string>> loaded_;
    unsigned count_ = 0;
};

std::uint64_t next_random(std::uint64_t& state) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    return state >> 33 | (state * 2862933555777941757U & ~std::uint64_t{0x7fffffff});
}

std::uint64_t integer_value(std::uint64_t random, unsigned width) {
    const std::uint64_t sign = std::uint64_t{1} << (width - 1);
    const std::uint64_t edges[] = {0,    1,        2,           3,     7,    sign - 1,
                                   sign, sign + 1, ~0ULL,       ~1ULL, 0x55, sign >> 1,
                                   10,   100,      sign | 0x2d, 5};
    return (random & 1) != 0 ? edges[random >> 1 & 15] : random >> 5;
}

double float_value(std::uint64_t random, bool may_be_odd) {
    static constexpr double kEdges[] = {0,    1,     -1,     0.5,  -0.5, 1.5,  2.5, -2.5,
                                        3.25, -7.75, 0.1875, 10.0, -0.1, 0.75, 60,  -0.875};
    static constexpr double kOdd[] = {std::numeric_limits<double>::infinity(),
                                      -std::numeric_limits<double>::infinity(),
                                      std::numeric_limits<double>::quiet_NaN(), -0.0};
    if (may_be_odd && random % 5 == 0) {
        return kOdd[random >> 8 & 3];
    }
    return (random & 1) != 0 ? kEdges[random >> 1 & 15]
                             : static_cast<double>(random >> 5 & 0xfff) / 512 - 4;
}

} // namespace

Number stored(Number number) {
    return number.base == 'b' ? Number{'u', 32} : number;
}

OperationModule module_of(const Operation& operation) {
    return Writer(operation).run();
}

std::vector<Component> values_of(const Operation& operation, unsigned operand) {
    const Number number = operation.operands[operand].number;
    const bool is_order = operation.results[0].number.base == 'b';
    // Counts and exponents are of another width than what they count in, or all are alike.
    const std::string name(operation.info->name);
    const bool is_count = (name.starts_with("Shift") && operand == 1) ||
                          (name == "BitFieldInsert" && operand >= 2) ||
                          (name.ends_with("Extract") && operand >= 1);
    std::uint64_t state = 12345 + operand * 977 + number.width;
    std::vector<Component> values;
    for (unsigned i = 0; i < 4 * kLanes; ++i) {
        const std::uint64_t random = next_random(state);
        Component value{0, number};
        const unsigned width = operation.operands[0].number.width;
        if (number.base == 'f') {
            value.bits = float_bits(float_value(random, is_order), number.width);
        } else if (number.base == 'b') {
            value.bits = random & 1;
        } else if (is_count) {
            value.bits = random >> 4 & 3 ? random % (width / 2 + 1) : random % (width + 1);
        } else if (name == "Ldexp" && i % 4 != 0) {
            value.bits = random % 240 - 120;
        } else {
            value.bits = integer_value(random, number.width);
        }
        value.bits &= number.width == 64 ? ~0ULL : (1ULL << number.width) - 1;
        values.push_back(value);
    }
    return values;
}

jacquard::driver::Words packed(const std::vector<Component>& values) {
    const unsigned width = stored(values[0].number).width;
    jacquard::driver::Words words((values.size() * width + 31) / 32);
    for (std::size_t i = 0; i < values.size(); ++i) {
        const std::size_t first = i * width;
        words[first / 32] |= static_cast<std::uint32_t>(values[i].bits << (first % 32));
        if (width == 64) {
            words[first / 32 + 1] = static_cast<std::uint32_t>(values[i].bits >> 32);
        }
    }
    return words;
}

Component unpacked(const jacquard::driver::Words& words, std::size_t index, Number number) {
    const unsigned width = stored(number).width;
    const std::size_t first = index * width;
    std::uint64_t bits = words[first / 32] >> (first % 32);
    if (width == 64) {
        bits |= std::uint64_t{words[first / 32 + 1]} << 32;
    } else {
        bits &= (1ULL << width) - 1;
    }
    return {bits, number};
}

} // namespace operations
