#include <jacquard/nir/interpreter/prepare/prepare.h>

#include <algorithm>
#include <utility>

namespace jacquard::nir::interpreter {

Preparer::Preparer(const Shader& shader, ProgramData& program, const Limits& limits)
    : shader_(&shader), program_(&program), limits_(&limits) {
    program.shader = &shader;
}

std::string Preparer::run() {
    if (shader_->entry == nullptr) {
        return "the shader has no entry function";
    }
    for (const Function& function : shader_->functions()) {
        indices_.emplace(&function, functions_.size());
        functions_.emplace_back().function = &function;
    }
    if (calls_itself()) {
        return "a function calls itself";
    }
    program_->temporary = allocate(8, kMaxComponents);
    program_->variable_memory.emplace(*shader_);
    prepare_own_memory();
    if (reached_) {
        return {};
    }
    prepare_initial_data();
    for (FunctionState& state : functions_) {
        for (const Parameter& parameter : state.function->parameters) {
            state.parameters.push_back(
                allocate_place(parameter.num_components, parameter.bit_size));
        }
    }
    for (FunctionState& state : functions_) {
        prepare_function(state);
        if (state.function == shader_->entry) {
            program_->entry_step = state.first_step;
            program_->entry_places.resize(values_.size());
            for (const std::uint32_t number : listed_) {
                program_->entry_places[number] = values_[number].place;
            }
        }
        forget_values();
    }
    for (const std::uint32_t index : call_steps_) {
        Step& step = program_->steps[index];
        const Function* callee = step.instruction->as<CallInstruction>()->callee;
        step.first = functions_[index_of(callee)].first_step;
    }
    program_->call_depth = static_cast<std::uint32_t>(functions_.size());
    return {};
}

// A space of no stated size gets the size in the table as soon as an instruction accesses it.
void Preparer::prepare_own_memory() {
    for (std::size_t i = 0; i < kNumMemorySpaces; ++i) {
        const MemorySpaceInfo& info = kMemorySpaceInfos[i];
        if (info.is_own && info.bytes == 0) {
            program_->own_bytes[i] = program_->variable_memory->bytes(static_cast<MemorySpace>(i));
        }
    }
    const auto use = [this](MemorySpace space) {
        const MemorySpaceInfo& info = memory_space_info(memory_space_info(space).storage);
        if (info.is_own && info.bytes != 0) {
            program_->own_bytes[static_cast<std::size_t>(info.storage)] = info.bytes;
        }
    };
    for (const FunctionState& state : functions_) {
        for (const Block& block : state.function->blocks()) {
            for (const Instruction& instruction : block.instructions()) {
                const auto* intrinsic = instruction.as<IntrinsicInstruction>();
                const MemoryAccess* access =
                    intrinsic != nullptr ? memory_access(intrinsic->op) : nullptr;
                if (access != nullptr) {
                    use(access->space);
                    if (access->action == MemoryAction::copy) {
                        use(access->target);
                    }
                }
            }
        }
    }
    for (const std::uint64_t bytes : program_->own_bytes) {
        if (bytes > limits_->memory / kMaxLanes - own_bytes_) {
            reach(Limit::memory);
            return;
        }
        own_bytes_ += bytes;
    }
}

std::size_t Preparer::index_of(const Function* function) const {
    return indices_.find(function)->second;
}

// Takes away functions that call no other, again and again; what is left calls itself.
bool Preparer::calls_itself() {
    std::vector<std::vector<std::size_t>> callers(functions_.size());
    std::vector<std::size_t> num_calls(functions_.size(), 0);
    for (std::size_t i = 0; i < functions_.size(); ++i) {
        for (const Block& block : functions_[i].function->blocks()) {
            for (const Instruction& instruction : block.instructions()) {
                if (const auto* call = instruction.as<CallInstruction>()) {
                    callers[index_of(call->callee)].push_back(i);
                    ++num_calls[i];
                }
            }
        }
    }
    std::vector<std::size_t> ready;
    for (std::size_t i = 0; i < functions_.size(); ++i) {
        if (num_calls[i] == 0) {
            ready.push_back(i);
        }
    }
    std::size_t num_done = 0;
    while (!ready.empty()) {
        const std::size_t at = ready.back();
        ready.pop_back();
        ++num_done;
        for (const std::size_t caller : callers[at]) {
            if (--num_calls[caller] == 0) {
                ready.push_back(caller);
            }
        }
    }
    return num_done != functions_.size();
}

// Offsets have 32 bits, and the limit holds for the widest wave.
std::uint32_t Preparer::allocate(unsigned bytes, std::uint64_t count) {
    const std::uint64_t most =
        std::min<std::uint64_t>(limits_->memory / kMaxLanes - own_bytes_, 0x7fffffff);
    const std::uint64_t start =
        (std::uint64_t{program_->bytes_per_lane} + bytes - 1) / bytes * bytes;
    if (start > most || count > (most - start) / bytes) {
        reach(Limit::memory);
        return 0;
    }
    program_->bytes_per_lane = static_cast<std::uint32_t>(start + bytes * count);
    return static_cast<std::uint32_t>(start);
}

bool Preparer::may_list(std::uint64_t bytes) {
    if (bytes > limits_->memory - listed_bytes_) {
        reach(Limit::memory);
        return false;
    }
    listed_bytes_ += bytes;
    return true;
}

Place Preparer::allocate_place(unsigned num_components, unsigned bit_size) {
    Place place;
    place.num_components = static_cast<std::uint8_t>(num_components);
    place.bit_size = static_cast<std::uint8_t>(bit_size);
    place.bytes = static_cast<std::uint8_t>(lane_bytes(bit_size));
    place.offset = allocate(place.bytes, num_components);
    return place;
}

Preparer::Value& Preparer::value_of(const SsaDef& value) {
    if (value.index >= values_.size()) {
        values_.resize(value.index + std::size_t{1});
    }
    Value& known = values_[value.index];
    if (known.place.bytes == 0) {
        known.place = allocate_place(value.num_components, value.bit_size);
        listed_.push_back(value.index);
    }
    return known;
}

Place Preparer::place_of(const SsaDef& value) {
    return value_of(value).place;
}

// Functions number their values anew.
void Preparer::forget_values() {
    for (const std::uint32_t number : listed_) {
        values_[number] = {};
    }
    listed_.clear();
}

Step& Preparer::add_step(StepKind kind, const Instruction* instruction) {
    Step& step = program_->steps.emplace_back();
    step.kind = kind;
    step.instruction = instruction;
    return step;
}

void Preparer::add_pending(OpenList& list, std::uint32_t step) {
    program_->steps[step].target = list.pending;
    list.pending = step;
}

void Preparer::number_loops(FunctionState& state) {
    state.loop_starts.assign(state.function->num_blocks + 1, 0);
    state.loop_ends.assign(state.function->num_blocks + 1, 0);
    for (const Block& block : state.function->blocks()) {
        const LoopNode* loop = nullptr;
        // The innermost loop is that of the list's owner; ifs pass on that of the block before.
        if (block.previous != nullptr) {
            const auto* before = static_cast<const Block*>(block.previous->previous);
            state.loop_starts[block.index] = state.loop_starts[before->index];
            state.loop_ends[block.index] = state.loop_ends[before->index];
        } else if (block.parent->kind == ControlFlowKind::if_node) {
            const auto* before = static_cast<const IfNode*>(block.parent)->block_before();
            state.loop_starts[block.index] = state.loop_starts[before->index];
            state.loop_ends[block.index] = state.loop_ends[before->index];
        } else if ((loop = block.parent->as<LoopNode>()) != nullptr) {
            state.loop_starts[block.index] = block.index;
            state.loop_ends[block.index] = loop->block_after()->index - 1;
        } else {
            state.loop_ends[block.index] = state.function->num_blocks;
        }
    }
}

bool Preparer::escapes_loop(const SsaDef& value) const {
    const Block* home = value.instruction->block;
    const std::uint32_t first = current_->loop_starts[home->index];
    const std::uint32_t last = current_->loop_ends[home->index];
    if (first == 0 && last == current_->function->num_blocks) {
        return false;
    }
    for (const Source& use : const_cast<SsaDef&>(value).uses()) {
        const Block* block = nullptr;
        if (use.is_condition()) {
            block = use.if_node()->block_before();
        } else if (use.instruction()->kind == InstructionKind::phi) {
            block = static_cast<const PhiSource&>(use).predecessor;
        } else {
            block = use.instruction()->block;
        }
        if (block->index < first || block->index > last) {
            return true;
        }
    }
    return false;
}

void Preparer::prepare_function(FunctionState& state) {
    current_ = &state;
    state.first_step = next_step();
    number_loops(state);
    if (state.function == shader_->entry) {
        prepare_initial_variables(shader_->variables());
    }
    prepare_initial_variables(state.function->variables());

    std::vector<OpenList> open;
    std::uint32_t depth = 0;
    open.push_back({Role::function_body, state.function, state.function->body.first, 0, kNoStep});
    while (!open.empty()) {
        depth = std::max(depth, static_cast<std::uint32_t>(open.size()));
        const ControlFlowNode* node = open.back().next;
        if (node == nullptr) {
            close_list(open);
            continue;
        }
        open.back().next = node->next;
        if (const auto* block = node->as<Block>()) {
            prepare_block(*block, open);
        } else if (const auto* branch = node->as<IfNode>()) {
            const Place condition = place_of(*branch->condition.ssa);
            Step& step = add_step(StepKind::if_begin, nullptr);
            step.second = condition.offset;
            step.bytes = condition.bytes;
            open.push_back(
                {Role::then_list, node, branch->then_list.first, next_step() - 1, kNoStep});
        } else if (const auto* loop = node->as<LoopNode>()) {
            add_step(StepKind::loop_begin, nullptr);
            open.push_back({Role::loop_body, node, loop->body.first, next_step() - 1, kNoStep});
        }
    }
    program_->control_depth += depth;
    state.loop_ends = {};
    state.loop_starts = {};
}

// Ends a list: jumps inside of it that leave no active lane go to the step made here.
void Preparer::close_list(std::vector<OpenList>& open) {
    OpenList& list = open.back();
    const std::uint32_t here = next_step();
    for (std::uint32_t at = list.pending; at != kNoStep;) {
        at = std::exchange(program_->steps[at].target, here);
    }
    list.pending = kNoStep;
    switch (list.role) {
    case Role::then_list:
        add_step(StepKind::if_else, nullptr);
        program_->steps[list.opening].first = here;
        list.role = Role::else_list;
        list.opening = here;
        list.next = static_cast<const IfNode*>(list.owner)->else_list.first;
        return;
    case Role::else_list:
        add_step(StepKind::if_end, nullptr);
        program_->steps[list.opening].first = here;
        break;
    case Role::loop_body: add_step(StepKind::loop_end, nullptr).first = list.opening + 1; break;
    case Role::function_body: add_step(StepKind::function_end, nullptr); break;
    }
    open.pop_back();
    if (!open.empty()) {
        add_pending(open.back(), here);
    }
}

void Preparer::prepare_block(const Block& block, std::vector<OpenList>& open) {
    for (const Instruction& instruction : block.instructions()) {
        if (instruction.kind == InstructionKind::jump) {
            break;
        }
        prepare_instruction(instruction, open);
    }
    prepare_phis(block);
    if (const JumpInstruction* jump = block.jump()) {
        prepare_jump(*jump, open);
    }
}

void Preparer::prepare_jump(const JumpInstruction& jump, std::vector<OpenList>& open) {
    StepKind kind = StepKind::halt;
    switch (jump.jump) {
    case JumpKind::break_loop: kind = StepKind::break_loop; break;
    case JumpKind::continue_loop: kind = StepKind::continue_loop; break;
    case JumpKind::return_function: kind = StepKind::return_function; break;
    case JumpKind::halt: break;
    }
    // How many ifs stand between the jump and its loop.
    std::uint32_t depth = 0;
    for (auto list = open.rbegin(); list != open.rend() && list->role != Role::loop_body; ++list) {
        ++depth;
    }
    Step& step = add_step(kind, &jump);
    step.second = depth;
    add_pending(open.back(), next_step() - 1);
}

void Preparer::prepare_phis(const Block& block) {
    std::vector<Copy> copies;
    for (const Block* successor : block.successors) {
        if (successor == nullptr) {
            continue;
        }
        for (const Instruction& instruction : successor->instructions()) {
            const auto* phi = instruction.as<PhiInstruction>();
            if (phi == nullptr) {
                break;
            }
            if (const PhiSource* source = phi->source_from(&block)) {
                copies.push_back(
                    {place_of(*source->ssa), place_of(phi->value), phi->value.num_components});
            }
        }
        add_copies(copies, nullptr);
        copies.clear();
    }
}

void Preparer::add_copies(const std::vector<Copy>& copies, const Instruction* instruction) {
    std::vector<std::uint32_t> written;
    for (const Copy& copy : copies) {
        written.push_back(copy.to.offset);
    }
    std::sort(written.begin(), written.end());
    const auto add = [&](StepKind kind, const Copy& copy, std::uint32_t from, std::uint32_t to) {
        Step& step = add_step(kind, instruction);
        step.bytes = copy.to.bytes;
        step.rows = copy.rows;
        step.first = to;
        step.second = from;
    };
    // A source that is a destination as well waits in room of its own.
    std::vector<std::uint32_t> sources;
    for (const Copy& copy : copies) {
        sources.push_back(copy.from.offset);
        if (copies.size() > 1 &&
            std::binary_search(written.begin(), written.end(), copy.from.offset)) {
            sources.back() = allocate(copy.to.bytes, copy.rows);
            add(StepKind::copy, copy, copy.from.offset, sources.back());
        }
    }
    for (std::size_t i = 0; i < copies.size(); ++i) {
        add(StepKind::blend, copies[i], sources[i], copies[i].to.offset);
    }
}

} // namespace jacquard::nir::interpreter
