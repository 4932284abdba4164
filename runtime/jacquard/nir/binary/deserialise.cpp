#include <jacquard/nir/binary/deserialise.h>
#include <jacquard/nir/binary/deserialise_state.h>
#include <jacquard/nir/text/print/words.h>
#include <jacquard/nir/validate/validator.h>

#include <algorithm>

namespace jacquard::nir {

using binary::Item;

static std::unique_ptr<Shader> read(std::span<const std::uint8_t> bytes, Diagnostics& diagnostics,
                                    const Limits& limits) {
    Deserialiser reader(bytes, limits);
    auto shader = reader.run();
    if (shader == nullptr && reader.reached()) {
        report_limit(diagnostics, {}, *reader.reached(), limits);
        return nullptr;
    }
    if (shader == nullptr) {
        diagnostics.error("N301", {},
                          reader.in().fault() + ", at byte " +
                              std::to_string(reader.in().position()));
        return nullptr;
    }
    const auto violations = validate(*shader);
    for (const Violation& violation : violations) {
        diagnostics.error("N201", {}, violation.message);
    }
    return violations.empty() ? std::move(shader) : nullptr;
}

std::unique_ptr<Shader> deserialise(std::span<const std::uint8_t> bytes, Diagnostics& diagnostics,
                                    const Limits& limits) {
    if (bytes.size() > limits.input_bytes) {
        report_limit(diagnostics, {}, Limit::input_bytes, limits);
        return nullptr;
    }
    try {
        return read(bytes, diagnostics, limits);
    } catch (const std::bad_alloc& reason) {
        report_out_of_memory(diagnostics, reason, limits);
        return nullptr;
    }
}

bool Deserialiser::reach(Limit limit) {
    if (!in_.failed()) {
        reached_ = limit;
        in_.fail(limit_message(limit, limits_));
    }
    return false;
}

bool Deserialiser::begin_items(std::uint64_t number) {
    num_items_ += number; // each number is at most that of the bytes
    return num_items_ <= limits_.instructions || reach(Limit::instructions);
}

std::size_t Deserialiser::count_items(std::string_view what) {
    const std::size_t number = in_.count(what);
    return begin_items(number) ? number : 0;
}

bool Deserialiser::count_registers(const IntrinsicInstruction& declaration) {
    const auto elements = static_cast<std::uint64_t>(declaration.num_array_elems());
    const auto components = static_cast<std::uint64_t>(declaration.num_components());
    // More than the validator lets pass, which looks at them later.
    if (elements > 0xffffffff || components > 0xffffffff) {
        return true;
    }
    num_registers_ += std::max<std::uint64_t>(elements, 1) * components;
    return num_registers_ <= limits_.registers || reach(Limit::registers);
}

std::unique_ptr<Shader> Deserialiser::run() {
    if (!head_of_file()) {
        return nullptr;
    }
    info();
    types();
    variables(nullptr);
    const std::size_t count = count_items("functions");
    for (std::size_t i = 0; i < count && !in_.failed(); ++i) {
        function_head();
    }
    for (Function* function : functions_) {
        if (!in_.failed()) {
            body(*function);
        }
    }
    if (in_.remaining() != 0) {
        in_.fail("bytes follow the last function");
    }
    if (in_.failed()) {
        return nullptr;
    }
    shader_->number_values();
    return std::move(shader_);
}

bool Deserialiser::head_of_file() {
    for (const std::uint8_t each : binary::kMagic) {
        if (in_.byte() != each) {
            in_.fail("these are not bytes of a shader");
        }
    }
    if (in_.byte() != binary::kVersion) {
        in_.fail("the bytes are of another version");
    }
    if (in_.fixed(8) != binary::table_fingerprint()) {
        in_.fail("the bytes were made with other tables");
    }
    return !in_.failed();
}

void Deserialiser::info() {
    shader_ = std::make_unique<Shader>(in_.word<Stage>(kStageWords, "stage"));
    shader_->arena.charge_to(std::make_shared<MemoryBudget>(limits_.memory));
    ShaderInfo& made = shader_->info;
    made.name = in_.text();
    const std::uint32_t controls = in_.below(1U << kFloatControlWords.size(), "float control");
    for (std::size_t i = 0; i < kFloatControlWords.size(); ++i) {
        if ((controls >> i & 1) != 0) {
            kFloatControlWords[i].set(made.float_controls);
        }
    }
    slots(made.inputs);
    slots(made.outputs);
    for (std::size_t n = count_items("constant buffers"); n > 0 && !in_.failed(); --n) {
        ConstantBuffer& buffer = made.constant_buffers.emplace_back();
        buffer.index = in_.number32();
        buffer.num_vec4 = in_.number32();
    }
    for (std::size_t n = count_items("textures"); n > 0 && !in_.failed(); --n) {
        TextureUnit& unit = made.textures.emplace_back();
        unit.unit = in_.number32();
        unit.dim = in_.word<TextureDim>(kTextureDimWords, "shape of textures");
        unit.is_array = in_.flag();
        unit.is_shadow = in_.flag();
        unit.type = static_cast<BaseType>(in_.below(4, "type"));
    }
    for (std::size_t n = count_items("properties"); n > 0 && !in_.failed(); --n) {
        ShaderProperty& property = made.properties.emplace_back();
        property.name = in_.text();
        for (std::size_t m = count_items("values"); m > 0 && !in_.failed(); --m) {
            property.values.push_back(in_.number32());
        }
    }
}

void Deserialiser::slots(std::vector<IoSlot>& slots) {
    for (std::size_t n = count_items("inputs or outputs"); n > 0 && !in_.failed(); --n) {
        IoSlot& slot = slots.emplace_back();
        slot.semantic = in_.word<Semantic>(kSemanticWords, "semantic");
        slot.semantic_index = in_.number32();
        slot.interpolation = in_.word<Interpolation>(kInterpolationWords, "interpolation");
        slot.location = in_.word<InterpolationLocation>(kInterpolationLocationWords, "location");
        slot.mask = static_cast<std::uint8_t>(in_.byte());
        slot.invariant = in_.flag();
        if (slot.mask > 15) {
            in_.fail("a slot has four components");
        }
    }
}

const Type* Deserialiser::type_by_number() {
    const auto types = shader_->types.all();
    const std::uint32_t number = in_.below(types.size(), "type");
    return in_.failed() ? nullptr : types[number];
}

void Deserialiser::types() {
    const std::size_t count = count_items("types");
    for (std::size_t i = 0; i < count && !in_.failed(); ++i) {
        const Type wanted = type();
        if (in_.failed()) {
            return;
        }
        const bool taken =
            wanted.kind == TypeKind::structure &&
            (wanted.name.empty() || shader_->types.find_structure(wanted.name) != nullptr);
        const Type* made = taken ? nullptr : shader_->types.intern(wanted);
        if (made == nullptr || made->index != i) {
            in_.fail(made == nullptr && !taken ? "types are nested too deeply"
                                               : "a type is listed twice");
        }
    }
}

Type Deserialiser::type() {
    Type made;
    made.kind = static_cast<TypeKind>(in_.below(8, "kind of types"));
    switch (made.kind) {
    case TypeKind::void_type: break;
    case TypeKind::vector:
    case TypeKind::matrix:
        made.scalar = in_.scalar();
        made.num_components = static_cast<std::uint8_t>(in_.byte());
        if (made.kind == TypeKind::matrix) {
            made.num_columns = static_cast<std::uint8_t>(in_.byte());
            made.stride = in_.number32();
        }
        if (!is_valid_component_count(made.num_components) || !is_valid_scalar(made.scalar) ||
            (made.kind == TypeKind::matrix &&
             (made.num_components > 4 || made.num_columns == 0 || made.num_columns > 4))) {
            in_.fail("no type is of that size");
        } else if (made.kind == TypeKind::matrix) {
            const std::size_t before = shader_->types.all().size();
            made.element = shader_->vector_type(made.scalar, made.num_components);
            if (made.element->index == before) {
                in_.fail("the columns of a matrix must be a type listed before it");
            }
        }
        break;
    case TypeKind::array:
        made.element = type_by_number();
        made.length = in_.number32();
        made.stride = in_.number32();
        break;
    case TypeKind::structure:
        made.name = in_.text();
        members_ = members();
        made.members = members_;
        break;
    case TypeKind::texture:
    case TypeKind::image:
        made.dim = in_.word<TextureDim>(kTextureDimWords, "shape of textures");
        made.is_array = in_.flag();
        made.is_shadow = in_.flag();
        made.scalar = in_.scalar();
        if (made.is_shadow && made.kind == TypeKind::image) {
            in_.fail("an image does not compare");
        }
        break;
    case TypeKind::sampler: made.is_shadow = in_.flag(); break;
    }
    return made;
}

std::vector<StructMember> Deserialiser::members() {
    std::vector<StructMember> made;
    std::set<std::string_view> names;
    for (std::size_t n = count_items("members"); n > 0 && !in_.failed(); --n) {
        StructMember& member = made.emplace_back();
        member.name = in_.text();
        member.type = type_by_number();
        member.offset = in_.number32();
        if (!names.insert(member.name).second) {
            in_.fail("two members share a name");
        }
    }
    if (made.size() > kMaxMembers) {
        in_.fail("a structure has too many members");
    }
    return made;
}

void Deserialiser::variables(Function* function) {
    for (std::size_t n = count_items("variables"); n > 0 && !in_.failed(); --n) {
        variable(function);
    }
}

void Deserialiser::variable(Function* function) {
    const std::string_view name = in_.text();
    const Type* type = type_by_number();
    const auto mode = in_.word<VariableMode>(kVariableModeWords, "mode of variables");
    if ((mode == VariableMode::function_temp) != (function != nullptr) || name.empty() ||
        !variable_names_.insert(name).second) {
        in_.fail("a variable must have a unique name and be in the list of its mode");
    }
    if (in_.failed()) {
        return;
    }
    Variable* made = function != nullptr ? shader_->add_local(function, type, name)
                                         : shader_->add_variable(mode, type, name);
    variables_.push_back(made);
    const std::int64_t location = in_.signed_number();
    if (location < -1 || location > 0x7fffffff) {
        in_.fail("there is no such location");
    }
    made->location = static_cast<std::int32_t>(location);
    for (std::uint32_t* field : {&made->driver_location, &made->component, &made->descriptor_set,
                                 &made->binding, &made->offset, &made->semantic_index}) {
        *field = in_.number32();
    }
    made->semantic = in_.word<Semantic>(kSemanticWords, "semantic");
    made->interpolation = in_.word<Interpolation>(kInterpolationWords, "interpolation");
    made->interpolation_location =
        in_.word<InterpolationLocation>(kInterpolationLocationWords, "location");
    made->access = in_.words<Access>(kAccessWords, "access");
    unsigned flags = in_.byte();
    for (bool* field : {&made->placed, &made->read_only, &made->bindless, &made->compact,
                        &made->precise, &made->invariant, &made->patch, &made->per_vertex}) {
        *field = (flags & 1) != 0;
        flags >>= 1;
    }
    const std::size_t count = in_.count("scalars");
    if (flags != 0 || (count != 0 && count != type->scalar_count)) {
        in_.fail("a variable does not fit its type");
        return;
    }
    const std::span<ConstantValue> values = shader_->arena.make_array<ConstantValue>(count);
    for (ConstantValue& value : values) {
        value.u64 = in_.number();
    }
    made->initializer = values;
}

void Deserialiser::function_head() {
    const std::string_view name = in_.text();
    const std::uint32_t flags = in_.below(4, "flag of functions");
    if (!function_names_.insert(name).second) {
        in_.fail("two functions share a name");
        return;
    }
    Function* made = shader_->add_function(name, (flags & 1) != 0);
    if ((flags & 2) != 0 && shader_->entry != made) {
        in_.fail("only one function can be the entry");
    }
    functions_.push_back(made);
    std::vector<Parameter> parameters;
    for (std::size_t n = count_items("parameters"); n > 0 && !in_.failed(); --n) {
        Parameter& parameter = parameters.emplace_back();
        parameter.num_components = static_cast<std::uint8_t>(in_.byte());
        parameter.bit_size = static_cast<std::uint8_t>(in_.byte());
        parameter.is_return = in_.flag();
        parameter.modes = in_.words<VariableMode>(kVariableModeWords, "mode of variables");
        const std::uint32_t type = in_.below(shader_->types.all().size() + 1, "type");
        parameter.type = type != 0 ? shader_->types.all()[type - 1] : nullptr;
    }
    made->parameters = shader_->arena.copy_array(std::span<const Parameter>(parameters));
    variables(made);
}

// Lists that are open are kept on a stack of their own.
void Deserialiser::body(Function& function) {
    struct Open {
        ControlFlowList* list;
        ControlFlowNode* parent;
        IfNode* branch; // whose then list this is, so that its else list follows
        bool expects_block;
        bool is_empty;
    };
    values_.clear();
    blocks_.clear();
    std::vector<Open> open = {{&function.body, &function, nullptr, true, true}};
    while (!open.empty() && !in_.failed() && begin_items()) {
        Open& at = open.back();
        const std::uint64_t item = in_.number();
        if (item >= static_cast<std::uint64_t>(Item::first_instruction)) {
            if (at.expects_block) {
                in_.fail("an instruction is not in a block");
                break;
            }
            instruction(*blocks_.back(), item);
            continue;
        }
        const auto kind = static_cast<Item>(item);
        if ((kind == Item::block) != at.expects_block) {
            in_.fail("blocks and other nodes take turns");
            break;
        }
        switch (kind) {
        case Item::end: {
            const Open closed = at;
            open.pop_back();
            if (closed.branch != nullptr) {
                open.push_back({&closed.branch->else_list, closed.branch, nullptr, true, true});
            }
            break;
        }
        case Item::block: {
            Block* block = at.is_empty ? at.list->first_block() : shader_->make_block();
            if (!at.is_empty) {
                at.list->append(block, at.parent);
            }
            at.is_empty = false;
            at.expects_block = false;
            blocks_.push_back(block);
            break;
        }
        case Item::branch: {
            IfNode* branch = shader_->make_if();
            at.list->append(branch, at.parent);
            at.expects_block = true;
            use(branch->condition);
            open.push_back({&branch->then_list, branch, branch, true, true});
            break;
        }
        case Item::loop: {
            LoopNode* loop = shader_->make_loop();
            at.list->append(loop, at.parent);
            at.expects_block = true;
            open.push_back({&loop->body, loop, nullptr, true, true});
            break;
        }
        case Item::first_instruction: break;
        }
        if (open.size() > limits_.nesting + 1) {
            reach(Limit::nesting);
        }
    }
    if (!in_.failed()) {
        resolve(function);
    }
}

} // namespace jacquard::nir
