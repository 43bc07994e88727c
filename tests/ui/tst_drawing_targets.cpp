// SPDX-License-Identifier: GPL-3.0-or-later
// The same drawing as PNG, SVG and PDF: texts and rectangles are those of the drawing, bytes repeat, hostile names do
// no harm.
#include "tests/support/drawing_checks.h"
#include "tests/support/pictures.h"
#include "tests/support/suite.h"
#include "ui/paint/drawing_painter.h"
#include "ui/paint/floor_plan.h"
#include "ui/paint/rack_elevation.h"
#include "ui/paint/svg_writer.h"

#include <QPainter>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

#include <cmath>

using namespace rackwright;

class TestDrawingTargets : public QObject {
    Q_OBJECT

    Texts texts = Texts::of("en", NumberFormat::ofLocale("en"));
    fixture::DrawnHall hall;

    Drawing drawingOf(const QString& kind) const {
        const Overlay overlay = fixture::readingsOf(hall);
        if (kind == QLatin1String("plan")) {
            FloorPlanOptions options;
            options.scale = 1.0 / 75;
            return floorPlanDrawing(hall.project, hall.design, *hall.design.rooms.find(hall.room), overlay, texts,
                                    options);
        }
        std::vector<ElevationSubject> shown;
        for (const AlikeRacks& alike : alikeRacks(hall.project, hall.design, texts))
            shown.push_back({alike.racks.front(), alike.caption});
        return rowElevationDrawing(hall.project, hall.design, shown,
                                   kind == QLatin1String("front") ? Face::Front : Face::Rear, overlay, texts, {});
    }
    static void addKinds() {
        QTest::addColumn<QString>("kind");
        for (const char* kind : {"plan", "front", "rear"})
            QTest::newRow(kind) << QString::fromLatin1(kind);
    }
    static QByteArray run(const QString& program, const QStringList& arguments) {
        QProcess process;
        process.start(program, arguments);
        process.waitForFinished();
        return process.readAllStandardOutput();
    }

private Q_SLOTS:
    void initTestCase() { QVERIFY(loadBundledFonts().has_value()); }

    // An outline of hundreds of crossings is stroked a few sides at a time: each side is there, the inside is as it
    // was.
    void aTangleIsDrawnSideBySide() {
        constexpr int corners = 101, leap = 40;
        constexpr double radius = 1000, width = 12, dots = 0.5; // mm, dots a mm
        std::vector<QPointF> star;
        for (int i = 0; i < corners; ++i)
            star.push_back(radius *
                           QPointF(std::cos(2 * M_PI * leap * i / corners), std::sin(2 * M_PI * leap * i / corners)));
        Drawing drawing;
        drawing.bounds = QRectF(-1100, -1100, 2200, 2200);
        drawing.items.push_back({Layer::Ground, 0, Stroke{Ink::Text, width}, Ink::Panel, PolygonShape{star}});
        const QImage picture = pictureOf(drawing, lightPalette(), dots);
        QImage whole = pictureOf(Drawing{{}, drawing.bounds, 1, {}}, lightPalette(), dots);
        QPainter painter(&whole);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.scale(dots, dots);
        painter.translate(-drawing.bounds.topLeft());
        painter.setPen(QPen(lightPalette()[Ink::Text], width, Qt::SolidLine, Qt::FlatCap));
        for (std::size_t i = 0; i < star.size(); ++i)
            painter.drawLine(star[i], star[(i + 1) % star.size()]);
        painter.end();
        const QRgb ink = lightPalette()[Ink::Text].rgb(), inside = lightPalette()[Ink::Panel].rgb();
        qsizetype stroked = 0, filled = 0;
        for (int y = 0; y < picture.height(); ++y)
            for (int x = 0; x < picture.width(); ++x) {
                filled += (picture.pixel(x, y) | 0xff000000) == (inside | 0xff000000);
                if ((whole.pixel(x, y) | 0xff000000) != (ink | 0xff000000))
                    continue;
                ++stroked;
                // At crossings the edges of strokes over each other are darker than those of one.
                QVERIFY(2 * qGray(picture.pixel(x, y)) < qGray(ink) + qGray(inside));
            }
        QVERIFY2(stroked > 10'000 && filled > 1'000,
                 qPrintable(QString::number(stroked) + u' ' + QString::number(filled)));
    }
    void svgHoldsTheDrawing_data() { addKinds(); }
    void svgHoldsTheDrawing() {
        QFETCH(QString, kind);
        const Drawing drawing = drawingOf(kind);
        const QByteArray svg = svgOf(drawing, lightPalette());
        fixture::keepPicture(kind + QStringLiteral(".svg"), svg);
        QStringList foundTexts;
        std::vector<QRectF> foundBoxes;
        QXmlStreamReader xml(svg);
        while (!xml.atEnd()) {
            if (xml.readNext() != QXmlStreamReader::StartElement)
                continue;
            const auto number = [&xml](const char* name) {
                return xml.attributes().value(QLatin1String(name)).toDouble();
            };
            if (xml.name() == QLatin1String("rect"))
                foundBoxes.emplace_back(number("x"), number("y"), number("width"), number("height"));
            else if (xml.name() == QLatin1String("text"))
                foundTexts.append(xml.readElementText());
        }
        QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
        QCOMPARE(foundTexts, textsOf(drawing));
        const auto boxes = shapesOf<RectangleShape>(drawing);
        QCOMPARE(foundBoxes.size(), boxes.size() + 1); // and the paper
        for (std::size_t i = 0; i < boxes.size(); ++i) {
            const QRectF& wanted = boxes[i].second->box;
            const QRectF& found = foundBoxes[i + 1];
            QVERIFY(std::abs(found.x() - wanted.x()) < 0.001 && std::abs(found.y() - wanted.y()) < 0.001);
            QVERIFY(std::abs(found.width() - wanted.width()) < 0.001);
            QVERIFY(std::abs(found.height() - wanted.height()) < 0.001);
        }
    }
    void svgAndPngRepeatByteByByte_data() { addKinds(); }
    void svgAndPngRepeatByteByByte() {
        QFETCH(QString, kind);
        QCOMPARE(svgOf(drawingOf(kind), lightPalette()), svgOf(drawingOf(kind), lightPalette()));
        const QByteArray png = pngOf(drawingOf(kind), lightPalette(), 4);
        QCOMPARE(pngOf(drawingOf(kind), lightPalette(), 4), png);
        fixture::keepPicture(kind + QStringLiteral(".png"), pngOf(drawingOf(kind), lightPalette(), 8));
        fixture::keepPicture(kind + QStringLiteral("-dark.png"), pngOf(drawingOf(kind), darkPalette(), 8));
    }
    void pictureShowsRectanglesInTheirInk() {
        const Drawing drawing = drawingOf(QStringLiteral("plan"));
        const double dots = 8;
        const QImage image = pictureOf(drawing, lightPalette(), dots);
        int checked = 0;
        for (const auto& [item, shape] : shapesOf<RectangleShape>(drawing)) {
            if (item->layer != Layer::Racks || !item->fill)
                continue;
            const QPointF inside = shape->box.bottomLeft() + QPointF(70, -130);
            const QPointF at = (inside - drawing.bounds.topLeft()) * drawing.scale * dots;
            const QColor wanted = lightPalette()[*item->fill];
            if (item->subject >= hall.racks[16].value && item->subject < hall.racks[32].value)
                continue; // their front edge lies there
            QCOMPARE(image.pixelColor(at.toPoint()), wanted);
            ++checked;
        }
        QCOMPARE(checked, 32);
    }
    void pdfHoldsTheDrawing_data() { addKinds(); }
    void pdfHoldsTheDrawing() {
        QFETCH(QString, kind);
        if (QStandardPaths::findExecutable(QStringLiteral("pdftotext")).isEmpty())
            QSKIP("poppler-utils is not installed");
        const Drawing drawing = drawingOf(kind);
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("drawing.pdf"));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(pdfOf(drawing, lightPalette()));
        file.close();
        QString found =
            QString::fromUtf8(run(QStringLiteral("pdftotext"), {QStringLiteral("-raw"), path, QStringLiteral("-")}));
        found.remove(QRegularExpression(QStringLiteral("\\s")));
        for (const QString& text : textsOf(drawing))
            QVERIFY2(found.contains(QString(text).remove(QLatin1Char(' '))), qPrintable(text));
        // The page as a picture against the painter's own: the same shapes at the same places.
        run(QStringLiteral("pdftoppm"), {QStringLiteral("-r"), QStringLiteral("101.6"), QStringLiteral("-png"),
                                         QStringLiteral("-singlefile"), path, folder.filePath(QStringLiteral("page"))});
        const QImage page(folder.filePath(QStringLiteral("page.png")));
        const QImage own = pictureOf(drawing, lightPalette(), 4);
        QVERIFY(std::abs(page.width() - own.width()) <= 2 && std::abs(page.height() - own.height()) <= 2);
        qint64 different = 0;
        qint64 total = 0;
        for (int y = 0; y < std::min(page.height(), own.height()); ++y)
            for (int x = 0; x < std::min(page.width(), own.width()); ++x, ++total)
                different += std::abs(qGray(page.pixel(x, y)) - qGray(own.pixel(x, y))) > 60;
        QVERIFY2(different < total / 50, qPrintable(QStringLiteral("%1 of %2 dots differ").arg(different).arg(total)));
    }
    void hostileNamesDoNoHarm() {
        const char* names[] = {
            "<script>alert(1)</script> & \"x\"",         "=cmd|' /C calc'!A0", "line\none\r\ntwo\t\x01\x1b",
            "\xd7\xa9\xd7\x9c\xd7\x95\xd7\x9d \xd8\xa7", "\xff\xfe broken",    "]]>&amp;"};
        std::size_t i = 0;
        for (const char* name : names) {
            Rack rack = *hall.design.racks.find(hall.racks[i++]);
            rack.name = name;
            hall.design.racks = hall.design.racks.with(rack);
        }
        for (const QString& kind : {QStringLiteral("plan"), QStringLiteral("front")}) {
            const Drawing drawing = drawingOf(kind);
            for (const QString& text : textsOf(drawing))
                for (const QChar c : text)
                    QVERIFY(c.category() != QChar::Other_Control);
            QXmlStreamReader xml(svgOf(drawing, lightPalette()));
            QStringList elements;
            while (!xml.atEnd())
                if (xml.readNext() == QXmlStreamReader::StartElement)
                    elements.append(xml.name().toString());
            QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
            QVERIFY(!elements.contains(QStringLiteral("script")));
            QVERIFY(!pngOf(drawing, lightPalette(), 2).isEmpty());
            QVERIFY(pdfOf(drawing, lightPalette()).startsWith("%PDF"));
        }
    }
    void palettesDifferOnlyInColour() {
        QVERIFY(lightPalette() != darkPalette());
        const Drawing drawing = drawingOf(QStringLiteral("plan"));
        const auto shapesOnly = [](QByteArray svg) {
            return QString::fromUtf8(svg).remove(QRegularExpression(QStringLiteral("#[0-9a-f]{6}")));
        };
        QCOMPARE(shapesOnly(svgOf(drawing, lightPalette())), shapesOnly(svgOf(drawing, darkPalette())));
    }
};

RW_WINDOW_SUITE(TestDrawingTargets)
#include "tst_drawing_targets.moc"
