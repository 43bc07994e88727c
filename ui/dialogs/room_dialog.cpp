// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/room_dialog.h"

#include "model/units/parse.h"
#include "ui/widgets/dialog_buttons.h"
#include "ui/widgets/problem_label.h"

#include <QFormLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace rackwright {

namespace {

constexpr Length kSmallest = Length::metres(1), kLargest = Length::metres(500);
constexpr Length kSmallestGrid = Length::millimetres(100), kLargestGrid = Length::metres(10);

QString toText(const std::string& text) { return QString::fromStdString(text); }

Result<Length> lengthIn(const QLineEdit& edit, const char* unit, Length low, Length high, const Texts& texts) {
    const Result<Length> typed =
        parseLength(edit.text().toStdString(), unit,
                    texts.numbers().decimalMark == "," ? DecimalMark::Comma : DecimalMark::Point);
    if (typed && (*typed < low || *typed > high))
        return inputError(Message("room.out-of-range")
                              .with("field", edit.accessibleName().toStdString())
                              .with("low", UnitNumber{low.inMillimetres() / 1000, "m"})
                              .with("high", UnitNumber{high.inMillimetres() / 1000, "m"}));
    return typed;
}

} // namespace

RoomDialog::RoomDialog(const Texts& texts, QWidget* parent) : QDialog(parent), m_texts(texts) {
    setObjectName(QStringLiteral("room"));
    setMinimumWidth(380);
    const auto text = [&texts](const char* id) { return toText(texts.text(id)); };
    setWindowTitle(text("room.title"));
    auto* form = new QFormLayout;
    form->setVerticalSpacing(10);
    const auto field = [&](const char* id, const QString& value) {
        auto* edit = new QLineEdit(value);
        edit->setObjectName(QLatin1String(id));
        edit->setAccessibleName(text(id));
        edit->selectAll();
        connect(edit, &QLineEdit::textChanged, this, &RoomDialog::check);
        form->addRow(text(id), edit);
        return edit;
    };
    m_name = field("room.name", text("new.room"));
    m_width = field("room.width", QStringLiteral("12 m"));
    m_depth = field("room.depth", QStringLiteral("9 m"));
    m_grid = field("room.grid", QStringLiteral("600 mm"));
    m_problem = new ProblemLabel(QStringLiteral("room.problem"));
    QDialogButtonBox* buttons = doOrCancel(*this, texts, text("room.make"));
    m_ok = buttons->button(QDialogButtonBox::Ok);
    m_ok->setObjectName(QStringLiteral("room.make"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 16, 16, 16);
    column->setSpacing(12);
    column->addLayout(form);
    column->addWidget(m_problem);
    column->addWidget(buttons);
    check();
}

Result<Room> RoomDialog::room() const {
    const Result<Length> width = lengthIn(*m_width, "m", kSmallest, kLargest, m_texts);
    if (!width)
        return width.error();
    const Result<Length> depth = lengthIn(*m_depth, "m", kSmallest, kLargest, m_texts);
    if (!depth)
        return depth.error();
    const Result<Length> grid = lengthIn(*m_grid, "mm", kSmallestGrid, kLargestGrid, m_texts);
    if (!grid)
        return grid.error();
    Room room;
    room.name = m_name->text().trimmed().toStdString();
    room.outline = {{Length(), Length()}, {*width, Length()}, {*width, *depth}, {Length(), *depth}};
    room.gridPitch = *grid;
    return room;
}

void RoomDialog::check() {
    const Result<Room> made = room();
    const bool hasName = !m_name->text().trimmed().isEmpty();
    m_problem->say(made ? QString() : toText(m_texts.sentence(made.error().message)));
    m_ok->setEnabled(made && hasName);
}

} // namespace rackwright
