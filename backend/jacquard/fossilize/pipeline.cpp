#include <jacquard/fossilize/document.h>
#include <jacquard/fossilize/format/base64.h>
#include <jacquard/fossilize/pipeline.h>
#include <jacquard/fossilize/stage_words.h>
#include <jacquard/support/hex.h>

#include <algorithm>

namespace jacquard::fossilize {

namespace {

// Reads one pipeline; all faults of it are reported.
class PipelineReader {
  public:
    explicit PipelineReader(const EntryReport& report) : report_(report) {}

    std::optional<Pipeline> read(json::Value object) {
        if (report_.entry().kind() == ResourceTag::compute_pipeline) {
            read_stage(object["stage"].exists() ? object["stage"] : object);
        } else {
            for_each(object, "stages", [this](json::Value stage) { read_stage(stage); });
        }
        read_samples(object["multisampleState"]);
        std::stable_sort(pipeline_.stages.begin(), pipeline_.stages.end(),
                         [](const PipelineStage& left, const PipelineStage& right) {
                             return left.model < right.model;
                         });
        for (std::size_t i = 1; i < pipeline_.stages.size(); ++i) {
            if (pipeline_.stages[i].word == pipeline_.stages[i - 1].word) {
                fail("its JSON has the stage '" + std::string(pipeline_.stages[i].word) +
                     "' twice");
            }
        }
        return is_good_ ? std::optional(std::move(pipeline_)) : std::nullopt;
    }

  private:
    void fail(const std::string& message) {
        report_.damaged(message);
        is_good_ = false;
    }

    void fail(json::Value value, std::string_view name, std::string_view expected) {
        report_value(value, name, expected, report_);
        is_good_ = false;
    }

    std::uint32_t number(json::Value object, std::string_view name) {
        return number_in(object, name, report_, is_good_);
    }

    template <typename Visit>
    void for_each(json::Value object, std::string_view name, Visit&& visit) {
        const json::Value list = object[name];
        if (list.exists() && !list.is(json::Kind::array)) {
            fail(list, name, "an array");
            return;
        }
        for (const json::Value each : list) {
            visit(each);
        }
    }

    void read_stage(json::Value object) {
        PipelineStage stage;
        const std::uint32_t bit = number(object, "stage");
        const std::optional<std::uint32_t> model = model_of_stage_bit(bit);
        if (model) {
            stage.model = *model;
            stage.word = word_of_model(*model);
        } else if (object["stage"].integer(-1) == bit) {
            report_.unsupported("the stage 0x" + driver::hex(bit, 8) +
                                " is none that graphics and compute pipelines are known to have");
            is_good_ = false;
        }
        const json::Value module = object["module"];
        const std::optional<std::uint64_t> hash = hash_in(module);
        if (!hash) {
            fail(module.exists() ? module : object, "module", "the hash of a module");
        }
        stage.module = hash.value_or(0);
        const json::Value name = object["name"];
        if (name.string().empty()) {
            fail(name.exists() ? name : object, "name", "the name of an entry point");
        }
        stage.entry = name.string();
        read_constants(object["specializationInfo"], stage);
        pipeline_.stages.push_back(std::move(stage));
    }

    void read_constants(json::Value info, PipelineStage& stage) {
        if (!info.exists()) {
            return;
        }
        const json::Value text = info["data"];
        const std::optional<std::string> data = decode_base64(text.string());
        if (!data) {
            fail(text, "data", "a text in base 64");
            return;
        }
        for_each(info, "mapEntries", [&](json::Value entry) {
            const std::uint32_t id = number(entry, "constantID");
            const std::uint32_t start = number(entry, "offset");
            const std::uint32_t size = number(entry, "size");
            if (size == 0 || size > sizeof(std::uint64_t) || start > data->size() ||
                size > data->size() - start) {
                fail(entry, "size",
                     "1 to 8 bytes within the " + std::to_string(data->size()) +
                         " of the constants' data");
                return;
            }
            std::uint64_t bits = 0;
            for (std::uint32_t i = size; i-- > 0;) {
                bits = bits << 8 | static_cast<unsigned char>((*data)[start + i]);
            }
            stage.constants.push_back({id, bits});
        });
    }

    void read_samples(json::Value state) {
        if (!state.exists()) {
            return;
        }
        pipeline_.alpha_to_one = number(state, "alphaToOneEnable") != 0;
        // That many samples of each pixel have to be shaded on their own; where one is enough,
        // pixels are shaded.
        const double share = state["minSampleShading"].number();
        pipeline_.shades_samples = number(state, "sampleShadingEnable") != 0 &&
                                   share * number(state, "rasterizationSamples") > 1;
    }

    const EntryReport& report_;
    Pipeline pipeline_;
    bool is_good_ = true;
};

} // namespace

const PipelineStage* Pipeline::find(std::string_view word) const {
    const auto found = std::find_if(stages.begin(), stages.end(),
                                    [&](const PipelineStage& stage) { return stage.word == word; });
    return found != stages.end() ? &*found : nullptr;
}

std::optional<Pipeline> pipeline_of_payload(std::string_view payload, const EntryReport& report,
                                            const Limits& limits) {
    const std::optional<json::Document> document = read_document(payload, report, limits);
    const json::Value object =
        document ? described_in(*document, section_of(report.entry().kind()), report)
                 : json::Value();
    return object.exists() ? PipelineReader(report).read(object) : std::nullopt;
}

} // namespace jacquard::fossilize
