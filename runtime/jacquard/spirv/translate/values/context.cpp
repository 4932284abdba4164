#include <jacquard/spirv/translate/values/context.h>
#include <jacquard/spirv/translate/values/faults.h>

#include <utility>

namespace jacquard::spirv {

bool is_of_opencl(const Module& module) {
    for (const Instruction& instruction : module.instructions) {
        if (instruction.op() == Op::MemoryModel) {
            return module.operands(instruction)[1] ==
                   static_cast<std::uint32_t>(MemoryModel::OpenCL);
        }
        if (instruction.op() == Op::Function) {
            break;
        }
    }
    return false;
}

void Context::count_own_memory(const Type& pointee) {
    if (pointee.holds_unsized) {
        malformed("only buffers hold arrays without a length");
    }
    own_scalars_ += pointee.scalars;
    if (own_scalars_ > limits_.registers) {
        own_scalars_ -= pointee.scalars;
        beyond(Limit::registers);
    }
}

void Context::begin_shader(std::unique_ptr<nir::Shader> shader, SourceLines lines) {
    shader_ = std::move(shader);
    source_lines_ = std::move(lines);
    shader_->info.source_files = source_lines_.files;
}

void Context::begin_body(const Type& return_type) {
    return_type_ = &return_type;
    builder_.emplace(*function_);
    builder_->exact = is_precise_;
}

void Context::leave() {
    anchor_ = nullptr;
    function_ = nullptr;
}

std::uint32_t Context::word(std::size_t i) const {
    if (i >= now_.words.size()) {
        malformed("it ends before its operands do");
    }
    return now_.words[i];
}

Context::Outer Context::begin_scratch(nir::Function& function) {
    Outer outer = {builder_, anchor_};
    builder_.emplace(function);
    anchor_ = nullptr;
    is_scratch_ = true;
    return outer;
}

void Context::end_scratch(const Outer& outer) {
    builder_ = outer.builder;
    anchor_ = outer.anchor;
    is_scratch_ = false;
}

} // namespace jacquard::spirv
