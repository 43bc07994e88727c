// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/parts/part_details.h"

#include "catalog/storage_scale.h"
#include "model/parts/part_title.h"
#include "ui/parts/faceplate_view.h"
#include "ui/parts/part_facts.h"
#include "ui/text/derivation_text.h"
#include "ui/text/to_text.h"
#include "ui/theme/theme.h"

#include <QBuffer>
#include <QEvent>
#include <QLabel>
#include <QPdfWriter>
#include <QRegularExpression>
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

// What so many units of a storage system are together.
QString growth(const Part& part, const Texts& texts) {
    if (!isScalableStorage(part))
        return {};
    QString rows;
    const auto cell = [&texts](const Fact<double>& fact, const char* unit, double factor) {
        const Value value = fact.isUnknown() ? Value::unknown(fact.grade)
                                             : Value::range(*fact.low() / factor, *fact.typical() / factor,
                                                            *fact.high() / factor, fact.grade);
        return QStringLiteral("<td align='right'>%1</td>")
            .arg(small(toText(texts.figure(value, unit, 1, {.significantDigits = 3})).toHtmlEscaped(), Ink::Text));
    };
    for (const std::int64_t units : {1, 2, 4, 8, 10, 16, 20}) {
        const Result<ScaledStorage> scaled = scaledStorage(part, units);
        if (!scaled || scaled->units != units || (scaled->read.isUnknown() && scaled->raw.isUnknown()))
            continue;
        rows += QStringLiteral("<tr><td>%1 ×</td>%2%3%4</tr>")
                    .arg(units)
                    .arg(cell(scaled->read, "GB/s", 1e9), cell(scaled->raw, "TB", 1e12),
                         cell(scaled->mostPower, "kW", 1e3));
    }
    if (rows.isEmpty())
        return {};
    return QStringLiteral("<p style='margin:10px 0 2px 0'><b>") + toText(texts.text("part.section.growth")) +
           QStringLiteral("</b></p><table width='100%' cellspacing='0' cellpadding='2'>") + rows +
           QStringLiteral("</table>");
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
    m_name->setText(toText(partTitle(*m_part)));
    const int at = m_facts->verticalScrollBar()->value();
    m_facts->setHtml(page(false));
    m_facts->verticalScrollBar()->setValue(at);
}

QByteArray PartDetails::asPdf() const {
    if (!m_part)
        return {};
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setPageSize(QPageSize(QPageSize::A4));
    writer.setTitle(toText(partTitle(*m_part)));
    // The inks of the screen may be light.
    static const QRegularExpression inks(QStringLiteral("(background-)?color:#[0-9a-fA-F]+;?"));
    QTextDocument document;
    document.setDefaultFont(studioFont(12));
    document.setHtml(QStringLiteral("<h2>") + toText(partTitle(*m_part)).toHtmlEscaped() + QStringLiteral("</h2>") +
                     page(true).replace(inks, QString()));
    document.print(&writer);
    buffer.close();
    return bytes;
}

QString PartDetails::page(bool isAllOpen) const {
    const Part& part = *m_part;
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
        const bool isOpen = isAllOpen || m_open.contains(toText(row.key));
        QString below =
            QStringLiteral("<a style='font-size:11px; color:%1; text-decoration:none' href='%2%3'>%4 %5</a>")
                .arg(Theme::current().ink(Ink::Warning).name(), QLatin1String(kOthers), toText(row.key),
                     others.toHtmlEscaped(), isOpen ? QStringLiteral("▾") : QStringLiteral("▸"));
        if (isOpen)
            for (const Assertion* other : row.others)
                below += QStringLiteral("<br>") +
                         small(toText(other->value + " — " + m_texts.grade(other->grade) + ", " +
                                      sourceText(other->source) + (other->note.empty() ? "" : "; " + other->note))
                                   .toHtmlEscaped());
        html += QStringLiteral("<tr><td colspan='2' style='padding-bottom:5px'>%1</td></tr>").arg(below);
    }
    html += QStringLiteral("</table>") + growth(part, m_texts);
    for (const Source& source : part.sources)
        if (const QString words = toText(sourceText(source)); !sources.contains(words))
            sources << words;
    if (!sources.isEmpty())
        html += QStringLiteral("<p style='margin:10px 0 2px 0'><b>") + toText(m_texts.text("part.section.sources")) +
                QStringLiteral("</b></p>");
    for (int i = 0; i < sources.size(); ++i)
        html += QStringLiteral("<p style='margin:0 0 2px 0'>") +
                small(QStringLiteral("[%1] %2").arg(i + 1).arg(sources[i].toHtmlEscaped())) + QStringLiteral("</p>");
    if (!part.notes.empty())
        html += QStringLiteral("<p>") + small(toText(part.notes).toHtmlEscaped()) + QStringLiteral("</p>");
    return html;
}

} // namespace rackwright
