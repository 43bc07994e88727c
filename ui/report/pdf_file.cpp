// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/pdf_file.h"

#include "model/base/check.h"
#include "ui/paint/drawing_painter.h"
#include "ui/paint/painter_state.h"
#include "ui/paint/pdf_canvas.h"
#include "ui/text/xml_text.h"

#include <QPainter>
#include <QPdfWriter>

#include <qpdf/QPDF.hh>
#include <qpdf/QPDFOutlineDocumentHelper.hh>
#include <qpdf/QPDFPageDocumentHelper.hh>
#include <qpdf/QPDFPageObjectHelper.hh>
#include <qpdf/QPDFWriter.hh>

#include <algorithm>
#include <cmath>
#include <new>
#include <optional>
#include <string>
#include <string_view>

namespace rackwright {

namespace {

constexpr int kDotsPerInch = 1200;
constexpr double kPdfDotsPerMm = kDotsPerInch / 25.4;
constexpr double kPointsPerMm = 72 / 25.4;
/// Where marks lie, far off every sheet: the painter knows no tags, so that a box that nobody sees stands in the
/// content of a page where a tagged part begins, until the finished file is given its tags.
constexpr int kMarkPlace = -30000;

/// The elements of the parts of each page, in the order in which they are painted; -1: of none.
using PaintedParts = std::vector<std::vector<int>>;

QPageLayout pageLayout(QSizeF sheet) {
    return {QPageSize(sheet, QPageSize::Millimeter, {}, QPageSize::ExactMatch), QPageLayout::Portrait, QMarginsF()};
}

/// A page that a fault of ours prevents says so; the others are painted.
void paintGuarded(QPainter& painter, const ReportDocument& document, const Page& page, int number, const ReportRun& run,
                  std::vector<int>& parts) {
    const QTransform toDots = QTransform::fromScale(kPdfDotsPerMm, kPdfDotsPerMm);
    const Palette palette = lightPalette();
    const auto begin = [&](int element) {
        const PainterState state(painter);
        painter.resetTransform();
        painter.setPen(Qt::NoPen);
        painter.setBrush(Qt::black);
        painter.drawRect(QRectF(kMarkPlace - static_cast<int>(parts.size()), kMarkPlace, 1, 1));
        parts.push_back(element);
    };
    const Done painted = guarded(QStringLiteral("%1, %2").arg(document.title).arg(number).toStdString(),
                                 [&] { paintPage(painter, page, toDots, palette, begin); });
    if (painted)
        return;
    run.tellFailure(painted.error());
    begin(-1);
    Drawing note;
    note.items.push_back(
        {Layer::Legend,
         0,
         {},
         {},
         TextShape{{20, 30}, document.failureNote, 4, Weight::Bold, TextAlign::Left, Rise::Middle, 0, Ink::Bad}});
    paintDrawing(painter, note, toDots, palette);
}

Result<QByteArray> paintedPages(const ReportDocument& document, const Pages& pages, const ReportRun& run,
                                PaintedParts& parts) {
    const auto total = static_cast<int>(pages.pages.size());
    PdfCanvas canvas;
    QPdfWriter& writer = canvas.writer();
    writer.setResolution(kDotsPerInch);
    writer.setPageLayout(pageLayout(pages.pages.front().content.bounds.size()));
    QPainter& painter = canvas.begin();
    for (std::size_t i = 0; i < pages.pages.size(); ++i) {
        if (run.isStopped())
            return reportStopped();
        run.tell(ReportStage::Pages, static_cast<int>(i), total);
        if (i > 0) {
            writer.setPageLayout(pageLayout(pages.pages[i].content.bounds.size()));
            writer.newPage();
        }
        paintGuarded(painter, document, pages.pages[i], static_cast<int>(i) + 1, run, parts.emplace_back());
    }
    QByteArray bytes = canvas.finish();
    run.tell(ReportStage::Pages, total, total);
    return bytes;
}

QPDFObjectHandle textObject(const QString& text) { return QPDFObjectHandle::newUnicodeString(text.toStdString()); }

QPDFObjectHandle destination(QPDFPageObjectHelper page, double sheetHeight, double y) {
    QPDFObjectHandle place = QPDFObjectHandle::newArray();
    place.appendItem(page.getObjectHandle());
    place.appendItem(QPDFObjectHandle::newName("/XYZ"));
    place.appendItem(QPDFObjectHandle::newNull());
    place.appendItem(QPDFObjectHandle::newReal((sheetHeight - y) * kPointsPerMm, 2));
    place.appendItem(QPDFObjectHandle::newNull());
    return place;
}

/// Gives a painted file its structure: what is a heading, a paragraph, a table, and what a figure shows.
class Tagger {
public:
    Tagger(QPDF& pdf, const Pages& pages, const PaintedParts& parts, std::vector<QPDFPageObjectHelper>& sheets)
        : m_pdf(pdf), m_pages(pages), m_parts(parts), m_sheets(sheets),
          m_hasTitle(std::ranges::find(pages.tags, TagRole::Title, &TagElement::role) != pages.tags.end()) {}

    void run() {
        std::vector<std::string> contents;
        for (std::size_t page = 0; page < m_sheets.size(); ++page) {
            auto marked = withTags(page);
            if (!marked)
                return; // a painter that writes boxes in another way: the file stays without tags
            contents.push_back(std::move(*marked));
        }
        for (std::size_t page = 0; page < m_sheets.size(); ++page) {
            QPDFObjectHandle sheet = m_sheets[page].getObjectHandle();
            sheet.getKey("/Contents")
                .replaceStreamData(contents[page], QPDFObjectHandle::newNull(), QPDFObjectHandle::newNull());
            sheet.replaceKey("/StructParents", QPDFObjectHandle::newInteger(static_cast<int>(page)));
            sheet.replaceKey("/Tabs", QPDFObjectHandle::newName("/S"));
        }
        addTree();
    }

private:
    /// The content of a page with its marks as marked content; nothing where a mark is not found.
    std::optional<std::string> withTags(std::size_t page) const {
        QPDFObjectHandle stream = m_sheets[page].getObjectHandle().getKey("/Contents");
        if (!stream.isStream())
            return std::nullopt;
        const auto data = stream.getStreamData(qpdf_dl_generalized);
        const std::string_view content(reinterpret_cast<const char*>(data->getBuffer()), data->getSize());
        std::string made;
        std::size_t at = 0;
        int next = 0;
        for (std::size_t part = 0; part < m_parts[page].size(); ++part) {
            const std::string mark =
                std::to_string(kMarkPlace - static_cast<int>(part)) + " " + std::to_string(kMarkPlace) + " 1 1 re\nf\n";
            const std::size_t found = content.find(mark, at);
            if (found == std::string_view::npos)
                return std::nullopt;
            made += content.substr(at, found - at);
            made += part > 0 ? "EMC\n" : "";
            const int element = m_parts[page][part];
            made += element < 0 ? std::string("/Artifact BMC\n")
                                : std::string(roleName(element)) + " <</MCID " + std::to_string(next++) + ">> BDC\n";
            at = found + mark.size();
        }
        made += content.substr(at);
        made += m_parts[page].empty() ? "" : "\nEMC\n";
        return made;
    }

    const char* roleName(int element) const {
        switch (m_pages.tags[static_cast<std::size_t>(element)].role) {
        case TagRole::Title:
            return "/H1";
        case TagRole::Heading1:
            return m_hasTitle ? "/H2" : "/H1";
        case TagRole::Heading2:
            return m_hasTitle ? "/H3" : "/H2";
        case TagRole::Paragraph:
            return "/P";
        case TagRole::Contents:
            return "/TOC";
        case TagRole::ContentsEntry:
            return "/TOCI";
        case TagRole::Table:
            return "/Table";
        case TagRole::Row:
            return "/TR";
        case TagRole::HeadCell:
            return "/TH";
        case TagRole::Cell:
            return "/TD";
        case TagRole::Figure:
            return "/Figure";
        }
        RW_CHECK(false, "every role has a name");
    }

    QPDFObjectHandle newElement(const char* role, QPDFObjectHandle parent) {
        QPDFObjectHandle element = QPDFObjectHandle::newDictionary();
        element.replaceKey("/S", QPDFObjectHandle::newName(role));
        element.replaceKey("/P", parent);
        return m_pdf.makeIndirectObject(element);
    }

    void addTree() {
        QPDFObjectHandle root = m_pdf.makeIndirectObject(QPDFObjectHandle::parse("<< /Type /StructTreeRoot >>"));
        QPDFObjectHandle whole = newElement("/Document", root);
        root.replaceKey("/K", whole);
        std::vector<QPDFObjectHandle> elements;
        std::vector<std::vector<QPDFObjectHandle>> kids(m_pages.tags.size());
        std::vector<QPDFObjectHandle> top;
        for (std::size_t i = 0; i < m_pages.tags.size(); ++i) {
            const TagElement& tag = m_pages.tags[i];
            const auto parent = static_cast<std::size_t>(tag.parent);
            elements.push_back(newElement(roleName(static_cast<int>(i)), tag.parent < 0 ? whole : elements[parent]));
            (tag.parent < 0 ? top : kids[parent]).push_back(elements[i]);
            if (!tag.alt.isEmpty())
                elements[i].replaceKey("/Alt", textObject(tag.alt));
            if (tag.role == TagRole::HeadCell)
                elements[i].replaceKey("/A", QPDFObjectHandle::parse("<< /O /Table /Scope /Column >>"));
        }
        QPDFObjectHandle numbers = QPDFObjectHandle::newArray();
        for (std::size_t page = 0; page < m_parts.size(); ++page) {
            std::vector<QPDFObjectHandle> owners;
            for (const int element : m_parts[page]) {
                if (element < 0)
                    continue;
                const auto index = static_cast<std::size_t>(element);
                QPDFObjectHandle content = QPDFObjectHandle::parse("<< /Type /MCR >>");
                content.replaceKey("/Pg", m_sheets[page].getObjectHandle());
                content.replaceKey("/MCID", QPDFObjectHandle::newInteger(static_cast<long long>(owners.size())));
                kids[index].push_back(content);
                owners.push_back(elements[index]);
            }
            numbers.appendItem(QPDFObjectHandle::newInteger(static_cast<long long>(page)));
            numbers.appendItem(m_pdf.makeIndirectObject(QPDFObjectHandle::newArray(owners)));
        }
        for (std::size_t i = 0; i < elements.size(); ++i)
            if (!kids[i].empty())
                elements[i].replaceKey("/K", QPDFObjectHandle::newArray(kids[i]));
        whole.replaceKey("/K", QPDFObjectHandle::newArray(top));
        QPDFObjectHandle parents = QPDFObjectHandle::newDictionary();
        parents.replaceKey("/Nums", numbers);
        root.replaceKey("/ParentTree", m_pdf.makeIndirectObject(parents));
        root.replaceKey("/ParentTreeNextKey", QPDFObjectHandle::newInteger(static_cast<long long>(m_parts.size())));
        m_pdf.getRoot().replaceKey("/StructTreeRoot", root);
        m_pdf.getRoot().replaceKey("/MarkInfo", QPDFObjectHandle::parse("<< /Marked true >>"));
    }

    QPDF& m_pdf;
    const Pages& m_pages;
    const PaintedParts& m_parts;
    std::vector<QPDFPageObjectHelper>& m_sheets;
    bool m_hasTitle; ///< else the first level of headings is the highest
};

class Finisher {
public:
    Finisher(QPDF& pdf, const ReportDocument& document, const Pages& pages, const PaintedParts& parts)
        : m_pdf(pdf), m_document(document), m_pages(pages), m_parts(parts),
          m_sheets(QPDFPageDocumentHelper(pdf).getAllPages()) {}

    void run() {
        Tagger(m_pdf, m_pages, m_parts, m_sheets).run();
        addLinks();
        addOutline();
        addLabels();
        setFacts();
    }

private:
    QPDFObjectHandle destinationOf(int page, double y) {
        const auto index = static_cast<std::size_t>(page);
        return destination(m_sheets[index], m_pages.pages[index].content.bounds.height(), y);
    }

    void addLinks() {
        for (std::size_t i = 0; i < m_pages.pages.size(); ++i) {
            QPDFObjectHandle annotations = QPDFObjectHandle::newArray();
            const double height = m_pages.pages[i].content.bounds.height();
            for (const LinkArea& link : m_pages.pages[i].links) {
                const auto target = m_pages.anchors.constFind(link.target);
                if (target == m_pages.anchors.constEnd())
                    continue;
                QPDFObjectHandle annotation =
                    QPDFObjectHandle::parse("<< /Type /Annot /Subtype /Link /Border [0 0 0] >>");
                QPDFObjectHandle box = QPDFObjectHandle::newArray();
                for (const double edge :
                     {link.box.left(), height - link.box.bottom(), link.box.right(), height - link.box.top()})
                    box.appendItem(QPDFObjectHandle::newReal(edge * kPointsPerMm, 2));
                annotation.replaceKey("/Rect", box);
                annotation.replaceKey("/Dest", destinationOf(target->page, target->y));
                annotations.appendItem(m_pdf.makeIndirectObject(annotation));
            }
            if (annotations.getArrayNItems() > 0)
                m_sheets[i].getObjectHandle().replaceKey("/Annots", annotations);
        }
    }

    /// The entries from `at` on that are of this level or deeper, as children of `parent`; returns where it stopped.
    std::size_t addEntries(QPDFObjectHandle parent, std::size_t at, int level) {
        QPDFObjectHandle last;
        int count = 0;
        while (at < m_pages.outline.size() && m_pages.outline[at].level >= level) {
            const OutlineEntry& entry = m_pages.outline[at];
            QPDFObjectHandle item = m_pdf.makeIndirectObject(QPDFObjectHandle::newDictionary());
            item.replaceKey("/Title", textObject(entry.text));
            item.replaceKey("/Parent", parent);
            item.replaceKey("/Dest", destinationOf(entry.page, entry.y));
            if (last.isInitialized()) {
                item.replaceKey("/Prev", last);
                last.replaceKey("/Next", item);
            } else {
                parent.replaceKey("/First", item);
            }
            last = item;
            ++count;
            at = addEntries(item, at + 1, entry.level + 1);
        }
        if (last.isInitialized()) {
            parent.replaceKey("/Last", last);
            // Deeper levels start closed.
            parent.replaceKey("/Count", QPDFObjectHandle::newInteger(level == 1 ? count : -count));
        }
        return at;
    }
    void addOutline() {
        if (m_pages.outline.empty())
            return;
        QPDFObjectHandle root = m_pdf.makeIndirectObject(QPDFObjectHandle::parse("<< /Type /Outlines >>"));
        addEntries(root, 0, 1);
        m_pdf.getRoot().replaceKey("/Outlines", root);
        m_pdf.getRoot().replaceKey("/PageMode", QPDFObjectHandle::newName("/UseOutlines"));
    }

    void addLabels() {
        m_pdf.getRoot().replaceKey("/PageLabels", QPDFObjectHandle::parse("<< /Nums [ 0 << /S /D /St 1 >> ] >>"));
        m_pdf.getRoot().replaceKey("/ViewerPreferences", QPDFObjectHandle::parse("<< /DisplayDocTitle true >>"));
    }

    // Language, title, author and the day of the issue, for readers, screen readers and archives alike.
    void setFacts() {
        QPDFObjectHandle root = m_pdf.getRoot();
        if (!m_document.language.isEmpty())
            root.replaceKey("/Lang", textObject(m_document.language));
        root.replaceKey("/Metadata", metadata());
        QPDFObjectHandle info = QPDFObjectHandle::newDictionary();
        info.replaceKey("/Title", textObject(m_document.title));
        info.replaceKey("/Author", textObject(m_document.author));
        info.replaceKey("/Subject", textObject(m_document.subject));
        info.replaceKey("/Creator", textObject(QStringLiteral("Rackwright")));
        QString day;
        for (const QChar c : m_document.date)
            if (c.isDigit() && c.unicode() < 128)
                day += c;
        if (day.size() == 8)
            for (const char* key : {"/CreationDate", "/ModDate"})
                info.replaceKey(key, QPDFObjectHandle::newString("D:" + day.toStdString()));
        m_pdf.getTrailer().replaceKey("/Info", m_pdf.makeIndirectObject(info));
        m_pdf.getTrailer().removeKey("/ID");
    }

    /// The same facts in Dublin Core, as XMP has them.
    QPDFObjectHandle metadata() {
        const auto escaped = [](const QString& text) { return xmlText(text).toHtmlEscaped(); };
        const QString one = QStringLiteral("<dc:%1><rdf:%2><rdf:li%3>%4</rdf:li></rdf:%2></dc:%1>");
        const QString anyLanguage = QStringLiteral(" xml:lang=\"x-default\"");
        QString facts =
            one.arg(QStringLiteral("title"), QStringLiteral("Alt"), anyLanguage, escaped(m_document.title)) +
            one.arg(QStringLiteral("description"), QStringLiteral("Alt"), anyLanguage, escaped(m_document.subject));
        if (!m_document.author.isEmpty())
            facts += one.arg(QStringLiteral("creator"), QStringLiteral("Seq"), QString(), escaped(m_document.author));
        if (!m_document.date.isEmpty())
            facts += one.arg(QStringLiteral("date"), QStringLiteral("Seq"), QString(), escaped(m_document.date));
        if (!m_document.language.isEmpty())
            facts +=
                one.arg(QStringLiteral("language"), QStringLiteral("Bag"), QString(), escaped(m_document.language));
        const QString packet =
            QStringLiteral("<?xpacket begin=\"\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>"
                           "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\">"
                           "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">"
                           "<rdf:Description rdf:about=\"\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\">"
                           "%1</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end=\"r\"?>")
                .arg(facts);
        QPDFObjectHandle stream = QPDFObjectHandle::newStream(&m_pdf, packet.toStdString());
        stream.getDict().replaceKey("/Type", QPDFObjectHandle::newName("/Metadata"));
        stream.getDict().replaceKey("/Subtype", QPDFObjectHandle::newName("/XML"));
        return stream;
    }

    QPDF& m_pdf;
    const ReportDocument& m_document;
    const Pages& m_pages;
    const PaintedParts& m_parts;
    std::vector<QPDFPageObjectHelper> m_sheets;
};

} // namespace

Result<QByteArray> pdfOf(const ReportDocument& document, const ReportRun& run) {
    const auto pages = laidOut(document, run);
    return pages ? pdfOf(document, *pages, run) : Result<QByteArray>(pages.error());
}

std::optional<std::string> titleOfPdf(std::string_view bytes) {
    try {
        QPDF pdf;
        pdf.setSuppressWarnings(true);
        pdf.processMemoryFile("document", bytes.data(), bytes.size());
        QPDFObjectHandle info = pdf.getTrailer().getKey("/Info");
        QPDFObjectHandle title = info.isDictionary() ? info.getKey("/Title") : QPDFObjectHandle::newNull();
        return title.isString() ? std::optional(title.getUTF8Value()) : std::nullopt;
    } catch (const std::exception&) {
        return std::nullopt;
    }
}

Result<QByteArray> pdfOf(const ReportDocument& document, const Pages& pages, const ReportRun& run) {
    PaintedParts parts;
    const auto made = paintedPages(document, pages, run, parts);
    if (!made)
        return made.error();
    const QByteArray& painted = *made;
    run.tell(ReportStage::File, 0, 1);
    try {
        QPDF pdf;
        pdf.setSuppressWarnings(true);
        pdf.processMemoryFile("pages", painted.constData(), static_cast<std::size_t>(painted.size()));
        Finisher(pdf, document, pages, parts).run();
        QPDFWriter writer(pdf);
        writer.setOutputMemory();
        writer.setDeterministicID(true);
        writer.setObjectStreamMode(qpdf_o_generate);
        writer.write();
        const auto buffer = writer.getBufferSharedPointer();
        return QByteArray(reinterpret_cast<const char*>(buffer->getBuffer()),
                          static_cast<qsizetype>(buffer->getSize()));
    } catch (const std::bad_alloc&) {
        throw; // no fault of the library, and told like all want of memory
    } catch (const std::exception& problem) {
        return systemError(Message("report.pdf-failed").with("reason", problem.what()));
    }
}

} // namespace rackwright
