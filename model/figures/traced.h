// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Traced: a Value with its derivation, the tree that a person, `explain` and the report read. Kernels are templates
// over the number type, so that value and reason cannot drift; the plain form (Value or double) carries no tree.

#include "model/base/fields.h"
#include "model/base/message.h"
#include "model/figures/source.h"
#include "model/figures/value.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace rackwright {

/// What made a node of a derivation.
enum class Operation : std::uint8_t {
    Given,    ///< a catalogue or site value with source and grade
    Assumed,  ///< an editable assumption with its default
    Constant, ///< a number of the formula itself or of nature
    Sum,
    Difference,
    Product,
    Quotient,
    Maximum,
    Minimum,
    SquareRoot,
    Exponential,
    NaturalLog,
    ExponentialLessOne, ///< exp(v) - 1
    LogOfOnePlus,       ///< ln(1 + v)
    Raise,              ///< its first input to the power of its second
    Ceiling,
    Floor,
    Named,    ///< gives its single input a name and unit: a figure or a step
    Repeated, ///< its single input, counted as `count` like terms
    LookUp,   ///< read from a table; inputs are the keys
    Computed  ///< the answer of an algorithm, with its witness
};

template <>
struct EnumNames<Operation> {
    static constexpr std::array<std::string_view, 21> names = {"given",
                                                               "assumed",
                                                               "constant",
                                                               "sum",
                                                               "difference",
                                                               "product",
                                                               "quotient",
                                                               "maximum",
                                                               "minimum",
                                                               "square-root",
                                                               "exponential",
                                                               "natural-log",
                                                               "exponential-less-one",
                                                               "log-of-one-plus",
                                                               "power",
                                                               "ceiling",
                                                               "floor",
                                                               "named",
                                                               "repeated",
                                                               "look-up",
                                                               "computed"};
};

struct Derivation;
using DerivationPtr = std::shared_ptr<const Derivation>;

/// What a checker of an algorithm's answer can verify, one message a statement.
using Witness = std::vector<Message>;

struct Derivation {
    Operation operation = Operation::Constant;
    Value value;
    std::string label;     ///< figure name, property or step ("rack.power.peak@rack:A07", "DGX H200, power maximum")
    std::string unit;      ///< symbol in which a person reads it; empty: a pure number
    double unitFactor = 1; ///< SI (or the formula's own unit) per `unit`
    std::optional<Source> source;
    std::string reference;  ///< message id of a paper, standard clause or algorithm
    std::string assumption; ///< key of the editable assumption, for Assumed
    Witness witness;        ///< for Computed
    std::int64_t count = 1; ///< for Repeated
    std::vector<DerivationPtr> inputs;
};

class Traced {
public:
    Traced() = default;
    /// A constant of a formula.
    Traced(double constant);
    explicit Traced(DerivationPtr node) : m_node(std::move(node)) {}

    const Value& value() const;
    const DerivationPtr& node() const { return m_node; }

    friend Traced operator+(const Traced& a, const Traced& b);
    friend Traced operator-(const Traced& a, const Traced& b);
    friend Traced operator*(const Traced& a, const Traced& b);
    friend Traced operator/(const Traced& a, const Traced& b);

private:
    DerivationPtr m_node;
};

Traced maximum(const Traced& a, const Traced& b);
Traced minimum(const Traced& a, const Traced& b);
Traced squareRoot(const Traced& v);
Traced exponential(const Traced& v);
Traced naturalLog(const Traced& v);
Traced exponentialLessOne(const Traced& v);
Traced logOfOnePlus(const Traced& v);
Traced power(const Traced& base, const Traced& exponent);
Traced ceiling(const Traced& v);
Traced floorOf(const Traced& v);

/// How a leaf or a named step reads: label, unit symbol and SI per unit.
struct Reading {
    std::string label;
    std::string unit;
    double unitFactor = 1;
};

/// Leaves and names for kernels that run in every number type. The plain forms keep only the number.
template <class N>
struct Numbers;

template <>
struct Numbers<double> {
    static double given(const Value& v, const Reading&, const std::optional<Source>&) { return v.typical(); }
    static double assumed(const Value& v, const Reading&, std::string_view) { return v.typical(); }
    static double named(double v, const Reading&) { return v; }
    static double repeated(double v, std::int64_t) { return v; }
    static double lookedUp(const Value& v, const Reading&, const std::optional<Source>&, const std::vector<double>&) {
        return v.typical();
    }
    static double plain(double v) { return v; }
};

template <>
struct Numbers<Value> {
    static Value given(const Value& v, const Reading&, const std::optional<Source>&) { return v; }
    static Value assumed(const Value& v, const Reading&, std::string_view) { return v.withGrade(Grade::Assumption); }
    static Value named(const Value& v, const Reading&) { return v; }
    static Value repeated(const Value& v, std::int64_t count) { return v.withTerms(count); }
    static Value lookedUp(const Value& v, const Reading&, const std::optional<Source>&, const std::vector<Value>&) {
        return v;
    }
    static const Value& plain(const Value& v) { return v; }
};

template <>
struct Numbers<Traced> {
    static Traced given(const Value& v, const Reading& reading, const std::optional<Source>& source);
    static Traced assumed(const Value& v, const Reading& reading, std::string_view assumptionKey);
    static Traced named(const Traced& v, const Reading& reading);
    static Traced repeated(const Traced& v, std::int64_t count);
    static Traced lookedUp(const Value& v, const Reading& reading, const std::optional<Source>& source,
                           const std::vector<Traced>& keys);
    static const Value& plain(const Traced& v) { return v.value(); }
};

/// The answer of an algorithm: its name, the message id of its reference, inputs and a witness that a checker can
/// verify.
Traced computed(const Value& v, const Reading& reading, std::string reference, Witness witness,
                std::vector<Traced> inputs);

/// Works every node out again from its inputs; the first whose value differs (a defect), or null.
const Derivation* firstUnreproducible(const Derivation& root);

/// Visits each distinct node once, inputs before what uses them.
void visitOnce(const DerivationPtr& root, const std::function<void(const Derivation&)>& visit);

} // namespace rackwright
