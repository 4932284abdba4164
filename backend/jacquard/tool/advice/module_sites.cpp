#include <jacquard/spirv/module/read.h>
#include <jacquard/spirv/module/source_lines.h>
#include <jacquard/tool/advice/module_sites.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <tuple>
#include <unordered_map>

namespace jacquard::driver::advice {

namespace {

using spirv::Instruction;
using spirv::Op;

class ProductFinder {
  public:
    explicit ProductFinder(const spirv::Module& module)
        : module_(module), lines_(spirv::source_lines(module)) {}

    std::vector<Site> run() {
        for (std::size_t i = 0; i < module_.instructions.size(); ++i) {
            const Instruction& instruction = module_.instructions[i];
            if (instruction.op() == Op::MatrixTimesMatrix) {
                products_.emplace(instruction.result, Product{i});
            } else {
                note_uses(instruction);
            }
        }
        std::vector<Site> sites;
        for (const auto& [id, product] : products_) {
            if (product.vectors != 0 && product.others == 0) {
                Site& site = sites.emplace_back();
                site.kind = SiteKind::product;
                site.line = lines_.of(product.index);
                site[Fact::rows] = columns_of(module_.instructions[product.index].type);
            }
        }
        std::sort(sites.begin(), sites.end(),
                  [](const Site& a, const Site& b) { return a.line.line < b.line.line; });
        return sites;
    }

  private:
    struct Product {
        std::size_t index = 0;
        unsigned vectors = 0; // products with a vector
        unsigned others = 0;  // other uses
    };

    // A product that is stored to a variable is followed to where the variable is loaded.
    void note_uses(const Instruction& instruction) {
        const auto operands = module_.operands(instruction);
        switch (instruction.op()) {
        case Op::Store:
            if (operands.size() >= 2 && products_.count(operands[1]) != 0) {
                const bool is_first = stored_.emplace(operands[0], operands[1]).second;
                products_[operands[1]].others += is_first ? 0 : 1;
                return;
            }
            if (!operands.empty() && stored_.count(operands[0]) != 0) {
                ++products_[stored_[operands[0]]].others; // it holds something else, too
            }
            break;
        case Op::Load:
            if (!operands.empty() && stored_.count(operands[0]) != 0) {
                loaded_.emplace(instruction.result, stored_[operands[0]]);
                return;
            }
            break;
        case Op::Name:
        case Op::Decorate: return;
        default: break;
        }
        const bool is_by_vector =
            instruction.op() == Op::MatrixTimesVector || instruction.op() == Op::VectorTimesMatrix;
        for (const std::uint32_t operand : operands) {
            const auto loaded = loaded_.find(operand);
            const auto product = products_.find(loaded != loaded_.end() ? loaded->second : operand);
            if (product != products_.end()) {
                ++(is_by_vector ? product->second.vectors : product->second.others);
            } else if (stored_.count(operand) != 0) {
                ++products_[stored_[operand]].others;
            }
        }
    }

    [[nodiscard]] double columns_of(std::uint32_t type) const {
        const Instruction* matrix = module_.definition(type);
        const auto operands =
            matrix != nullptr ? module_.operands(*matrix) : std::span<const std::uint32_t>();
        return operands.size() >= 2 ? operands[1] : 0;
    }

    const spirv::Module& module_;
    const spirv::SourceLines lines_;
    std::unordered_map<std::uint32_t, Product> products_;
    std::unordered_map<std::uint32_t, std::uint32_t> stored_; // products, by variable
    std::unordered_map<std::uint32_t, std::uint32_t> loaded_; // products, by what was loaded
};

constexpr std::string_view kFunctionSet = "GLSL.std.450";
// Behind the type and the result of an extended instruction stand its set, its number, and
// operands.
constexpr std::size_t kSet = 3;
constexpr std::size_t kFirstOperand = 5;

const CostlyOperation* operation_of(const spirv::Module& module, const Instruction& instruction) {
    if (instruction.op() != Op::ExtInst || instruction.num_words <= kFirstOperand) {
        return nullptr;
    }
    const std::uint32_t* words = &module.words[instruction.word];
    const Instruction* set = module.definition(words[kSet]);
    if (set == nullptr || set->op() != Op::ExtInstImport ||
        spirv::text_of(module.operands(*set)) != kFunctionSet) {
        return nullptr;
    }
    for (const CostlyOperation& operation : costly_operations()) {
        const auto& functions = operation.functions;
        if (std::find(functions.begin(), functions.end(), words[kSet + 1]) != functions.end()) {
            return &operation;
        }
    }
    return nullptr;
}

std::vector<Site> function_sites(const spirv::Module& module) {
    const spirv::SourceLines lines(spirv::source_lines(module));
    std::vector<Site> sites;
    // The sites by their lines, of which a module may have as many as it has instructions.
    std::map<std::tuple<const CostlyOperation*, std::uint32_t, std::uint32_t>, std::size_t> places;
    for (std::size_t i = 0; i < module.instructions.size(); ++i) {
        const Instruction& instruction = module.instructions[i];
        const CostlyOperation* operation = operation_of(module, instruction);
        if (operation == nullptr) {
            continue;
        }
        const SourceLine line = lines.of(i);
        const auto [place, is_new] =
            places.try_emplace({operation, line.file, line.line}, sites.size());
        if (is_new) {
            Site& site = sites.emplace_back();
            site.kind = SiteKind::function;
            site.line = line;
            site.operation = operation;
        }
        Site& site = sites[place->second];
        ++site[Fact::calls];
        site.values.push_back(instruction.word);
    }
    return sites;
}

} // namespace

std::vector<Site> sites_of_module(std::string_view bytes) {
    Diagnostics diagnostics("", "", 1);
    const std::optional<spirv::Module> module = spirv::read_module(bytes, diagnostics);
    if (!module) {
        return {};
    }
    std::vector<Site> sites = ProductFinder(*module).run();
    const std::vector<Site> functions = function_sites(*module);
    sites.insert(sites.end(), functions.begin(), functions.end());
    return sites;
}

std::string with_cheap_functions(std::string_view bytes, const Site& site) {
    Diagnostics diagnostics("", "", 1);
    std::optional<spirv::Module> module = spirv::read_module(bytes, diagnostics);
    if (!module) {
        return {};
    }
    // An instruction of two operands takes the place of one with these behind a set and a number.
    constexpr std::uint32_t kWords = 5;
    constexpr std::uint32_t kLength = 16;
    for (const std::uint32_t word : site.values) {
        std::uint32_t* words = &module->words[word];
        const std::uint32_t count = words[0] >> kLength;
        const std::uint32_t first = words[kFirstOperand];
        const std::uint32_t last = words[count - 1];
        words[0] = kWords << kLength | static_cast<std::uint32_t>(site.operation->function_instead);
        words[kSet] = first;
        words[kSet + 1] = last;
        std::fill(words + kWords, words + count,
                  1U << kLength | static_cast<std::uint32_t>(Op::Nop));
    }
    std::string changed(module->words.size() * sizeof(std::uint32_t), '\0');
    std::memcpy(changed.data(), module->words.data(), changed.size());
    return changed;
}

} // namespace jacquard::driver::advice
