#include <jacquard/generated/options/read_tool_options.h>
#include <jacquard/tool/options/settings.h>

namespace jacquard::driver {

bool read_settings(const Arguments& arguments, const Streams& streams, VariantKey& key) {
    return read_arguments(arguments, streams, key);
}

void tell_settings(const VariantKey& key,
                   const std::function<void(std::string_view, std::string_view)>& take) {
    tell_arguments(key, take);
}

std::optional<spirv::TranslateOptions> read_translation(const Arguments& arguments,
                                                        const VariantKey& key, const Limits& limits,
                                                        const Streams& streams) {
    spirv::TranslateOptions translation;
    translation.limits = limits;
    if (!read_module_arguments(arguments, streams, key, translation)) {
        return std::nullopt;
    }
    return translation;
}

} // namespace jacquard::driver
