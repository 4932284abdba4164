#include <jacquard/fossilize/entry_points.h>
#include <jacquard/fossilize/shader_module.h>
#include <jacquard/fossilize/stage_words.h>
#include <jacquard/support/hex.h>
#include <jacquard/tool/databases/database_shaders.h>
#include <jacquard/tool/databases/open_database.h>
#include <jacquard/tool/frame/gzip_file.h>

#include <algorithm>
#include <array>

namespace jacquard::driver {

namespace {

using fossilize::Entry;
using fossilize::EntryReport;
using fossilize::ResourceTag;

// The kinds of entries that hold shaders, in the order in which they are listed.
constexpr std::array kKinds = {ResourceTag::graphics_pipeline, ResourceTag::compute_pipeline,
                               ResourceTag::shader_module};

// Returns what the names of their shaders begin with; empty for other kinds.
std::string_view word_of(ResourceTag tag) {
    switch (tag) {
    case ResourceTag::graphics_pipeline: return "graphics";
    case ResourceTag::compute_pipeline: return "compute";
    case ResourceTag::shader_module: return "module";
    default: return {};
    }
}

std::string name_of_entry(const Entry& entry) {
    return std::string(word_of(entry.kind())) + '/' + fossilize::text_of_hash(entry.hash);
}

fossilize::UnpackZlib unpacker() {
    return has_gzip() ? unpack_zlib : nullptr;
}

std::optional<std::string> read_module(const fossilize::Database& database, const Entry& entry,
                                       const Limits& limits, Diagnostics& diagnostics) {
    const std::optional<std::string> payload =
        database.payload(entry, unpacker(), limits, diagnostics);
    return payload ? fossilize::module_of_payload(*payload, EntryReport(entry, diagnostics), limits)
                   : std::nullopt;
}

std::optional<fossilize::Pipeline> read_pipeline(const fossilize::Database& database,
                                                 const Entry& entry, const Limits& limits,
                                                 Diagnostics& diagnostics) {
    const std::optional<std::string> payload =
        database.payload(entry, unpacker(), limits, diagnostics);
    return payload
               ? fossilize::pipeline_of_payload(*payload, EntryReport(entry, diagnostics), limits)
               : std::nullopt;
}

PipelineFacts facts_of(const fossilize::Pipeline& pipeline, std::string_view stage) {
    PipelineFacts facts;
    const auto has = [&](nir::Stage other) {
        return pipeline.find(nir::name_of(other)) != nullptr;
    };
    const bool is_vertex = stage == nir::name_of(nir::Stage::vertex);
    if (is_vertex && has(nir::Stage::tess_control)) {
        facts.feeds = ir3::NextStage::tess_control;
    } else if ((is_vertex || stage == nir::name_of(nir::Stage::tess_evaluation)) &&
               has(nir::Stage::geometry)) {
        facts.feeds = ir3::NextStage::geometry;
    }
    facts.state.alpha_to_one = pipeline.alpha_to_one;
    facts.state.sample_shading = pipeline.shades_samples;
    return facts;
}

// Finds one shader by its name.
class ShaderFinder {
  public:
    ShaderFinder(const DatabasePath& path, const fossilize::Database& database,
                 const Limits& limits, Diagnostics& diagnostics)
        : path_(path), database_(database), limits_(limits), diagnostics_(diagnostics) {}

    std::optional<DatabaseShader> find() {
        const std::size_t first = std::min(path_.inner.find('/'), path_.inner.size());
        const std::size_t second = std::min(path_.inner.find('/', first + 1), path_.inner.size());
        const std::string_view inner = path_.inner;
        const std::string_view word = inner.substr(0, first);
        const std::string_view digits = inner.substr(std::min(first + 1, second), second - first);
        const std::string_view shader = inner.substr(std::min(second + 1, inner.size()));
        const auto kind = std::find_if(kKinds.begin(), kKinds.end(),
                                       [&](ResourceTag each) { return word_of(each) == word; });
        const auto hash = parse_number<std::uint64_t>(digits.substr(0, digits.find('/')), 16);
        if (kind == kKinds.end() || !hash || shader.empty()) {
            diagnostics_
                .error("D222", {},
                       inner.empty() ? "the database has many shaders, and one of them is "
                                       "wanted"
                                     : "no shader of a database is called '" + path_.inner + '\'')
                .notes.push_back(
                    {{},
                     "shaders are called graphics/HASH/STAGE, compute/HASH/compute and "
                     "module/HASH/STAGE/ENTRY; `jacquard batch " +
                         path_.file + " --names` lists them"});
            return std::nullopt;
        }
        const Entry* entry = database_.find(*kind, *hash);
        if (entry == nullptr) {
            diagnostics_.error("D222", {},
                               "the database has no " + std::string(name_of(*kind)) + ' ' +
                                   fossilize::text_of_hash(*hash));
            return std::nullopt;
        }
        return *kind == ResourceTag::shader_module ? entry_point(*entry, shader)
                                                   : stage(*entry, shader);
    }

  private:
    std::optional<DatabaseShader> stage(const Entry& entry, std::string_view word) {
        const std::optional<fossilize::Pipeline> pipeline =
            read_pipeline(database_, entry, limits_, diagnostics_);
        if (!pipeline) {
            return std::nullopt;
        }
        const fossilize::PipelineStage* stage = pipeline->find(word);
        if (stage == nullptr) {
            std::string others;
            for (const fossilize::PipelineStage& each : pipeline->stages) {
                others += (others.empty() ? "" : ", ") + std::string(each.word);
            }
            diagnostics_.error("D222", {},
                               "the " + std::string(name_of(entry.kind())) + ' ' +
                                   fossilize::text_of_hash(entry.hash) + " has no stage '" +
                                   std::string(word) + "'; it has " +
                                   (others.empty() ? "none" : others));
            return std::nullopt;
        }
        const EntryReport report(entry, diagnostics_);
        if (stage->module == 0) {
            report.unsupported("the module of its stage '" + std::string(word) +
                               "' was not recorded");
            return std::nullopt;
        }
        const Entry* module = database_.find(ResourceTag::shader_module, stage->module);
        if (module == nullptr) {
            report.damaged("the module of its stage '" + std::string(word) + "', " +
                           fossilize::text_of_hash(stage->module) + ", is not in the database");
            return std::nullopt;
        }
        return made(*module, *stage, report, facts_of(*pipeline, word));
    }

    std::optional<DatabaseShader> entry_point(const Entry& entry, std::string_view shader) {
        const EntryReport report(entry, diagnostics_);
        const std::size_t slash = std::min(shader.find('/'), shader.size());
        const std::string_view word = shader.substr(0, slash);
        fossilize::PipelineStage wanted;
        wanted.word = word;
        wanted.model = fossilize::model_of_word(word).value_or(~std::uint32_t{0});
        wanted.module = entry.hash;
        wanted.entry = shader.substr(std::min(slash + 1, shader.size()));
        return made(entry, wanted, report, {});
    }

    std::optional<DatabaseShader> made(const Entry& module, const fossilize::PipelineStage& stage,
                                       const EntryReport& report, const PipelineFacts& facts) {
        const std::optional<std::string> all =
            read_module(database_, module, limits_, diagnostics_);
        std::optional<std::string> bytes =
            all ? fossilize::module_of_stage(*all, stage, report, limits_) : std::nullopt;
        return bytes ? std::optional(DatabaseShader{std::move(*bytes), facts}) : std::nullopt;
    }

    const DatabasePath& path_;
    const fossilize::Database& database_;
    const Limits& limits_;
    Diagnostics& diagnostics_;
};

} // namespace

std::optional<DatabaseShader> read_database_shader(const DatabasePath& path, const Limits& limits,
                                                   Diagnostics& diagnostics) {
    const std::shared_ptr<const fossilize::Database> database =
        open_database(path.file, limits, diagnostics);
    return database != nullptr ? ShaderFinder(path, *database, limits, diagnostics).find()
                               : std::nullopt;
}

DatabaseNames::DatabaseNames(DatabasePath path, const Limits& limits, Diagnostics& diagnostics)
    : path_(std::move(path)), limits_(limits) {
    // Faults of entries are to be told whether or not the database was opened before.
    database_ = fossilize::Database::open(path_.file, limits_, diagnostics);
    const auto left_out = database_ != nullptr
                              ? database_->entries(ResourceTag::raytracing_pipeline)
                              : std::span<const Entry>();
    if (!left_out.empty()) {
        diagnostics.warning("D221", {},
                            "byte " + std::to_string(left_out.front().start) + ": " +
                                (left_out.size() == 1
                                     ? std::string("a ray tracing pipeline is")
                                     : std::to_string(left_out.size()) +
                                           " ray tracing pipelines from here on are") +
                                " left out, since the compiler has no such stages");
    }
}

std::optional<std::string> DatabaseNames::next(Diagnostics& diagnostics) {
    while (found_.empty() && kind_ < kKinds.size()) {
        const std::span<const Entry> entries = database_->entries(kKinds[kind_]);
        if (index_ == entries.size()) {
            ++kind_;
            index_ = 0;
        } else if (const Entry& entry = entries[index_++];
                   kKinds[kind_] == ResourceTag::shader_module) {
            add_entry_points(entry, diagnostics);
        } else {
            add_stages(entry, diagnostics);
        }
    }
    if (found_.empty()) {
        return std::nullopt;
    }
    std::string name = std::move(found_.front());
    found_.pop_front();
    return name;
}

void DatabaseNames::add_stages(const Entry& entry, Diagnostics& diagnostics) {
    const std::optional<fossilize::Pipeline> pipeline =
        read_pipeline(*database_, entry, limits_, diagnostics);
    if (!pipeline) {
        return;
    }
    for (const fossilize::PipelineStage& stage : pipeline->stages) {
        used_.insert(stage.module);
        add(name_of_entry(entry) + '/' + std::string(stage.word));
    }
}

void DatabaseNames::add_entry_points(const Entry& entry, Diagnostics& diagnostics) {
    if (used_.count(entry.hash) != 0) {
        return;
    }
    const std::optional<std::string> module = read_module(*database_, entry, limits_, diagnostics);
    const std::vector<fossilize::EntryPoint> points =
        module ? fossilize::entry_points(*module, limits_) : std::vector<fossilize::EntryPoint>();
    for (const fossilize::EntryPoint& point : points) {
        const std::string_view word = fossilize::word_of_model(point.model);
        // A list of names has one in each line.
        const bool is_plain = std::none_of(point.name.begin(), point.name.end(), [](char letter) {
            return static_cast<unsigned char>(letter) < ' ';
        });
        if (!word.empty() && is_plain) {
            add(name_of_entry(entry) + '/' + std::string(word) + '/' + point.name);
        }
    }
    if (module && points.empty()) {
        EntryReport(entry, diagnostics)
            .damaged("it is no module of SPIR-V that can be read, or has no entry point");
    }
}

void DatabaseNames::add(std::string name) {
    const bool is_below =
        path_.inner.empty() || (name.starts_with(path_.inner) && name[path_.inner.size()] == '/');
    if (is_below) {
        found_.push_back(std::move(name));
    }
}

} // namespace jacquard::driver
