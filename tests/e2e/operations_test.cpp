// Every instruction of SPIR-V that computes values of values, core and extended, of operands of
// every width and of scalars and vectors: the interpreter and the machine code of each part give
// what the specification says, or the instruction is refused by name.

#include <jacquard/library/facade/compile_spirv.h>
#include <jacquard/nir/validate/validator.h>
#include <jacquard/runs/recorded/run_recorded.h>
#include <jacquard/runs/recorded/run_recorded_program.h>

#include "../spirv/assembler.h"
#include "catch.h"
#include "operations/operation_module.h"

#include <cmath>
#include <set>

using namespace jacquard;
using namespace operations;

namespace {

using spirv::Handling;

// Instructions that other tests try, by handling; all others that take numbers must be tried here.
const std::map<Handling, std::string> kElsewhere = {
    {Handling::determinant, "matrices: tests/spirv/translate_test.cpp"},
    {Handling::inverse, "matrices: tests/spirv/translate_test.cpp"},
    {Handling::modf, "as ModfStruct, to memory"},
    {Handling::frexp, "as FrexpStruct, to memory"},
    {Handling::interpolate, "inputs: tests/ir3/compiler/interpolation_test.cpp"},
    {Handling::unsupported, "refused by name"},
};

const char* const kSets[] = {"GLSL.std.450", "SPV_AMD_shader_trinary_minmax"};

std::vector<Operation> all_operations() {
    std::vector<Operation> all;
    const auto add = [&all](const spirv::InstructionInfo& info, const std::string& set) {
        for (Operation& each : operations_of(info, set)) {
            all.push_back(std::move(each));
        }
    };
    for (std::uint32_t number = 0; number < 0x2000; ++number) {
        if (const spirv::InstructionInfo* info = spirv::find_instruction(number)) {
            add(*info, "");
        }
    }
    for (const char* const set : kSets) {
        for (const spirv::InstructionInfo& info : spirv::extended_set(set)) {
            add(info, set);
        }
    }
    return all;
}

driver::RecordedCase case_of(const Operation& operation, const OperationModule& module,
                             const std::vector<std::vector<Component>>& values) {
    driver::RecordedCase recorded;
    recorded.stage = "compute";
    recorded.local_size = {kLanes, 1, 1};
    for (const std::vector<Component>& each : values) {
        recorded.storage_buffers.emplace_back(
            "0." + std::to_string(recorded.storage_buffers.size()), packed(each));
    }
    for (const Typed& result : operation.results) {
        const std::vector<Component> none(std::size_t{kLanes} * module.results_a_lane,
                                          Component{0x5a, result.number});
        recorded.storage_buffers.emplace_back(
            "0." + std::to_string(recorded.storage_buffers.size()), packed(none));
    }
    recorded.storage_buffers_after = recorded.storage_buffers;
    return recorded;
}

double unit_of(unsigned width) {
    return width == 16   ? std::ldexp(1.0, -10)
           : width == 32 ? std::ldexp(1.0, -23)
                         : std::ldexp(1.0, -52);
}

bool agrees(const Expected& expected, const Component& given) {
    const unsigned width = stored(given.number).width;
    if (!expected.is_defined) {
        return true;
    }
    if (!expected.real) {
        return given.bits == (width == 64 ? expected.bits : expected.bits & ((1ULL << width) - 1));
    }
    const double wanted = *expected.real;
    const double largest = width == 16 ? 65504 : width == 32 ? 3.4028234e38 : 1.797e308;
    if (!std::isfinite(wanted) || std::fabs(wanted) > largest) {
        return true; // an infinity, a NaN or the largest number, as the part rounds
    }
    const double scale = std::max(std::fabs(wanted), expected.bound > 4 ? 1.0 : 0.0);
    const double least = width == 16   ? std::ldexp(1.0, -14)
                         : width == 32 ? std::ldexp(1.0, -126)
                                       : std::ldexp(1.0, -1022);
    return std::fabs(given.f() - wanted) <= expected.bound * unit_of(width) * scale + least;
}

// The first difference from what the specification says; empty: there is none.
std::string fault_of(const Operation& operation, const OperationModule& module,
                     const std::vector<std::vector<Component>>& values,
                     const driver::RecordedResult& result, unsigned& judged) {
    const Reference& reference = references().at(std::string(operation.info->name));
    for (std::size_t part = 0; part < operation.results.size(); ++part) {
        const driver::Words& words = result.storage_buffers[values.size() + part].second;
        const Number number = operation.results[part].number;
        for (unsigned lane = 0; lane < kLanes; ++lane) {
            for (const Form& form : module.forms) {
                std::vector<std::vector<Component>> operands;
                for (std::size_t n = 0; n < values.size(); ++n) {
                    const unsigned own = operation.operands[n].components;
                    const auto first = values[n].begin() + lane * 4;
                    operands.emplace_back(first, first + (own != 0 ? own : form.components));
                }
                for (unsigned c = 0; c < form.results; ++c) {
                    const Expected expected =
                        reference({operands, c, static_cast<unsigned>(part), number.width});
                    const Component given = unpacked(
                        words, lane * module.results_a_lane + form.first_result + c, number);
                    judged += expected.is_defined ? 1 : 0;
                    if (agrees(expected, given)) {
                        continue;
                    }
                    std::ostringstream text;
                    text << "component " << c << " of " << form.components << std::hex;
                    for (const auto& operand : operands) {
                        text << " (";
                        for (const Component& each : operand) {
                            text << ' ' << each.bits;
                        }
                        text << " )";
                    }
                    text << " gives " << given.bits << ", expected "
                         << (expected.real ? float_bits(*expected.real, number.width)
                                           : expected.bits);
                    return text.str();
                }
            }
        }
    }
    return "";
}

// By the specification these have operands of 16 and 32 bits alone.
const std::set<std::string> kNotOfDoubles = {
    "Radians", "Degrees", "Sin",   "Cos",   "Tan",   "Asin", "Acos", "Atan", "Sinh", "Cosh",
    "Tanh",    "Asinh",   "Acosh", "Atanh", "Atan2", "Pow",  "Exp",  "Log",  "Exp2", "Log2"};

struct Tally {
    unsigned agree = 0;
    std::set<std::string> refused;
    std::vector<std::string> faults;
    unsigned judged = 0;
};

template <typename Runner>
void judge(const std::string& engine, Runner& runner, const Operation& operation,
           const OperationModule& module, Tally& tally) {
    std::vector<std::vector<Component>> values;
    for (unsigned n = 0; n < operation.operands.size(); ++n) {
        values.push_back(values_of(operation, n));
    }
    driver::RecordedResult result;
    std::string fault;
    unsigned judged = 0;
    if (runner.run(case_of(operation, module, values), result, fault)) {
        fault = fault_of(operation, module, values, result, judged);
        if (judged == 0) {
            fault = "nothing is judged";
        }
    }
    tally.judged += judged;
    if (fault.empty()) {
        ++tally.agree;
    } else {
        tally.faults.push_back(engine + ", " + operation.name() + ": " + fault);
    }
}

void refuse(const Operation& operation, const std::string& message, Tally& tally) {
    const std::string name(operation.info->name);
    const bool is_named =
        message.find("operands of 64 bits for " + name + " are not supported") != std::string::npos;
    if (is_named && operation.operands[0].number.width == 64) {
        tally.refused.insert(name);
    } else {
        tally.faults.push_back(operation.name() + ": " + message);
    }
}

void try_interpreter(const Operation& operation, const OperationModule& module,
                     const std::string& bytes, Tally& tally) {
    Diagnostics diagnostics("test.spv", {});
    const driver::SpirvResult loaded = driver::load_spirv(bytes, {}, diagnostics);
    if (loaded.nir.shader == nullptr) {
        refuse(operation, diagnostics.render(), tally);
        return;
    }
    std::string fault = nir::validation_report(*loaded.nir.shader, "pipeline");
    const auto runner = driver::RecordedRunner::prepare(loaded, fault);
    if (runner == nullptr || !fault.empty()) {
        tally.faults.push_back("interpreter, " + operation.name() + ": " + fault);
        return;
    }
    judge("interpreter", *runner, operation, module, tally);
}

void try_part(const Operation& operation, const OperationModule& module, const std::string& bytes,
              std::uint32_t gpu, Tally& tally) {
    Diagnostics diagnostics("test.spv", {});
    driver::VariantKey key;
    key.gpu = gpu;
    key.check = true;
    const driver::SpirvProgram program = driver::compile_spirv(bytes, {}, key, diagnostics);
    const std::string engine = std::to_string(gpu);
    if (program.compiled.status == driver::CompileStatus::refused) {
        refuse(operation, program.compiled.reason, tally);
        return;
    }
    std::string fault;
    if (program.compiled.status == driver::CompileStatus::compiled) {
        if (const auto runner = driver::RecordedProgramRunner::prepare(program.compiled.program,
                                                                       program.module, fault)) {
            judge(engine, *runner, operation, module, tally);
            return;
        }
    }
    tally.faults.push_back(engine + ", " + operation.name() + ": " + fault + diagnostics.render());
}

std::string listed(const std::vector<std::string>& faults) {
    std::string text;
    for (const std::string& each : faults) {
        text += each + '\n';
    }
    return text;
}

} // namespace

TEST_CASE("operations: every instruction that computes has its meaning in the test", "[e2e]") {
    const std::vector<Operation> all = all_operations();
    std::set<std::string> tried;
    for (const Operation& each : all) {
        INFO(each.name());
        CHECK(references().contains(std::string(each.info->name)));
        tried.insert(std::string(each.info->name));
    }
    for (const auto& [name, reference] : references()) {
        INFO(name);
        CHECK(tried.contains(name));
    }
    for (const char* const set : kSets) {
        for (const spirv::InstructionInfo& info : spirv::extended_set(set)) {
            INFO(info.name);
            CHECK((tried.contains(std::string(info.name)) || kElsewhere.contains(info.handling)));
        }
    }
    CHECK(all.size() > 700);
}

TEST_CASE("operations: the interpreter gives what the specification says at every width", "[e2e]") {
    Tally tally;
    for (const Operation& operation : all_operations()) {
        const OperationModule module = module_of(operation);
        try_interpreter(operation, module, spirv::assemble(module.text), tally);
    }
    INFO(listed(tally.faults));
    CHECK(tally.faults.empty());
    CHECK(tally.refused == kNotOfDoubles);
    CHECK(tally.agree == all_operations().size() - kNotOfDoubles.size());
}

TEST_CASE("operations: machine code gives what the specification says at every width", "[e2e]") {
    const std::uint32_t gpu = GENERATE(430U, 540U, 630U, 730U, 830U);
    Tally tally;
    for (const Operation& operation : all_operations()) {
        const OperationModule module = module_of(operation);
        try_part(operation, module, spirv::assemble(module.text), gpu, tally);
    }
    INFO("part " << gpu << '\n' << listed(tally.faults));
    CHECK(tally.faults.empty());
    CHECK(tally.refused == kNotOfDoubles);
    CHECK(tally.agree == all_operations().size() - kNotOfDoubles.size());
}
