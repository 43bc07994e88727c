// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/parts/part_details.h"

#include "model/parts/part_title.h"
#include "ui/parts/faceplate_view.h"
#include "ui/parts/part_facts.h"
#include "ui/text/derivation_text.h"
#include "ui/text/to_text.h"
#include "ui/theme/theme.h"

#include <QEvent>
#include <QLabel>
#include <QScrollBar>
#include <QTextBrowser>
#include <QUrl>
#include <QVBoxLayout>

namespace rackwright {

namespace {

constexpr auto kOthers = "others:";

QString inked(const QString& text, Ink ink) {
    return QStringLiteral("<span style='color:%1'>%2</span>").arg(Theme::current().ink(ink).name(), text);
}

QString small(const QString& text, Ink ink = Ink::Subdued) {
    return QStringLiteral("<span style='font-size:11px; color:%1'>%2</span>")
        .arg(Theme::current().ink(ink).name(), text);
}

QString pill(const QString& text, Ink ink, Ink wash) {
    return QStringLiteral("<span style='font-size:11px; background-color:%1; color:%2'>&nbsp;%3&nbsp;</span> ")
        .arg(Theme::current().ink(wash).name(), Theme::current().ink(ink).name(), text.toHtmlEscaped());
}

} // namespace

PartDetails::PartDetails(const Texts& texts, const std::vector<AttributeKey>* keys, QWidget* parent)
    : QWidget(parent), m_texts(texts), m_keys(keys) {
    setObjectName(QStringLiteral("part.details"));
    m_name = new QLabel;
    m_name->setObjectName(QStringLiteral("part.name"));
    m_name->setProperty("title", true);
    m_name->setWordWrap(true);
    m_name->setFont(studioFont(15, QFont::Medium));
    m_face = new FaceplateView(texts);
    m_facts = new QTextBrowser;
    m_facts->setObjectName(QStringLiteral("part.facts"));
    m_facts->setAccessibleName(toText(texts.text("inspector.part-details")));
    m_facts->setFrameShape(QFrame::NoFrame);
    m_facts->setOpenLinks(false);
    m_facts->document()->setDocumentMargin(0);
    m_facts->setStyleSheet(QStringLiteral("border: 0; padding: 0; background: transparent;"));
    connect(m_facts, &QTextBrowser::anchorClicked, this, [this](const QUrl& url) {
        const QString key = url.toString(QUrl::FullyDecoded).mid(static_cast<int>(qstrlen(kOthers)));
        if (!m_open.erase(key))
            m_open.insert(key);
        write();
    });
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_name);
    column->addWidget(m_face);
    column->addWidget(m_facts, 1);
}

void PartDetails::setPart(const PartPtr& part) {
    m_part = part;
    m_open.clear();
    m_face->setPart(part);
    write();
    m_facts->verticalScrollBar()->setValue(0);
}

QString PartDetails::asText() const { return m_facts->toPlainText(); }

void PartDetails::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_part)
        write();
}

void PartDetails::write() {
    if (!m_part) {
        m_name->clear();
        m_facts->clear();
        return;
    }
    const Part& part = *m_part;
    m_name->setText(toText(partTitle(part)));
    const auto word = [this](const char* group, std::string_view name) {
        return toText(m_texts.text(std::string(group) + std::string(name)));
    };
    QString html = QStringLiteral("<p style='margin:0 0 6px 0'>") +
                   inked(toText(part.description).toHtmlEscaped(), Ink::Subdued) +
                   QStringLiteral("</p><p style='margin:0 0 8px 0'>");
    html += pill(word("part.lifecycle.", enumName(part.lifecycle)),
                 part.lifecycle == Lifecycle::Available ? Ink::Good : Ink::Warning,
                 part.lifecycle == Lifecycle::Available ? Ink::GoodWash : Ink::WarningWash);
    html += pill(word("part.mounting.", enumName(part.mounting)), Ink::Subdued, Ink::Panel);
    if (part.heatPath != HeatPath::Unknown)
        html += pill(word("part.heat.", enumName(part.heatPath)), Ink::Subdued, Ink::Panel);
    if (part.isPlanningClass)
        html += pill(toText(m_texts.text("part.planning-class")), Ink::Warning, Ink::WarningWash);
    html += QStringLiteral("</p>");
    if (!part.partNumber.empty())
        html +=
            QStringLiteral("<p style='margin:0 0 6px 0'>") +
            small(toText(m_texts.sentence(Message("part.number").with("number", part.partNumber))).toHtmlEscaped()) +
            QStringLiteral("</p>");
    static const std::vector<AttributeKey> noKeys;
    std::optional<FactSection> section;
    QStringList sources;
    html += QStringLiteral("<table width='100%' cellspacing='0' cellpadding='2'>");
    for (const FactRow& row : factRows(part, m_keys ? *m_keys : noKeys, m_texts)) {
        if (section != row.section) {
            section = row.section;
            html += QStringLiteral("<tr><td colspan='2' style='padding-top:8px'><b>") +
                    toText(m_texts.text("part.section." + std::string(enumName(row.section)))) +
                    QStringLiteral("</b></td></tr>");
        }
        if (!row.source.isEmpty() && !sources.contains(row.source))
            sources << row.source;
        const QString value = row.isUnknown ? inked(row.value.toHtmlEscaped(), Ink::Faint) : row.value.toHtmlEscaped();
        QString origin = row.grade.toHtmlEscaped();
        if (!row.source.isEmpty())
            origin += QStringLiteral(" [%1]").arg(sources.indexOf(row.source) + 1);
        html += QStringLiteral("<tr><td>%1%2</td><td align='right'>%3<br>%4</td></tr>")
                    .arg(row.title.toHtmlEscaped(),
                         row.note.isEmpty() ? QString() : QStringLiteral("<br>") + small(row.note.toHtmlEscaped()),
                         value, small(origin, Ink::Faint));
        const QString others = disagreement(row, m_texts);
        if (others.isEmpty())
            continue;
        const bool isOpen = m_open.contains(toText(row.key));
        QString below =
            QStringLiteral("<a style='font-size:11px; color:%1; text-decoration:none' href='%2%3'>%4 %5</a>")
                .arg(Theme::current().ink(Ink::Warning).name(), QLatin1String(kOthers), toText(row.key),
                     others.toHtmlEscaped(), isOpen ? QStringLiteral("▾") : QStringLiteral("▸"));
        if (isOpen)
            for (const Assertion* other : row.others)
                below +=
                    QStringLiteral("<br>") +
                    small(toText(other->value + " — " + m_texts.grade(other->grade) + ", " + sourceText(other->source))
                              .toHtmlEscaped());
        html += QStringLiteral("<tr><td colspan='2' style='padding-bottom:5px'>%1</td></tr>").arg(below);
    }
    html += QStringLiteral("</table>");
    if (!sources.isEmpty())
        html += QStringLiteral("<p style='margin:10px 0 2px 0'><b>") + toText(m_texts.text("part.section.sources")) +
                QStringLiteral("</b></p>");
    for (int i = 0; i < sources.size(); ++i)
        html += QStringLiteral("<p style='margin:0 0 2px 0'>") +
                small(QStringLiteral("[%1] %2").arg(i + 1).arg(sources[i].toHtmlEscaped())) + QStringLiteral("</p>");
    if (!part.notes.empty())
        html += QStringLiteral("<p>") + small(toText(part.notes).toHtmlEscaped()) + QStringLiteral("</p>");
    const int at = m_facts->verticalScrollBar()->value();
    m_facts->setHtml(html);
    m_facts->verticalScrollBar()->setValue(at);
}

} // namespace rackwright
