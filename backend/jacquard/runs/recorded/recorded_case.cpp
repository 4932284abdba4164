#include <jacquard/nir/fold/texel_codec.h>
#include <jacquard/runs/recorded/recorded_case.h>
#include <jacquard/runs/textures/sampler_words.h>
#include <jacquard/support/hex.h>
#include <jacquard/support/json/json.h>
#include <jacquard/support/text/near_name.h>

#include <algorithm>

namespace jacquard::driver {

namespace {

using json::Kind;
using json::Value;

constexpr std::array<std::string_view, 25> kCaseKeys = {
    "module",
    "stage",
    "run",
    "inputs",
    "uniform_buffers",
    "storage_buffers",
    "push_constants",
    "textures",
    "images",
    "samplers",
    "workgroups",
    "local_size",
    "outputs",
    "outputs_nudged",
    "discarded",
    "discarded_nudged",
    "images_after",
    "images_after_nudged",
    "storage_buffers_after",
    "storage_buffers_after_nudged",
    "integer_buffers",
    "float_buffers",
    "half_buffers",
    "undefined",
    "doubtful",
};
// Keys of a case for facts that are already applied to its numbers.
constexpr std::string_view kLocationsKey = "dvec_locations";
constexpr std::array<std::string_view, 9> kTextureKeys = {
    "dim", "format", "size", "layers", "levels", "samples", "texels", "combined", "compare"};
constexpr std::string_view kSamplerKey = "sampler";
constexpr std::uint64_t kMostTexels = std::uint64_t{1} << 32;

class CaseReader {
  public:
    CaseReader(Value root, std::string& fault) : root_(root), fault_(fault) {}

    std::optional<RecordedCase> run() {
        if (!root_.is(Kind::object)) {
            fail("a case is a JSON object");
        }
        for (const Value member : root_) {
            if (member.name() != kLocationsKey) {
                check_name(member, kCaseKeys, "a case");
            }
        }
        case_.module = root_["module"].string();
        case_.stage = root_["stage"].string();
        if (case_.module.empty() || case_.stage.empty()) {
            fail("a case names its module and its stage");
        }
        case_.run = static_cast<std::uint32_t>(root_["run"].integer());
        read_lanes("inputs", case_.inputs);
        read_buffers("uniform_buffers", case_.uniform_buffers);
        read_buffers("storage_buffers", case_.storage_buffers);
        case_.push_constants = words(root_["push_constants"]);
        read_textures("textures", case_.textures);
        read_textures("images", case_.images);
        read_samplers();
        read_sizes("workgroups", case_.workgroups);
        read_sizes("local_size", case_.local_size);
        read_lanes("outputs", case_.outputs);
        read_lanes("outputs_nudged", case_.outputs_nudged);
        case_.discarded = lanes(root_["discarded"]);
        case_.discarded_nudged = lanes(root_["discarded_nudged"]);
        read_buffers("images_after", case_.images_after);
        read_buffers("images_after_nudged", case_.images_after_nudged);
        read_buffers("storage_buffers_after", case_.storage_buffers_after);
        read_buffers("storage_buffers_after_nudged", case_.storage_buffers_after_nudged);
        read_keys("integer_buffers", case_.integer_buffers);
        read_keys("float_buffers", case_.float_buffers);
        read_keys("half_buffers", case_.half_buffers);
        read_doubts();
        return fault_.empty() ? std::optional(std::move(case_)) : std::nullopt;
    }

  private:
    void fail(std::string message) {
        if (fault_.empty()) {
            fault_ = std::move(message);
        }
    }
    // At a place, with the word that may have been meant.
    void fail_at(Value place, const std::string& message, std::string_view written = {},
                 std::span<const std::string_view> known = {}) {
        const std::string_view near = near_name(written, known);
        fail("column " + std::to_string(place.position().column) + ": " + message +
             (near.empty() ? "" : ", did you mean '" + std::string(near) + "'?"));
    }
    void check_name(Value member, std::span<const std::string_view> known, const char* what) {
        if (std::find(known.begin(), known.end(), member.name()) == known.end()) {
            fail_at(member, std::string(what) + " has no '" + std::string(member.name()) + '\'',
                    member.name(), known);
        }
    }

    // Returns the object of that name, whose members are keyed by resource. Fails if the value is
    // not an object.
    Value section(std::string_view name) {
        const Value found = root_[name];
        if (found.exists() && !found.is(json::Kind::object)) {
            fail_at(found, "'" + std::string(name) + "' must be an object with a member for each");
        }
        return found;
    }

    Words words(Value value) {
        Words result;
        const std::string_view text = value.string();
        bool is_right = text.size() % 8 == 0 && (!value.exists() || value.is(json::Kind::null) ||
                                                 value.is(json::Kind::string));
        for (std::size_t i = 0; is_right && i < text.size(); i += 8) {
            const auto word = parse_number<std::uint32_t>(text.substr(i, 8), 16);
            is_right = word.has_value();
            result.push_back(word.value_or(0));
        }
        if (!is_right) {
            fail_at(value, "words are one text, of 8 hexadecimal digits each");
        }
        return result;
    }

    static std::uint8_t lanes(Value list) {
        unsigned mask = 0;
        for (const Value lane : list) {
            mask |= 1U << (static_cast<unsigned>(lane.integer()) % kCaseLanes);
        }
        return static_cast<std::uint8_t>(mask);
    }

    void read_lanes(std::string_view name, ByKey<LaneWordLists>& to) {
        for (const Value entry : section(name)) {
            LaneWordLists lists;
            for (std::size_t lane = 0; lane < kCaseLanes; ++lane) {
                lists[lane] = words(entry.at(lane));
            }
            to.emplace_back(std::string(entry.name()), std::move(lists));
        }
    }

    void read_buffers(std::string_view name, ByKey<Words>& to) {
        for (const Value entry : section(name)) {
            to.emplace_back(std::string(entry.name()), words(entry));
        }
    }

    void read_keys(std::string_view section, std::vector<std::string>& to) {
        for (const Value key : root_[section]) {
            to.emplace_back(key.string());
        }
    }

    void read_sizes(std::string_view section, std::array<std::uint32_t, 3>& to) {
        const Value list = root_[section];
        for (std::size_t i = 0; i < 3 && list.exists(); ++i) {
            const std::int64_t size = list.at(i).integer(1);
            if (size < 1 || size > 1024) {
                fail("a size is from 1 to 1024");
                return;
            }
            to[i] = static_cast<std::uint32_t>(size);
        }
    }

    void read_samplers() {
        for (const Value entry : root_["samplers"]) {
            const bool has_name = !entry.name().empty();
            std::optional<SamplerState> state;
            if (has_name && entry.is(Kind::object) && entry.size() != 0) {
                state.emplace();
                read_sampler(entry, *state);
            }
            case_.samplers.emplace_back(std::string(has_name ? entry.name() : entry.string()),
                                        state);
        }
    }

    void read_sampler(Value entry, SamplerState& sampler) {
        for (const Value member : entry) {
            // A number may stand without quotes.
            std::string text(member.string());
            if (member.is(Kind::number)) {
                json::Writer(text).number(member.number());
            }
            if (const std::optional<SamplerFault> fault =
                    tell_sampler(sampler, member.name(), text)) {
                fail_at(member, fault->message,
                        fault->is_key ? member.name() : std::string_view(text), fault->known);
            }
        }
    }

    void read_textures(std::string_view name, ByKey<RecordedTexture>& to) {
        for (const Value entry : section(name)) {
            to.emplace_back(std::string(entry.name()), read_texture(entry));
        }
    }

    RecordedTexture read_texture(Value entry) {
        for (const Value member : entry) {
            if (member.name() != kSamplerKey) {
                check_name(member, kTextureKeys, "a texture");
            }
        }
        RecordedTexture texture;
        if (!find_shape(entry["dim"].string(), texture.dim)) {
            fail_at(entry["dim"].exists() ? entry["dim"] : entry,
                    "'dim' must be a shape of textures, not '" +
                        std::string(entry["dim"].string()) + '\'',
                    entry["dim"].string(), shape_names());
        }
        read_format(entry, texture);
        for (std::size_t i = 0; i < 3; ++i) {
            texture.size[i] = read_size(entry, entry["size"].at(i));
        }
        texture.layers = read_size(entry, entry["layers"]);
        texture.samples = read_size(entry, entry["samples"]);
        texture.levels = read_size(entry, entry["levels"]);
        if (texture.levels > most_levels(texture.size)) {
            fail_at(entry["levels"], "a texture of that size has at most " +
                                         std::to_string(most_levels(texture.size)) + " levels");
            texture.levels = 1;
        }
        texture.texels = words(entry["texels"]);
        check_count(entry, texture);
        texture.is_combined = entry["combined"].boolean();
        if (const Value how = entry["compare"]; how.exists() && !how.string().empty()) {
            if (const auto fault = tell_sampler(texture.sampler, "compare", how.string())) {
                fail_at(how, fault->message, how.string(), fault->known);
            }
        }
        read_sampler(entry[kSamplerKey], texture.sampler);
        return texture;
    }

    void read_format(Value entry, RecordedTexture& texture) {
        const std::string_view name = entry["format"].string();
        const std::optional<nir::TexelFormat> format = nir::find_texel_format(name);
        if (!format) {
            std::vector<std::string_view> known;
            for (const nir::TexelFormatInfo& info : nir::kTexelFormatInfos) {
                known.push_back(info.name);
                known.push_back(info.vulkan_name);
            }
            fail_at(entry["format"].exists() ? entry["format"] : entry,
                    "there is no format '" + std::string(name) + '\'', name, known);
        }
        texture.format = format.value_or(texture.format);
    }

    std::uint32_t read_size(Value entry, Value size) {
        constexpr std::int64_t kMost = 16384;
        const std::int64_t given = size.exists() ? size.integer() : 1;
        if (given < 1 || given > kMost) {
            fail_at(size.exists() ? size : entry, "a size is from 1 to " + std::to_string(kMost));
            return 1;
        }
        return static_cast<std::uint32_t>(given);
    }

    void check_count(Value entry, const RecordedTexture& texture) {
        std::uint64_t texels = texture.samples;
        for (const std::uint32_t along :
             {texture.size[0], texture.size[1], texture.size[2], texture.layers}) {
            texels = std::min(texels * along, kMostTexels);
        }
        if (texels >= kMostTexels || texture.num_words() != texture.texels.size()) {
            fail_at(entry["texels"].exists() ? entry["texels"] : entry,
                    "a texture of " + std::string(texture.info().name) + " of that size has " +
                        (texels >= kMostTexels
                             ? std::string("too many texels")
                             : std::to_string(texture.num_words()) + " words of texels, not " +
                                   std::to_string(texture.texels.size())));
        }
    }

    void read_doubts() {
        for (const Value entry : root_["undefined"]) {
            const std::string_view lane = entry.name();
            case_.undefined = static_cast<std::uint8_t>(
                case_.undefined |
                (lane == "all" ? 0xfU
                               : 1U << (parse_number<unsigned>(lane).value_or(0) % kCaseLanes)));
        }
        for (const Value entry : root_["doubtful"]) {
            case_.doubtful_keys.emplace_back(entry.at(0).string());
            case_.doubtful_places.push_back({static_cast<std::uint32_t>(entry.at(1).integer()),
                                             static_cast<std::uint32_t>(entry.at(2).integer())});
        }
    }

    Value root_;
    std::string& fault_;
    RecordedCase case_;
};

} // namespace

std::span<std::byte> global_bytes(ByKey<Words>& storage_buffers) {
    const auto found = std::find_if(storage_buffers.begin(), storage_buffers.end(),
                                    [](const auto& buffer) { return buffer.first == kGlobalKey; });
    return found != storage_buffers.end() ? std::as_writable_bytes(std::span(found->second))
                                          : std::span<std::byte>();
}

std::optional<RecordedCase> parse_recorded_case(std::string_view line, std::string& fault) {
    json::ParseError error;
    const std::optional<json::Document> document = json::Document::parse(line, error);
    if (!document) {
        fault = error.message;
        return std::nullopt;
    }
    fault.clear();
    return CaseReader(document->root(), fault).run();
}

} // namespace jacquard::driver
