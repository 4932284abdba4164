#include "assembler.h"

#include <jacquard/spirv/module.h>

#include "catch.h"

#include <bit>
#include <cctype>
#include <map>
#include <vector>

namespace jacquard::spirv {

namespace {

std::vector<std::string> tokens_of(std::string_view line) {
    std::vector<std::string> tokens;
    for (std::size_t i = 0; i < line.size();) {
        if (line[i] == ';') {
            break;
        }
        if (std::isspace(static_cast<unsigned char>(line[i])) != 0) {
            ++i;
            continue;
        }
        std::size_t end = line[i] == '"' ? line.find('"', i + 1) + 1 : line.find_first_of(" \t", i);
        end = std::min(end, line.size());
        tokens.emplace_back(line.substr(i, end - i));
        i = end;
    }
    return tokens;
}

class Assembler {
  public:
    std::string run(std::string_view text) {
        words_ = {kMagic, 0x10300, 0, 0, 0};
        while (!text.empty()) {
            const std::size_t end = std::min(text.find('\n'), text.size());
            instruction(tokens_of(text.substr(0, end)));
            text.remove_prefix(std::min(end + 1, text.size()));
        }
        words_[3] = next_id_;
        std::string bytes;
        for (const std::uint32_t word : words_) {
            for (unsigned shift = 0; shift < 32; shift += 8) {
                bytes += static_cast<char>(word >> shift & 0xff);
            }
        }
        return bytes;
    }

  private:
    std::uint32_t id(const std::string& name) {
        const auto [found, is_new] = ids_.emplace(name, next_id_);
        next_id_ += is_new ? 1 : 0;
        return found->second;
    }

    const InstructionInfo& info_of(const std::string& name) {
        for (std::uint32_t number = 0; number < 0x2000; ++number) {
            const InstructionInfo* info = find_instruction(number);
            if (info != nullptr && "Op" + std::string(info->name) == name) {
                return *info;
            }
        }
        FAIL("there is no instruction " << name);
        std::abort();
    }

    void instruction(std::vector<std::string> tokens) {
        if (tokens.empty()) {
            return;
        }
        std::string result;
        if (tokens.size() > 2 && tokens[1] == "=") {
            result = tokens[0];
            tokens.erase(tokens.begin(), tokens.begin() + 2);
        }
        const InstructionInfo& info = info_of(tokens[0]);
        tokens_ = std::move(tokens);
        next_ = 1;
        const std::size_t first = words_.size();
        words_.push_back(info.number);
        result_ = result.empty() ? 0 : id(result);
        type_ = 0;
        list(operands_of(info));
        REQUIRE(next_ == tokens_.size());
        words_[first] |= static_cast<std::uint32_t>(words_.size() - first) << 16;
        if (info.number == static_cast<std::uint16_t>(Op::TypeFloat)) {
            floats_[result_] = true;
        }
        if (info.number == static_cast<std::uint16_t>(Op::ExtInstImport)) {
            sets_[result_] = tokens_[1].substr(1, tokens_[1].size() - 2);
        }
    }

    void list(std::span<const OperandSpec> specs) {
        for (const OperandSpec& spec : specs) {
            do {
                if (spec.kind != OperandKind::result_operand && next_ >= tokens_.size()) {
                    REQUIRE(spec.quantity != Quantity::one);
                    return;
                }
                one(spec.kind);
            } while (spec.quantity == Quantity::any);
        }
    }

    void one(OperandKind kind) {
        if (kind == OperandKind::result_operand) {
            words_.push_back(result_);
            return;
        }
        if (kind == OperandKind::integer_id_pair_operand) {
            number(tokens_[next_++], false);
            words_.push_back(id(tokens_[next_++]));
            return;
        }
        const std::string token = tokens_[next_++];
        switch (kind) {
        case OperandKind::type_operand: words_.push_back(type_ = id(token)); break;
        case OperandKind::id_operand:
        case OperandKind::scope_id_operand:
        case OperandKind::semantics_id_operand: words_.push_back(id(token)); break;
        case OperandKind::id_id_pair_operand:
            words_.push_back(id(token));
            words_.push_back(id(tokens_[next_++]));
            break;
        case OperandKind::integer_operand: number(token, false); break;
        case OperandKind::number_operand: number(token, floats_[type_]); break;
        case OperandKind::text_operand: text(token); break;
        case OperandKind::instruction_operand: extended(token); break;
        case OperandKind::opcode_operand: inner(token); break;
        default: name(kind, token); break;
        }
    }

    void number(const std::string& token, bool is_float) {
        words_.push_back(is_float ? std::bit_cast<std::uint32_t>(std::stof(token))
                                  : static_cast<std::uint32_t>(std::stoll(token)));
    }

    void text(const std::string& token) {
        const std::string content = token.substr(1, token.size() - 2);
        for (std::size_t i = 0; i <= content.size(); i += 4) {
            std::uint32_t word = 0;
            for (std::size_t k = i; k < i + 4 && k < content.size(); ++k) {
                word |= std::uint32_t{static_cast<unsigned char>(content[k])} << (8 * (k - i));
            }
            words_.push_back(word);
        }
    }

    void extended(const std::string& token) {
        for (const InstructionInfo& info : extended_set(sets_[words_.back()])) {
            if (info.name == token) {
                words_.push_back(info.number);
                list(operands_of(info));
                return;
            }
        }
        FAIL("the set has no " << token);
    }

    void inner(const std::string& token) {
        const InstructionInfo& info = info_of("Op" + token);
        words_.push_back(info.number);
        list(operands_of(info).subspan(2));
    }

    void name(OperandKind kind, const std::string& token) {
        std::uint32_t value = 0;
        std::vector<const Enumerant*> found;
        for (std::size_t start = 0; start <= token.size();) {
            const std::size_t end = std::min(token.find('|', start), token.size());
            const std::string_view word = std::string_view(token).substr(start, end - start);
            start = end + 1;
            for (const Enumerant& each : enumeration(kind).names) {
                if (each.name == word) {
                    found.push_back(&each);
                    value |= each.value;
                }
            }
        }
        INFO(token);
        REQUIRE(!found.empty());
        words_.push_back(value);
        for (const Enumerant* each : found) {
            list(operands_of(*each));
        }
    }

    std::vector<std::uint32_t> words_;
    std::vector<std::string> tokens_;
    std::size_t next_ = 0;
    std::uint32_t next_id_ = 1;
    std::uint32_t result_ = 0;
    std::uint32_t type_ = 0;
    std::map<std::string, std::uint32_t> ids_;
    std::map<std::uint32_t, bool> floats_;
    std::map<std::uint32_t, std::string> sets_;
};

} // namespace

std::string assemble(std::string_view text) {
    return Assembler().run(text);
}

std::string fragment_module(std::string_view interface, std::string_view rest) {
    std::string text = R"(
OpCapability Shader
%glsl = OpExtInstImport "GLSL.std.450"
OpMemoryModel Logical GLSL450
OpEntryPoint Fragment %main "main" )";
    text += interface;
    text += R"(
OpExecutionMode %main OriginUpperLeft
OpDecorate %in Location 0
OpDecorate %in Flat
OpDecorate %out Location 0
%void = OpTypeVoid
%nothing = OpTypeFunction %void
%bool = OpTypeBool
%int = OpTypeInt 32 1
%uint = OpTypeInt 32 0
%float = OpTypeFloat 32
%v2 = OpTypeVector %float 2
%v4 = OpTypeVector %float 4
%i0 = OpConstant %int 0
%i1 = OpConstant %int 1
%i2 = OpConstant %int 2
%i3 = OpConstant %int 3
%f0 = OpConstant %float 0
%f1 = OpConstant %float 1
%f2 = OpConstant %float 2
%f3 = OpConstant %float 3
%to_int = OpTypePointer Function %int
%from_int = OpTypePointer Input %int
%to_out = OpTypePointer Output %int
%in = OpVariable %from_int Input
%out = OpVariable %to_out Output
)";
    return text + std::string(rest);
}

} // namespace jacquard::spirv
