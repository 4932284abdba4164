#include "last_module.h"

#include <string_view>
#include <tuple>

namespace jacquard::driver::javascript {

namespace {

// Whatever the module depends on, but for the text and the files that it includes.
auto key_of(const HighLevelShader& shader) {
    return std::tie(shader.name, shader.stage, shader.hlsl, shader.opencl, shader.entry,
                    shader.target, shader.defines, shader.include_folders, shader.options,
                    shader.linked);
}

// Another call may bring other files under the same names.
bool may_include(std::string_view text) {
    return text.find("include") != std::string_view::npos;
}

} // namespace

HighLevelResult LastModule::compile(const HighLevelShader& shader) const {
    if (kept_ && kept_->text == shader.text && key_of(kept_->shader) == key_of(shader)) {
        return kept_->result;
    }
    kept_.reset();
    HighLevelResult result = inner_.compile(shader);
    if (!may_include(shader.text)) {
        kept_.emplace(Kept{shader, std::string(shader.text), result});
        kept_->shader.text = {};
    }
    return result;
}

} // namespace jacquard::driver::javascript
