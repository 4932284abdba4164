#include <jacquard/tgsi/translate/registers/context.h>

namespace jacquard::tgsi {

namespace {

nir::Stage nir_stage(Stage stage) {
    switch (stage) {
    case Stage::vertex: break;
    case Stage::fragment: return nir::Stage::fragment;
    case Stage::geometry: return nir::Stage::geometry;
    case Stage::tessellation_control: return nir::Stage::tess_control;
    case Stage::tessellation_evaluation: return nir::Stage::tess_evaluation;
    case Stage::compute: return nir::Stage::compute;
    }
    return nir::Stage::vertex;
}

std::unique_ptr<nir::Shader> begin_shader(Stage stage, const Limits& limits) {
    auto shader = std::make_unique<nir::Shader>(nir_stage(stage));
    shader->arena.charge_to(std::make_shared<MemoryBudget>(limits.memory));
    return shader;
}

} // namespace

Context::Context(const Program& program, bool is_precise, const Limits& limits)
    : program_(program), limits_(limits), is_precise_(is_precise),
      shader_(begin_shader(program.stage, limits)), main_(*shader_->add_function("main", true)),
      builder_(main_) {
    arena_.charge_to(shader_->arena.budget());
    builder_.exact = is_precise;
}

std::unique_ptr<nir::Shader> Context::finish() {
    main_.link_blocks();
    scalars_.finish(main_);
    shader_->number_values();
    return std::move(shader_);
}

} // namespace jacquard::tgsi
