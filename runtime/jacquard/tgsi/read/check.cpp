#include <jacquard/generated/tgsi/translation_tables.h>
#include <jacquard/tgsi/read/check.h>
#include <jacquard/tgsi/read/older_forms.h>

#include <algorithm>
#include <array>
#include <string>

namespace jacquard::tgsi {
namespace {

// Registers lo…hi of a file (and buffer) and what declared them.
struct Range {
    std::int32_t dimension;
    std::int32_t first;
    std::int32_t last;
    const Declaration* declaration;

    friend bool operator<(const Range& left, const Range& right) {
        return left.dimension != right.dimension ? left.dimension < right.dimension
                                                 : left.first < right.first;
    }
};

struct OpenBlock {
    BlockKind kind;
    const Instruction* opener;
    const Instruction* default_label; // of a switch
};

class Checker {
  public:
    Checker(const Program& program, Diagnostics& diagnostics, const Doubts& doubts,
            const Limits& limits)
        : program_(program), diagnostics_(diagnostics), doubts_(doubts), limits_(limits) {}

    void run();

  private:
    void collect_declarations();
    bool check_register_count();
    void check_overlaps(RegisterFile file);
    void check_instruction(const Instruction& instruction);
    void check_operands(const Instruction& instruction);
    void check_destination(const Instruction& instruction);
    void check_source(const Instruction& instruction, const Source& source, OperandType type);
    void check_register(const Register& reg);
    void check_declared(const Register& reg);
    void check_relative(const Register& reg, const Index& index);
    bool is_declared(RegisterFile file, std::int32_t dimension, std::int32_t index) const;
    void check_label(const Instruction& instruction);
    void check_blocks(const Instruction& instruction);
    void check_switch_label(const Instruction& instruction);
    void check_open();
    void check_end();
    bool is_broken(std::size_t number);
    [[nodiscard]] bool is_doubtful(RegisterFile file) const {
        return (doubts_.files >> static_cast<unsigned>(file) & 1) != 0;
    }
    Diagnostic& error(std::string_view code, SourcePosition position, std::string message) {
        return diagnostics_.error(code, position, std::move(message));
    }

    const Program& program_;
    Diagnostics& diagnostics_;
    const Doubts& doubts_;
    const Limits& limits_;
    std::array<std::vector<Range>, kNumRegisterFile> ranges_;
    std::array<std::vector<std::uint16_t>, kNumRegisterFile> arrays_; // sorted numbers
    std::vector<OpenBlock> open_;
    std::size_t next_broken_ = 0;
    const Instruction* end_ = nullptr;
    const Instruction* stop_ = nullptr; // an END inside of a block
    bool nesting_is_lost_ = false;
    bool is_too_deep_ = false;
};

std::string text_of(const Register& reg, std::int32_t dimension, std::int32_t index) {
    std::string text(name_of(reg.file));
    if (reg.two_dimensional && info(reg.file).dimension == RegisterDimension::buffer) {
        text += "[" + std::to_string(dimension) + "]";
    }
    return text + "[" + std::to_string(index) + "]";
}

void Checker::run() {
    if (!check_register_count()) {
        return;
    }
    collect_declarations();
    for (std::size_t i = 0; i < program_.instructions.size(); ++i) {
        const Instruction& instruction = program_.instructions[i];
        if (is_broken(i)) {
            check_blocks(instruction);
        } else {
            check_instruction(instruction);
        }
        if (diagnostics_.is_full() || is_too_deep_) {
            return;
        }
    }
    check_end();
}

bool Checker::is_broken(std::size_t number) {
    if (next_broken_ < doubts_.instructions.size() &&
        doubts_.instructions[next_broken_] == number) {
        ++next_broken_;
        return true;
    }
    return false;
}

// Constants are read where they are and take no registers.
bool Checker::check_register_count() {
    std::uint64_t count = 0;
    for (const Declaration& declaration : program_.declarations) {
        if (declaration.file == RegisterFile::constant) {
            continue;
        }
        count += 4 * (static_cast<std::uint64_t>(declaration.last - declaration.first) + 1);
        if (count > limits_.registers) {
            report_limit(diagnostics_, declaration.position, Limit::registers, limits_);
            return false;
        }
    }
    return true;
}

void Checker::collect_declarations() {
    for (const Declaration& declaration : program_.declarations) {
        const auto file = static_cast<std::size_t>(declaration.file);
        ranges_[file].push_back(
            {declaration.dimension, declaration.first, declaration.last, &declaration});
        if (declaration.array_id != 0) {
            arrays_[file].push_back(declaration.array_id);
        }
    }
    for (std::size_t file = 0; file < ranges_.size(); ++file) {
        std::sort(arrays_[file].begin(), arrays_[file].end());
        std::stable_sort(ranges_[file].begin(), ranges_[file].end());
        check_overlaps(static_cast<RegisterFile>(file));
    }
}

void Checker::check_overlaps(RegisterFile file) {
    const std::vector<Range>& ranges = ranges_[static_cast<std::size_t>(file)];
    std::size_t widest = 0; // index of the preceding range that ends last
    for (std::size_t i = 1; i < ranges.size(); ++i) {
        const Range& before = ranges[widest];
        const Range& range = ranges[i];
        if (range.dimension == before.dimension && range.first <= before.last) {
            const bool in_order = range.declaration > before.declaration;
            const Declaration& second = *(in_order ? range : before).declaration;
            const Declaration& first = *(in_order ? before : range).declaration;
            error("T203", second.position,
                  "the register " + std::string(name_of(file)) + "[" + std::to_string(range.first) +
                      "] is declared twice")
                .notes.push_back({first.position, "it was declared here first"});
        }
        if (range.dimension != before.dimension || range.last > before.last) {
            widest = i;
        }
    }
}

bool Checker::is_declared(RegisterFile file, std::int32_t dimension, std::int32_t index) const {
    const std::vector<Range>& ranges = ranges_[static_cast<std::size_t>(file)];
    const auto after =
        std::upper_bound(ranges.begin(), ranges.end(), Range{dimension, index, index, nullptr});
    return after != ranges.begin() && std::prev(after)->dimension == dimension &&
           index <= std::prev(after)->last;
}

void Checker::check_instruction(const Instruction& instruction) {
    const OpcodeInfo& opcode = info(instruction.opcode);
    check_operands(instruction);
    if (instruction.saturate && opcode.num_destinations != 0 &&
        opcode.destination_type != OperandType::float_type &&
        opcode.destination_type != OperandType::untyped_type &&
        opcode.destination_type != OperandType::double_type) {
        error("T213", instruction.position,
              std::string(opcode.name) + " gives integers, which cannot be saturated");
    }
    check_label(instruction);
    check_blocks(instruction);
}

void Checker::check_label(const Instruction& instruction) {
    const OpcodeTranslation& translation = translation_of(instruction.opcode);
    const bool is_call =
        translation.kind == Translation::jump && translation.jump == Jump::call_jump;
    const bool is_branch =
        translation.kind == Translation::jump && translation.jump == Jump::branch_jump;
    if (!instruction.label) {
        if (is_branch) {
            error("T211", instruction.position,
                  std::string(name_of(instruction.opcode)) +
                      " needs the number of an instruction, as in ':12'");
        }
        if (is_call) {
            error("T211", instruction.position,
                  std::string(name_of(instruction.opcode)) +
                      " needs the number of a subroutine's first instruction, as in ':12'");
        }
        return;
    }
    if (*instruction.label >= program_.instructions.size()) {
        error("T206", instruction.position,
              "there is no instruction " + std::to_string(*instruction.label) +
                  "; the last one is " + std::to_string(program_.instructions.size() - 1));
        return;
    }
    const Instruction& target = program_.instructions[*instruction.label];
    if (is_call && info(target.opcode).opens != BlockKind::subroutine_block) {
        error("T211", instruction.position,
              "instruction " + std::to_string(*instruction.label) + " begins no subroutine")
            .notes.push_back(
                {target.position, "it is this " + std::string(name_of(target.opcode))});
    }
}

void Checker::check_operands(const Instruction& instruction) {
    const OpcodeInfo& opcode = info(instruction.opcode);
    const unsigned required = opcode.num_sources - opcode.num_optional_sources;
    if (instruction.has_destination != (opcode.num_destinations != 0) ||
        instruction.num_sources < required || instruction.num_sources > opcode.num_sources) {
        error("T108", instruction.position,
              std::string(opcode.name) + " has " + std::to_string(opcode.num_destinations) +
                  " destinations and " + std::to_string(opcode.num_sources) + " sources");
        return;
    }
    if (instruction.has_destination) {
        check_destination(instruction);
    }
    const std::span<const Source> sources = program_.sources(instruction);
    for (std::size_t i = 0; i < sources.size(); ++i) {
        check_source(instruction, sources[i], opcode.source_types[i]);
    }
    for (const Source& offset : program_.offsets(instruction)) {
        check_source(instruction, offset, OperandType::int_type);
    }
}

void Checker::check_destination(const Instruction& instruction) {
    const Register& reg = instruction.destination.reg;
    const RegisterFileInfo& file = info(reg.file);
    const bool wants_resource =
        info(instruction.opcode).destination_type == OperandType::resource_type;
    if (wants_resource ? !file.is_resource : !file.can_write) {
        error("T204", reg.position,
              wants_resource
                  ? "a buffer, image or other memory is expected here, not a register of " +
                        std::string(name_of(reg.file))
                  : "registers of " + std::string(name_of(reg.file)) + " cannot be written");
        return;
    }
    check_register(reg);
}

void Checker::check_source(const Instruction& instruction, const Source& source, OperandType type) {
    const Register& reg = source.reg;
    const RegisterFileInfo& file = info(reg.file);
    const std::string name(name_of(reg.file));
    const std::string opcode(name_of(instruction.opcode));
    switch (type) {
    case OperandType::sampler_type:
        if (reg.file != RegisterFile::sampler) {
            error("T204", reg.position,
                  opcode + " expects a register of SAMP here, not one of " + name);
            return;
        }
        break;
    case OperandType::view_type:
        if (reg.file != RegisterFile::sampler_view && reg.file != RegisterFile::resource) {
            error("T204", reg.position,
                  opcode + " expects a register of SVIEW here, not one of " + name);
            return;
        }
        break;
    case OperandType::resource_type:
        if (!file.is_resource) {
            error("T204", reg.position,
                  opcode + " expects a buffer, image or other memory here, not a register of " +
                      name);
            return;
        }
        break;
    default:
        if (!file.can_read) {
            error("T204", reg.position, "registers of " + name + " cannot be read");
            return;
        }
        break;
    }
    check_register(reg);
}

void Checker::check_register(const Register& reg) {
    const RegisterFileInfo& file = info(reg.file);
    if (file.needs_no_declaration) {
        return;
    }
    if (reg.two_dimensional && file.dimension == RegisterDimension::none) {
        error("T204", reg.position,
              "registers of " + std::string(name_of(reg.file)) + " have a single index");
        return;
    }
    for (const Index* index : {&reg.dimension, &reg.index}) {
        if (index->relative) {
            check_relative(reg, *index);
        }
    }
    check_declared(reg);
}

void Checker::check_declared(const Register& reg) {
    if (is_doubtful(reg.file)) {
        return;
    }
    const std::string name(name_of(reg.file));
    const std::vector<Range>& ranges = ranges_[static_cast<std::size_t>(reg.file)];
    if (reg.file == RegisterFile::immediate) {
        const auto count = static_cast<std::int32_t>(program_.immediates.size());
        if (count == 0 || (!reg.index.relative && reg.index.value >= count)) {
            error("T202", reg.position,
                  "there is no " + text_of(reg, 0, reg.index.value) + "; the program has " +
                      std::to_string(count) + " immediates");
        }
        return;
    }
    if (ranges.empty()) {
        error("T201", reg.position, "no register of " + name + " is declared");
        return;
    }
    if (reg.array_id != 0) {
        const std::vector<std::uint16_t>& arrays = arrays_[static_cast<std::size_t>(reg.file)];
        if (!std::binary_search(arrays.begin(), arrays.end(), reg.array_id)) {
            error("T210", reg.position,
                  "no array of " + name + " has the number " + std::to_string(reg.array_id));
        }
    }
    const bool has_buffer = info(reg.file).dimension == RegisterDimension::buffer;
    if (reg.index.relative || (has_buffer && reg.dimension.relative)) {
        return;
    }
    const std::int32_t dimension = has_buffer ? reg.dimension.value : 0;
    if (!is_declared(reg.file, dimension, reg.index.value)) {
        const Range& near = ranges.back();
        Diagnostic& fault = error("T202", reg.position,
                                  text_of(reg, dimension, reg.index.value) + " is not declared");
        fault.notes.push_back(
            {near.declaration->position,
             "the last one that is declared is " + text_of(reg, near.dimension, near.last)});
    }
}

void Checker::check_relative(const Register& reg, const Index& index) {
    if (!info(reg.file).can_be_relative) {
        error("T205", reg.position,
              "registers of " + std::string(name_of(reg.file)) +
                  " cannot be indexed by another register");
        return;
    }
    const RegisterFileInfo& chooser = info(index.file);
    const std::string name(name_of(index.file));
    if (!chooser.can_read) {
        error("T205", reg.position, "registers of " + name + " cannot be an index");
    } else if (is_doubtful(index.file)) {
        return;
    } else if (index.file == RegisterFile::immediate
                   ? index.register_index >= static_cast<std::int32_t>(program_.immediates.size())
                   : !is_declared(index.file, 0, index.register_index)) {
        error("T202", reg.position,
              name + "[" + std::to_string(index.register_index) + "] is not declared");
    }
}

void Checker::check_blocks(const Instruction& instruction) {
    const OpcodeInfo& opcode = info(instruction.opcode);
    const bool is_last = &instruction == &program_.instructions.back();
    if (instruction.opcode == Opcode::end && (open_.empty() || is_last || doubts_.blocks)) {
        if (end_ != nullptr) {
            error("T208", instruction.position, "the program already has an END")
                .notes.push_back({end_->position, "it is here"});
        }
        end_ = &instruction;
        if (!doubts_.blocks && !open_.empty()) {
            check_open();
            nesting_is_lost_ = true;
        }
    }
    if (doubts_.blocks || nesting_is_lost_) {
        return;
    }
    if (instruction.opcode == Opcode::end && end_ != &instruction) {
        stop_ = &instruction;
    }
    if (opcode.closes != 0) {
        if (open_.empty() || (opcode.closes & mask_of(open_.back().kind)) == 0) {
            Diagnostic& fault = error("T207", instruction.position,
                                      std::string(opcode.name) + " closes no open block");
            if (!open_.empty()) {
                fault.notes.push_back(
                    {open_.back().opener->position,
                     "this " + std::string(name_of(open_.back().opener->opcode)) + " is open"});
            }
            return;
        }
        open_.pop_back();
    }
    if (opcode.within != 0 && std::none_of(open_.begin(), open_.end(), [&](const OpenBlock& open) {
            return (opcode.within & mask_of(open.kind)) != 0;
        })) {
        // A subroutine may be called from inside a loop, but its own text has none.
        error("T207", instruction.position,
              std::string(opcode.name) + " is outside of the block it belongs to");
    }
    check_switch_label(instruction);
    if (opcode.opens == BlockKind::subroutine_block && !open_.empty()) {
        error("T207", instruction.position, std::string(opcode.name) + " is inside another block")
            .notes.push_back(
                {open_.back().opener->position,
                 "this " + std::string(name_of(open_.back().opener->opcode)) + " is open"});
    }
    if (opcode.opens != BlockKind::none) {
        if (open_.size() == limits_.nesting) {
            report_limit(diagnostics_, instruction.position, Limit::nesting, limits_);
            is_too_deep_ = true;
            return;
        }
        open_.push_back({opcode.opens, &instruction, nullptr});
    }
}

// Labels stand in the switch itself and not in a block within it.
void Checker::check_switch_label(const Instruction& instruction) {
    const OpcodeTranslation& translation = translation_of(instruction.opcode);
    const bool is_default = translation.jump == Jump::default_jump;
    if (translation.kind != Translation::jump || open_.empty() ||
        (!is_default && translation.jump != Jump::case_jump)) {
        return;
    }
    OpenBlock& around = open_.back();
    const std::string name(name_of(instruction.opcode));
    if ((info(instruction.opcode).within & mask_of(around.kind)) == 0) {
        error("T207", instruction.position, name + " is inside another block")
            .notes.push_back({around.opener->position,
                              "this " + std::string(name_of(around.opener->opcode)) + " is open"});
    } else if (is_default && around.default_label != nullptr) {
        error("T212", instruction.position, "this switch already has a " + name)
            .notes.push_back({around.default_label->position, "it is here"});
    } else if (is_default) {
        around.default_label = &instruction;
    }
}

void Checker::check_open() {
    for (const OpenBlock& open : open_) {
        error("T207", open.opener->position,
              "this " + std::string(name_of(open.opener->opcode)) + " is never closed");
    }
}

void Checker::check_end() {
    if (doubts_.blocks) {
        return;
    }
    if (!nesting_is_lost_) {
        check_open();
    }
    if (end_ == nullptr && open_.empty() && !is_kernel(program_)) {
        const SourcePosition last = program_.instructions.empty()
                                        ? program_.stage_position
                                        : program_.instructions.back().position;
        Diagnostic& fault = error("T208", last, "the program has no END");
        if (stop_ != nullptr) {
            fault.notes.push_back(
                {stop_->position, "this one is inside of a block and ends an invocation"});
        }
    }
}

} // namespace

bool check(const Program& program, Diagnostics& diagnostics, const Doubts& doubts,
           const Limits& limits) {
    const std::size_t before = diagnostics.error_count();
    Checker(program, diagnostics, doubts, limits).run();
    return diagnostics.error_count() == before;
}

} // namespace jacquard::tgsi
