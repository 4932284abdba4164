#include <jacquard/nir/build/ssa_repair.h>
#include <jacquard/spirv/module/print.h>
#include <jacquard/spirv/module/print_instruction.h>
#include <jacquard/spirv/module/report.h>
#include <jacquard/spirv/translate/translator.h>

#include <algorithm>

namespace jacquard::spirv {

namespace {

const Enumerant* stage_name(std::uint32_t model) {
    return find_enumerant(OperandKind::execution_model, model);
}

} // namespace

void malformed(std::string message) {
    throw TranslationFault{std::move(message), false};
}

void unsupported(std::string message) {
    throw TranslationFault{std::move(message), true};
}

void beyond(Limit limit) {
    throw TranslationFault{{}, true, false, limit};
}

Translator::Translator(const Module& module, const TranslateOptions& options,
                       Diagnostics& diagnostics)
    : module_(module), options_(options), diagnostics_(diagnostics), decorations_(module),
      is_precise_(options.precise || decorations_.has_any(Decoration::Invariant)),
      has_exact_values_(decorations_.has_any(Decoration::NoContraction)), types_(module.bound),
      constants_(module.bound), values_(module.bound) {
    local_ids_.reserve(module.bound);
    names_.reserve(module.bound);
    for (const Instruction& instruction : module.instructions) {
        if (instruction.op() == Op::Name) {
            names_.emplace_back(module.operands(instruction)[0], &instruction);
        } else if (instruction.op() == Op::Capability) {
            capabilities_.insert(module.operands(instruction)[0]);
        }
    }
    if (!std::is_sorted(names_.begin(), names_.end())) {
        std::sort(names_.begin(), names_.end());
    }
    for (const Specialisation& given : options.specialisations) {
        specialisations_[given.id] = given.bits;
    }
}

void Translator::report_fault(const Instruction& at_hand, const TranslationFault& fault) {
    if (fault.is_told) {
        return;
    }
    const Instruction& instruction = fault.origin != nullptr ? *fault.origin : at_hand;
    if (!fault.is_unsupported) {
        is_malformed_ = true;
        report(diagnostics_, "S202", module_, instruction, fault.message);
        return;
    }
    is_refused_ = true;
    const std::string place =
        "word " + std::to_string(instruction.word) + ": " + print_instruction(module_, instruction);
    if (fault.limit) {
        report_limit(diagnostics_, {}, *fault.limit, options_.limits).notes.push_back({{}, place});
        return;
    }
    // One report of each reason is enough.
    if (refused_.insert(fault.message).second) {
        Diagnostic& made = diagnostics_.error("S201", {}, fault.message + " not supported yet");
        made.notes.push_back({{}, place});
        const std::string line = source_place(module_, instruction);
        if (!line.empty()) {
            made.notes.push_back({{}, "it comes from " + line});
        }
    }
}

void Translator::guard(const Instruction& instruction,
                       bool (Translator::*step)(const Instruction&)) {
    try {
        static_cast<void>((this->*step)(instruction));
    } catch (const TranslationFault& fault) {
        report_fault(instruction, fault);
        recover(instruction);
    }
}

// A type, constant or variable that is not supported is no fault of a module that never uses it.
void Translator::postpone_unsupported(const Instruction& instruction,
                                      bool (Translator::*step)(const Instruction&)) {
    try {
        static_cast<void>((this->*step)(instruction));
    } catch (TranslationFault& fault) {
        if (!fault.is_unsupported || fault.limit || instruction.result == 0) {
            report_fault(instruction, fault);
            recover(instruction);
            return;
        }
        fault.origin = fault.origin != nullptr ? fault.origin : &instruction;
        values_[instruction.result] = nullptr; // that of a variable may be half made
        postponed_.emplace(instruction.result, fault);
    }
}

// Reports why there is nothing by an id that something uses, where that was postponed.
void Translator::tell_postponed(std::uint32_t id) const {
    if (const auto found = postponed_.find(id); found != postponed_.end()) {
        throw TranslationFault(found->second);
    }
}

// Gives the result of an instruction that failed a value, so that its uses are no faults, too.
void Translator::recover(const Instruction& instruction) {
    const bool has_value = function_ != nullptr && instruction.result != 0 &&
                           instruction.type != 0 && values_[instruction.result] == nullptr;
    if (!has_value) {
        return;
    }
    try {
        set_value(instruction.result, undefined(value_type(instruction.type)));
    } catch (const TranslationFault&) {
        failed_ids_.insert(instruction.result);
    }
}

const Instruction* Translator::choose_entry() {
    const Instruction* other = nullptr;
    for (const Instruction& instruction : module_.instructions) {
        if (instruction.op() != Op::EntryPoint) {
            continue;
        }
        const Words words = module_.operands(instruction);
        const Enumerant* model = stage_name(words[0]);
        const bool is_wanted =
            (options_.entry.empty() || text_of(words.subspan(2)) == options_.entry) &&
            (!options_.stage ||
             (model != nullptr && model->is_nir == static_cast<std::uint32_t>(*options_.stage)));
        if (is_wanted && model != nullptr && model->is_nir != kNotNir) {
            return &instruction;
        }
        other = is_wanted ? &instruction : other;
    }
    if (other != nullptr) {
        const Enumerant* model = stage_name(module_.operands(*other)[0]);
        report_fault(
            *other,
            {"the stage " + std::string(model != nullptr ? model->name : "") + " is", true});
    } else {
        is_malformed_ = true;
        diagnostics_.error(
            "S202", {},
            "the module has no entry point" +
                (options_.entry.empty() ? std::string() : " '" + options_.entry + '\'') +
                (options_.stage ? " of that stage" : ""));
    }
    return nullptr;
}

void Translator::take_mode(const Instruction& mode) {
    const Words words = module_.operands(mode);
    const Words operands = words.subspan(2);
    nir::FloatControls& floats = shader_->info.float_controls;
    const std::uint32_t width = operands.empty() ? 0 : operands[0];
    switch (static_cast<ExecutionMode>(words[1])) {
    case ExecutionMode::LocalSize:
        for (std::size_t i = 0; i < 3 && i < operands.size(); ++i) {
            local_size_[i] = operands[i];
        }
        break;
    case ExecutionMode::LocalSizeId:
        for (std::size_t i = 0; i < 3 && i < operands.size(); ++i) {
            local_size_[i] = static_cast<std::uint32_t>(constant_number(operands[i]));
        }
        break;
    case ExecutionMode::Xfb: feeds_back_ = true; break;
    case ExecutionMode::DenormFlushToZero:
        floats.flush_denormals_16 = floats.flush_denormals_16 || width == 16;
        floats.flush_denormals_32 = floats.flush_denormals_32 || width == 32;
        floats.flush_denormals_64 = floats.flush_denormals_64 || width == 64;
        break;
    case ExecutionMode::SignedZeroInfNanPreserve:
        floats.preserve_special_16 = floats.preserve_special_16 || width == 16;
        floats.preserve_special_32 = floats.preserve_special_32 || width == 32;
        floats.preserve_special_64 = floats.preserve_special_64 || width == 64;
        break;
    case ExecutionMode::RoundingModeRTZ:
        floats.round_to_zero_16 = floats.round_to_zero_16 || width == 16;
        floats.round_to_zero_32 = floats.round_to_zero_32 || width == 32;
        floats.round_to_zero_64 = floats.round_to_zero_64 || width == 64;
        break;
    default: break;
    }
    const ModeFacts* facts = find_mode(words[1]);
    if (facts != nullptr && facts->use == NameUse::refused) {
        unsupported("the execution mode " + std::string(facts->name) + " is");
    }
    if (facts != nullptr && facts->use == NameUse::property) {
        const bool is_tessellation = shader_->info.stage == nir::Stage::tess_control ||
                                     shader_->info.stage == nir::Stage::tess_evaluation;
        shader_->info.set_property(
            is_tessellation && !facts->tessellation_name.empty() ? facts->tessellation_name
                                                                 : facts->property,
            facts->value >= 0 ? std::vector{static_cast<std::uint32_t>(facts->value)}
                              : std::vector(operands.begin(), operands.end()));
    }
}

void Translator::declare_workgroup_size() {
    for (const Instruction& instruction : module_.instructions) {
        if (instruction.op() == Op::Function) {
            break;
        }
        const Constant* constant =
            instruction.result != 0 ? constants_[instruction.result] : nullptr;
        const auto built_in = constant != nullptr
                                  ? decorations_.value(instruction.result, Decoration::BuiltIn)
                                  : std::nullopt;
        if (built_in == static_cast<std::uint32_t>(BuiltIn::WorkgroupSize)) {
            std::vector<nir::ConstantValue> sizes;
            flatten(*constant, sizes);
            for (std::size_t i = 0; i < 3 && i < sizes.size(); ++i) {
                local_size_[i] = sizes[i].u32;
            }
        }
    }
    shader_->info.set_property("CS_FIXED_BLOCK_WIDTH", {local_size_[0]});
    shader_->info.set_property("CS_FIXED_BLOCK_HEIGHT", {local_size_[1]});
    shader_->info.set_property("CS_FIXED_BLOCK_DEPTH", {local_size_[2]});
}

bool Translator::translate_global(const Instruction& instruction) {
    switch (instruction.info->handling) {
    case Handling::type: return make_type(instruction);
    case Handling::constant: return make_constant(instruction);
    case Handling::variable: return declare_variable(instruction);
    case Handling::undef:
    case Handling::nothing:
    case Handling::mode:
    case Handling::decoration:
    case Handling::extended: return true;
    default: break;
    }
    if (instruction.info->handling == Handling::unsupported) {
        unsupported(std::string(reason_of(*instruction.info)) + " (Op" +
                    std::string(instruction.info->name) + ") are");
    }
    return true;
}

TranslateResult Translator::run() {
    const auto stopped = [&] {
        return TranslateResult{
            is_malformed_ ? TranslateStatus::malformed : TranslateStatus::not_supported, nullptr};
    };
    refuse_names_of_module();
    if (is_refused_) {
        return stopped();
    }
    const Instruction* entry = choose_entry();
    if (entry == nullptr) {
        return stopped();
    }
    const Words words = module_.operands(*entry);
    shader_ = std::make_unique<nir::Shader>(static_cast<nir::Stage>(stage_name(words[0])->is_nir));
    shader_->arena.charge_to(std::make_shared<MemoryBudget>(options_.limits.memory));
    entry_function_ = words[1];
    source_lines_ = source_lines(module_);
    if (options_.lines_of_text && source_lines_.files.empty()) {
        source_lines_.origins = spirv::lines_of_text(module_);
    }
    shader_->info.source_files = source_lines_.files;
    for (const std::uint32_t id : words.subspan(2 + text_words(words.subspan(2)))) {
        interface_ids_.insert(id);
    }
    refuse_decorations();
    for (const Instruction& instruction : module_.instructions) {
        if (instruction.op() == Op::Function) {
            break;
        }
        postpone_unsupported(instruction, &Translator::translate_global);
    }
    if (is_malformed_ || is_refused_ || !find_functions(*entry)) {
        return stopped();
    }
    for (const Instruction& instruction : module_.instructions) {
        const bool is_mode = instruction.info->handling == Handling::mode;
        if (is_mode && module_.operands(instruction)[0] == entry_function_) {
            guard(instruction, &Translator::translate_mode);
        }
    }
    finish_feedback();
    if (shader_->info.stage == nir::Stage::compute) {
        declare_workgroup_size();
    }
    for (const std::uint32_t index : function_order_) {
        guard(module_.instructions[index], &Translator::make_function);
    }
    if (is_malformed_ || is_refused_) {
        return stopped();
    }
    for (const std::uint32_t index : function_order_) {
        guard(module_.instructions[index], &Translator::translate_function);
        leave_function();
    }
    if (is_malformed_ || is_refused_) {
        return stopped();
    }
    finish_clip_distances();
    shader_->number_values();
    return {TranslateStatus::translated, std::move(shader_)};
}

bool Translator::translate_mode(const Instruction& mode) {
    take_mode(mode);
    return true;
}

TranslateResult translate_to_nir(const Module& module, const TranslateOptions& options,
                                 Diagnostics& diagnostics) {
    return Translator(module, options, diagnostics).run();
}

} // namespace jacquard::spirv
