// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/room_dialog.h"

#include "ui/text/to_text.h"
#include "ui/widgets/dialog_buttons.h"
#include "ui/widgets/problem_label.h"
#include "ui/widgets/quantity_field.h"

#include <QFormLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace rackwright {

namespace {

constexpr Length kSmallest = Length::metres(1), kLargest = Length::metres(500);
constexpr Length kSmallestGrid = Length::millimetres(50), kLargestGrid = Length::metres(2);

Result<Length> lengthIn(const QLineEdit& edit, const char* unit, Length low, Length high, const Texts& texts) {
    const Result<double> typed = typedQuantity(edit.text(), unit, texts);
    if (!typed)
        return typed.error();
    if (!(*typed >= low.inMetres() && *typed <= high.inMetres()))
        return inputError(Message("room.out-of-range")
                              .with("field", edit.accessibleName().toStdString())
                              .with("low", UnitNumber{low.inMillimetres() / 1000, "m"})
                              .with("high", UnitNumber{high.inMillimetres() / 1000, "m"}));
    return Length::nearest(*typed);
}

} // namespace

RoomDialog::RoomDialog(const Texts& texts, QWidget* parent, Makes makes) : QDialog(parent), m_texts(texts) {
    setObjectName(QStringLiteral("room"));
    setMinimumWidth(380);
    const auto text = [&texts](const char* id) { return toText(texts.text(id)); };
    const bool isDesign = makes == Makes::Design;
    setWindowTitle(text(isDesign ? "room.title.design" : "room.title"));
    auto* form = new QFormLayout;
    form->setVerticalSpacing(10);
    const auto field = [&](const char* id, const QString& called, const QString& value) {
        auto* edit = new QLineEdit(value);
        edit->setObjectName(QLatin1String(id));
        edit->setAccessibleName(called);
        edit->selectAll();
        connect(edit, &QLineEdit::textChanged, this, &RoomDialog::check);
        form->addRow(called, edit);
        return edit;
    };
    m_name = field("room.name", text(isDesign ? "room.name.design" : "room.name"), text("new.room"));
    // Round numbers of the reader's own units; a tile of 2 ft is the tile of 600 mm.
    constexpr Length foot = Length::micrometres(304'800);
    const bool isImperial = texts.units().system == UnitSystem::Imperial;
    m_width =
        field("room.width", text("room.width"), lengthText(isImperial ? foot * 40 : Length::metres(12), "m", texts));
    m_depth =
        field("room.depth", text("room.depth"), lengthText(isImperial ? foot * 30 : Length::metres(9), "m", texts));
    m_grid = field("room.grid", text("room.grid"),
                   lengthText(isImperial ? foot * 2 : Length::millimetres(600), "mm", texts));
    for (QLineEdit* each : {m_width, m_depth})
        showUnitOfPlainNumber(*each, "m", texts);
    showUnitOfPlainNumber(*m_grid, "mm", texts);
    m_problem = new ProblemLabel(QStringLiteral("room.problem"));
    QDialogButtonBox* buttons = doOrCancel(*this, texts, text(isDesign ? "room.make.design" : "room.make"));
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

void RoomDialog::propose(const QString& name) {
    m_name->setText(name);
    m_name->selectAll();
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
