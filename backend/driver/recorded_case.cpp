#include <jacquard/driver/hex.h>
#include <jacquard/driver/recorded_case.h>
#include <jacquard/support/json.h>

#include <algorithm>

namespace jacquard::driver {

namespace {

using json::Kind;
using json::Value;

class CaseReader {
  public:
    CaseReader(Value root, std::string& fault) : root_(root), fault_(fault) {}

    std::optional<RecordedCase> run() {
        if (!root_.is(Kind::object)) {
            fail("a case is a JSON object");
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
        for (const Value entry : root_["samplers"]) {
            case_.samplers.emplace_back(entry.name().empty() ? entry.string() : entry.name());
        }
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
        read_doubts();
        return fault_.empty() ? std::optional(std::move(case_)) : std::nullopt;
    }

  private:
    void fail(std::string message) {
        if (fault_.empty()) {
            fault_ = std::move(message);
        }
    }

    Words words(Value value) {
        Words result;
        const std::string_view text = value.string();
        if (text.size() % 8 != 0) {
            fail("words are 8 hexadecimal digits each");
            return result;
        }
        for (std::size_t i = 0; i < text.size(); i += 8) {
            const auto word = parse_number<std::uint32_t>(text.substr(i, 8), 16);
            if (!word) {
                fail("words are 8 hexadecimal digits each");
                return result;
            }
            result.push_back(*word);
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

    void read_lanes(std::string_view section, ByKey<LaneWordLists>& to) {
        for (const Value entry : root_[section]) {
            LaneWordLists lists;
            for (std::size_t lane = 0; lane < kCaseLanes; ++lane) {
                lists[lane] = words(entry.at(lane));
            }
            to.emplace_back(std::string(entry.name()), std::move(lists));
        }
    }

    void read_buffers(std::string_view section, ByKey<Words>& to) {
        for (const Value entry : root_[section]) {
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

    void read_textures(std::string_view section, ByKey<RecordedTexture>& to) {
        for (const Value entry : root_[section]) {
            RecordedTexture texture;
            texture.dim = entry["dim"].string();
            const std::string_view format = entry["format"].string();
            texture.is_float = format == "rgba32f" || format == "d32f";
            texture.is_signed = format == "rgba32i";
            texture.num_components = format == "d32f" ? 1 : 4;
            for (std::size_t i = 0; i < 3; ++i) {
                const std::int64_t size = entry["size"].at(i).integer(1);
                texture.size[i] =
                    static_cast<std::uint32_t>(std::clamp<std::int64_t>(size, 1, 16384));
            }
            texture.layers = static_cast<std::uint32_t>(
                std::clamp<std::int64_t>(entry["layers"].integer(1), 1, 16384));
            texture.texels = words(entry["texels"]);
            texture.is_combined = entry["combined"].boolean();
            texture.compare = entry["compare"].string();
            to.emplace_back(std::string(entry.name()), std::move(texture));
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
