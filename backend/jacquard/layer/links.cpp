#include <jacquard/layer/links.h>

namespace jacquard::layer {

Links<InstanceLink>& instance_links() {
    static auto& links = *new Links<InstanceLink>;
    return links;
}

Links<DeviceLink>& device_links() {
    static auto& links = *new Links<DeviceLink>;
    return links;
}

} // namespace jacquard::layer
