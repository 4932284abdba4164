#pragma once

#include <jacquard/nir/build/builder.h>

#include "generator/machine/machine_parts.h"
#include "interface.h"
#include "memory.h"
#include "random_shader.h"
#include "storage.h"

#include <vector>

namespace jacquard::nir {

// The parts that all functions of a shader share.
struct ShaderParts {
    const RandomShaderOptions* options = nullptr;
    Interface* interface = nullptr;
    Memory* memory = nullptr;
    MachineParts* machine = nullptr; // then there are no interface and memory
    std::vector<KnownVariable> globals;
    std::vector<Function*> callees; // that may be called: made before
    unsigned left = 0;              // statements that may still be made
};

// Fills one function with statements, branches, loops and calls.
class FunctionMaker {
  public:
    FunctionMaker(Values& values, Function& function, ShaderParts& parts);

    // Takes the parameters, if there are any, and gives back through the references among them.
    void make_callee(unsigned size);
    // Until the statements are used up.
    void make_entry();

  private:
    struct Continue {
        Block* from;
        SsaDef* counter;
        SsaDef* carried;
    };
    struct OpenLoop {
        SsaDef* counter = nullptr;
        SsaDef* carried = nullptr;
        ValueClass kind = ValueClass::integers;
        std::vector<Continue> continues;
    };

    void statement();
    void machine_statement();
    void statements(unsigned most);
    void block_of_statements() { statements(1 + choices_.below(8)); }
    void branch();
    void leave_twice();
    void loop();
    void loop_once();
    void call();
    void exchange();
    void derivative();
    [[nodiscard]] bool may_jump() { return loop_ != nullptr && choices_.one_in(4); }
    [[nodiscard]] bool may_return();
    void jump_out();

    Values& values_;
    Builder& b_;
    Choices& choices_;
    Function& function_;
    ShaderParts& parts_;
    Storage storage_;
    OpenLoop* loop_ = nullptr;
    unsigned depth_ = 0;
};

// A function that others may call, with parameters that are values and references.
Function* add_callee(Choices& choices, Shader& shader, unsigned number);

} // namespace jacquard::nir
