// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Studio: the real main window over a real session, with preferences in a temporary folder and file dialogs that answer
// from a script. One a test; it waits for the window to settle, never for time.

#include "app/studio.h"
#include "tests/support/suite.h"
#include "ui/main_window.h"
#include "ui/plan/plan_workspace.h"

#include <QLineEdit>
#include <QTemporaryDir>
#include <QTest>

#include <functional>
#include <memory>

namespace rackwright {

/// Answers with what the test put down; empty turns back.
class ScriptedDialogs : public FileDialogs {
public:
    QString fileToOpen, fileToSave, folderToUse;
    QString formToSave; ///< of several filters the one that holds this; empty: the first one offered

    QString openFile(QWidget*, const QString&, const QString&) override { return fileToOpen; }
    QString saveFile(QWidget*, const QString&, const QString& filter, const QString&, QString* chosen) override {
        for (const QString& each : filter.split(QStringLiteral(";;")))
            if (chosen && !formToSave.isEmpty() && each.contains(formToSave))
                *chosen = each;
        return fileToSave;
    }
    QString folder(QWidget*, const QString&) override { return folderToUse; }
};

class Studio {
public:
    /// Shows the start page.
    Studio();
    ~Studio();

    MainWindow& window() { return *m_window; }
    StudioDocument& document() { return m_window->document(); }
    const Design& design() { return document().design(); }
    StudioServices& services() { return *m_services; }
    ScriptedDialogs& dialogs() { return *m_dialogs; }
    /// A folder for the test's files, removed at its end.
    std::filesystem::path folder() const { return m_folder.path().toStdString(); }

    /// Opens resources/samples/<name>.rkw.json as a project of no file.
    void openSample(const char* name);
    /// Waits until no solve, drawing or file is under way; fails the test when that does not come.
    void settle();

    PlanView& plan();
    /// Places on the plan's widget.
    QPoint onPlan(Id<Rack> rack);
    Id<Rack> rackNamed(std::string_view name);

    /// Drag on a widget in small moves, as a hand does.
    static void drag(QWidget& widget, QPoint from, QPoint to, Qt::KeyboardModifiers modifiers = {});
    /// The same, but the button stays down.
    static void dragWithoutRelease(QWidget& widget, QPoint from, QPoint to, Qt::KeyboardModifiers modifiers = {});
    /// A part of the catalogue carried over a widget and dropped; false when the widget refuses it there.
    static bool dropPart(QWidget& widget, const QString& partId, QPoint at);

    template <class Widget>
    Widget& child(const QString& name) {
        auto* found = m_window->findChild<Widget*>(name);
        if (!found)
            qFatal("no widget is called %s", qPrintable(name));
        return *found;
    }

    /// The newest widget of a name: a form that was just replaced may still wait for its deletion.
    template <class Widget>
    Widget& newest(const QString& name) {
        const auto found = m_window->findChildren<Widget*>(name);
        if (found.isEmpty())
            qFatal("no widget is called %s", qPrintable(name));
        return *found.back();
    }

    /// Types over what a field holds, as a person does, and ends with a key.
    static void typeInto(QLineEdit& line, const QString& text, Qt::Key end = Qt::Key_Return);

    /// Runs `answer` on the next modal dialog of the name when it shows.
    void whenAsked(const QString& dialogName, std::function<void(QDialog&)> answer);
    /// Says yes to the next question whether something is to go.
    void agreeToDelete();

private:
    QTemporaryDir m_folder;
    Session m_session;
    ScriptedDialogs* m_dialogs = nullptr;
    std::unique_ptr<SessionServices> m_services;
    std::unique_ptr<MainWindow> m_window;
};

} // namespace rackwright
