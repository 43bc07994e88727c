// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plan/underlay_scale_dialog.h"

#include "ui/widgets/dialog_buttons.h"
#include "ui/widgets/problem_label.h"
#include "ui/widgets/quantity_field.h"

#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include <cmath>

namespace rackwright {

namespace {

// A pointer is no finer than a millimetre.
Length asDrawn(Length drawn, const Texts& texts) {
    return texts.units().system == UnitSystem::Imperial ? drawn
                                                        : Length::nearest(std::round(drawn.inMillimetres()) / 1000);
}

} // namespace

UnderlayScaleDialog::UnderlayScaleDialog(const Texts& texts, Length drawn, QWidget* parent)
    : QDialog(parent), m_texts(texts), m_drawn(drawn) {
    setObjectName(QStringLiteral("dialog.underlay-scale"));
    const auto text = [&texts](const char* id) { return QString::fromStdString(texts.text(id)); };
    setWindowTitle(text("underlay.scale.title"));
    setMinimumWidth(320);
    auto* ask = new QLabel(text("underlay.scale.ask"));
    ask->setWordWrap(true);
    m_length = new QLineEdit(lengthText(asDrawn(drawn, texts), "mm", texts));
    m_length->setObjectName(QStringLiteral("underlay.distance"));
    m_length->setAccessibleName(ask->text());
    m_length->selectAll();
    showUnitOfPlainNumber(*m_length, "mm", texts);
    ask->setBuddy(m_length);
    m_problem = new ProblemLabel(QStringLiteral("scale.problem"));
    QDialogButtonBox* buttons = doOrCancel(*this, texts, text("underlay.scale.make"));
    m_ok = buttons->button(QDialogButtonBox::Ok);
    connect(m_length, &QLineEdit::textChanged, this, &UnderlayScaleDialog::check);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 16, 16, 16);
    column->setSpacing(12);
    column->addWidget(ask);
    column->addWidget(m_length);
    column->addWidget(m_problem);
    column->addWidget(buttons);
    check();
}

Result<Length> UnderlayScaleDialog::length() const {
    // Left as it is, the picture keeps its scale.
    Result<Length> read = m_length->text() == lengthText(asDrawn(m_drawn, m_texts), "mm", m_texts)
                              ? m_drawn
                              : typedLength(m_length->text(), "mm", m_texts);
    if (read && *read <= Length())
        return usageError(Message("underlay.distance-positive"));
    return read;
}

void UnderlayScaleDialog::check() {
    const Result<Length> read = length();
    m_problem->say(read ? QString() : QString::fromStdString(m_texts.sentence(read.error().message)));
    m_ok->setEnabled(bool(read));
}

} // namespace rackwright
