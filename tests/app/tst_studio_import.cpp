// SPDX-License-Identifier: GPL-3.0-or-later
// What other programs hold, taken in the window: a NetBox set as a new design, an edited list of cables with its
// difference, and a DXF drawing below the plan with walls.
#include "solvers/exchange/netbox_set.h"
#include "tests/app/studio_fixture.h"
#include "ui/exchange/cable_list.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFile>
#include <QPushButton>
#include <QTableWidget>
#include <QTreeWidget>

using namespace rackwright;

namespace {

constexpr auto kSmall = "single-node-fine-tuning";

void writeFile(const std::filesystem::path& path, const std::string& text) {
    QFile file(QString::fromStdString(path.string()));
    if (!file.open(QIODevice::WriteOnly) || file.write(text.data(), static_cast<qint64>(text.size())) < 0)
        qFatal("a file of the test cannot be written");
}

} // namespace

class TestStudioImport : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aSetOfNetboxIsANewDesign() {
        Studio studio;
        studio.openSample(kSmall);
        studio.settle();
        const std::size_t devices = studio.design().devices.size(), cables = studio.design().cables.size();
        const Context context(snapshotOf(studio.document().project()));
        for (const ExchangeFile& file : netboxSet(context))
            writeFile(studio.folder() / file.name, file.text);
        studio.dialogs().folderToUse = QString::fromStdString(studio.folder().string());
        studio.window().actions().action("file.import-netbox")->trigger();
        studio.settle();
        QCOMPARE(studio.design().devices.size(), devices);
        QCOMPARE(studio.design().cables.size(), cables);
        QVERIFY(netboxSet(Context(snapshotOf(studio.document().project()))) == netboxSet(context));
    }

    void anEditedListIsSeenAndTaken() {
        Studio studio;
        studio.openSample(kSmall);
        studio.settle();
        const std::size_t cables = studio.design().cables.size();
        QVERIFY(cables > 0);
        const Context context(snapshotOf(studio.document().project()));
        std::string list = cableListText(context, studio.services().texts());
        // All but the header and the first cable.
        const std::size_t header = list.find("\r\n") + 2;
        list.erase(header, list.find("\r\n", header) + 2 - header);
        writeFile(studio.folder() / "cables.csv", list);
        studio.dialogs().fileToOpen = QString::fromStdString((studio.folder() / "cables.csv").string());
        studio.whenAsked(QStringLiteral("dialog.cable-list"), [](QDialog& dialog) {
            auto* table = dialog.findChild<QTreeWidget*>(QStringLiteral("cable-list.table"));
            auto* removes = dialog.findChild<QCheckBox*>(QStringLiteral("cable-list.remove-missing"));
            auto* take = dialog.findChild<QPushButton*>(QStringLiteral("cable-list.take"));
            QVERIFY(table && removes && take);
            QCOMPARE(table->topLevelItemCount(), 0);
            QVERIFY(!take->isEnabled());
            removes->click();
            QCOMPARE(table->topLevelItemCount(), 1);
            take->click();
        });
        studio.window().actions().action("file.import-cables")->trigger();
        QTRY_COMPARE(studio.design().cables.size(), cables - 1);
        studio.window().actions().action("edit.undo")->trigger();
        QTRY_COMPARE(studio.design().cables.size(), cables);
    }

    void aDrawingBelowThePlan() {
        Studio studio;
        studio.openSample("hall-1024-h200");
        studio.settle();
        studio.window().showWorkspace(QStringLiteral("plan"));
        const std::size_t objects = studio.design().roomObjects.size();
        writeFile(
            studio.folder() / "floor.dxf",
            "0\nSECTION\n2\nENTITIES\n0\nLINE\n8\nA-WALL\n10\n0\n20\n0\n11\n9000\n21\n0\n0\nLINE\n8\nGRID\n10\n0\n"
            "20\n0\n11\n0\n21\n8000\n0\nENDSEC\n0\nEOF\n");
        studio.dialogs().fileToOpen = QString::fromStdString((studio.folder() / "floor.dxf").string());
        studio.whenAsked(QStringLiteral("dialog.underlay-layers"), [](QDialog& dialog) {
            auto* walls = dialog.findChild<QComboBox*>(QStringLiteral("underlay-layers.use.0"));
            QVERIFY(walls);
            QCOMPARE(walls->currentIndex(), 1); // by its name
            dialog.accept();
        });
        studio.window().actions().action("insert.underlay")->trigger();
        QTRY_COMPARE(studio.design().roomObjects.size(), objects + 2);
        std::size_t walls = 0;
        for (const RoomObject& object : studio.design().roomObjects)
            if (const auto* wall = std::get_if<Wall>(&object.shape))
                walls += distance(wall->from, wall->to) == Length::millimetres(9000);
        QCOMPARE(walls, std::size_t{1});
        studio.window().actions().action("edit.undo")->trigger();
        QTRY_COMPARE(studio.design().roomObjects.size(), objects);
    }
};

RW_WINDOW_SUITE(TestStudioImport)
#include "tst_studio_import.moc"
