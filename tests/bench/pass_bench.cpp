// The standard pipeline of NIR passes, and how its time grows with the shader.
#include <jacquard/library/frontend/pipeline.h>
#include <jacquard/nir/build/builder.h>
#include <jacquard/tgsi/read/parse.h>
#include <jacquard/tgsi/translate/translate.h>

#include "bench.h"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>

namespace jacquard::bench {

namespace {

std::string shared_file(const std::string& name) {
    const char* folder = std::getenv("JACQUARD_SHARED");
    std::ifstream file(std::string(folder != nullptr ? folder : JACQUARD_SHARED_DIR) + '/' + name,
                       std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

std::unique_ptr<nir::Shader> translated(const tgsi::Program& program) {
    Diagnostics diagnostics("bench", "");
    return std::move(tgsi::translate_to_nir(program, {}, diagnostics).shader);
}

void real_shader(const std::string& name) {
    const std::string text = shared_file("corpus/bench/" + name + ".tgsi");
    Diagnostics diagnostics(name, text);
    const std::optional<tgsi::Program> program =
        text.empty() ? std::nullopt : tgsi::parse(text, diagnostics);
    if (!program) {
        std::printf("%-44s skipped: the shared folder is not there\n", ("passes " + name).c_str());
        return;
    }
    measure("translate " + name, 1, [&] { return translated(*program)->next_ssa_index; });
    measure("translate and all passes " + name, 1, [&] {
        const auto shader = translated(*program);
        const std::string report = driver::run_pipeline(*shader, {});
        return shader->next_ssa_index + report.size();
    });
    std::unique_ptr<nir::Shader> shader;
    measure_prepared(
        "all passes " + name, 1, [&] { shader = translated(*program); },
        [&] { return driver::run_pipeline(*shader, {}).size(); });
}

// A straight line of `length` instructions, in which every pass finds something to do.
std::unique_ptr<nir::Shader> long_shader(std::size_t length) {
    auto shader = std::make_unique<nir::Shader>(nir::Stage::fragment);
    shader->info.inputs.resize(1);
    shader->info.outputs.resize(1);
    nir::Function* entry = shader->add_function("main", true);
    nir::Builder b(*entry);
    nir::SsaDef* zero = b.imm_int(0);
    nir::SsaDef* input = &b.load_input(4, 32, zero)->value;
    std::array<nir::SsaDef*, 4> recent = {input, input, input, input};
    for (std::size_t i = 0; i < length / 4; ++i) {
        nir::SsaDef* sum = b.fadd(recent[i % 4], recent[(i / 4) % 4]);
        nir::SsaDef* same = b.fmul(sum, b.imm_vec4(1.0f, 1.0f, 1.0f, 1.0f));
        recent[(i + 1) % 4] = b.fmax(same, recent[(i / 16) % 4]);
    }
    b.store_output(recent[0], zero)->set_base(0)->set_write_mask(0xf);
    entry->link_blocks();
    return shader;
}

void growth() {
    for (const std::size_t length : {std::size_t{10'000}, std::size_t{100'000}}) {
        const std::string label = std::to_string(length) + " instructions";
        measure("build " + label, length, [=] { return long_shader(length)->next_ssa_index; });
        measure("build and all passes " + label, length, [=] {
            const auto shader = long_shader(length);
            const std::string report = driver::run_pipeline(*shader, {});
            return shader->next_ssa_index + report.size();
        });
        std::unique_ptr<nir::Shader> shader;
        measure_prepared(
            "all passes " + label, length,
            [&] {
                shader = nullptr;
                shader = long_shader(length);
            },
            [&] { return driver::run_pipeline(*shader, {}).size(); });
        if (shader != nullptr) {
            std::printf("%-44s %12.1f bytes\n", ("memory of one of " + label).c_str(),
                        static_cast<double>(shader->arena.reserved_bytes()) /
                            static_cast<double>(length));
        }
    }
}

} // namespace

void pass_benchmarks() {
    for (const char* name : {"simple.frag", "mid.frag"}) {
        real_shader(name);
    }
    growth();
}

} // namespace jacquard::bench
