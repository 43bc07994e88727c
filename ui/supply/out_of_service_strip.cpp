// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/supply/out_of_service_strip.h"

#include "ui/plan/subject_name.h"
#include "ui/report/loss_overlay.h"
#include "ui/supply/out_of_service.h"
#include "ui/text/to_text.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QToolButton>

#include <algorithm>

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

bool OutOfServiceStrip::eventFilter(QObject* watched, QEvent* event) {
    // Other events come until the very end, when the document is gone already.
    if (event->type() != QEvent::KeyPress || static_cast<const QKeyEvent*>(event)->key() != Qt::Key_Escape)
        return QFrame::eventFilter(watched, event);
    OutOfService& out = OutOfService::of(m_document);
    if (!out.thing())
        return QFrame::eventFilter(watched, event);
    out.leave();
    return true;
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

void addSupplyTo(QMenu& menu, const QString& name, StudioDocument& document, const StudioServices& services,
                 const Actions& actions) {
    const std::vector<Subject>& chosen = document.selection();
    if (chosen.size() > 1) {
        constexpr std::size_t most = 40;
        QMenu* one = menu.addMenu(actions.action("supply.out")->text());
        one->setObjectName(name);
        for (std::size_t i = 0; i < std::min(most, chosen.size()); ++i)
            if (const auto thing = OutOfService::losable(document, chosen[i]))
                one->addAction(subjectName(document.design(), *thing, services.texts()), &document,
                               [&document, thing] { OutOfService::of(document).take(*thing); });
    } else {
        menu.addAction(actions.action("supply.out"));
    }
    menu.addAction(actions.action("supply.connect-to"));
    menu.addAction(actions.action("edit.delete"));
    menu.addSeparator();
    menu.addAction(actions.action("view.zoom-fit"));
}

} // namespace rackwright
