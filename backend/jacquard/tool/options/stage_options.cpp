#include <jacquard/generated/options/read_tool_options.h>
#include <jacquard/tool/options/stage_options.h>

namespace jacquard::driver {

bool read_stage_options(const Arguments& arguments, const Streams& streams, VariantKey& key) {
    return read_arguments(arguments, streams, key);
}

void tell_stage_options(const VariantKey& key,
                        const std::function<void(std::string_view, std::string_view)>& take) {
    tell_settings(key, take);
}

} // namespace jacquard::driver
