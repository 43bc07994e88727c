// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// OptionCommands: what a person does with the options and revisions of the project by menu, key and palette: new ones
// from the present one, a recipe or a file, names, order and removal, comparison, issues. The window gives it a place.

#include "ui/actions/actions.h"
#include "ui/document/studio_document.h"
#include "ui/document/studio_services.h"

#include <QObject>

class QWidget;

namespace rackwright {

/// Rows of the menus "Options" and "Revisions".
std::span<const ActionRow> optionActions();

class OptionCommands : public QObject {
    Q_OBJECT
public:
    /// Connects the actions; dialogs stand over `window`.
    OptionCommands(StudioDocument& document, StudioServices& services, Actions& actions, QWidget* window);

Q_SIGNALS:
    void hinted(const QString& text);
    void refused(const rackwright::Error& error);
    /// An issued design, to be read under that name.
    void issueOpened(const rackwright::Document& issued, const QString& revision);

private:
    void refresh();
    bool commit(const Edit& edit);
    void copy();
    void addFromRecipe();
    void askForRecipe(const Recipe& recipe);
    void addFromFile();
    /// The option that is open in the document, in front at once.
    void add(const Document& source);
    void rename();
    void remove();
    void move(int by);
    void activate(int by);
    void compare(bool isDifference);
    void issue();
    void showIssues();
    void openIssue(const QString& revision);
    std::size_t place() const;
    QString text(const std::string& id) const;
    QString sentence(const Message& message) const;

    StudioDocument& m_document;
    StudioServices& m_services;
    Actions& m_actions;
    QWidget* m_window;
};

} // namespace rackwright
