// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Every command of the studio as a row: name, text, menu, shortcut, icon. Menus, tool bar and the command palette are
// built from it; no widget makes a shortcut of its own. What a command does is connected where it can be done.

#include "ui/text/texts.h"
#include "ui/theme/theme.h"

#include <QAction>
#include <QObject>
#include <QString>

#include <functional>
#include <map>
#include <span>
#include <vector>

class QMenuBar;

namespace rackwright {

enum class MenuId : std::uint8_t { File, Edit, View, Insert, Design, Analyse, Quote, Tools, Help, None };

/// Where the focus must be for a shortcut to be heard: anywhere in the window; where no text is typed; where one
/// chooses things of the design; in the drawing of the workspace.
enum class KeyReach : std::uint8_t { Window, Untyped, Chosen, Drawing };

struct ActionRow {
    const char* id; ///< "edit.undo": object name of the QAction; its text is the message "action.edit.undo"
    MenuId menu = MenuId::None;
    const char* shortcut = "";
    const char* icon = "";
    bool isCheckable = false;
    bool beginsGroup = false; ///< a separator stands before it
    const char* submenu = ""; ///< "arrange": it stands in that menu within the menu, where the first of its rows stands
    KeyReach reach = KeyReach::Window;
};

/// Rows of the shell, before those that bring up workspaces and after them; workspaces and panels bring rows of their
/// own.
std::span<const ActionRow> shellActions();
std::span<const ActionRow> panelActions();

class Actions : public QObject {
    Q_OBJECT
public:
    explicit Actions(const Texts& texts, QObject* parent = nullptr);

    /// Makes the actions of a table; ids are unique.
    void add(std::span<const ActionRow> rows);
    QAction* action(const char* id) const;
    /// What the action does. `context` ends the connection with its life.
    void connectTo(const char* id, QObject* context, std::function<void()> handler);
    KeyReach reach(const QAction& action) const;
    /// All actions in the order of their tables.
    const std::vector<QAction*>& all() const { return m_all; }
    /// Menus in the order of MenuId, without those that hold nothing.
    void fill(QMenuBar* bar) const;
    void setTheme(const Theme& theme);

private:
    struct Entry {
        ActionRow row;
        QAction* action = nullptr;
    };
    const Texts& m_texts;
    std::vector<Entry> m_entries;
    std::vector<QAction*> m_all;
    std::map<QString, QAction*> m_byId;
};

} // namespace rackwright
