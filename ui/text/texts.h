// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Texts: a language and its number format: the one place where a message becomes a sentence and a figure becomes words.
// It is a value, passed to whoever prints: command line, documents, panels.

#include "model/base/message.h"
#include "model/figures/value.h"
#include "model/units/money.h"
#include "ui/text/display_units.h"
#include "ui/text/message_catalogue.h"
#include "ui/text/number_format.h"

#include <memory>
#include <string>
#include <string_view>

namespace rackwright {

/// How a figure is printed.
struct FigureStyle {
    int significantDigits = 3;
    bool showsGrade = false; ///< "10.2 kW (vendor)"
};

/// Whether a unit counts money: "USD", "M USD", "USD/month". Of money at least so much is said as the trade does, "from
/// 1,200 USD", where physical figures have the sign.
bool isMoneyUnit(std::string_view unit);

/// Cheap to copy; may be read on any thread.
class Texts {
public:
    explicit Texts(MessageCatalogue catalogue, NumberFormat numbers = NumberFormat::plain(), DisplayUnits units = {});
    /// The built-in language with the numbers of its locale; English where there is no such language.
    static Texts of(std::string_view language, NumberFormat numbers = NumberFormat::plain(), DisplayUnits units = {});
    /// The same language with other numbers and units.
    Texts with(NumberFormat numbers, DisplayUnits units) const;

    /// The reader's marks; files write with NumberFormat::plain().
    const NumberFormat& numbers() const { return m_numbers; }
    /// The reader's units; files and the command line keep SI.
    const DisplayUnits& units() const { return m_units; }
    const MessageCatalogue& catalogue() const { return *m_catalogue; }

    /// The whole sentence; of a count of one the form "id.one.argument" where there is such a text. An id without a
    /// text shows itself with its arguments; a place without an argument keeps its name in braces.
    std::string sentence(const Message& message) const;
    /// A text without arguments.
    std::string text(std::string_view id) const { return sentence(Message(std::string(id))); }

    /// "10.2 kW", "9.8–10.6 kW", ">= 612 kg, 2 of 7 unknown", "unknown". `unitFactor` is SI (or the formula's own unit)
    /// per `unit`.
    /// It is shown in the reader's unit; a unit that is given in that already stays.
    std::string figure(const Value& value, std::string_view unit, double unitFactor = 1,
                       const FigureStyle& style = {}) const;
    /// "third party": the word for people, where gradeName() is that of files.
    std::string grade(Grade grade) const;
    std::string money(const Money& money) const { return printed(money, m_numbers); }
    /// "a, b or c".
    std::string list(const WordList& list) const;

private:
    std::string words(const ArgumentValue& value) const;
    std::string number(double value, int significantDigits) const;

    std::shared_ptr<const MessageCatalogue> m_catalogue;
    NumberFormat m_numbers;
    DisplayUnits m_units;
};

} // namespace rackwright
