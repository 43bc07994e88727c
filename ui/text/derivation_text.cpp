// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/derivation_text.h"

#include "model/base/check.h"
#include "model/units/number_text.h"
#include "solvers/cost/cost_kernels.h"
#include "ui/text/display_units.h"
#include "ui/text/figure_title.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace rackwright {

namespace {

constexpr std::size_t kTermsShown = 8;

bool isLeaf(const Derivation& node) {
    return node.inputs.empty() || node.operation == Operation::LookUp || node.operation == Operation::Computed;
}

// A step has a line of its own; other nodes are only parts of a step's formula.
bool isStep(const Derivation& node) {
    return !node.label.empty() || (node.inputs.empty() && node.operation != Operation::Constant);
}

enum class Binding { Sum, Product, Atom };

Binding bindingOf(const Derivation& node) {
    if (isStep(node))
        return Binding::Atom;
    switch (node.operation) {
    case Operation::Sum:
    case Operation::Difference:
    case Operation::ExponentialLessOne:
        return Binding::Sum;
    case Operation::Product:
    case Operation::Quotient:
    case Operation::Repeated:
        return Binding::Product;
    case Operation::Given:
    case Operation::Assumed:
    case Operation::Constant:
    case Operation::Maximum:
    case Operation::Minimum:
    case Operation::SquareRoot:
    case Operation::Exponential:
    case Operation::NaturalLog:
    case Operation::LogOfOnePlus:
    case Operation::Raise:
    case Operation::Ceiling:
    case Operation::Floor:
    case Operation::Named:
    case Operation::LookUp:
    case Operation::Computed:
        return Binding::Atom;
    }
    RW_CHECK(false, "every operation binds in one of these ways");
}

class FormulaWriter {
public:
    explicit FormulaWriter(const Texts& texts) : m_texts(texts) {}

    // The formula of a node; its inputs stand as their amounts or, where they have no name, as formulas in turn.
    std::string formula(const Derivation& node) const {
        switch (node.operation) {
        case Operation::Given:
        case Operation::Assumed:
        case Operation::Constant:
        case Operation::LookUp:
        case Operation::Computed:
            return amount(node);
        case Operation::Named:
            return part(*node.inputs.front(), Binding::Sum);
        case Operation::Sum:
            return sum(node);
        case Operation::Difference:
            return part(*node.inputs[0], Binding::Sum) + " − " + part(*node.inputs[1], Binding::Product);
        case Operation::Product:
            return part(*node.inputs[0], Binding::Product) + " × " + part(*node.inputs[1], Binding::Product);
        case Operation::Quotient:
            return part(*node.inputs[0], Binding::Product) + " / " + part(*node.inputs[1], Binding::Atom);
        case Operation::Repeated:
            return part(*node.inputs.front(), Binding::Atom);
        case Operation::Maximum:
            return call("max", node);
        case Operation::Minimum:
            return call("min", node);
        case Operation::SquareRoot:
            return call("sqrt", node);
        case Operation::Exponential:
            return call("exp", node);
        case Operation::NaturalLog:
            return call("ln", node);
        case Operation::ExponentialLessOne:
            return call("exp", node) + " − 1";
        case Operation::LogOfOnePlus:
            return "ln(1 + " + part(*node.inputs.front(), Binding::Product) + ")";
        case Operation::Raise:
            return part(*node.inputs[0], Binding::Atom) + " ^ " + part(*node.inputs[1], Binding::Atom);
        case Operation::Ceiling:
            return call("ceil", node);
        case Operation::Floor:
            return call("floor", node);
        }
        RW_CHECK(false, "every operation has a notation");
    }

    // A figure of heat is read in the unit of heat here too.
    std::string amount(const Derivation& node) const {
        const std::string_view label = node.label;
        return m_texts.figure(node.value, unitOfFigure(label.substr(0, label.find('@')), node.unit), node.unitFactor,
                              {.significantDigits = 4});
    }

private:
    std::string part(const Derivation& node, Binding around) const {
        if (isStep(node) || isLeaf(node))
            return amount(node);
        const std::string text = formula(node);
        return bindingOf(node) < around ? "(" + text + ")" : text;
    }

    std::string call(const char* name, const Derivation& node) const {
        return std::string(name) + "(" + list(node, node.operation) + ")";
    }
    // The largest of the largest is one list.
    std::string list(const Derivation& node, Operation operation) const {
        std::string text;
        for (const DerivationPtr& input : node.inputs) {
            const bool isNested = (operation == Operation::Maximum || operation == Operation::Minimum) &&
                                  input->operation == operation && !isStep(*input);
            text += (text.empty() ? "" : ", ") + (isNested ? list(*input, operation) : part(*input, Binding::Sum));
        }
        return text;
    }

    // Like terms in a row read as "32 × 10.2 kW"; of a long sum the first terms and the last are shown.
    std::string sum(const Derivation& node) const {
        std::vector<std::pair<std::string, std::size_t>> terms;
        for (const DerivationPtr& input : node.inputs) {
            std::string text = part(*input, Binding::Sum);
            if (!terms.empty() && terms.back().first == text)
                ++terms.back().second;
            else
                terms.emplace_back(std::move(text), 1);
        }
        std::string line;
        for (std::size_t i = 0; i < terms.size(); ++i) {
            if (terms.size() > kTermsShown && i >= kTermsShown - 2 && i + 1 < terms.size()) {
                if (i == kTermsShown - 2)
                    line += " + …";
                continue;
            }
            const auto& [text, count] = terms[i];
            line += (line.empty() ? "" : " + ") + (count > 1 ? std::to_string(count) + " × " + text : text);
        }
        return line;
    }

    const Texts& m_texts;
};

enum class FigureNames { Own, Titles };

// A setting is called by what it means, without the remarks behind it: "Share of the power into the UPS that leaves
// it".
std::string nameOf(const Derivation& node, const Texts& texts, FigureNames names) {
    if (isLeaf(node) && texts.catalogue().find("setting." + node.label))
        return settingTitle(node.label, texts);
    return names == FigureNames::Titles ? figureTitle(node.label, texts) : stepName(node, texts);
}

// The steps that a node's formula is made of, each once, in the order of reading.
void collectInputs(const Derivation& node, std::vector<const Derivation*>& found) {
    for (const DerivationPtr& input : node.inputs) {
        if (!isStep(*input)) {
            collectInputs(*input, found);
            continue;
        }
        if (std::ranges::find(found, input.get()) == found.end())
            found.push_back(input.get());
    }
}

// The node of a step, in the order of working out, that has no number though its inputs have; null when there is none.
const Derivation* firstWithoutNumber(const Derivation& node) {
    for (const DerivationPtr& input : node.inputs)
        if (!isStep(*input))
            if (const Derivation* found = firstWithoutNumber(*input))
                return found;
    const bool isWorkedOut = !isLeaf(node) && node.operation != Operation::Computed && !node.inputs.empty();
    const bool lacksNumber =
        isWorkedOut && node.value.isUnknown() &&
        std::ranges::none_of(node.inputs, [](const DerivationPtr& input) { return input->value.isUnknown(); });
    return lacksNumber ? &node : nullptr;
}

const char* lackId(const Derivation& node) {
    const Value& last = node.inputs.back()->value;
    if (node.operation == Operation::Quotient && last.low() <= 0 && last.high() >= 0)
        return "explain.lack.zero";
    if ((node.operation == Operation::SquareRoot || node.operation == Operation::NaturalLog) && last.low() <= 0)
        return "explain.lack.negative";
    if (node.operation == Operation::LogOfOnePlus && last.low() <= -1)
        return "explain.lack.negative";
    if (std::ranges::any_of(node.inputs, [](const DerivationPtr& input) { return !input->value.isKnown(); }))
        return "explain.lack.bound";
    return "explain.lack.range";
}

class StepWriter {
public:
    StepWriter(const Texts& texts, std::vector<DerivationStep>& steps, FigureNames names, std::int64_t figureNumber = 0,
               StepsSpelledOut* spelledOut = nullptr)
        : m_texts(texts), m_formulas(texts), m_steps(steps), m_names(names), m_figureNumber(figureNumber),
          m_spelledOut(spelledOut) {}

    void write(const std::vector<const Derivation*>& alike, int depth) {
        const Derivation& node = *alike.front();
        DerivationStep step;
        step.node = &node;
        step.depth = depth;
        step.alike = alike.size();
        step.label = label(alike);
        step.amount = m_formulas.amount(node);
        if (!isLeaf(node))
            step.formula = m_formulas.formula(node);
        if (step.formula == step.amount)
            step.formula.clear();
        step.origin = origin(node);
        std::vector<const Derivation*> inputs;
        collectInputs(node, inputs);
        if (!inputs.empty() && depth > 0)
            step.spelledOutIn = figureThatSpellsOut(alike);
        m_steps.push_back(std::move(step));
        if (m_steps.back().spelledOutIn != 0)
            return;
        for (const auto& group : grouped(inputs))
            write(group, depth + 1);
    }

private:
    // The earlier figure, or 0: then this one does.
    std::int64_t figureThatSpellsOut(const std::vector<const Derivation*>& alike) {
        if (!m_spelledOut)
            return 0;
        const std::string key = alike.front()->label + '|' + std::to_string(alike.size()) + '|' + shape(*alike.front());
        const auto [it, isNew] = m_spelledOut->try_emplace(key, m_figureNumber);
        return isNew ? 0 : it->second;
    }

    std::string label(const std::vector<const Derivation*>& alike) const {
        const std::string first = nameOf(*alike.front(), m_texts, m_names);
        if (alike.size() == 1)
            return first;
        return m_texts.sentence(Message("explain.alike")
                                    .with("first", first)
                                    .with("last", nameOf(*alike.back(), m_texts, m_names))
                                    .with("count", alike.size()));
    }

    std::string origin(const Derivation& node) const {
        const std::string grade = gradeText(node, m_texts);
        if (node.operation == Operation::Assumed)
            return m_texts.sentence(Message("explain.assumed").with("key", node.assumption));
        if (node.operation == Operation::Computed)
            return m_texts.sentence(
                witnessText(node, m_texts).empty()
                    ? Message("explain.computed").with("reference", m_texts.text(node.reference)).with("grade", grade)
                    : Message("explain.computed-witness")
                          .with("reference", m_texts.text(node.reference))
                          .with("witness", witnessText(node, m_texts))
                          .with("grade", grade));
        if (node.source && !sourceText(*node.source).empty())
            return m_texts.sentence(
                Message("explain.source").with("source", sourceText(*node.source)).with("grade", grade));
        return node.value.isUnknown() ? lack(node) : grade;
    }

    // Why a step has no number although all that it is made of has: nothing where an input of it is unknown itself.
    std::string lack(const Derivation& node) const {
        const Derivation* first = firstWithoutNumber(node);
        return first ? m_texts.text(lackId(*first)) : std::string();
    }

    // What a subtree says without the name at its top: like subtrees have equal keys.
    const std::string& shape(const Derivation& node) {
        if (const auto it = m_shapes.find(&node); it != m_shapes.end())
            return it->second;
        std::string text = std::to_string(static_cast<int>(node.operation)) + '|' + shortestDigits(node.value.low()) +
                           '|' + shortestDigits(node.value.typical()) + '|' + shortestDigits(node.value.high()) + '|' +
                           std::to_string(node.value.unknownTerms()) + '|' + std::to_string(node.count) + '|' +
                           std::string(gradeName(node.value.grade())) + '(';
        for (const DerivationPtr& input : node.inputs)
            text += shape(*input) + (input->operation == Operation::Named ? std::string() : input->label) + ',';
        text += ')';
        // Long texts would grow with the depth of the tree; equal hashes of equal texts are enough to group lines.
        return m_shapes.emplace(&node, std::to_string(std::hash<std::string>{}(text))).first->second;
    }

    std::vector<std::vector<const Derivation*>> grouped(const std::vector<const Derivation*>& nodes) {
        std::vector<std::vector<const Derivation*>> groups;
        std::unordered_map<std::string, std::size_t> groupOf;
        for (const Derivation* node : nodes) {
            // Only figures of like things are one line; leaves keep their own.
            const std::size_t subject = node->label.find('@');
            const std::string key =
                subject == std::string::npos ? std::string() : node->label.substr(0, subject) + shape(*node);
            const auto [it, isNew] = groupOf.try_emplace(key, groups.size());
            if (key.empty() || isNew) {
                it->second = groups.size();
                groups.push_back({node});
            } else {
                groups[it->second].push_back(node);
            }
        }
        return groups;
    }

    const Texts& m_texts;
    FormulaWriter m_formulas;
    std::vector<DerivationStep>& m_steps;
    FigureNames m_names;
    std::int64_t m_figureNumber;
    StepsSpelledOut* m_spelledOut;
    std::unordered_map<const Derivation*, std::string> m_shapes;
};

} // namespace

std::vector<DerivationStep> derivationSteps(const Derivation& root, const Texts& texts) {
    std::vector<DerivationStep> steps;
    StepWriter(texts, steps, FigureNames::Titles).write({&root}, 0);
    return steps;
}

std::vector<DerivationStep> derivationSteps(const Derivation& root, const Texts& texts, std::int64_t figureNumber,
                                            StepsSpelledOut& spelledOut) {
    std::vector<DerivationStep> steps;
    StepWriter(texts, steps, FigureNames::Titles, figureNumber, &spelledOut).write({&root}, 0);
    return steps;
}

std::string formulaInNumbers(const Derivation& node, const Texts& texts) { return FormulaWriter(texts).formula(node); }

std::string gradeText(const Derivation& node, const Texts& texts) {
    const bool isTyped = isPriceLeaf(node) && !node.source && node.value.grade() == Grade::CustomerStatement;
    return isTyped ? texts.text("bill.grade.typed") : texts.grade(node.value.grade());
}

std::string stepName(const Derivation& node, const Texts& texts) {
    const Message* what = lineText(node);
    return what ? node.label + ", " + texts.sentence(*what) : node.label;
}

std::string witnessText(const Derivation& node, const Texts& texts) {
    std::string text;
    for (const Message& statement : node.witness)
        if (&statement != lineText(node))
            text.append(text.empty() ? "" : "; ").append(texts.sentence(statement));
    return text;
}

std::string sourceText(const Source& source) {
    std::string text = source.publisher;
    const auto add = [&text](const std::string& word, const char* mark) {
        if (!word.empty())
            text += (text.empty() ? "" : mark) + word;
    };
    add(source.title, ": ");
    add(source.date, ", ");
    add(source.page, ", ");
    return text;
}

std::string derivationTree(const Derivation& root, const Texts& texts) {
    std::string out;
    std::vector<DerivationStep> steps;
    StepWriter(texts, steps, FigureNames::Own).write({&root}, 0);
    for (const DerivationStep& step : steps) {
        const std::string indent(static_cast<std::size_t>(step.depth) * 2, ' ');
        out += indent + (step.label.empty() ? "" : step.label + " = ") + step.amount;
        if (!step.origin.empty())
            out += "  [" + step.origin + "]";
        out += '\n';
        if (!step.formula.empty())
            out += indent + "  = " + step.formula + '\n';
    }
    return out;
}

} // namespace rackwright
