#include <jacquard/generated/passes/lower_returns.h>
#include <jacquard/nir/build/control_flow_edit.h>
#include <jacquard/nir/build/core_builder.h>
#include <jacquard/nir/build/ssa_repair.h>
#include <jacquard/passes/util/each.h>

#include <map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace jacquard::nir {
namespace {

class LowerReturns {
  public:
    explicit LowerReturns(Function& function) : function_(function), shader_(*function.shader) {}

    bool run() {
        std::vector<JumpInstruction*> returns;
        for (Block& block : function_.blocks()) {
            JumpInstruction* jump = block.jump();
            if (jump != nullptr && jump->jump == JumpKind::return_function) {
                returns.push_back(jump);
            }
        }
        if (returns.empty()) {
            return false;
        }
        if (returns.back()->block == function_.body.last_block()) {
            returns.back()->unlink();
            returns.pop_back();
        }
        if (!returns.empty()) {
            replace(returns);
        }
        tidy_control_flow(function_);
        repair_ssa(function_);
        return true;
    }

  private:
    void replace(const std::vector<JumpInstruction*>& returns) {
        std::vector<LoopNode*> left_by_returns;
        std::unordered_set<const LoopNode*> known;
        for (JumpInstruction* jump : returns) {
            LoopNode* loop = loop_around(jump->block);
            if (loop != nullptr) {
                note(*jump);
                add_undefined(*loop, *jump->block);
            }
            jump->jump = JumpKind::break_loop;
            for (; loop != nullptr && known.insert(loop).second; loop = loop_around(loop)) {
                left_by_returns.push_back(loop);
            }
        }
        for (LoopNode* loop : left_by_returns) {
            break_behind(*loop);
        }
        wrap_body();
    }

    // The register that tells behind a loop that the function returned in it.
    SsaDef* returned() {
        if (register_ == nullptr) {
            CoreBuilder builder(shader_, {function_.first_block(), function_.first_block()->first});
            register_ = builder.decl_register(1, 1);
            builder.store_reg(builder.imm_bool(false), register_)->set_write_mask(1);
        }
        return register_;
    }

    void note(JumpInstruction& jump) {
        SsaDef* flag = returned();
        CoreBuilder builder(shader_, Cursor::before_instruction(&jump));
        builder.store_reg(builder.imm_bool(true), flag)->set_write_mask(1);
    }

    // If the loop is left by returning, the values of its phis do not matter.
    void add_undefined(LoopNode& loop, Block& from) {
        for (Instruction& instruction : loop.block_after()->instructions()) {
            auto* phi = instruction.as<PhiInstruction>();
            if (phi == nullptr) {
                break;
            }
            shader_.add_phi_source(phi, &from,
                                   undefined(phi->value.num_components, phi->value.bit_size));
        }
    }

    SsaDef* undefined(unsigned num_components, unsigned bit_size) {
        SsaDef*& made = undefined_[{num_components, bit_size}];
        if (made == nullptr) {
            UndefInstruction* undef = shader_.make_undef(num_components, bit_size);
            function_.first_block()->prepend(undef);
            made = &undef->value;
        }
        return made;
    }

    // Adds the code after the loop: if it was left by returning, the loop around it is left, too.
    void break_behind(LoopNode& loop) {
        Block* after = loop.block_after();
        LoopNode* outer = loop_around(&loop);
        Block* start = split_before(shader_, *after, after->first_after_phis());
        CoreBuilder builder(shader_, Cursor::at_end(start));
        SsaDef* flag = &builder.load_reg(1, 1, returned())->value;
        IfNode* branch = insert_if(shader_, *start, flag);
        Block* leaves = branch->then_list.last_block();
        leaves->append(shader_.make_jump(JumpKind::break_loop));
        if (outer != nullptr) {
            add_undefined(*outer, *leaves);
        }
    }

    void wrap_body() {
        LoopNode* loop = shader_.make_loop();
        ControlFlowNode* first = function_.body.first;
        ControlFlowNode* last = function_.body.last;
        loop->body = {};
        move_nodes(first, last, loop->body, loop);
        auto* end = last->as<Block>();
        if (end->jump() == nullptr) {
            end->append(shader_.make_jump(JumpKind::break_loop));
        }
        Block* before = shader_.make_block();
        function_.body.append(before, &function_);
        function_.body.append(loop, &function_);
        function_.body.append(shader_.make_block(), &function_);
        if (register_ != nullptr) {
            move_declaration(*before);
        }
    }

    void move_declaration(Block& before) {
        Instruction* declaration = register_->instruction;
        declaration->unlink();
        before.append(declaration);
    }

    Function& function_;
    Shader& shader_;
    SsaDef* register_ = nullptr;
    std::map<std::pair<unsigned, unsigned>, SsaDef*> undefined_;
};

} // namespace

bool lower_returns(Shader& shader) {
    return shader.may_have(JumpKind::return_function) && change_functions<LowerReturns>(shader);
}

} // namespace jacquard::nir
