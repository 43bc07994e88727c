// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/quantity_field.h"

#include "model/base/check.h"
#include "model/project/value_limits.h"
#include "model/units/limits.h"
#include "model/units/number_text.h"
#include "model/units/parse.h"
#include "model/units/print.h"
#include "ui/text/count_text.h"
#include "ui/text/inches.h"
#include "ui/theme/theme.h"
#include "ui/widgets/field_problem.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace rackwright {

namespace {

constexpr int kDigitsOfMicrometres = 12; // of the longest length, 10 km

const Unit& knownUnit(std::string_view symbol) {
    const Unit* unit = findUnit(symbol);
    RW_CHECK(unit, "the unit of a field is in the table");
    return *unit;
}

bool isInInches(const Unit& unit) { return unit.symbol == "in" || unit.symbol == "ft"; }

DecimalMark markOf(const Texts& texts) {
    return texts.numbers().decimalMark == "," ? DecimalMark::Comma : DecimalMark::Point;
}

// A length is kept in micrometres of 64 bits: what no place or size can be is refused before it becomes one.
double mostLength() { return limitsOf(runtimeDimension<dim::Length>()).greatest; }

Done checkLength(double metres, std::string_view unit) {
    return checkLimits(metres, {-mostLength(), mostLength()}, unit);
}

// A refusal of another number than the one that was typed names the latter.
Error saidOf(Error error, double typed, std::string_view unit) {
    for (Argument& argument : error.message.arguments)
        if (argument.name == "value")
            argument.value = saidShortly(shownIn(typed, unit));
    return error;
}

// The reader's own.
const Unit& readUnit(std::string_view unit, const Texts& texts) {
    return knownUnit(shownUnit(unit, texts.units()).symbol);
}

QString marked(QString text, const Texts& texts) {
    return markOf(texts) == DecimalMark::Comma ? text.replace(QLatin1Char('.'), QLatin1Char(',')) : text;
}

// A refusal may quote a name without spaces: a word longer than people write may be broken anywhere, where it would
// widen what the field stands in.
QString breakable(const QString& text) {
    constexpr qsizetype longest = 24; // of words that stay whole
    constexpr QChar mayBreak(0x200b);
    QString broken;
    for (qsizetype at = 0; at < text.size();) {
        qsizetype end = at;
        while (end < text.size() && !text.at(end).isSpace())
            ++end;
        const bool isLong = end - at > longest;
        for (; at < end; ++at) {
            broken += text.at(at);
            // Neither inside of a sign nor between it and its marks.
            const bool isWhole = at + 1 < end && !text.at(at + 1).isLowSurrogate() && !text.at(at + 1).isMark();
            if (isLong && isWhole)
                broken += mayBreak;
        }
        if (at < text.size())
            broken += text.at(at++);
    }
    return broken;
}

} // namespace

// In the unit that it is kept in a value is written exactly, a length by its micrometres, since sixteen digits of
// metres read in millimetres end in what is no length; in another unit as far as a person reads.
QString quantityText(double si, std::string_view unit, const Texts& texts) {
    const Unit& kept = knownUnit(unit);
    const Unit& shown = readUnit(unit, texts);
    if (const auto count = kept.symbol.empty() ? shortCount(si) : std::nullopt)
        return marked(*count, texts);
    if (&shown == &kept && kept.dimension == knownUnit("m").dimension && Length::nearest(si).inMetres() == si)
        return marked(QString::fromStdString(roundedDigits(kept.fromSi(si), kDigitsOfMicrometres)), texts) +
               QLatin1Char(' ') + QString::fromUtf8(kept.symbol.data(), qsizetype(kept.symbol.size()));
    if (&shown == &kept)
        return editableText(si, kept, texts);
    if (isInInches(shown))
        return marked(QString::fromStdString(inchText(si, shown.symbol == "ft" ? kFeetFirst : kFeetFrom)), texts);
    return marked(QString::fromStdString(roundedDigits(shown.fromSi(si), 6)), texts) + QLatin1Char(' ') +
           QString::fromUtf8(shown.symbol.data(), qsizetype(shown.symbol.size()));
}

QString unitOfPlainNumber(const QString& text, std::string_view unit, const Texts& texts) {
    const auto namesUnit = [](QChar c) { return c.isLetter() || QStringView(u"\"'%\u00b0\u2032\u2033").contains(c); };
    if (std::ranges::none_of(text, [](QChar c) { return c.isDigit(); }) || std::ranges::any_of(text, namesUnit))
        return {};
    const std::string_view symbol = readUnit(unit, texts).symbol;
    const QString shown = QString::fromUtf8(symbol.data(), qsizetype(symbol.size()));
    return symbol == "C" || symbol == "F" ? QStringLiteral("\u00b0") + shown : shown;
}

namespace {

/// `unitOf` has the unit behind a text, empty for none.
void showUnitBehind(QLineEdit& line, std::function<QString(const QString&)> unitOf) {
    auto* said = new QLabel(&line);
    said->setObjectName(line.objectName() + QStringLiteral(".unit"));
    said->setProperty("subdued", true);
    said->setAttribute(Qt::WA_TransparentForMouseEvents);
    said->hide();
    auto* inside = new QHBoxLayout(&line);
    inside->setContentsMargins(0, 0, kSpace, 0);
    inside->addStretch();
    inside->addWidget(said);
    QObject::connect(&line, &QLineEdit::textChanged, said,
                     [said, &line, unitOf = std::move(unitOf)](const QString& text) {
                         const QString symbol = unitOf(text);
                         said->setText(symbol);
                         said->setVisible(!symbol.isEmpty());
                         line.setTextMargins(0, 0, symbol.isEmpty() ? 0 : said->sizeHint().width() + kHalfSpace, 0);
                     });
}

} // namespace

void showUnitOfPlainNumber(QLineEdit& line, std::string_view unit, const Texts& texts) {
    showUnitBehind(
        line, [&texts, unit = std::string(unit)](const QString& text) { return unitOfPlainNumber(text, unit, texts); });
}

Result<double> typedQuantity(const QString& text, std::string_view unit, const Texts& texts) {
    const Unit& kept = knownUnit(unit);
    const QString pointed =
        markOf(texts) == DecimalMark::Comma ? QString(text).replace(QLatin1Char(','), QLatin1Char('.')) : text;
    if (kept.dimension == knownUnit("m").dimension)
        if (const std::optional<double> metres = readInches(pointed.toStdString()))
            return *metres;
    // A count may be said in millions, billions and trillions.
    const std::optional<QString> count = kept.symbol.empty() ? plainCount(text) : std::nullopt;
    return count ? parseSi(count->toStdString(), readUnit(unit, texts))
                 : parseSi(text.toStdString(), readUnit(unit, texts), markOf(texts));
}

QString lengthText(Length length, std::string_view unit, const Texts& texts) {
    return quantityText(length.inMetres(), unit, texts);
}

Result<Length> typedLength(const QString& text, std::string_view unit, const Texts& texts) {
    const Result<double> metres = typedQuantity(text, unit, texts);
    if (!metres)
        return metres.error();
    if (Done kept = checkLength(*metres, unit); !kept)
        return kept.error();
    return Length::nearest(*metres);
}

Result<Length> typedLength(const QString& text, std::string_view unit, const Texts& texts, Length proposed) {
    return text == lengthText(proposed, unit, texts) ? proposed : typedLength(text, unit, texts);
}

QString editableText(double si, const Unit& unit, const Texts& texts) {
    QString text = QString::fromStdString(writtenExactly(si, unit));
    if (markOf(texts) == DecimalMark::Comma)
        text.replace(QLatin1Char('.'), QLatin1Char(','));
    return unit.symbol == "C" ? text.replace(QLatin1Char('C'), QStringLiteral("\u00b0C")) : text;
}

CommitField::CommitField(const QString& name, const QString& accessibleName, const Texts& texts, QWidget* parent)
    : QWidget(parent), m_texts(texts) {
    m_line = new QLineEdit;
    m_line->setObjectName(name);
    m_line->setAccessibleName(accessibleName);
    m_line->installEventFilter(this);
    m_problem = new FieldProblem(*m_line, name + QStringLiteral(".problem"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_line);
    setFocusProxy(m_line);
    connect(m_line, &QLineEdit::returnPressed, this, &CommitField::commitNow);
    connect(m_line, &QLineEdit::textEdited, this, [this] { showProblem({}); });
}

void CommitField::setShown(const QString& text) {
    const bool isTyping = m_line->hasFocus() && m_line->isModified() && !m_isCommitting && m_line->text() != m_shown;
    m_shown = text;
    m_line->setPlaceholderText({});
    if (isTyping || m_line->text() == text)
        return;
    m_line->setText(text);
    m_line->setCursorPosition(0);
    showProblem({});
}

void CommitField::setMixed() {
    setShown({});
    m_line->setPlaceholderText(QString::fromStdString(m_texts.text("inspector.mixed")));
}

QString CommitField::problem() const { return m_problem->text(); }

bool CommitField::eventFilter(QObject* watched, QEvent* event) {
    const auto isEscape = [event] { return static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape; };
    switch (event->type()) {
    case QEvent::ShortcutOverride:
        if (isEscape() && m_line->isModified())
            event->accept();
        break;
    case QEvent::KeyPress:
        if (isEscape() && m_line->isModified()) {
            restore();
            return true;
        }
        break;
    case QEvent::FocusOut:
        commitNow();
        break;
    default:
        break;
    }
    return QWidget::eventFilter(watched, event);
}

void CommitField::commitNow() {
    if (m_isCommitting || !m_line->isModified())
        return;
    if (m_line->text() == m_shown)
        return restore();
    m_isCommitting = true;
    const Done done = m_commit ? m_commit(m_line->text()) : rackwright::done();
    if (done) {
        m_line->setModified(false);
        m_line->setText(m_shown); // as it is written now, after the views were told
        showProblem({});
    } else {
        showProblem(QString::fromStdString(m_texts.sentence(done.error().message)));
    }
    m_isCommitting = false;
}

void CommitField::restore() {
    m_line->setText(m_shown);
    m_line->setModified(false);
    showProblem({});
}

void CommitField::showProblem(const QString& text) { m_problem->say(breakable(text)); }

QuantityField::QuantityField(const QString& name, const QString& accessibleName, std::string_view unit, Empty empty,
                             const Texts& texts, QWidget* parent)
    : CommitField(name, accessibleName, texts, parent), m_unit(knownUnit(unit)), m_empty(empty) {
    line()->setAlignment(Qt::AlignRight);
    if (!unitOfPlainNumber(QStringLiteral("1"), unit, texts).isEmpty()) {
        showUnitBehind(*line(),
                       [this](const QString& text) { return unitOfPlainNumber(text, readAs(), this->texts()); });
        tellUnit();
    }
}

void QuantityField::tellUnit() {
    const QString symbol = unitOfPlainNumber(QStringLiteral("1"), readAs(), texts());
    line()->setToolTip(
        QString::fromStdString(texts().sentence(Message("field.plain-number").with("unit", symbol.toStdString()))));
}

void QuantityField::readInFeet() {
    m_isInFeet = true;
    tellUnit();
}

std::string_view QuantityField::readAs() const {
    return m_isInFeet && texts().units().system == UnitSystem::Imperial ? std::string_view("m") : m_unit.symbol;
}

void QuantityField::setCommitValue(CommitValue commit, CommitValue step) {
    if (step) {
        const QString steps = QString::fromStdString(texts().text("field.takes-steps"));
        const QString told = line()->toolTip();
        line()->setToolTip(told.isEmpty() ? steps : told + QLatin1Char('\n') + steps);
    }
    setCommit([this, commit = std::move(commit), step = std::move(step)](const QString& text) -> Done {
        if (const QString typed = text.trimmed(); step && typed.startsWith(QLatin1Char('+'))) {
            const Result<std::optional<double>> by = read(typed.mid(1));
            if (by && !*by)
                return usageError(Message("field.needs-value"));
            return by ? step(*by) : Done(by.error());
        }
        const Result<std::optional<double>> si = readFreely(text);
        if (!si)
            return si.error();
        const bool isLength = m_unit.dimension == runtimeDimension<dim::Length>();
        if (!isLength || !*si || std::abs(**si) <= mostLength())
            return commit(*si);
        // What the thing itself may be is narrower than what any length may be, and is what helps: it refuses this.
        const Done refused = commit(std::copysign(2 * mostLength(), **si));
        return refused ? checkLength(**si, m_unit.symbol) : Done(saidOf(refused.error(), **si, m_unit.symbol));
    });
}

void QuantityField::setValue(std::optional<double> si) {
    setShown(si ? quantityText(*si, readAs(), texts()) : QString());
}

Result<std::optional<double>> QuantityField::readFreely(const QString& text) const {
    if (text.trimmed().isEmpty()) {
        if (m_empty == Empty::Allowed)
            return std::optional<double>();
        return usageError(Message("field.needs-value"));
    }
    const Result<double> si = typedQuantity(text, readAs(), texts());
    if (!si)
        return si.error();
    return std::optional<double>(*si);
}

Result<std::optional<double>> QuantityField::read(const QString& text) const {
    Result<std::optional<double>> si = readFreely(text);
    if (si && *si && m_unit.dimension == runtimeDimension<dim::Length>())
        if (Done kept = checkLength(**si, m_unit.symbol); !kept)
            return kept.error();
    return si;
}

} // namespace rackwright
