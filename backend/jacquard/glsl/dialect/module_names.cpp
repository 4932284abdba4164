#include <jacquard/glsl/dialect/module_names.h>
#include <jacquard/glsl/dialect/module_words.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <span>

namespace jacquard::driver::glsl {

namespace {

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

} // namespace jacquard::driver::glsl
