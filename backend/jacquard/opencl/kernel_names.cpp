#include <jacquard/opencl/kernel_names.h>
#include <jacquard/spirv/module/read.h>
#include <jacquard/support/text/near_name.h>

#include <algorithm>

namespace jacquard::driver {

std::optional<std::vector<std::string>> kernel_names(std::string_view module) {
    Diagnostics ignored({}, {}, 1);
    const auto read = spirv::read_module(module, ignored, {});
    if (!read) {
        return std::nullopt;
    }
    std::vector<std::string> names;
    for (const spirv::Instruction& instruction : read->instructions) {
        if (instruction.op() == spirv::Op::EntryPoint) {
            names.push_back(spirv::text_of(read->operands(instruction).subspan(2)));
        }
    }
    return names;
}

std::string fault_of_choice(std::string_view name, const std::vector<std::string>& kernels) {
    std::string all;
    for (const std::string& kernel : kernels) {
        all += (all.empty() ? "" : ", ") + kernel;
    }
    if (kernels.empty()) {
        return "there is no kernel";
    }
    if (name.empty()) {
        return kernels.size() == 1
                   ? std::string()
                   : "there are several kernels, of which --entry chooses one: " + all;
    }
    if (std::find(kernels.begin(), kernels.end(), name) != kernels.end()) {
        return {};
    }
    const std::vector<std::string_view> views(kernels.begin(), kernels.end());
    const std::string near(near_name(name, views));
    return "there is no kernel '" + std::string(name) + "' among " + all +
           (near.empty() ? near : ", did you mean '" + near + "'?");
}

} // namespace jacquard::driver
