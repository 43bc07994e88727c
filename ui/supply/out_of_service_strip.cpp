// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/supply/out_of_service_strip.h"

#include "ui/plan/subject_name.h"
#include "ui/report/loss_overlay.h"
#include "ui/supply/out_of_service.h"
#include "ui/text/to_text.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

namespace rackwright {

OutOfServiceStrip::OutOfServiceStrip(const QString& name, StudioDocument& document, StudioServices& services,
                                     QWidget* parent)
    : QFrame(parent), m_document(document), m_services(services) {
    setObjectName(name);
    m_words = new QLabel;
    m_words->setObjectName(name + QStringLiteral(".words"));
    m_words->setWordWrap(true);
    m_words->setTextFormat(Qt::PlainText);
    auto* back = new QToolButton;
    back->setObjectName(name + QStringLiteral(".back"));
    back->setText(toText(services.texts().text("supply.out.back")));
    back->setProperty("chip", true);
    back->setFocusPolicy(Qt::NoFocus); // keys stay with the drawing
    auto* line = new QHBoxLayout(this);
    line->setContentsMargins(12, 2, 8, 4);
    line->addWidget(m_words, 1);
    line->addWidget(back, 0, Qt::AlignTop);
    OutOfService& out = OutOfService::of(document);
    connect(back, &QToolButton::clicked, &out, &OutOfService::leave);
    connect(&out, &OutOfService::changed, this, &OutOfServiceStrip::refresh);
    refresh();
}

void OutOfServiceStrip::refresh() {
    const OutOfService& out = OutOfService::of(m_document);
    setVisible(out.thing().has_value());
    if (!out.thing())
        return;
    const Texts& texts = m_services.texts();
    m_words->setText(
        out.loss() ? toText(lossWords(*out.loss(), texts))
                   : toText(texts.sentence(
                         Message("supply.out.asked")
                             .with("name", subjectName(m_document.design(), *out.thing(), texts).toStdString()))));
}

} // namespace rackwright
