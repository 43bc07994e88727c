// SPDX-License-Identifier: GPL-3.0-or-later
// Printed labels: whatever names are like, texts stay inside their label, and sheets are those that can be bought.
#include "tests/support/drawing_checks.h"
#include "tests/support/suite.h"
#include "ui/report/label_sheets.h"

#include <QTest>

#include <qpdf/QPDF.hh>
#include <qpdf/QPDFPageDocumentHelper.hh>

using namespace rackwright;

namespace {

Drawing labelOf(const std::vector<std::string>& lines) {
    Sketch sketch({}, 1);
    sketchLabel(sketch, QRectF(QPointF(0, 0), kLabelSize), lines);
    return std::move(sketch).take();
}

std::vector<CableLabel> labels(std::size_t count) {
    std::vector<CableLabel> made(count);
    for (std::size_t i = 0; i < count; ++i) {
        made[i].cable = Id<Cable>{i / 2 + 1};
        made[i].lines = {"C" + std::to_string(i), "A01.1"};
    }
    return made;
}

struct Sheets {
    std::size_t pages = 0;
    double width = 0, height = 0; ///< mm, of the first
};

Sheets sheetsOf(std::size_t count, Paper paper) {
    const auto bytes = labelSheetsPdf(labels(count), paper, QStringLiteral("Labels"), "2026-01-02");
    if (!bytes)
        return {};
    QPDF pdf;
    pdf.processMemoryFile("labels", bytes->constData(), static_cast<std::size_t>(bytes->size()));
    auto pages = QPDFPageDocumentHelper(pdf).getAllPages();
    auto box = pages.front().getObjectHandle().getKey("/MediaBox");
    constexpr double kMmPerPoint = 25.4 / 72;
    return {pages.size(), box.getArrayItem(2).getNumericValue() * kMmPerPoint,
            box.getArrayItem(3).getNumericValue() * kMmPerPoint};
}

} // namespace

class TestLabelSheets : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void textsStayInsideTheirLabel_data() {
        const std::string name = "hall-1-row-12-rack-A07-compute-leaf-switch-03-port-1-lane-4-to-row-14-rack-C19";
        QTest::addColumn<QStringList>("lines");
        QTest::newRow("short") << QStringList{QStringLiteral("C1"), QStringLiteral("A01.1")};
        QTest::newRow("long") << QStringList{QString::fromStdString(name), QString::fromStdString(name)};
        QTest::newRow("endless") << QStringList{QString::fromStdString(name).repeated(10)};
        QTest::newRow("many lines") << QStringList(20, QString::fromStdString(name));
    }
    void textsStayInsideTheirLabel() {
        QFETCH(const QStringList, lines);
        std::vector<std::string> words;
        for (const QString& line : lines)
            words.push_back(line.toStdString());
        const Drawing drawing = labelOf(words);
        const auto texts = shapesOf<TextShape>(drawing);
        QCOMPARE(texts.size(), words.size());
        const QRectF label(QPointF(0, 0), kLabelSize);
        for (const auto& [item, text] : texts)
            QVERIFY2(label.contains(boxOf(*text)), qPrintable(text->text));
    }
    void aLongNameKeepsBothEnds() {
        const std::string name = "leaf-" + std::string(200, 'x') + "-port-48";
        const QStringList texts = textsOf(labelOf({name}));
        QCOMPARE(texts.size(), 1);
        QVERIFY2(texts.front().startsWith(QStringLiteral("leaf-")) && texts.front().endsWith(QStringLiteral("-48")) &&
                     texts.front().contains(QChar(0x2026)),
                 qPrintable(texts.front()));
        QCOMPARE(textsOf(labelOf({"leaf-1"})), QStringList{QStringLiteral("leaf-1")});
    }
    void fortyFitOnASheet() {
        QCOMPARE(sheetsOf(kLabelsOfSheet, Paper::A4).pages, std::size_t(1));
        QCOMPARE(sheetsOf(kLabelsOfSheet + 1, Paper::A4).pages, std::size_t(2));
    }
    void sheetsAreOfTheUsualSizes() {
        for (const auto& [paper, sold] : {std::pair{Paper::A4, Paper::A4},
                                          {Paper::A3, Paper::A4},
                                          {Paper::Letter, Paper::Letter},
                                          {Paper::Tabloid, Paper::Letter}}) {
            const Sheets sheets = sheetsOf(1, paper);
            const QSizeF size = PageFormat{sold, false}.size();
            QVERIFY(std::abs(sheets.width - size.width()) < 0.5 && std::abs(sheets.height - size.height()) < 0.5);
        }
    }
};

RW_WINDOW_SUITE(TestLabelSheets)
#include "tst_label_sheets.moc"
