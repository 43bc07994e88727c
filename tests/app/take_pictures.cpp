// SPDX-License-Identifier: GPL-3.0-or-later
// take_pictures FOLDER [DESIGN...]: pictures of the studio for people to look at and for the README: the start page,
// and of each design (a file, or "empty") every workspace and every dialog, light and dark. The scale is
// QT_SCALE_FACTOR's. It is no test: nothing is compared.
#include "model/edits/option_edits.h"
#include "model/edits/rack_type_edits.h"
#include "model/edits/room_edits.h"
#include "model/file/design_file.h"
#include "tests/app/studio_fixture.h"
#include "ui/dialogs/preferences_dialog.h"
#include "ui/dialogs/recovery_dialog.h"
#include "ui/dialogs/replace_dialog.h"
#include "ui/plan/underlay_scale_dialog.h"
#include "ui/rack/rack_type_dialog.h"
#include "ui/theme/theme.h"
#include "ui/widgets/panel_dock.h"

#include <QAction>
#include <QApplication>
#include <QDialog>
#include <QFile>
#include <QFileInfo>
#include <QLineEdit>
#include <QListView>
#include <QProgressBar>
#include <QSettings>
#include <QTableWidget>
#include <QTimer>
#include <QToolButton>
#include <QTreeView>

#include <cstdio>

using namespace rackwright;

namespace {

class Camera {
public:
    Camera(Studio& studio, QString prefix) : m_studio(studio), m_prefix(std::move(prefix)) {
        m_timer.setInterval(200);
        QObject::connect(&m_timer, &QTimer::timeout, &m_timer, [this] {
            auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget());
            if (!dialog) {
                m_seen = nullptr;
                return;
            }
            if (m_seen != dialog) { // let it be laid out first
                m_seen = dialog;
                return;
            }
            save(*dialog, QStringLiteral("dialog-") + m_asked);
            dialog->reject();
            m_seen = nullptr;
        });
        m_timer.start();
    }

    void workspace(const char* id) {
        m_studio.window().showWorkspace(QString::fromLatin1(id));
        save(m_studio.window(), QString::fromLatin1(id));
    }

    /// What the next dialog that holds up the window is called.
    void expect(const QString& name) { m_asked = name; }

    void dialogOf(QAction& action) {
        m_asked = action.objectName();
        action.trigger();
        while (QApplication::activeModalWidget())
            QTest::qWait(50);
        for (QWidget* widget : QApplication::topLevelWidgets()) // those that do not hold up the window
            if (auto* dialog = qobject_cast<QDialog*>(widget); dialog && dialog->isVisible()) {
                save(*dialog, QStringLiteral("dialog-") + m_asked);
                dialog->reject();
            }
    }

    // Animations of docks, tiles and previews of pages have an end that nobody tells.
    void waitFor(int milliseconds) {
        m_studio.settle();
        QTest::qWait(milliseconds);
        m_studio.settle();
    }

    void dialogOf(QToolButton& button, const QString& name) {
        m_asked = name;
        button.click();
        while (QApplication::activeModalWidget())
            QTest::qWait(50);
    }

    void save(QWidget& widget, const QString& name) {
        if (&widget == &m_studio.window())
            waitFor(500);
        if (name == QStringLiteral("report")) // its pages are made beside
            (void)QTest::qWaitFor(
                [this] { return m_studio.child<QProgressBar>(QStringLiteral("report.progress")).isHidden(); }, 60'000);
        const QString path = m_prefix + QLatin1Char('-') + name + QStringLiteral(".png");
        if (!widget.grab().save(path))
            std::fprintf(stderr, "%s cannot be written\n", qPrintable(path));
    }

private:
    Studio& m_studio;
    QString m_prefix;
    QString m_asked;
    QTimer m_timer;
    QDialog* m_seen = nullptr;
};

constexpr std::array kWorkspaces = {"plan",  "racks",   "fabric", "workloads", "storage",
                                    "power", "cooling", "bill",   "basis",     "report"};

void use(Studio& studio, ThemeKind kind) {
    studio.services().preferences().setValue(
        QLatin1String(kThemePreference), kind == ThemeKind::Dark ? QStringLiteral("dark") : QStringLiteral("light"));
    Theme::of(kind).applyTo(*qApp);
}

// Dialogs that no command opens: of a finding, of the parts, of the records.
void pressAll(Studio& studio, Camera& camera) {
    studio.window().showWorkspace(QStringLiteral("plan"));
    auto& findings = studio.child<QTreeView>(QStringLiteral("findings.table"));
    studio.child<QToolButton>(QStringLiteral("findings.show.not-checked")).click();
    for (int row = 0; row < findings.model()->rowCount(); ++row) {
        findings.setCurrentIndex(findings.model()->index(row, 0));
        for (const char* name : {"findings.accept", "findings.enter"})
            if (auto& button = studio.child<QToolButton>(QLatin1String(name)); button.isEnabled())
                camera.dialogOf(button, QLatin1String(name));
    }
    studio.child<QToolButton>(QStringLiteral("findings.show.not-checked")).click();
    auto& parts = studio.child<QListView>(QStringLiteral("catalogue.parts"));
    parts.setCurrentIndex(parts.model()->index(0, 0));
    camera.save(studio.window(), QStringLiteral("part"));
    camera.dialogOf(*studio.window().actions().action("tools.edit-part"));
    const QString csv = QString::fromStdString((studio.folder() / "parts.csv").string());
    QFile file(csv);
    if (file.open(QIODevice::WriteOnly))
        file.write(
            "id,category,vendor,model,height_u,power_max_w\nmy-node,gpu-server,Ours,N1,8,9000\n,leaf,Ours,,1,x\n");
    file.close();
    studio.dialogs().fileToOpen = csv;
    camera.dialogOf(*studio.window().actions().action("tools.import-parts"));
    for (const char* page : {"requirements", "assumptions", "rfis", "settings"}) {
        studio.window().actions().action((std::string("design.") + page).c_str())->trigger();
        camera.save(studio.window(), QStringLiteral("basis-") + QLatin1String(page));
        for (QToolButton* button : studio.window().findChildren<QToolButton*>())
            if (button->isVisible() && button->isEnabled() &&
                button->objectName() == QLatin1String(page) + QStringLiteral(".add"))
                camera.dialogOf(*button, button->objectName());
    }
    for (const char* dock : {"evidence", "bill", "profile"}) {
        studio.window().showWorkspace(QStringLiteral("plan"));
        studio.window().dock(QLatin1String(dock))->bringUp();
        if (dock == std::string("evidence"))
            studio.window().explain(QStringLiteral("power.it.peak"));
        camera.save(studio.window(), QStringLiteral("dock-") + QLatin1String(dock));
    }
    studio.window().dock(QStringLiteral("findings"))->bringUp();
}

// A dialog of its own, as it stands at first.
void show(Camera& camera, QDialog& dialog, const QString& name) {
    dialog.show();
    (void)QTest::qWaitForWindowExposed(&dialog);
    camera.save(dialog, QStringLiteral("dialog-") + name);
    dialog.close();
}

// Dialogs that come up in the course of work: what a type changes, scale, recovery, unsaved changes, the palette.
void comeAcross(Studio& studio, Camera& camera) {
    const auto target = [&] { return edits::activeTarget(*studio.document().project()); };
    std::vector<Id<Rack>> racks;
    for (const Rack& rack : studio.design().racks)
        if (racks.size() < 4)
            racks.push_back(rack.id);
    if (racks.size() == 4 && studio.document().commit(edits::saveRackType(target(), racks.front(), "compute"))) {
        const Id<RackType> made = studio.design().rackTypes.begin()->id;
        for (std::size_t i = 1; i < racks.size(); ++i) // those that hold something else stay as they are
            (void)studio.document().commit(edits::applyRackType(target(), made, {racks[i]}));
        RackTypeDialog type(studio.document(), studio.services(), studio.design().rackTypes.begin()->id,
                            &studio.window());
        auto* places = type.findChild<QTableWidget*>(QStringLiteral("type.slots"));
        places->setCurrentCell(places->rowCount() - 1, 0);
        type.findChild<QAbstractButton*>(QStringLiteral("type.slot.remove"))->click();
        show(camera, type, QStringLiteral("rack-type"));
    }
    UnderlayScaleDialog scale(studio.services().texts(), Length::metres(5), &studio.window());
    show(camera, scale, QStringLiteral("underlay.scale"));
    LeftBehind left;
    left.origin = {QStringLiteral("Hall B, option 2"), "designs/hall-b.rkw", {}};
    left.time = QDateTime(QDate(2026, 3, 9), QTime(16, 42));
    left.changes = 14;
    RecoveryDialog recovery({left}, studio.services().texts(), &studio.window());
    show(camera, recovery, QStringLiteral("recovery"));
    studio.window().actions().action("view.palette")->trigger();
    if (QWidget* palette = QApplication::activePopupWidget()) {
        QTest::keyClicks(palette->findChild<QLineEdit*>(), QStringLiteral("a"));
        camera.save(*palette, QStringLiteral("palette"));
        palette->close();
    }
    (void)studio.document().commit(edits::renameProject("Changed", {}));
    camera.expect(QStringLiteral("unsaved"));
    studio.window().close();
}

// Replacing has more to show once a part is chosen.
void replace(Studio& studio, Camera& camera, Id<Device> device) {
    ReplaceDialog dialog({device}, studio.document(), studio.services(), &studio.window());
    auto* parts = dialog.findChild<QListView*>();
    parts->setCurrentIndex(parts->model()->index(7, 0));
    QTest::qWait(1500); // worked out beside
    studio.settle();
    show(camera, dialog, QStringLiteral("replace-chosen"));
    studio.document().dropPreview();
}

void takeAll(const QString& folder, const QString& design, ThemeKind kind, bool withDialogs) {
    Studio studio;
    use(studio, kind);
    studio.window().resize(1440, 900);
    const QString name =
        design == QStringLiteral("empty") ? design : QFileInfo(design).fileName().section(QLatin1Char('.'), 0, 0);
    const QString theme = kind == ThemeKind::Dark ? QStringLiteral("dark") : QStringLiteral("light");
    Camera camera(studio, folder + QLatin1Char('/') + name + QLatin1Char('-') + theme);
    if (name == QStringLiteral("empty")) {
        camera.save(studio.window(), QStringLiteral("start"));
        camera.dialogOf(*studio.window().actions().action("file.new"));
        for (const Recipe& recipe : recipes()) {
            const QString button = QStringLiteral("start.recipe.") + QString::fromStdString(recipe.name);
            camera.dialogOf(studio.child<QToolButton>(button), button);
        }
        History history(emptyDocument("Room"));
        Room room;
        room.name = "Hall";
        room.outline = {{Length(), Length()},
                        {Length::millimetres(12000), Length()},
                        {Length::millimetres(12000), Length::millimetres(9000)},
                        {Length(), Length::millimetres(9000)}};
        (void)history.commit(edits::putRoom(edits::activeTarget(*history.current()), room));
        studio.window().openNew(history.document(), name);
    } else {
        Result<Document> document = readDesign(design.toStdString());
        if (!document)
            qFatal("%s cannot be read", qPrintable(design));
        studio.window().openNew(std::move(*document), name);
    }
    studio.settle();
    for (const char* id : kWorkspaces)
        camera.workspace(id);
    if (!withDialogs)
        return;
    studio.window().showWorkspace(QStringLiteral("plan"));
    std::vector<Subject> some;
    for (const Rack& rack : studio.design().racks)
        if (some.size() < 3)
            some.push_back(Subject(rack.id));
    studio.document().select(some);
    studio.settle();
    camera.save(studio.window(), QStringLiteral("plan-selected"));
    if (!some.empty()) {
        studio.document().select({some.front()});
        camera.save(studio.window(), QStringLiteral("plan-rack"));
        studio.document().select(some);
    }
    for (QAction* action : studio.window().actions().all())
        if (action->isEnabled() && action->objectName() != QStringLiteral("file.quit") &&
            action->objectName() != QStringLiteral("file.start") &&
            !action->objectName().startsWith(QLatin1String("edit.")) &&
            !action->objectName().startsWith(QLatin1String("view.")))
            camera.dialogOf(*action);
    studio.document().jumpTo(0);
    pressAll(studio, camera);
    for (const Device& device : studio.design().devices)
        if (std::holds_alternative<InRack>(device.placement)) {
            studio.document().select({Subject(device.id)});
            studio.window().showWorkspace(QStringLiteral("racks"));
            studio.settle();
            camera.save(studio.window(), QStringLiteral("racks-device"));
            replace(studio, camera, device.id);
            break;
        }
    comeAcross(studio, camera);
}

} // namespace

int main(int argc, char** argv) {
    QApplication application(argc, argv);
    if (argc < 2) {
        std::fprintf(stderr, "usage: take_pictures FOLDER [DESIGN...]\n");
        return 2;
    }
    const bool withDialogs = !qEnvironmentVariableIsSet("NO_DIALOGS");
    for (int i = 2; i < argc; ++i)
        for (const ThemeKind kind : {ThemeKind::Light, ThemeKind::Dark})
            takeAll(QString::fromLocal8Bit(argv[1]), QString::fromLocal8Bit(argv[i]), kind, withDialogs);
    return 0;
}
