// Makes a SPIR-V module smaller as long as it shows what it is to show. Every candidate is read
// again before it is tried, so whatever is kept is a module.

#include <jacquard/reduce/chunks.h>
#include <jacquard/reduce/reduce.h>
#include <jacquard/reduce/spirv_edit.h>
#include <jacquard/spirv/module/read.h>

#include <algorithm>
#include <optional>
#include <set>

namespace jacquard::driver {

namespace {

using spirv::Op;

class Reducer {
  public:
    Reducer(const spirv::Module& module, const Trials& holds)
        : best_(module), text_(best_.bytes()), holds_(holds) {}

    // Returns an empty string if `holds_` rejects the module as soon as it is printed again.
    std::string run() {
        if (!holds_(text_)) {
            return {};
        }
        bool has_changed = true;
        while (has_changed) {
            has_changed = take_out_functions();
            has_changed |= settle_branches();
            has_changed |= take_out_instructions();
            has_changed |= join_blocks();
            has_changed |= pass_sources_on();
            has_changed |= simplify_constants();
        }
        return text_;
    }

  private:
    struct Candidate {
        SpirvEdit module;
        std::string text; // empty when it is no module, or nothing has changed
    };

    template <typename Edit>
    Candidate candidate(Edit edit) const {
        Candidate made{best_, {}};
        if (!edit(made.module)) {
            return made;
        }
        made.module.tidy();
        made.text = made.module.bytes();
        Diagnostics ignored;
        if (made.text == text_ || made.text.size() > text_.size() ||
            !spirv::read_module(made.text, ignored)) {
            made.text.clear();
        }
        return made;
    }

    void accept(Candidate&& taken) {
        best_ = std::move(taken.module);
        text_ = std::move(taken.text);
    }

    template <typename Edit>
    bool try_edit(Edit edit) {
        Candidate made = candidate(edit);
        if (made.text.empty() || !holds_(made.text)) {
            return false;
        }
        accept(std::move(made));
        return true;
    }

    // The lines of every function that is no entry point, or of one that is not the only one, with
    // its calls.
    bool take_out_functions() {
        bool has_changed = false;
        for (std::size_t i = best_.lines.size(); i-- > 0;) {
            if (i < best_.lines.size() && best_.lines[i].op == Op::Function) {
                has_changed |= try_edit([&](SpirvEdit& module) {
                    const std::uint32_t id = module.lines[i].result();
                    std::vector<bool> goes(module.lines.size(), false);
                    for (std::size_t line = i; line < goes.size(); ++line) {
                        goes[line] = true;
                        if (module.lines[line].op == Op::FunctionEnd) {
                            break;
                        }
                    }
                    for (std::size_t line = 0; line < goes.size(); ++line) {
                        const SpirvLine& user = module.lines[line];
                        goes[line] = goes[line] ||
                                     (user.op == Op::FunctionCall && user.words[3] == id) ||
                                     (user.op == Op::EntryPoint && user.words[2] == id);
                    }
                    module.take_out(goes);
                    return true;
                });
            }
        }
        return has_changed;
    }

    // A branch, with its merge, becomes a jump to one of its targets; a loop one to what follows.
    bool settle_branches() {
        bool has_changed = false;
        for (std::size_t i = best_.lines.size(); i-- > 1;) {
            if (i >= best_.lines.size() || !best_.lines[i].ends_block()) {
                continue;
            }
            const std::vector<std::size_t> defined = best_.definitions();
            std::set<std::uint32_t> targets;
            const bool is_loop = best_.lines[i - 1].op == Op::LoopMerge;
            const SpirvLine& leader = is_loop ? best_.lines[i - 1] : best_.lines[i];
            for (const std::uint32_t at : leader.ids) {
                const std::size_t line = defined[leader.words[at]];
                if (line < best_.lines.size() && best_.lines[line].op == Op::Label) {
                    targets.insert(leader.words[at]);
                }
            }
            if (best_.lines[i].op == Op::Branch && !is_loop) {
                continue;
            }
            for (const std::uint32_t target : targets) {
                const bool is_good = try_edit([&](SpirvEdit& module) {
                    module.jump_to(i, target);
                    return true;
                });
                if (is_good) {
                    has_changed = true;
                    break;
                }
            }
        }
        return has_changed;
    }

    static bool can_go(const SpirvLine& line) {
        switch (line.op) {
        // Without it validators and drivers take the module for another kind.
        case Op::Capability:
            return line.words[1] != static_cast<std::uint32_t>(spirv::Capability::Shader);
        case Op::MemoryModel:
        case Op::Function:
        case Op::FunctionParameter:
        case Op::FunctionEnd:
        case Op::Label:
        case Op::SelectionMerge:
        case Op::LoopMerge: return false;
        default: return !line.ends_block();
        }
    }

    bool take_out_instructions() {
        const auto numbers = [](const SpirvEdit& module) {
            std::vector<std::size_t> found;
            for (std::size_t i = 0; i < module.lines.size(); ++i) {
                if (can_go(module.lines[i])) {
                    found.push_back(i);
                }
            }
            return found;
        };
        const auto make = [&](std::size_t first, std::size_t count) {
            return candidate([&](SpirvEdit& module) {
                const std::vector<std::size_t> all = numbers(module);
                std::vector<bool> goes(module.lines.size(), false);
                for (std::size_t i = first; i < first + count; ++i) {
                    goes[all[i]] = true;
                }
                module.take_out(goes);
                return true;
            });
        };
        return take_out_chunks(
            holds_, [&] { return numbers(best_).size(); }, make,
            [this](Candidate&& taken) { accept(std::move(taken)); });
    }

    // A block that is entered from one other alone, which does nothing but jump there, goes on in
    // it.
    bool join_blocks() {
        bool has_changed = false;
        for (std::size_t i = best_.lines.size(); i-- > 0;) {
            has_changed |= i < best_.lines.size() && best_.lines[i].op == Op::Branch &&
                           try_edit([&](SpirvEdit& module) { return join(module, i); });
        }
        return has_changed;
    }

    static bool join(SpirvEdit& module, std::size_t jump) {
        const std::uint32_t label = module.lines[jump].words[1];
        const std::size_t begin = module.definitions()[label];
        std::size_t from = jump;
        while (module.lines[from].op != Op::Label) {
            --from;
        }
        std::size_t uses = 0;
        for (const SpirvLine& line : module.lines) {
            for (const std::uint32_t at : line.ids) {
                uses += line.words[at] == label && line.op != Op::Phi && !line.is_remark() ? 1 : 0;
            }
        }
        const Op before = module.lines[jump - 1].op;
        if (uses != 1 || before == Op::LoopMerge || begin <= jump ||
            module.lines[begin + 1].op == Op::Phi) {
            return false;
        }
        std::size_t end = begin;
        while (!module.lines[end].ends_block()) {
            ++end;
        }
        const auto at = [&](std::size_t line) {
            return module.lines.begin() + static_cast<std::ptrdiff_t>(line);
        };
        module.replace_uses(label, module.lines[from].result());
        // The lines between the two move after both.
        std::rotate(at(jump + 1), at(begin), at(end + 1));
        module.lines.erase(at(jump), at(jump + 2));
        return true;
    }

    // An operand of the same type takes the place of a result.
    bool pass_sources_on() {
        bool has_changed = false;
        for (std::size_t i = best_.lines.size(); i-- > 0;) {
            if (i >= best_.lines.size() || !best_.lines[i].has_type || !can_go(best_.lines[i])) {
                continue;
            }
            const SpirvLine line = best_.lines[i];
            const std::vector<std::size_t> defined = best_.definitions();
            for (const std::uint32_t at : line.ids) {
                const std::size_t source = defined[line.words[at]];
                if (source < best_.lines.size() && line.words[at] != line.result() &&
                    best_.lines[source].type() == line.type() && try_edit([&](SpirvEdit& module) {
                        module.replace_uses(line.result(), line.words[at]);
                        std::vector<bool> goes(module.lines.size(), false);
                        goes[i] = true;
                        module.take_out(goes);
                        return true;
                    })) {
                    has_changed = true;
                    break;
                }
            }
        }
        return has_changed;
    }

    // 0, else 1; which is less to read, if not shorter.
    bool simplify_constants() {
        bool has_changed = false;
        for (std::size_t i = 0; i < best_.lines.size(); ++i) {
            if (best_.lines[i].op != Op::Constant || best_.lines[i].words.size() != 4) {
                continue;
            }
            for (const std::uint32_t simple : {0U, 1U}) {
                if (i >= best_.lines.size() || best_.lines[i].words[3] <= simple) {
                    break;
                }
                if (try_edit([&](SpirvEdit& module) {
                        module.lines[i].words[3] = simple;
                        return true;
                    })) {
                    has_changed = true;
                    break;
                }
            }
        }
        return has_changed;
    }

    SpirvEdit best_;
    std::string text_;
    const Trials& holds_;
};

} // namespace

std::string reduce_spirv(std::string_view bytes, const Trials& holds) {
    Diagnostics ignored;
    const std::optional<spirv::Module> module = spirv::read_module(bytes, ignored);
    std::string reduced = module ? Reducer(*module, holds).run() : std::string();
    return reduced.empty() ? reduce_bytes(bytes, sizeof(std::uint32_t), holds) : reduced;
}

} // namespace jacquard::driver
