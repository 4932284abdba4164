#include <jacquard/spirv/module/check_module.h>
#include <jacquard/spirv/module/report.h>

namespace jacquard::spirv {

namespace {

class ModuleCheck {
  public:
    ModuleCheck(const Module& module, Diagnostics& diagnostics)
        : module_(module), diagnostics_(diagnostics) {}

    void run() {
        for (const Instruction& instruction : module_.instructions) {
            current_ = &instruction;
            check_type();
            check_place();
        }
        if (function_ != nullptr) {
            current_ = function_;
            fault("the function does not end");
        }
        if (!has_entry_point_) {
            diagnostics_.error("S107", {}, "the module has no OpEntryPoint");
        }
    }

  private:
    enum class Place : std::uint8_t { outside, parameters, between_blocks, block, graph };

    void fault(std::string_view message) {
        report(diagnostics_, "S107", module_, *current_, message);
    }

    void check_type() {
        const Instruction* type = module_.definition(current_->type);
        if (current_->type != 0 && type != nullptr && !type->info->is_type) {
            fault('%' + std::to_string(current_->type) + " is not a type");
        }
    }

    void check_place() {
        switch (current_->op()) {
        case Op::EntryPoint:
        case Op::GraphEntryPointARM: has_entry_point_ = true; break;
        case Op::GraphARM: place_ = Place::graph; return;
        case Op::GraphEndARM: place_ = Place::outside; return;
        case Op::Function:
            if (place_ != Place::outside) {
                fault("a function begins within another one");
            }
            function_ = current_;
            place_ = Place::parameters;
            return;
        case Op::FunctionParameter:
            if (place_ != Place::parameters) {
                fault("a parameter stands where no function begins");
            }
            return;
        case Op::FunctionEnd:
            if (place_ == Place::outside || place_ == Place::block) {
                fault(place_ == Place::block ? "the block before it does not end"
                                             : "no function begins before it");
            }
            function_ = nullptr;
            place_ = Place::outside;
            return;
        case Op::Label:
            if (place_ == Place::outside || place_ == Place::block) {
                fault(place_ == Place::block ? "the block before it does not end"
                                             : "a block stands outside of functions");
            }
            place_ = Place::block;
            return;
        default: break;
        }
        check_other();
    }

    void check_other() {
        const bool is_free =
            current_->op() == Op::Line || current_->op() == Op::NoLine || is_non_semantic();
        if (is_free) {
            return;
        }
        if (place_ == Place::graph) {
            return; // modules with graphs are refused, and so nobody relies on what is in one
        }
        if (place_ == Place::outside) {
            if (needs_block()) {
                fault("it stands outside of functions");
            }
            return;
        }
        if (place_ != Place::block) {
            fault("it stands outside of blocks");
        } else if (!needs_block() && !stands_anywhere()) {
            fault("it stands within a function");
        }
        if (ends_block(current_->op())) {
            place_ = Place::between_blocks;
        }
    }

    [[nodiscard]] bool is_non_semantic() const {
        return current_->info->handling == Handling::extended && place_ != Place::block;
    }

    // Variables and values that are nothing in particular are at home in both.
    [[nodiscard]] bool stands_anywhere() const {
        return current_->op() == Op::Variable || current_->op() == Op::Undef ||
               current_->op() == Op::Nop;
    }

    [[nodiscard]] bool needs_block() const {
        switch (current_->info->handling) {
        case Handling::nothing:
            return current_->op() == Op::LifetimeStart || current_->op() == Op::LifetimeStop ||
                   current_->op() == Op::AssumeTrueKHR;
        case Handling::mode:
        case Handling::decoration:
        case Handling::type:
        case Handling::constant:
        case Handling::literal_sampler:
        case Handling::undef:
        case Handling::variable: return false;
        // Types and constants of what is not supported have places of their own.
        case Handling::unsupported: return place_ == Place::block;
        default: return true;
        }
    }

    const Module& module_;
    Diagnostics& diagnostics_;
    const Instruction* current_ = nullptr;
    const Instruction* function_ = nullptr;
    Place place_ = Place::outside;
    bool has_entry_point_ = false;
};

} // namespace

bool ends_block(Op op) {
    switch (op) {
    case Op::Branch:
    case Op::BranchConditional:
    case Op::Switch:
    case Op::Kill:
    case Op::Return:
    case Op::ReturnValue:
    case Op::Unreachable:
    case Op::TerminateInvocation:
    case Op::IgnoreIntersectionKHR:
    case Op::TerminateRayKHR:
    case Op::EmitMeshTasksEXT:
    case Op::AbortKHR: return true;
    default: return false;
    }
}

void check_module(const Module& module, Diagnostics& diagnostics) {
    ModuleCheck(module, diagnostics).run();
}

} // namespace jacquard::spirv
