#include <jacquard/reduce/spirv_edit.h>
#include <jacquard/spirv/module/check_module.h>
#include <jacquard/spirv/module/operand_walk.h>

#include <algorithm>
#include <map>
#include <set>

namespace jacquard::driver {

namespace {

using spirv::is_id;
using spirv::Op;
using spirv::OperandKind;

SpirvLine make_line(Op op, std::initializer_list<std::uint32_t> operands) {
    SpirvLine line;
    line.op = op;
    line.words.push_back(static_cast<std::uint32_t>(operands.size() + 1) << 16 |
                         static_cast<std::uint32_t>(op));
    line.words.insert(line.words.end(), operands.begin(), operands.end());
    return line;
}

void set_length(SpirvLine& line) {
    line.words[0] = static_cast<std::uint32_t>(line.words.size()) << 16 | (line.words[0] & 0xffff);
}

} // namespace

bool SpirvLine::ends_block() const {
    return spirv::ends_block(op);
}

bool SpirvLine::is_remark() const {
    switch (op) {
    case Op::Name:
    case Op::MemberName:
    case Op::Line:
    case Op::EntryPoint:
    case Op::ExecutionMode:
    case Op::ExecutionModeId:
    case Op::Decorate:
    case Op::DecorateId:
    case Op::DecorateString:
    case Op::MemberDecorate:
    case Op::MemberDecorateString:
    case Op::GroupDecorate:
    case Op::GroupMemberDecorate: return true;
    default: return false;
    }
}

SpirvEdit::SpirvEdit(const spirv::Module& module)
    : header_(module.words.begin(), module.words.begin() + spirv::kHeaderWords),
      next_id_(module.bound) {
    spirv::OperandWalk walk(module);
    for (const spirv::Instruction& instruction : module.instructions) {
        SpirvLine line;
        line.op = instruction.op();
        line.has_type = instruction.type != 0;
        line.has_result = instruction.result != 0;
        const auto at = module.words.begin() + instruction.word;
        line.words.assign(at, at + instruction.num_words);
        if (walk.take_apart(instruction)) {
            for (const spirv::Operand& operand : walk.operands()) {
                if (is_id(operand.kind)) {
                    line.ids.push_back(operand.first - instruction.word);
                }
            }
        }
        lines.push_back(std::move(line));
    }
}

std::uint32_t SpirvEdit::bound() const {
    std::uint32_t most = 0;
    for (const SpirvLine& line : lines) {
        most = std::max(most, line.result());
        for (const std::uint32_t at : line.ids) {
            most = std::max(most, line.words[at]);
        }
    }
    return std::max(most + 1, next_id_);
}

std::vector<std::size_t> SpirvEdit::definitions() const {
    std::vector<std::size_t> found(bound(), lines.size());
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (lines[i].has_result) {
            found[lines[i].result()] = i;
        }
    }
    return found;
}

std::vector<std::uint32_t> SpirvEdit::uses() const {
    std::vector<std::uint32_t> count(bound(), 0);
    for (const SpirvLine& line : lines) {
        for (const std::uint32_t at : line.ids) {
            // An entry point uses its function, and remarks on its interface.
            const bool is_used =
                !line.is_remark() || (line.op == Op::EntryPoint && at == 2) || line.op == Op::Line;
            count[line.words[at]] += is_used ? 1 : 0;
        }
    }
    return count;
}

void SpirvEdit::take_out(const std::vector<bool>& goes) {
    std::vector<std::uint32_t> used(bound(), 0);
    for (std::size_t i = 0; i < lines.size(); ++i) {
        for (const std::uint32_t at : lines[i].ids) {
            used[lines[i].words[at]] += !goes[i] && !lines[i].is_remark() ? 1 : 0;
        }
    }
    std::vector<SpirvLine> kept;
    bool in_function = false;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        SpirvLine& line = lines[i];
        in_function = in_function || line.op == Op::Function;
        if (goes[i] && line.has_result && used[line.result()] != 0) {
            if (!in_function || !line.has_type || line.op == Op::Undef ||
                line.op == Op::FunctionParameter) {
                kept.push_back(std::move(line));
                continue;
            }
            added_.push_back(make_line(Op::Undef, {line.type(), line.result()}));
        } else if (!goes[i]) {
            kept.push_back(std::move(line));
        }
    }
    lines = std::move(kept);
    add_undefined();
}

// Values that are nothing in particular stand behind all types.
void SpirvEdit::add_undefined() {
    for (SpirvLine& line : added_) {
        line.has_type = line.has_result = true;
        line.ids = {1};
    }
    const auto first_function = std::find_if(
        lines.begin(), lines.end(), [](const SpirvLine& line) { return line.op == Op::Function; });
    lines.insert(first_function, added_.begin(), added_.end());
    added_.clear();
}

std::uint32_t SpirvEdit::undefined(std::uint32_t type) {
    const std::uint32_t id = bound();
    next_id_ = id + 1;
    added_.push_back(make_line(Op::Undef, {type, id}));
    return id;
}

void SpirvEdit::jump_to(std::size_t last_line, std::uint32_t label) {
    lines[last_line] = make_line(Op::Branch, {label});
    lines[last_line].ids = {1};
    const Op before = lines[last_line - 1].op;
    if (before == Op::SelectionMerge || before == Op::LoopMerge) {
        lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(last_line) - 1);
    }
}

void SpirvEdit::replace_uses(std::uint32_t id, std::uint32_t by) {
    for (SpirvLine& line : lines) {
        for (const std::uint32_t at : line.ids) {
            if (line.words[at] == id && !line.is_remark()) {
                line.words[at] = by;
            }
        }
    }
}

void SpirvEdit::tidy() {
    drop_unreachable();
    add_undefined();
    while (drop_remarks() || drop_unused_globals()) {
    }
}

void SpirvEdit::drop_unreachable() {
    std::vector<bool> goes(lines.size(), false);
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (lines[i].op != Op::Function) {
            continue;
        }
        std::size_t end = i;
        while (end < lines.size() && lines[end].op != Op::FunctionEnd) {
            ++end;
        }
        const std::vector<bool> gone = unreachable_of(i, end);
        std::copy(gone.begin(), gone.end(), goes.begin() + static_cast<std::ptrdiff_t>(i));
        i = end;
    }
    // Values of such blocks are used in such blocks, and in phis, which lose them.
    std::vector<SpirvLine> kept;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (!goes[i]) {
            kept.push_back(std::move(lines[i]));
        }
    }
    lines = std::move(kept);
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (lines[i].op == Op::Function) {
            std::size_t end = i;
            while (end < lines.size() && lines[end].op != Op::FunctionEnd) {
                ++end;
            }
            settle_phis(i, end);
            i = end;
        }
    }
}

// Marks the lines of a function in blocks that are unreachable. Blocks that a merge names count as
// reachable.
std::vector<bool> SpirvEdit::unreachable_of(std::size_t first, std::size_t end) {
    std::map<std::uint32_t, std::size_t> labels;
    std::vector<std::size_t> work;
    for (std::size_t i = first; i < end; ++i) {
        if (lines[i].op == Op::Label) {
            if (labels.empty()) {
                work.push_back(i);
            }
            labels.emplace(lines[i].result(), i);
        }
    }
    std::vector<bool> gone(end - first, false);
    std::set<std::size_t> reached(work.begin(), work.end());
    while (!work.empty()) {
        std::size_t i = work.back();
        work.pop_back();
        for (; i < end; ++i) {
            const SpirvLine& line = lines[i];
            const bool leads_on =
                line.ends_block() || line.op == Op::SelectionMerge || line.op == Op::LoopMerge;
            for (const std::uint32_t at : line.ids) {
                const auto label = labels.find(line.words[at]);
                if (leads_on && label != labels.end() && reached.insert(label->second).second) {
                    work.push_back(label->second);
                }
            }
            if (line.ends_block()) {
                break;
            }
        }
    }
    bool is_reached = true; // parameters
    for (std::size_t i = first; i < end; ++i) {
        if (lines[i].op == Op::Label) {
            is_reached = reached.count(i) != 0;
        }
        gone[i - first] = !is_reached;
    }
    return gone;
}

void SpirvEdit::settle_phis(std::size_t first, std::size_t end) {
    std::map<std::uint32_t, std::vector<std::uint32_t>> before; // by label: who leads there
    std::uint32_t block = 0;
    for (std::size_t i = first; i < end; ++i) {
        if (lines[i].op == Op::Label) {
            block = lines[i].result();
        } else if (lines[i].ends_block()) {
            for (const std::uint32_t at : lines[i].ids) {
                std::vector<std::uint32_t>& from = before[lines[i].words[at]];
                if (std::find(from.begin(), from.end(), block) == from.end()) {
                    from.push_back(block);
                }
            }
        }
    }
    for (std::size_t i = first; i < end; ++i) {
        SpirvLine& phi = lines[i];
        if (phi.op == Op::Label) {
            block = phi.result();
        }
        if (phi.op != Op::Phi) {
            continue;
        }
        std::map<std::uint32_t, std::uint32_t> values;
        for (std::size_t at = 3; at + 1 < phi.words.size(); at += 2) {
            values.emplace(phi.words[at + 1], phi.words[at]);
        }
        phi.words.resize(3);
        phi.ids = {1};
        for (const std::uint32_t from : before[block]) {
            const auto value = values.find(from);
            phi.ids.push_back(static_cast<std::uint32_t>(phi.words.size()));
            phi.words.push_back(value != values.end() ? value->second : undefined(phi.words[1]));
            phi.ids.push_back(static_cast<std::uint32_t>(phi.words.size()));
            phi.words.push_back(from);
        }
        set_length(phi);
    }
}

bool SpirvEdit::drop_remarks() {
    const std::vector<std::size_t> defined = definitions();
    const auto is_gone = [&](std::uint32_t id) { return defined[id] == lines.size(); };
    std::set<std::uint32_t> entries;
    std::vector<bool> goes(lines.size(), false);
    for (std::size_t i = 0; i < lines.size(); ++i) {
        SpirvLine& line = lines[i];
        if (line.op == Op::EntryPoint) {
            entries.insert(line.words[2]);
            std::vector<std::uint32_t> ids;
            std::vector<std::uint32_t> words;
            for (std::uint32_t at = 0; at < line.words.size(); ++at) {
                const bool uses = std::find(line.ids.begin(), line.ids.end(), at) != line.ids.end();
                if (uses && at != 2 && is_gone(line.words[at])) {
                    continue;
                }
                if (uses) {
                    ids.push_back(static_cast<std::uint32_t>(words.size()));
                }
                words.push_back(line.words[at]);
            }
            line.words = std::move(words);
            line.ids = std::move(ids);
            set_length(line);
        }
        goes[i] = line.is_remark() &&
                  std::any_of(line.ids.begin(), line.ids.end(),
                              [&](std::uint32_t at) { return is_gone(line.words[at]); });
        const bool is_mode = line.op == Op::ExecutionMode || line.op == Op::ExecutionModeId;
        goes[i] = goes[i] || (is_mode && entries.count(line.words[1]) == 0);
    }
    const std::size_t before = lines.size();
    std::size_t at = 0;
    std::erase_if(lines, [&](const SpirvLine&) { return goes[at++]; });
    return lines.size() != before;
}

bool SpirvEdit::drop_unused_globals() {
    const std::vector<std::uint32_t> used = uses();
    bool is_outside = true;
    const std::size_t before = lines.size();
    std::erase_if(lines, [&](const SpirvLine& line) {
        is_outside = is_outside && line.op != Op::Function;
        return is_outside && line.has_result && used[line.result()] == 0 &&
               line.op != Op::Variable && line.op != Op::DecorationGroup;
    });
    return lines.size() != before;
}

std::string SpirvEdit::bytes() const {
    std::uint32_t most = 0;
    for (const SpirvLine& line : lines) {
        most = std::max(most, line.result());
    }
    std::vector<std::uint32_t> words = header_;
    words[3] = most + 1;
    for (const SpirvLine& line : lines) {
        words.insert(words.end(), line.words.begin(), line.words.end());
    }
    std::string bytes;
    for (const std::uint32_t word : words) {
        for (unsigned shift = 0; shift < 32; shift += 8) {
            bytes += static_cast<char>(word >> shift & 0xff);
        }
    }
    return bytes;
}

} // namespace jacquard::driver
