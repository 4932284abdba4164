// Facts that names of the tables state about modules, each with a text that has the name and one
// that does not, against the claims of defs/spirv/enums.
#include <jacquard/generated/spirv/facts.h>

#include "catch.h"
#include "fact_answer.h"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

using namespace jacquard;
using namespace jacquard::spirv;

namespace {

// Names that are in effect and that no text shows; the tables say why of each.
constexpr std::size_t kNumUnshown = 26;
// Names that NIR has and that change no machine code; the tables say why of each.
constexpr std::size_t kNumOnlyInNir = 25;

// A line of a text, and the names with or without which it stands there.
struct FactLine {
    std::string text;
    bool is_with = false;
    std::set<std::string> names; // empty: always
};

std::vector<FactLine> lines_of(std::string_view name) {
    std::ifstream file(std::string(JACQUARD_SOURCE_DIR "/tests/spirv/facts/") + std::string(name) +
                       ".spvasm");
    REQUIRE(file);
    std::vector<FactLine> lines;
    for (std::string line; std::getline(file, line);) {
        FactLine& made = lines.emplace_back();
        std::istringstream words(line.substr(std::min(line.rfind(';'), line.size())));
        std::string word;
        words >> word >> word;
        made.is_with = word == "with";
        if (word == "with" || word == "without") {
            while (words >> word) {
                made.names.insert(word);
            }
            line.resize(line.rfind(';'));
        }
        made.text = line;
    }
    return lines;
}

// Every id has a name of its own, by which NIR calls it: numbers would depend on what else is
// there.
std::string names_of_ids(const std::vector<FactLine>& lines) {
    std::set<std::string> ids;
    for (const FactLine& line : lines) {
        for (std::size_t at = line.text.find('%'); at != std::string::npos;) {
            std::size_t end = at + 1;
            while (end < line.text.size() &&
                   (std::isalnum(line.text[end]) != 0 || line.text[end] == '_')) {
                ++end;
            }
            ids.insert(line.text.substr(at, end - at));
            at = line.text.find('%', end);
        }
    }
    std::string text;
    for (const std::string& id : ids) {
        text += "OpName " + id + " \"" + id.substr(1) + "\"\n";
    }
    return text;
}

std::string text_with(const std::vector<FactLine>& lines, const std::string& name) {
    std::string text = names_of_ids(lines);
    for (const FactLine& line : lines) {
        if (line.names.empty() || (line.names.count(name) != 0) == line.is_with) {
            text += line.text + '\n';
        }
    }
    return text;
}

std::string full_name(const NameClaim& claim) {
    return std::string(enumeration(claim.kind).name) + '.' + std::string(claim.name);
}

bool is_in_effect(const NameClaim& claim) {
    return claim.use == NameUse::translation || claim.use == NameUse::property;
}

// Returns the fault of a claim, from the results of the text without the name and with it.
std::string fault_of(const NameClaim& claim, const FactAnswer& without, const FactAnswer& with) {
    if (claim.use == NameUse::refused) {
        return with.fault.find("S201") != std::string::npos &&
                       with.fault.find(claim.name) != std::string::npos
                   ? ""
                   : "is not refused by name: " + with.fault;
    }
    if (!with.fault.empty()) {
        return "is refused: " + with.fault;
    }
    const bool has_machine = !without.machine.empty();
    if (has_machine && with.machine.empty() && claim.because.empty()) {
        return "is refused by machine code";
    }
    const bool is_nir_other = with.nir != without.nir;
    const bool is_machine_other = with.machine != without.machine;
    if (!is_in_effect(claim)) {
        return is_nir_other || is_machine_other ? "changes something" : "";
    }
    if (!is_nir_other) {
        return "changes nothing";
    }
    if (claim.because.empty()) {
        return has_machine && !is_machine_other ? "changes no machine code" : "";
    }
    return is_machine_other && !with.machine.empty()
               ? "changes machine code, of which a reason says that it does not"
               : "";
}

// A module in which one name stands where names of its kind may.
std::string module_with(const NameClaim& claim) {
    std::map<std::string, std::string> given = {{"capability", ""},
                                                {"addressing_model", "Logical"},
                                                {"memory_model", "GLSL450"},
                                                {"execution_mode", ""},
                                                {"decoration", ""},
                                                {"function_control", "None"},
                                                {"memory_access", "None"},
                                                {"selection_control", "None"},
                                                {"loop_control", "None"},
                                                {"memory_semantics", "72"},
                                                {"scope", "1"}};
    const std::string kind(enumeration(claim.kind).name);
    const Enumerant& name = *find_enumerant(claim.kind, claim.value);
    std::string text(claim.name);
    bool has_ids = false;
    for (const OperandSpec& operand : operands_of(name)) {
        if (operand.kind >= kFirstEnumeration) {
            text += ' ' + std::string(enumeration(operand.kind).names[0].name.view());
        } else if (operand.kind == OperandKind::text_operand) {
            text += " \"a\"";
        } else if (operand.kind == OperandKind::integer_operand) {
            text += " 1";
        } else {
            text += " %one";
            has_ids = true;
        }
    }
    if (kind == "decoration") {
        given[kind] = std::string(has_ids ? "OpDecorateId" : "OpDecorate") + " %out " + text;
    } else if (kind == "fp_fast_math_mode" || kind == "fp_rounding_mode") {
        given["decoration"] =
            std::string("OpDecorate %out ") +
            (kind == "fp_fast_math_mode" ? "FPFastMathMode " : "FPRoundingMode ") + text;
    } else if (kind == "execution_mode") {
        given[kind] =
            std::string(has_ids ? "OpExecutionModeId" : "OpExecutionMode") + " %main " + text;
    } else if (kind == "capability") {
        given[kind] = "OpCapability " + text;
    } else if (kind == "memory_semantics" || kind == "scope") {
        given[kind] = std::to_string(claim.value);
    } else {
        REQUIRE(given.count(kind) == 1);
        given[kind] = text;
    }
    return "OpCapability Shader\n" + given["capability"] + "\nOpMemoryModel " +
           given["addressing_model"] + ' ' + given["memory_model"] +
           "\nOpEntryPoint GLCompute %main \"main\" %out\nOpExecutionMode %main LocalSize 1 1 1\n" +
           given["execution_mode"] + '\n' + given["decoration"] +
           R"(
OpDecorate %block Block
OpMemberDecorate %block 0 Offset 0
%void = OpTypeVoid
%fn = OpTypeFunction %void
%bool = OpTypeBool
%uint = OpTypeInt 32 0
%zero = OpConstant %uint 0
%one = OpConstant %uint 1
%scope = OpConstant %uint )" +
           given["scope"] + "\n%semantics = OpConstant %uint " + given["memory_semantics"] +
           R"(
%block = OpTypeStruct %uint
%pb = OpTypePointer StorageBuffer %block
%pw = OpTypePointer StorageBuffer %uint
%out = OpVariable %pb StorageBuffer
%main = OpFunction %void )" +
           given["function_control"] + R"( %fn
%entry = OpLabel
%word = OpAccessChain %pw %out %zero
%value = OpLoad %uint %word )" +
           given["memory_access"] + R"(
OpMemoryBarrier %scope %semantics
%is = OpIEqual %bool %value %one
OpSelectionMerge %head )" +
           given["selection_control"] + R"(
OpBranchConditional %is %then %head
%then = OpLabel
OpBranch %head
%head = OpLabel
OpLoopMerge %end %again )" +
           given["loop_control"] + R"(
OpBranchConditional %is %again %end
%again = OpLabel
OpBranch %head
%end = OpLabel
OpReturn
OpFunctionEnd
)";
}

} // namespace

TEST_CASE("every name that modules are told something by does what the tables claim", "[spirv]") {
    std::map<std::string_view, std::vector<FactLine>> texts;
    std::map<std::string_view, FactAnswer> without;
    for (const std::string_view text : kFactTexts) {
        texts[text] = lines_of(text);
        without[text] = fact_answer(text_with(texts[text], ""));
        INFO(text << " without any name: " << without[text].fault);
        CHECK(without[text].fault.empty());
    }
    std::size_t num_unshown = 0;
    std::size_t num_only_in_nir = 0;
    for (const NameClaim& claim : kNameClaims) {
        const std::string name = full_name(claim);
        num_unshown += is_in_effect(claim) && claim.test.empty() ? 1U : 0U;
        num_only_in_nir +=
            is_in_effect(claim) && !claim.test.empty() && !claim.because.empty() ? 1U : 0U;
        if (claim.test.empty()) {
            continue;
        }
        const std::string fault =
            fault_of(claim, without[claim.test], fact_answer(text_with(texts[claim.test], name)));
        if (!fault.empty()) {
            FAIL_CHECK(name << " (" << claim.test << ") " << fault);
        }
    }
    CHECK(num_unshown == kNumUnshown);
    CHECK(num_only_in_nir == kNumOnlyInNir);
}

TEST_CASE("every name that is refused is refused by name", "[spirv]") {
    const FactAnswer base =
        fact_answer(module_with({OperandKind::capability, 1, "Shader", {}, {}, {}}));
    INFO(base.fault);
    CHECK(base.fault.empty());
    for (const NameClaim& claim : kNameClaims) {
        if (claim.use == NameUse::refused && claim.test.empty()) {
            INFO(full_name(claim));
            CHECK(fault_of(claim, {}, fact_answer(module_with(claim))).empty());
        }
    }
}

TEST_CASE("the texts of facts show what the tables name them for, and nothing else", "[spirv]") {
    for (const std::string_view text : kFactTexts) {
        std::set<std::string> shown;
        for (const FactLine& line : lines_of(text)) {
            if (line.is_with) {
                shown.insert(line.names.begin(), line.names.end());
            }
        }
        std::set<std::string> named;
        for (const NameClaim& claim : kNameClaims) {
            if (claim.test == text) {
                named.insert(full_name(claim));
            }
        }
        for (const std::string& name : shown) {
            INFO(text << ' ' << name);
            CHECK(named.count(name) == 1);
        }
        for (const std::string& name : named) {
            INFO(text << ' ' << name);
            CHECK(shown.count(name) == 1);
        }
    }
}
