#include <jacquard/library/program/program_header.h>
#include <jacquard/tool/cost/shader/cost_options.h>
#include <jacquard/tool/options/gpu_option.h>
#include <jacquard/tool/options/limit_options.h>

#include <ostream>

namespace jacquard::driver {

namespace {

bool read_header(const Arguments& arguments, const Streams& streams, CostOptions& options,
                 int& code) {
    const std::optional<std::string_view> path = arguments.value("--header");
    if (!path) {
        return true;
    }
    const std::optional<InputFile> header = read_input(*path, streams, options.limits, code);
    if (!header) {
        return false;
    }
    Diagnostics diagnostics(header->name, header->content, options.limits.errors);
    options.header = read_program_header(header->content, diagnostics, options.limits);
    streams.err << diagnostics.render(streams.colour_errors);
    code = exit_findings;
    return options.header.has_value();
}

} // namespace

bool read_cost_options(const Arguments& arguments, const Streams& streams, CostOptions& options,
                       int& code) {
    const std::optional<std::vector<std::uint32_t>> gpus = gpus_of(arguments, streams);
    const std::optional<Limits> limits = limits_of(arguments, streams);
    if (!gpus || !limits || !read_settings(arguments, streams, options.key)) {
        return false;
    }
    const auto translation = read_translation(arguments, options.key, *limits, streams);
    if (!translation) {
        return false;
    }
    options.gpus = *gpus;
    options.gpus_are_given = arguments.has(kGpuListOption.name);
    options.limits = *limits;
    options.translation = *translation;
    return read_header(arguments, streams, options, code);
}

} // namespace jacquard::driver
