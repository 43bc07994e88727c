// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/studio_fixture.h"

#include "model/file/design_file.h"
#include "ui/paint/fonts.h"
#include "ui/theme/theme.h"

#include <QAbstractButton>
#include <QApplication>
#include <QDialog>
#include <QDragEnterEvent>
#include <QMessageBox>
#include <QMimeData>
#include <QTimer>

namespace rackwright {

namespace {

constexpr int kPatience = 30'000; // ms; a machine under sanitizers is slow

Places testPlaces(const QString& folder) {
    return {RW_BINARY_DIR, (folder + QStringLiteral("/parts.sqlite")).toStdString(), "2026-11-21"};
}

} // namespace

Studio::Studio() : m_session(Texts::of("en", NumberFormat::ofLocale("en")), testPlaces(m_folder.path())) {
    if (const Done loaded = loadBundledFonts(); !loaded)
        qFatal("the built-in fonts do not load");
    Theme::of(ThemeKind::Light).applyTo(*qApp);
    auto dialogs = std::make_unique<ScriptedDialogs>();
    m_dialogs = dialogs.get();
    m_services = std::make_unique<SessionServices>(m_session, std::move(dialogs),
                                                   m_folder.filePath(QStringLiteral("preferences.ini")));
    m_window = std::make_unique<MainWindow>(*m_services);
    m_window->show();
    if (!QTest::qWaitForWindowExposed(m_window.get()))
        qFatal("the window does not show");
}

Studio::~Studio() = default;

void Studio::openSample(const char* name) {
    const std::string path = std::string(RW_SOURCE_DIR "/resources/samples/") + name + ".rkw.json";
    Result<Document> document = readDesign(path);
    if (!document)
        qFatal("%s cannot be read", path.c_str());
    m_window->openNew(std::move(*document), QString::fromLatin1(name), DocumentKeeper::Origin::Sample);
    settle();
}

void Studio::settle() {
    // Where there is no window manager, nobody gives the focus back after a dialog.
    if (!QApplication::activeWindow()) {
        m_window->activateWindow();
        (void)QTest::qWaitForWindowActive(m_window.get());
    }
    if (!QTest::qWaitFor([this] { return m_window->isIdle(); }, kPatience))
        QFAIL("the window does not settle");
}

PlanView& Studio::plan() { return *static_cast<PlanWorkspace*>(m_window->workspace(QStringLiteral("plan")))->view(); }

QPoint Studio::onPlan(Id<Rack> rack) {
    const auto place = plan().placeOf(rack);
    return place ? place->toPoint() : QPoint(-1, -1);
}

Id<Rack> Studio::rackNamed(std::string_view name) {
    for (const Rack& rack : design().racks)
        if (rack.name == name)
            return rack.id;
    qFatal("no rack is called %s", std::string(name).c_str());
}

void Studio::dragWithoutRelease(QWidget& widget, QPoint from, QPoint to, Qt::KeyboardModifiers modifiers) {
    constexpr int moves = 8;
    QTest::mousePress(&widget, Qt::LeftButton, modifiers, from);
    for (int i = 1; i <= moves; ++i) {
        const QPoint at = from + (to - from) * i / moves;
        QMouseEvent event(QEvent::MouseMove, at, widget.mapToGlobal(at), Qt::NoButton, Qt::LeftButton, modifiers);
        QApplication::sendEvent(&widget, &event);
    }
}

void Studio::typeInto(QLineEdit& line, const QString& text, Qt::Key end) {
    line.setFocus();
    line.selectAll();
    QTest::keyClick(&line, Qt::Key_Delete);
    QTest::keyClicks(&line, text);
    QTest::keyClick(&line, end);
}

void Studio::drag(QWidget& widget, QPoint from, QPoint to, Qt::KeyboardModifiers modifiers) {
    dragWithoutRelease(widget, from, to, modifiers);
    QTest::mouseRelease(&widget, Qt::LeftButton, modifiers, to);
}

bool Studio::dropPart(QWidget& widget, const QString& partId, QPoint at) {
    QMimeData data;
    data.setData(QString::fromLatin1(kPartMime), partId.toUtf8());
    QDragEnterEvent enter(at, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&widget, &enter);
    QDragMoveEvent move(at, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&widget, &move);
    if (!move.isAccepted()) {
        QDragLeaveEvent leave;
        QApplication::sendEvent(&widget, &leave);
        return false;
    }
    QDropEvent drop(at, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&widget, &drop);
    return drop.isAccepted();
}

void Studio::whenAsked(const QString& dialogName, std::function<void(QDialog&)> answer) {
    // A modal dialog runs a loop of its own, in which this timer asks until it is there.
    auto* timer = new QTimer(m_window.get());
    timer->setInterval(0);
    QObject::connect(timer, &QTimer::timeout, m_window.get(), [timer, dialogName, answer = std::move(answer)] {
        auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget());
        if (!dialog || dialog->objectName() != dialogName)
            return;
        timer->stop();
        timer->deleteLater();
        answer(*dialog);
    });
    timer->start();
}

void Studio::agreeToDelete() {
    whenAsked(QStringLiteral("ask.delete"), [](QDialog& dialog) {
        auto& box = static_cast<QMessageBox&>(dialog);
        for (QAbstractButton* button : box.buttons())
            if (box.buttonRole(button) == QMessageBox::DestructiveRole)
                return button->click();
    });
}

} // namespace rackwright
