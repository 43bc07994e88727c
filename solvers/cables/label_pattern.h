// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// LabelPattern: how the label of a cable is written, a text with fields in braces, parts in brackets that fall away
// where one of their fields is empty, and "|" for the next line. It knows no cables; schedules, label sheets and the
// studio's editor of the pattern use it.

#include "model/base/result.h"
#include "solvers/engine/context.h"

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rackwright {

/// A pattern that was read; a default one prints nothing.
class LabelPattern {
public:
    /// An Error names the field that there is not, with those there are, or the place of a lone bracket.
    static Result<LabelPattern> parse(std::string_view text, std::span<const std::string_view> fields);

    /// `values` in the order of the fields that it was read with.
    std::string print(std::span<const std::string_view> values) const;
    /// Of the label, "|" counted.
    std::size_t lines() const;

private:
    struct Piece {
        std::string words; ///< of a piece that is no field
        int field = -1;
        int group = -1; ///< of brackets; -1: outside
    };
    bool isShown(const Piece& piece, std::span<const std::string_view> values) const;
    std::vector<Piece> m_pieces;
    int m_groups = 0;
};

/// What the label of one end can say.
inline constexpr std::array<std::string_view, 7> kEndLabelFields = {"room",   "row",  "rack", "unit",
                                                                    "device", "port", "cage"};
/// What is printed at an end: the labels of this and of the far end, their parts, and the cable.
inline constexpr std::array<std::string_view, 21> kPrintLabelFields = {
    "from",      "from-room", "from-row", "from-rack", "from-unit", "from-device", "from-port",
    "from-cage", "to",        "to-room",  "to-row",    "to-rack",   "to-unit",     "to-device",
    "to-port",   "to-cage",   "cable",    "length",    "medium",    "speed",       "network"};

/// "floor+room . rack - unit - port" of TIA-606-B.
inline constexpr std::string_view kEndLabel = "[{room}.]{rack}[-{unit}]-{port}";
inline constexpr std::string_view kPrintLabel = "{cable}|{from}|{to}|[{length} ]{medium}";
inline constexpr std::string_view kEndLabelKey = "cabling.label-end";
inline constexpr std::string_view kPrintLabelKey = "cabling.label-print";

/// Read with kEndLabelFields, the other with kPrintLabelFields.
Result<LabelPattern> endLabelPattern(std::string_view text);
Result<LabelPattern> printLabelPattern(std::string_view text);

/// The patterns of a project. A project file may hold one that cannot be read: the usual one then stands in, and
/// `problems` say why.
struct LabelPatterns {
    LabelPattern end, print;
    std::vector<Message> problems;
};
/// By the settings of the project, else kEndLabel and kPrintLabel.
LabelPatterns labelPatterns(const Context& context);

} // namespace rackwright
