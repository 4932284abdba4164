#pragma once

#include <jacquard/nir/text/tokens/parts.h>

namespace jacquard::nir {

// The base of all classes that parse one concern of a shader. The other concerns that a class asks
// are the parameters of its constructor.
class Concern {
  public:
    Concern(const Concern&) = delete;
    Concern& operator=(const Concern&) = delete;

  protected:
    Concern(Tokens& tokens, Parts& parts, Shader& shader)
        : tokens_(tokens), parts_(parts), shader_(shader) {}
    ~Concern() = default;

    Tokens& tokens_;
    Parts& parts_;
    Shader& shader_;
};

// An object that has a name or number, and where that stands.
template <typename T>
struct Named {
    T* object = nullptr;
    SourcePosition position;

    friend bool operator==(const Named&, const Named&) = default;
};

} // namespace jacquard::nir
