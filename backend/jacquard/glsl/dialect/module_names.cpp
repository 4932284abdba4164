#include <jacquard/generated/spirv/enums.h>
#include <jacquard/generated/spirv/instructions.h>
#include <jacquard/glsl/dialect/module_names.h>
#include <jacquard/spirv/module/module.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <span>
#include <vector>

namespace jacquard::driver::glsl {

namespace {

using spirv::Op;
using Words = std::vector<std::uint32_t>;

// The words of a module that glslang made on this machine; none where it is something else.
Words words_of(std::string_view module) {
    Words words(module.size() / 4);
    std::memcpy(words.data(), module.data(), words.size() * 4);
    if (module.size() % 4 != 0 || words.size() < spirv::kHeaderWords || words[0] != spirv::kMagic) {
        words.clear();
    }
    return words;
}

std::string bytes_of(const Words& words) {
    std::string bytes(words.size() * 4, '\0');
    std::memcpy(bytes.data(), words.data(), bytes.size());
    return bytes;
}

// Calls `use` with the words of each instruction.
template <typename WordsOfModule, typename Use>
void for_each_instruction(WordsOfModule& words, const Use& use) {
    std::size_t at = spirv::kHeaderWords;
    while (at < words.size()) {
        const std::size_t size = words[at] >> 16;
        if (size == 0 || size > words.size() - at) {
            return;
        }
        use(std::span(words).subspan(at, size));
        at += size;
    }
}

Op op_of(std::span<const std::uint32_t> instruction) {
    return static_cast<Op>(instruction[0] & 0xffff);
}

void put_text(Words& words, std::string_view text) {
    const std::size_t first = words.size();
    words.resize(first + text.size() / 4 + 1, 0);
    std::memcpy(&words[first], text.data(), text.size());
}

// Appends to the words of the new module what takes the place of an instruction; false: it stays.
using Replace =
    std::function<bool(Op op, std::span<const std::uint32_t> instruction, Words& result)>;

// A module that is none stays as it is.
void replace_instructions(std::string& module, const Replace& replace) {
    const Words words = words_of(module);
    if (words.empty()) {
        return;
    }
    Words result(words.begin(), words.begin() + spirv::kHeaderWords);
    for_each_instruction(words, [&](std::span<const std::uint32_t> instruction) {
        if (!replace(op_of(instruction), instruction, result)) {
            result.insert(result.end(), instruction.begin(), instruction.end());
        }
    });
    module = bytes_of(result);
}

// Appends an instruction of which a text stands behind its first words, `head`.
void put_instruction(Words& result, Op op, std::span<const std::uint32_t> head,
                     std::string_view text) {
    const std::size_t first = result.size();
    result.insert(result.end(), head.begin(), head.end());
    put_text(result, text);
    result[first] =
        static_cast<std::uint32_t>(result.size() - first) << 16 | static_cast<std::uint32_t>(op);
}

// The module with other texts in the instructions whose text is their last operand.
void edit_texts(std::string& module,
                const std::function<std::string(Op op, const std::string& text)>& edit) {
    replace_instructions(module,
                         [&](Op op, std::span<const std::uint32_t> instruction, Words& result) {
                             const std::size_t head = op == Op::Name || op == Op::String ? 2
                                                      : op == Op::MemberName             ? 3
                                                                                         : 0;
                             if (head == 0 || instruction.size() <= head) {
                                 return false;
                             }
                             put_instruction(result, op, instruction.first(head),
                                             edit(op, spirv::text_of(instruction.subspan(head))));
                             return true;
                         });
}

// What is known of the ids of a module, as far as locations need it.
struct Interface {
    struct Variable {
        std::uint32_t id = 0;
        std::uint32_t type = 0; // what it points to
        spirv::StorageClass storage{};
    };
    std::map<std::uint32_t, std::string> names;
    std::map<std::uint32_t, std::span<const std::uint32_t>> types;
    std::map<std::uint32_t, std::uint32_t> constants;
    std::map<std::uint32_t, std::size_t> locations; // the word that has it
    std::map<std::uint32_t, std::uint32_t> built_in;
    std::map<std::uint32_t, std::uint32_t> patches;
    std::vector<Variable> variables;
    spirv::ExecutionModel model{};

    explicit Interface(const Words& words) {
        std::map<std::uint32_t, std::uint32_t> pointers;
        for_each_instruction(words, [&](std::span<const std::uint32_t> instruction) {
            switch (op_of(instruction)) {
            case Op::EntryPoint: model = static_cast<spirv::ExecutionModel>(instruction[1]); break;
            case Op::Name: names[instruction[1]] = spirv::text_of(instruction.subspan(2)); break;
            case Op::Decorate: {
                const auto decoration = static_cast<spirv::Decoration>(instruction[2]);
                if (decoration == spirv::Decoration::Location) {
                    locations[instruction[1]] =
                        static_cast<std::size_t>(&instruction[3] - words.data());
                } else if (decoration == spirv::Decoration::BuiltIn) {
                    built_in[instruction[1]] = 1;
                } else if (decoration == spirv::Decoration::Patch) {
                    patches[instruction[1]] = 1;
                }
                break;
            }
            case Op::Constant: constants[instruction[2]] = instruction[3]; break;
            case Op::TypePointer: pointers[instruction[1]] = instruction[3]; break;
            case Op::TypeInt:
            case Op::TypeFloat:
            case Op::TypeVector:
            case Op::TypeMatrix:
            case Op::TypeArray:
            case Op::TypeStruct: types[instruction[1]] = instruction; break;
            case Op::Variable:
                variables.push_back({instruction[2], pointers[instruction[1]],
                                     static_cast<spirv::StorageClass>(instruction[3])});
                break;
            default: break;
            }
        });
    }

    // How many locations a type takes.
    [[nodiscard]] std::uint32_t size_of(std::uint32_t type) const {
        const auto found = types.find(type);
        if (found == types.end()) {
            return 1;
        }
        const std::span<const std::uint32_t> words = found->second;
        switch (op_of(words)) {
        case Op::TypeVector: {
            const auto component = types.find(words[2]);
            const bool is_wide = component != types.end() && component->second[2] == 64;
            return is_wide && words[3] > 2 ? 2 : 1;
        }
        case Op::TypeMatrix: return words[3] * size_of(words[2]);
        case Op::TypeArray: {
            const auto length = constants.find(words[3]);
            return size_of(words[2]) * (length != constants.end() ? length->second : 1);
        }
        case Op::TypeStruct: {
            std::uint32_t sum = 0;
            for (const std::uint32_t member : words.subspan(2)) {
                sum += size_of(member);
            }
            return sum;
        }
        default: return 1;
        }
    }

    [[nodiscard]] std::uint32_t element_of(std::uint32_t type) const {
        const auto found = types.find(type);
        return found != types.end() && op_of(found->second) == Op::TypeArray ? found->second[2]
                                                                             : type;
    }

    // Whether variables of that storage go from stage to stage, and each vertex has its own.
    [[nodiscard]] bool goes_on(spirv::StorageClass storage, bool& is_by_vertex) const {
        using enum spirv::ExecutionModel;
        const bool is_input = storage == spirv::StorageClass::Input;
        if (!is_input && storage != spirv::StorageClass::Output) {
            return false;
        }
        is_by_vertex = model == TessellationControl ||
                       (is_input && (model == TessellationEvaluation || model == Geometry));
        return is_input ? model != Vertex && model != GLCompute
                        : model != Fragment && model != GLCompute;
    }
};

} // namespace

namespace {

// The words that an instruction has at most.
constexpr std::size_t kMostWords = 0xffff;

// Puts the text of the source into a module that says it.
void restore_source(std::string& module, std::string_view text) {
    replace_instructions(
        module, [text](Op op, std::span<const std::uint32_t> instruction, Words& result) {
            constexpr std::size_t kHead = 4; // language, version and file
            if (op != Op::Source || instruction.size() <= kHead) {
                return op == Op::SourceContinued; // of the text that is replaced
            }
            std::size_t head = kHead;
            std::string_view left = text;
            do {
                const std::string_view part = left.substr(0, (kMostWords - head) * 4 - 4);
                left.remove_prefix(part.size());
                put_instruction(result, head == kHead ? Op::Source : Op::SourceContinued,
                                instruction.first(head), part);
                head = 1;
            } while (!left.empty());
            return true;
        });
}

} // namespace

void restore_names(std::string& module, const ModernShader& modern) {
    if (!modern.is_rewritten) {
        return;
    }
    restore_source(module, modern.pieces.files[0].text);
    edit_texts(module, [&](Op op, const std::string& text) {
        // Functions have their parameters behind their names.
        const std::size_t end = std::min(text.find('('), text.size());
        const auto found = modern.renamed.find(std::string_view(text).substr(0, end));
        return op == Op::String || found == modern.renamed.end() ? text
                                                                 : found->second + text.substr(end);
    });
}

void rename_file(std::string& module, std::string_view from, std::string_view to) {
    edit_texts(module, [&](Op op, const std::string& text) {
        return op == Op::String && text == from ? std::string(to) : text;
    });
}

void locate_by_name(std::string& module, const ModernShader& modern,
                    const std::map<std::string, std::uint32_t, std::less<>>& linked) {
    Words words = words_of(module);
    if (words.empty() || modern.may_hide_locations) {
        return;
    }
    const Interface known(words);
    for (const spirv::StorageClass storage :
         {spirv::StorageClass::Input, spirv::StorageClass::Output}) {
        bool is_by_vertex = false;
        if (!known.goes_on(storage, is_by_vertex)) {
            continue;
        }
        std::vector<bool> taken;
        const auto take = [&](std::uint32_t first, std::uint32_t size) {
            taken.resize(std::max<std::size_t>(taken.size(), std::size_t{first} + size));
            std::fill_n(taken.begin() + first, size, true);
        };
        struct Waiting {
            std::string name;
            std::size_t word;
            std::uint32_t size;
        };
        std::vector<Waiting> waiting;
        for (const Interface::Variable& variable : known.variables) {
            const auto location = known.locations.find(variable.id);
            if (variable.storage != storage || location == known.locations.end() ||
                known.built_in.count(variable.id) != 0) {
                continue;
            }
            const bool is_patch = known.patches.count(variable.id) != 0;
            const std::uint32_t size = known.size_of(
                is_by_vertex && !is_patch ? known.element_of(variable.type) : variable.type);
            const auto name = known.names.find(variable.id);
            const std::string text = name != known.names.end() ? name->second : std::string();
            // What has no name is a block.
            const bool stays = text.empty() || is_patch || modern.located.count(text) != 0;
            if (stays) {
                take(words[location->second], size);
            } else if (const auto other = linked.find(text); other != linked.end()) {
                words[location->second] = other->second;
                take(other->second, size);
            } else {
                waiting.push_back({text, location->second, size});
            }
        }
        std::sort(waiting.begin(), waiting.end(),
                  [](const Waiting& a, const Waiting& b) { return a.name < b.name; });
        for (const Waiting& each : waiting) {
            std::uint32_t first = 0;
            const auto is_free = [&] {
                for (std::uint32_t i = 0; i < each.size; ++i) {
                    if (first + i < taken.size() && taken[first + i]) {
                        return false;
                    }
                }
                return true;
            };
            while (!is_free()) {
                ++first;
            }
            words[each.word] = first;
            take(first, each.size);
        }
    }
    module = bytes_of(words);
}

bool has_plain_uniforms(std::string_view module) {
    const Words words = words_of(module);
    if (words.empty()) {
        return false;
    }
    // Samplers and images, and arrays of them, are none of the types that are kept.
    const Interface known(words);
    return std::any_of(known.variables.begin(), known.variables.end(), [&](const auto& variable) {
        std::uint32_t type = variable.type;
        while (known.element_of(type) != type) {
            type = known.element_of(type);
        }
        return variable.storage == spirv::StorageClass::UniformConstant &&
               known.types.count(type) != 0;
    });
}

void say_as_for_opengl(std::string& module) {
    Words words = words_of(module);
    if (words.empty()) {
        return;
    }
    for_each_instruction(words, [](std::span<std::uint32_t> instruction) {
        if (op_of(instruction) == Op::ExecutionMode &&
            instruction[2] == static_cast<std::uint32_t>(spirv::ExecutionMode::OriginUpperLeft)) {
            instruction[2] = static_cast<std::uint32_t>(spirv::ExecutionMode::OriginLowerLeft);
        }
        const bool is_built_in =
            op_of(instruction) == Op::Decorate &&
            instruction[2] == static_cast<std::uint32_t>(spirv::Decoration::BuiltIn);
        if (is_built_in &&
            instruction[3] == static_cast<std::uint32_t>(spirv::BuiltIn::VertexIndex)) {
            instruction[3] = static_cast<std::uint32_t>(spirv::BuiltIn::VertexId);
        } else if (is_built_in &&
                   instruction[3] == static_cast<std::uint32_t>(spirv::BuiltIn::InstanceIndex)) {
            instruction[3] = static_cast<std::uint32_t>(spirv::BuiltIn::InstanceId);
        }
    });
    module = bytes_of(words);
}

std::map<std::string, std::uint32_t, std::less<>> locations_of(std::string_view module,
                                                               bool of_inputs) {
    std::map<std::string, std::uint32_t, std::less<>> found;
    const Words words = words_of(module);
    if (words.empty()) {
        return found;
    }
    const Interface known(words);
    const spirv::StorageClass storage =
        of_inputs ? spirv::StorageClass::Input : spirv::StorageClass::Output;
    for (const Interface::Variable& variable : known.variables) {
        const auto name = known.names.find(variable.id);
        const auto location = known.locations.find(variable.id);
        if (variable.storage == storage && name != known.names.end() && !name->second.empty() &&
            location != known.locations.end()) {
            found.emplace(name->second, words[location->second]);
        }
    }
    return found;
}

} // namespace jacquard::driver::glsl
