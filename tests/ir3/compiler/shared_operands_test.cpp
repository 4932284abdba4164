// Chains in which each value is read by the two behind it: walking from the last one to all that it
// is made of, without a note of what was seen, would take a number of steps that doubles with every
// second value. Such a walk does not come to an end here.
#include <jacquard/generated/nir/opcodes.h>

#include "fixture.h"

#include <string>

using namespace jacquard;
using namespace jacquard::ir3;
using namespace jacquard::ir3::testing;

namespace {

constexpr unsigned kLength = 100;

bool is_word(nir::AluType type) {
    return type.base != nir::BaseType::bool_type && (type.bit_size == 0 || type.bit_size == 32);
}

// Returns true if it makes a word of two words or more, component by component.
bool may_be_chained(const nir::OpcodeInfo& info) {
    bool fits = info.num_sources >= 2 && info.output_components == 0 && is_word(info.output_type);
    for (unsigned i = 0; i < info.num_sources; ++i) {
        fits = fits && info.source_components[i] == 0 && is_word(info.source_types[i]);
    }
    return fits;
}

std::string value(unsigned number) {
    return '%' + std::to_string(number);
}

// The last value is stored at a place that it says itself.
std::string chain_of(const nir::OpcodeInfo& info) {
    std::string text = "shader compute\n"
                       "function \"main\" entry {\n"
                       "    b0:\n"
                       "        %0:32 = const 0\n"
                       "        %1:32 = const 4\n"
                       "        %2:32 = load_ssbo %0, %0 {align_mul=4}\n"
                       "        %3:32 = load_ssbo %0, %1 {align_mul=4}\n"
                       "        %4:32 = ishl %2, %1\n"
                       "        %5:32 = ishl %3, %1\n";
    unsigned last = 5;
    for (; last < kLength; ++last) {
        text += "        " + value(last + 1) + ":32 = " + std::string(info.name) + ' ' +
                value(last) + ", " + value(last - 1);
        for (unsigned i = 2; i < info.num_sources; ++i) {
            text += ", " + value(last - i % 2);
        }
        text += '\n';
    }
    return text + "        store_ssbo " + value(last) + ", %0, " + value(last) +
           " {write_mask=x, align_mul=4}\n}\n";
}

} // namespace

TEST_CASE("compile: long chains of values that are read twice come to an end") {
    unsigned compiled = 0;
    for (std::size_t i = 0; i < nir::kNumOpcodes; ++i) {
        const nir::OpcodeInfo& info = nir::opcode_info(static_cast<nir::Opcode>(i));
        if (!may_be_chained(info)) {
            continue;
        }
        const std::string text = chain_of(info);
        for (const std::uint32_t gpu : {420U, 540U, 630U, 730U}) {
            INFO(text << "on " << gpu);
            CompileOptions options;
            options.gpu = gpu;
            options.check = true;
            Diagnostics diagnostics;
            const std::unique_ptr<nir::Shader> shader = parse_nir(text);
            compiled += compile(*shader, options, diagnostics) ? 1 : 0;
            // Opcodes that parts do not have are refused by name.
            for (const Diagnostic& diagnostic : diagnostics.all()) {
                INFO(diagnostic.message);
                CHECK(diagnostic.code == "I301");
            }
        }
    }
    CHECK(compiled > 4 * 60);
}
