// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/figures/traced.h"

#include "model/base/check.h"

#include <unordered_set>
#include <utility>

namespace rackwright {

namespace {

DerivationPtr unknownNode() {
    static const DerivationPtr node = std::make_shared<const Derivation>();
    return node;
}

Traced combined(Operation operation, Value value, std::vector<DerivationPtr> inputs) {
    Derivation node;
    node.operation = operation;
    node.value = value;
    node.inputs = std::move(inputs);
    return Traced(std::make_shared<const Derivation>(std::move(node)));
}

const DerivationPtr& nodeOf(const Traced& t) {
    static const DerivationPtr missing = unknownNode();
    return t.node() ? t.node() : missing;
}

// A sum of sums reads as one list of terms; only unnamed sums are opened, and only on the left, where order is kept.
Traced summed(const Traced& a, const Traced& b) {
    std::vector<DerivationPtr> inputs;
    if (nodeOf(a)->operation == Operation::Sum)
        inputs = nodeOf(a)->inputs;
    else
        inputs.push_back(nodeOf(a));
    inputs.push_back(nodeOf(b));
    return combined(Operation::Sum, a.value() + b.value(), std::move(inputs));
}

Derivation leaf(Operation operation, const Value& v, const Reading& reading) {
    Derivation node;
    node.operation = operation;
    node.value = v;
    node.label = reading.label;
    node.unit = reading.unit;
    node.unitFactor = reading.unitFactor;
    return node;
}

Value foldedLeft(const Derivation& node, Value (*step)(const Value&, const Value&)) {
    Value v = node.inputs.front()->value;
    for (std::size_t i = 1; i < node.inputs.size(); ++i)
        v = step(v, node.inputs[i]->value);
    return v;
}

Value reworked(const Derivation& node) {
    const auto in = [&node](std::size_t i) -> const Value& { return node.inputs[i]->value; };
    switch (node.operation) {
    case Operation::Given:
    case Operation::Assumed:
    case Operation::Constant:
    case Operation::LookUp:
    case Operation::Computed:
        return node.value;
    case Operation::Sum:
        return foldedLeft(node, [](const Value& a, const Value& b) { return a + b; });
    case Operation::Difference:
        return in(0) - in(1);
    case Operation::Product:
        return in(0) * in(1);
    case Operation::Quotient:
        return in(0) / in(1);
    case Operation::Maximum:
        return maximum(in(0), in(1));
    case Operation::Minimum:
        return minimum(in(0), in(1));
    case Operation::SquareRoot:
        return squareRoot(in(0));
    case Operation::Exponential:
        return exponential(in(0));
    case Operation::NaturalLog:
        return naturalLog(in(0));
    case Operation::ExponentialLessOne:
        return exponentialLessOne(in(0));
    case Operation::LogOfOnePlus:
        return logOfOnePlus(in(0));
    case Operation::Raise:
        return power(in(0), in(1));
    case Operation::Ceiling:
        return ceiling(in(0));
    case Operation::Floor:
        return floorOf(in(0));
    case Operation::Named:
        return in(0);
    case Operation::Repeated:
        return in(0).withTerms(node.count);
    }
    RW_CHECK(false, "every operation is worked out above");
}

} // namespace

Traced::Traced(double constant) {
    Derivation node;
    node.value = Value(constant);
    m_node = std::make_shared<const Derivation>(std::move(node));
}

const Value& Traced::value() const { return nodeOf(*this)->value; }

Traced operator+(const Traced& a, const Traced& b) { return summed(a, b); }
Traced operator-(const Traced& a, const Traced& b) {
    return combined(Operation::Difference, a.value() - b.value(), {nodeOf(a), nodeOf(b)});
}
Traced operator*(const Traced& a, const Traced& b) {
    return combined(Operation::Product, a.value() * b.value(), {nodeOf(a), nodeOf(b)});
}
Traced operator/(const Traced& a, const Traced& b) {
    return combined(Operation::Quotient, a.value() / b.value(), {nodeOf(a), nodeOf(b)});
}

Traced maximum(const Traced& a, const Traced& b) {
    return combined(Operation::Maximum, maximum(a.value(), b.value()), {nodeOf(a), nodeOf(b)});
}
Traced minimum(const Traced& a, const Traced& b) {
    return combined(Operation::Minimum, minimum(a.value(), b.value()), {nodeOf(a), nodeOf(b)});
}
Traced squareRoot(const Traced& v) { return combined(Operation::SquareRoot, squareRoot(v.value()), {nodeOf(v)}); }
Traced exponential(const Traced& v) { return combined(Operation::Exponential, exponential(v.value()), {nodeOf(v)}); }
Traced naturalLog(const Traced& v) { return combined(Operation::NaturalLog, naturalLog(v.value()), {nodeOf(v)}); }
Traced exponentialLessOne(const Traced& v) {
    return combined(Operation::ExponentialLessOne, exponentialLessOne(v.value()), {nodeOf(v)});
}
Traced logOfOnePlus(const Traced& v) { return combined(Operation::LogOfOnePlus, logOfOnePlus(v.value()), {nodeOf(v)}); }
Traced power(const Traced& base, const Traced& exponent) {
    return combined(Operation::Raise, power(base.value(), exponent.value()), {nodeOf(base), nodeOf(exponent)});
}
Traced ceiling(const Traced& v) { return combined(Operation::Ceiling, ceiling(v.value()), {nodeOf(v)}); }
Traced floorOf(const Traced& v) { return combined(Operation::Floor, floorOf(v.value()), {nodeOf(v)}); }

Traced Numbers<Traced>::given(const Value& v, const Reading& reading, const std::optional<Source>& source) {
    Derivation node = leaf(Operation::Given, v, reading);
    node.source = source;
    return Traced(std::make_shared<const Derivation>(std::move(node)));
}

Traced Numbers<Traced>::assumed(const Value& v, const Reading& reading, std::string_view assumptionKey) {
    Derivation node = leaf(Operation::Assumed, v.withGrade(Grade::Assumption), reading);
    node.assumption = assumptionKey;
    return Traced(std::make_shared<const Derivation>(std::move(node)));
}

Traced Numbers<Traced>::named(const Traced& v, const Reading& reading) {
    Derivation node = leaf(Operation::Named, v.value(), reading);
    node.inputs = {nodeOf(v)};
    return Traced(std::make_shared<const Derivation>(std::move(node)));
}

Traced Numbers<Traced>::repeated(const Traced& v, std::int64_t count) {
    Derivation node;
    node.operation = Operation::Repeated;
    node.count = count;
    node.value = v.value().withTerms(count);
    node.unit = nodeOf(v)->unit;
    node.unitFactor = nodeOf(v)->unitFactor;
    node.inputs = {nodeOf(v)};
    return Traced(std::make_shared<const Derivation>(std::move(node)));
}

Traced Numbers<Traced>::lookedUp(const Value& v, const Reading& reading, const std::optional<Source>& source,
                                 const std::vector<Traced>& keys) {
    Derivation node = leaf(Operation::LookUp, v, reading);
    node.source = source;
    for (const Traced& key : keys)
        node.inputs.push_back(nodeOf(key));
    return Traced(std::make_shared<const Derivation>(std::move(node)));
}

Traced computed(const Value& v, const Reading& reading, std::string reference, Witness witness,
                std::vector<Traced> inputs) {
    Derivation node = leaf(Operation::Computed, v, reading);
    node.reference = std::move(reference);
    node.witness = std::move(witness);
    for (const Traced& input : inputs)
        node.inputs.push_back(nodeOf(input));
    return Traced(std::make_shared<const Derivation>(std::move(node)));
}

const Derivation* firstUnreproducible(const Derivation& root) {
    for (const DerivationPtr& input : root.inputs)
        if (const Derivation* bad = firstUnreproducible(*input))
            return bad;
    return reworked(root) == root.value ? nullptr : &root;
}

void visitOnce(const DerivationPtr& root, const std::function<void(const Derivation&)>& visit) {
    std::unordered_set<const Derivation*> seen;
    const std::function<void(const DerivationPtr&)> walk = [&](const DerivationPtr& node) {
        if (!node || !seen.insert(node.get()).second)
            return;
        for (const DerivationPtr& input : node->inputs)
            walk(input);
        visit(*node);
    };
    walk(root);
}

} // namespace rackwright
