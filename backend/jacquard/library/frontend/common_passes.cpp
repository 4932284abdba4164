#include <jacquard/library/frontend/common_passes.h>

namespace jacquard::driver {

bool CommonPasses::has_functions() {
    return !passes_.shader().has_one_function();
}

bool CommonPasses::has_variables() {
    for (const nir::Function& function : passes_.shader().functions()) {
        if (!function.variables().empty()) {
            return true;
        }
    }
    return false;
}

bool CommonPasses::has_control_flow() {
    for (const nir::Function& function : passes_.shader().functions()) {
        if (function.body.first != function.body.last) {
            return true;
        }
    }
    return false;
}

} // namespace jacquard::driver
