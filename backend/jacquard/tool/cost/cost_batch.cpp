#include <jacquard/glsl/high_level.h>
#include <jacquard/library/facade/compile_shader.h>
#include <jacquard/library/frontend/input_form.h>
#include <jacquard/library/frontend/stopped.h>
#include <jacquard/opencl/clang_program.h>
#include <jacquard/passes/registry/apply_state.h>
#include <jacquard/spirv/assembly/assemble.h>
#include <jacquard/support/json/json.h>
#include <jacquard/support/sha256.h>
#include <jacquard/tool/batch/batch_report.h>
#include <jacquard/tool/batch/record/batch_outcome.h>
#include <jacquard/tool/batch/source/shader_text.h>
#include <jacquard/tool/cost/cost_batch.h>
#include <jacquard/tool/cost/report_options.h>
#include <jacquard/tool/cost/shader/cost_options.h>
#include <jacquard/tool/cost/shader/file_costs.h>
#include <jacquard/tool/files/shader_input.h>
#include <jacquard/tool/options/limit_options.h>

#include <algorithm>
#include <exception>
#include <ostream>
#include <sstream>

namespace jacquard::driver {

namespace {

// The outcome of one file, as processes and journals keep it.
struct CostResult {
    std::string out;
    std::string err;
    int code = exit_fine;
};

std::string pack(const CostResult& result) {
    std::string text;
    json::Writer json(text);
    json.begin_object().member("out", result.out).member("err", result.err);
    json.member("code", result.code).end_object();
    return text;
}

std::optional<CostResult> unpack(std::string_view text) {
    json::ParseError error;
    const std::optional<json::Document> document = json::Document::parse(text, error);
    if (!document || !document->root()["out"].exists()) {
        return std::nullopt;
    }
    const json::Value root = document->root();
    return CostResult{std::string(root["out"].string()), std::string(root["err"].string()),
                      static_cast<int>(root["code"].integer(exit_findings))};
}

// A manifest may call a shader otherwise than its file.
std::string display_name(const BatchItem& item) {
    return item.path.ends_with(item.name) ? item.path : item.name;
}

// Returns true if the status would be the same another time.
bool is_settled_status(CompileStatus status) {
    return status != CompileStatus::failed && status != CompileStatus::too_large;
}

// Processes one file after the other.
class CostWork {
  public:
    CostWork(const Arguments& arguments, const Streams& streams, const CostOptions& options,
             const CostPrinter& printer)
        : arguments_(arguments), streams_(streams), options_(options), printer_(printer) {}

    std::optional<ResultCache> cache;
    std::string cache_identity;

    // Throws nothing.
    std::string operator()(const BatchItem& item) const {
        try {
            return process(item);
        } catch (const std::bad_alloc&) {
            return pack(failed(item, CompileStatus::too_large, "the system has no more memory"));
        } catch (const std::exception& fault) {
            return pack(failed(item, CompileStatus::failed, fault.what()));
        }
    }

    // A line for each part, so that a file without costs can be seen among the others.
    [[nodiscard]] CostResult failed(const BatchItem& item, CompileStatus status,
                                    const std::string& reason) const {
        return {printer_.print(without_costs(display_name(item), options_, status, reason)),
                {},
                exit_findings};
    }

  private:
    [[nodiscard]] std::string process(const BatchItem& item) const {
        ReadFault fault;
        const std::optional<InputFile> file = read_shader_file(item.path, options_.limits, fault);
        if (!file) {
            CostResult result = fault.is_too_large
                                    ? failed(item, CompileStatus::too_large,
                                             limit_message(Limit::input_bytes, options_.limits))
                                    : failed(item, fault.status,
                                             fault.reason.empty() ? fault.message : fault.reason);
            result.err = fault.is_diagnostic ? fault.message : "jacquard: " + fault.message + '\n';
            return pack(result);
        }
        const std::optional<std::string> key = key_of(item, *file);
        std::optional<std::string> stored = key ? cache->find(*key) : std::nullopt;
        if (stored && unpack(*stored)) {
            return *stored;
        }
        bool is_settled = true;
        const std::string result = pack(cost_of(item, *file, is_settled));
        if (key && is_settled) {
            cache->store(*key, result);
        }
        return result;
    }

    // The output names the file, so its name is part of the key.
    [[nodiscard]] std::optional<std::string> key_of(const BatchItem& item,
                                                    const InputFile& file) const {
        const std::string_view text = file.content;
        const std::vector<std::string_view> folders = arguments_.values("-I");
        const std::optional<std::string> front_end =
            cache ? identity_of_front_end(item.path, text, streams_.high_level,
                                          {folders.begin(), folders.end()}, options_.limits)
                  : std::nullopt;
        if (!front_end) {
            return std::nullopt;
        }
        Sha256 sum;
        sum.add_field(cache_identity).add_field(*front_end);
        sum.add_field(item.path).add_field(item.name).add_field(item.stage).add_field(text);
        sum.add_field(item.entry).add_field(item.state);
        sum.add_field(file.pipeline.text());
        for (const std::string& define : item.defines) {
            sum.add_field(define);
        }
        return sum.hex();
    }

    [[nodiscard]] CostResult cost_of(const BatchItem& item, const InputFile& original,
                                     bool& is_settled) const {
        std::istringstream none;
        std::ostringstream out;
        std::ostringstream err;
        const Streams streams{none, out, err, streams_.colour_errors, streams_.high_level};
        const std::string& text = original.content;
        InputFile file = original;
        if (detect_form(text) == InputForm::assembly &&
            (spirv::is_assembly(text) || is_high_level(item.path, text))) {
            Diagnostics diagnostics(item.path, text, options_.limits.errors);
            file.content = module_of(item, original, diagnostics);
            err << diagnostics.render(streams_.colour_errors);
            if (file.content.empty()) {
                const CompileStatus status = status_of(diagnostics);
                is_settled = is_settled_status(status);
                CostResult result = failed(item, status, reason_of(diagnostics));
                result.err = err.str();
                return result;
            }
        }
        std::vector<CostedShader> shaders = cost_of_file(original, file, options_of(item), streams);
        if (!shaders.empty() && display_name(item) != item.path) {
            CostSource source = *shaders.front().source;
            source.name = display_name(item);
            const auto renamed = std::make_shared<const CostSource>(std::move(source));
            for (CostedShader& shader : shaders) {
                shader.source = renamed;
            }
        }
        CostResult result{printer_.print(shaders), err.str(), exit_fine};
        for (const CostedShader& shader : shaders) {
            result.code = shader.report ? result.code : exit_findings;
            is_settled = is_settled && is_settled_status(shader.status);
        }
        return result;
    }

    // The options with what the list says of the shader alone.
    [[nodiscard]] CostOptions options_of(const BatchItem& item) const {
        CostOptions own = options_;
        own.translation.entry = item.entry.empty() ? own.translation.entry : item.entry;
        if (!item.state.empty()) {
            own.key.state = nir::parse_state(item.state).state;
        }
        return own;
    }

    [[nodiscard]] std::string module_of(const BatchItem& item, const InputFile& file,
                                        Diagnostics& diagnostics) const {
        if (spirv::is_assembly(file.content)) {
            return module_of_assembly(file.content, diagnostics, options_.limits)
                .value_or(std::string());
        }
        HighLevelShader shader = high_level_shader(file, arguments_);
        shader.stage = item.stage.empty() ? shader.stage : item.stage;
        shader.entry = item.entry.empty() ? shader.entry : item.entry;
        shader.defines.insert(shader.defines.end(), item.defines.begin(), item.defines.end());
        return make_module(shader, compiler_of(shader, streams_.high_level), diagnostics,
                           options_.limits);
    }

    const Arguments& arguments_;
    const Streams& streams_;
    const CostOptions& options_;
    const CostPrinter& printer_;
};

class CostConsumer final : public BatchConsumer {
  public:
    CostConsumer(const Streams& streams, const CostPrinter& printer, const CostWork& work)
        : streams_(streams), printer_(printer), work_(work) {}

    bool take(const BatchItem& /*item*/, const std::string& packed,
              ProgressBar& progress) override {
        const CostResult result = unpack(packed).value_or(CostResult{{}, {}, exit_findings});
        progress.clear();
        streams_.err << result.err;
        streams_.out << (totals_.shaders == 0 ? printer_.head : std::string()) << result.out
                     << std::flush;
        ++totals_.shaders;
        ++(result.code == exit_fine ? totals_.compiled : totals_.failed);
        return static_cast<bool>(streams_.out);
    }

    std::string lost(const BatchItem& item, const std::string& why) override {
        return pack(work_.failed(item, CompileStatus::failed, why));
    }

    void finish(const ShardMark* mark) override {
        if (mark != nullptr && printer_.has_marks) {
            streams_.out << totals_line(totals_, mark);
        }
    }

    [[nodiscard]] bool has_findings() const { return totals_.failed != 0; }

  private:
    const Streams& streams_;
    const CostPrinter& printer_;
    const CostWork& work_;
    BatchTotals totals_;
};

// The options that decide about what is printed of a report.
void add_report_options(BatchIdentity& identity, const Arguments& arguments) {
    for (const OptionSpec& option : kReportOptions) {
        std::string values;
        for (const std::string_view value : arguments.values(option.name)) {
            values.append("=").append(value);
        }
        identity.add(option.name, values);
    }
}

BatchIdentity identity_of(const Arguments& arguments, const CostOptions& options,
                          const CostPrinter& printer) {
    BatchIdentity identity;
    identity.add("command", "cost");
    add_build(identity, arguments);
    std::string gpus;
    for (const std::uint32_t gpu : options.gpus) {
        gpus += (gpus.empty() ? "" : ",") + std::to_string(gpu);
    }
    identity.add("--gpu", options.gpus_are_given ? gpus : std::string());
    identity.add("--format", printer.format);
    for (const OptionSpec& option : join_options(kSettingsOfCost, kModuleOptions)) {
        identity.add(option.name, arguments.has(option.name)
                                      ? "=" + std::string(*arguments.value(option.name))
                                      : std::string());
    }
    add_report_options(identity, arguments);
    add_language(identity, arguments);
    add_limits(identity, options.limits);
    return identity;
}

} // namespace

int run_cost_batch(std::string_view folder_or_list, const Arguments& arguments,
                   const Streams& streams, const CostOptions& options, const CostPrinter& printer) {
    if (options.header) {
        return usage_error(streams, "--header is of one program, and not of a folder or list");
    }
    BatchRun run;
    run.folder_or_list = folder_or_list;
    CostWork work(arguments, streams, options, printer);
    if (!read_batch_options(arguments, streams, options.limits, run) ||
        !read_cache_options(arguments, streams, work.cache)) {
        return exit_usage;
    }
    run.identity = identity_of(arguments, options, printer);
    work.cache_identity = run.identity.text();
    run.identity.add(kSecondsOption.name, std::to_string(run.pool.seconds));
    run.work = [&work](const BatchItem& item) { return work(item); };
    CostConsumer consumer(streams, printer, work);
    const int code = run_batch(run, streams, consumer);
    return code == exit_fine && consumer.has_findings() ? exit_findings : code;
}

} // namespace jacquard::driver
