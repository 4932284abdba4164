#include "foreign_program.h"

#include <jacquard/generated/ir3/registers.h>
#include <jacquard/ir3/isa/codec/codec.h>
#include <jacquard/support/hex.h>
#include <jacquard/support/json/json.h>

#include <algorithm>

namespace jacquard::driver {

namespace {

using json::Kind;
using json::Value;

// This value marks constants that the case does not give: their contents are unknown.
constexpr std::uint32_t kUnknownConstant = 0xd0d0d0d0;

std::vector<std::string_view> words_of(std::string_view text) {
    std::vector<std::string_view> words;
    for (std::size_t start = 0; start < text.size();) {
        const std::size_t first = text.find_first_not_of(" \t,", start);
        if (first == std::string_view::npos) {
            break;
        }
        const std::size_t end = std::min(text.find_first_of(" \t,", first), text.size());
        words.push_back(text.substr(first, end - first));
        start = end;
    }
    return words;
}

// "r12.x", "hr0.y"; r63 is no register.
std::optional<ir3::RegisterLocation> location_of(std::string_view text) {
    ir3::RegisterLocation location;
    location.half = text.starts_with('h');
    text.remove_prefix(location.half ? 1 : 0);
    const std::size_t dot = text.find('.');
    if (!text.starts_with('r') || dot == std::string_view::npos || dot + 2 != text.size()) {
        return std::nullopt;
    }
    const auto number = parse_number<unsigned>(text.substr(1, dot - 1));
    const std::size_t component = std::string_view("xyzw").find(text[dot + 1]);
    if (!number || *number > 63 || component == std::string_view::npos) {
        return std::nullopt;
    }
    const auto place = static_cast<std::uint16_t>(4 * *number + component);
    location.number = place < ir3::kNoRegister ? place : ir3::RegisterLocation::kNone;
    return location;
}

// The numbers of "name=12 other=3"; those that `base` cannot read are left out.
std::map<std::string, std::int64_t, std::less<>>
numbers_of(const std::vector<std::string_view>& words, int base = 10) {
    std::map<std::string, std::int64_t, std::less<>> numbers;
    for (const std::string_view word : words) {
        const std::size_t sign = word.find('=');
        if (sign == std::string_view::npos) {
            continue;
        }
        std::string_view value = word.substr(sign + 1);
        const bool is_negative = value.starts_with('-');
        value.remove_prefix(is_negative ? 1 : 0);
        const auto number = parse_number<std::uint32_t>(
            value.substr(0, std::min(value.find(','), value.size())), base);
        if (number) {
            numbers[std::string(word.substr(0, sign))] =
                is_negative ? -std::int64_t{*number} : std::int64_t{*number};
        }
    }
    return numbers;
}

class ProgramReader {
  public:
    explicit ProgramReader(std::string& fault) : fault_(fault) {}

    std::vector<ForeignProgram> run(Value root) {
        program_.name = root["module"].string(root["probe"].string());
        program_.sha1 = root["sha1"].string();
        program_.has_binding_alias = root["binding_alias"].boolean();
        const auto gpu = parse_number<unsigned>(root["gpu"].string());
        if (program_.name.empty() || !gpu) {
            fail("a program names its module or probe, and its gpu");
        }
        program_.gpu = gpu.value_or(0);
        for (const Value line : root["pipeline"]) {
            read_pipeline(line.string());
        }
        const ForeignProgram common = program_;
        std::vector<ForeignProgram> programs;
        program_.stage = root["stage"].string();
        read_program(root);
        programs.push_back(std::move(program_));
        for (const Value other : root["other_executables"]) {
            program_ = common;
            read_program(other);
            programs.push_back(std::move(program_));
        }
        return fault_.empty() ? std::move(programs) : std::vector<ForeignProgram>();
    }

  private:
    void read_program(Value root) {
        program_.variant = root["variant"].string();
        if (program_.stage.empty()) {
            program_.stage = stage_of(program_.variant);
        }
        for (const Value line : root["program"]) {
            read_word(line.string());
        }
        for (const Value line : root["constants_and_inputs"]) {
            read_constant(line.string());
        }
        for (const Value line : root["facts"]) {
            read_fact(line.string());
        }
    }

    static std::string stage_of(std::string_view variant) {
        static constexpr std::array<std::array<std::string_view, 2>, 10> kStages = {
            {{"VS", "vertex"},
             {"Binning VS", "vertex"},
             {"TCS", "tessctrl"},
             {"TES", "tesseval"},
             {"GS", "geometry"},
             {"FS", "fragment"},
             {"CS", "compute"},
             {"vert", "vertex"},
             {"frag", "fragment"},
             {"comp", "compute"}}};
        for (const auto& [name, stage] : kStages) {
            if (name == variant) {
                return std::string(stage);
            }
        }
        return {};
    }

    // "BIND set binding type count"; "ALIAS": variables share a binding.
    void read_pipeline(std::string_view line) {
        const std::vector<std::string_view> words = words_of(line);
        program_.has_binding_alias |= !words.empty() && words[0] == "ALIAS";
        if (words.size() != 5 || words[0] != "BIND") {
            return;
        }
        std::array<std::uint32_t, 4> numbers{};
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            numbers[i] = parse_number<std::uint32_t>(words[i + 1]).value_or(0);
        }
        program_.bindings.push_back({numbers[0], numbers[1], numbers[2], numbers[3]});
    }

    void fail(std::string message) {
        if (fault_.empty()) {
            fault_ = std::move(message);
        }
    }

    // "0382000000000006  shps #l6", or a label: "l6:".
    void read_word(std::string_view line) {
        constexpr std::size_t kDigits = 16;
        if (line.ends_with(':')) {
            return;
        }
        const auto word =
            line.size() > kDigits + 2 ? parse_machine_word(line.substr(0, kDigits)) : std::nullopt;
        if (!word) {
            fail("'" + std::string(line) + "' is not a word with its text");
            return;
        }
        program_.words.push_back(*word);
        program_.texts.emplace_back(line.substr(kDigits + 2));
    }

    // "@const(c4.x)  0x3d800000, 0x00000000, ..."
    void read_constant(std::string_view line) {
        constexpr std::string_view kStart = "@const(c";
        if (!line.starts_with(kStart)) {
            return;
        }
        const std::vector<std::string_view> words = words_of(line);
        const std::string_view place = words[0].substr(kStart.size());
        const auto vec4 = parse_number<std::uint32_t>(place.substr(0, place.find('.')));
        ir3::ImmediateConstants constants;
        for (std::size_t i = 1; i < words.size(); ++i) {
            const auto value = parse_number<std::uint32_t>(
                words[i].substr(words[i].starts_with("0x") ? 2 : 0), 16);
            if (!vec4 || !value) {
                fail("'" + std::string(line) + "' does not give constants");
                return;
            }
            constants.values.push_back(*value);
        }
        while (!constants.values.empty() && constants.values.back() == kUnknownConstant) {
            constants.values.pop_back();
        }
        constants.base_vec4 = vec4.value_or(0);
        program_.immediates.push_back(std::move(constants));
    }

    void read_fact(std::string_view line) {
        const std::vector<std::string_view> words = words_of(line);
        if (words.size() < 3) {
            return;
        }
        if (words[0] == "fact" && words[1].starts_with("local_size=")) {
            program_.local_size[0] =
                parse_number<std::uint32_t>(words[1].substr(words[1].find('=') + 1)).value_or(1);
            for (std::size_t i = 1; i < 3 && i + 1 < words.size(); ++i) {
                program_.local_size[i] = parse_number<std::uint32_t>(words[i + 1]).value_or(1);
            }
        }
        if (words[0] == "fact") {
            program_.facts.merge(numbers_of(words));
            return;
        }
        if (words[0] == "prefetch") {
            read_prefetch(words);
            return;
        }
        if (words[0] != "in" && words[0] != "out") {
            return;
        }
        const std::optional<ir3::RegisterLocation> location = location_of(words[1]);
        if (!location) {
            fail("'" + std::string(line) + "' names no register");
            return;
        }
        auto numbers = numbers_of(words);
        const auto slot = static_cast<std::uint32_t>(numbers["slot"]);
        if (words[0] == "out") {
            program_.outputs.push_back({*location, std::string(words[2]), slot,
                                        static_cast<std::uint8_t>(numbers["alias"])});
            return;
        }
        ForeignProgram::Input input{*location, std::string(words[2]), slot};
        input.component_mask = static_cast<std::uint8_t>(numbers_of(words, 16)["cm"]);
        input.varying_location = static_cast<std::uint8_t>(numbers["inloc"]);
        input.is_varying = words[2].starts_with("VARYING_SLOT_") && program_.stage == "fragment";
        program_.inputs.push_back(std::move(input));
    }

    void read_prefetch(const std::vector<std::string_view>& words) {
        auto numbers = numbers_of(words);
        ir3::TexturePrefetch prefetch;
        prefetch.source = static_cast<std::uint8_t>(numbers["src"]);
        prefetch.destination.number = static_cast<std::uint16_t>(numbers["dst"]);
        prefetch.destination.half = numbers["half"] != 0;
        for (const std::string_view word : words) {
            // Drivers of 2025 name the register, and the descriptors without a set.
            const auto named =
                word.starts_with("dst=") ? location_of(word.substr(4)) : std::nullopt;
            prefetch.destination = named.value_or(prefetch.destination);
        }
        prefetch.write_mask = static_cast<std::uint8_t>(numbers_of(words, 16)["wrmask"]);
        const bool has_sets = numbers.contains("bsamp");
        prefetch.sampler = static_cast<std::uint8_t>(numbers[has_sets ? "bsamp" : "samp"]);
        prefetch.texture = static_cast<std::uint8_t>(numbers[has_sets ? "btex" : "tex"]);
        if (has_sets && (numbers["samp"] != 0 || numbers["tex"] != 0)) {
            fail("a prefetch from another set than 0");
        }
        program_.prefetches.push_back(prefetch);
    }

    ForeignProgram program_;
    std::string& fault_;
};

} // namespace

std::int64_t ForeignProgram::fact(std::string_view name, std::int64_t fallback) const {
    const auto found = facts.find(name);
    return found == facts.end() ? fallback : found->second;
}

std::optional<std::uint32_t> number_behind(std::string_view name, std::string_view start) {
    return name.starts_with(start) ? parse_number<std::uint32_t>(name.substr(start.size()))
                                   : std::nullopt;
}

bool has_half_floats(const ForeignProgram& program) {
    const auto revision = ir3::revision_of_part(program.gpu);
    const auto is_half_float = [&](std::uint64_t word) {
        const auto instruction = ir3::decode(word, *revision);
        if (!instruction) {
            return false;
        }
        const ir3::OpcodeInfo& info = ir3::opcode_info(*revision, instruction->opcode);
        if (info.category == ir3::Category::move) {
            return instruction->src_type == ir3::DataType::f16 ||
                   instruction->dst_type == ir3::DataType::f16;
        }
        return ir3::is_arithmetic(info.category) &&
               info.sources[0].type == ir3::ValueType::float_ &&
               (instruction->src0.half || instruction->dst.half) &&
               info.dst_type == ir3::ValueType::float_;
    };
    const bool has_half_texels =
        std::any_of(program.prefetches.begin(), program.prefetches.end(),
                    [](const ir3::TexturePrefetch& lookup) { return lookup.destination.half; });
    return revision && (has_half_texels ||
                        std::any_of(program.words.begin(), program.words.end(), is_half_float));
}

std::vector<ForeignProgram> parse_foreign_programs(std::string_view line, std::string& fault) {
    json::ParseError error;
    const std::optional<json::Document> document = json::Document::parse(line, error);
    fault.clear();
    if (!document) {
        fault = error.message;
        return {};
    }
    return ProgramReader(fault).run(document->root());
}

RecordedCase made_up_case(const ForeignProgram& program) {
    // Types of descriptors as Vulkan numbers them.
    enum Type : std::uint32_t {
        sampler = 0,
        combined = 1,
        sampled_image = 2,
        storage_image = 3,
        uniform_texels = 4,
        storage_texels = 5,
        uniform_buffer = 6,
        storage_buffer = 7,
        input_attachment = 10,
    };
    constexpr std::size_t kBufferWords = 4096;
    constexpr std::uint32_t kSmall = 7;
    RecordedCase made;
    made.stage = program.stage;
    made.local_size = program.local_size;
    made.workgroups = {2, 1, 1};
    const auto numbers = [&](std::size_t count) {
        Words words(count);
        for (std::size_t i = 0; i < count; ++i) {
            words[i] = 1 + static_cast<std::uint32_t>(i) % kSmall;
        }
        return words;
    };
    made.push_constants = numbers(64);
    RecordedTexture texture;
    texture.dim = "2D";
    texture.size = {8, 8, 1};
    texture.layers = 6;
    texture.texels = numbers(texture.num_words());
    for (const ForeignProgram::Binding& binding : program.bindings) {
        const std::string place =
            std::to_string(binding.set) + '.' + std::to_string(binding.binding);
        for (std::uint32_t i = 0; i < binding.count; ++i) {
            const std::string key =
                binding.count == 1 ? place : place + '[' + std::to_string(i) + ']';
            texture.is_combined = binding.type == combined;
            switch (binding.type) {
            case sampler: made.samplers.emplace_back(key, std::nullopt); break;
            case combined:
            case sampled_image:
            case uniform_texels:
            case input_attachment: made.textures.emplace_back(key, texture); break;
            case storage_image:
            case storage_texels: made.images.emplace_back(key, texture); break;
            case uniform_buffer:
                made.uniform_buffers.emplace_back(key, numbers(kBufferWords));
                break;
            default: made.storage_buffers.emplace_back(key, numbers(kBufferWords)); break;
            }
        }
    }
    return made;
}

} // namespace jacquard::driver
