// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/actions/actions.h"

#include "model/base/check.h"

#include <QKeySequence>
#include <QMenu>
#include <QMenuBar>

#include <algorithm>
#include <array>
#include <map>
#include <string>

namespace rackwright {

namespace {

constexpr std::array<const char*, 9> kMenuNames = {"file",    "edit",  "view",  "insert", "design",
                                                   "analyse", "quote", "tools", "help"};

constexpr ActionRow kShell[] = {
    {"file.new", MenuId::File, "Ctrl+N", "new"},
    {"file.open", MenuId::File, "Ctrl+O", "open"},
    {"file.size", MenuId::File, "", ""},
    {"file.start", MenuId::File, "", ""},
    {"file.recover", MenuId::File, "", ""},
    {"file.save", MenuId::File, "Ctrl+S", "save", false, true},
    {"file.save-as", MenuId::File, "Ctrl+Shift+S", ""},
    {"file.export", MenuId::File, "Ctrl+E", "export", false, true},
    {"file.import-netbox", MenuId::File, "", "", false, false, "import"},
    {"file.import-cables", MenuId::File, "", "", false, false, "import"},
    {"file.print", MenuId::File, "Ctrl+P", ""},
    {"file.quit", MenuId::File, "Ctrl+Q", "", false, true},
    {"edit.undo", MenuId::Edit, "Ctrl+Z", "undo"},
    {"edit.redo", MenuId::Edit, "Ctrl+Shift+Z", "redo"},
    {"edit.history", MenuId::Edit, "", ""},
    {"edit.cut", MenuId::Edit, "Ctrl+X", "", false, true, "", KeyReach::Chosen},
    {"edit.copy", MenuId::Edit, "Ctrl+C", "", false, false, "", KeyReach::Chosen},
    {"edit.paste", MenuId::Edit, "Ctrl+V", "", false, false, "", KeyReach::Chosen},
    {"edit.duplicate", MenuId::Edit, "Ctrl+D", "", false, false, "", KeyReach::Chosen},
    {"edit.delete", MenuId::Edit, "Del", "delete", false, false, "", KeyReach::Chosen},
    {"edit.copy-picture", MenuId::Edit, "Ctrl+Shift+C", "", false, true},
    {"edit.copy-table", MenuId::Edit, "Ctrl+Alt+C", ""},
    {"edit.save-picture", MenuId::Edit, "", ""},
    {"edit.select-all", MenuId::Edit, "Ctrl+A", "", false, true, "", KeyReach::Drawing},
    {"edit.select-none", MenuId::Edit, "Ctrl+Shift+A", "", false, false, "", KeyReach::Chosen},
    {"view.palette", MenuId::View, "Ctrl+K", "search"},
    {"view.zoom-fit", MenuId::View, "Ctrl+0", "", false, true},
    {"view.zoom-selection", MenuId::View, "Ctrl+9", ""},
    {"view.zoom-in", MenuId::View, "Ctrl++", ""},
    {"view.zoom-out", MenuId::View, "Ctrl+-", ""},
};

constexpr ActionRow kPanels[] = {
    {"view.panel.catalogue", MenuId::View, "", "", true, true},
    {"view.panel.inspector", MenuId::View, "", "", true},
    {"view.panel.findings", MenuId::View, "", "", true},
    {"view.panel.evidence", MenuId::View, "", "", true},
    {"view.panel.bill", MenuId::View, "", "", true},
    {"view.panel.profile", MenuId::View, "", "", true},
    {"view.dark", MenuId::View, "Ctrl+Shift+D", "", true, true},
    {"view.reset-layout", MenuId::View, "", ""},
    {"design.room-limits", MenuId::Design, "", ""},
    {"design.losses", MenuId::Design, "", ""},
    {"design.attach-weather", MenuId::Design, "", ""},
    {"tools.calculators", MenuId::Tools, "", ""},
    {"tools.study", MenuId::Tools, "", ""},
    {"tools.advice", MenuId::Tools, "Ctrl+Shift+G", ""},
    {"tools.preferences", MenuId::Tools, "Ctrl+,", ""},
    {"help.manual", MenuId::Help, "F1", ""},
    {"help.shortcuts", MenuId::Help, "Ctrl+F1", ""},
    {"help.about", MenuId::Help, "", ""},
};

} // namespace

std::span<const ActionRow> shellActions() { return kShell; }
std::span<const ActionRow> panelActions() { return kPanels; }

Actions::Actions(const Texts& texts, QObject* parent) : QObject(parent), m_texts(texts) {}

void Actions::add(std::span<const ActionRow> rows) {
    for (const ActionRow& row : rows) {
        const QString id = QString::fromLatin1(row.id);
        RW_CHECK(!m_byId.contains(id), "an action is listed once");
        auto* action = new QAction(QString::fromStdString(m_texts.text(std::string("action.") + row.id)), this);
        action->setObjectName(id);
        action->setCheckable(row.isCheckable);
        if (*row.shortcut)
            action->setShortcut(QKeySequence(QString::fromLatin1(row.shortcut)));
        // Greyed out it says what it waits for; its own words come back with it.
        const MessageCatalogue& catalogue = m_texts.catalogue();
        const std::string* disabled = catalogue.find(std::string("palette.disabled.") + row.id);
        if (const std::string* waits = disabled ? disabled : catalogue.find(std::string("palette.waits.") + row.id))
            connect(action, &QAction::enabledChanged, action,
                    [action, reason = QString::fromStdString(*waits)](bool isEnabled) {
                        action->setToolTip(isEnabled ? QString() : reason);
                    });
        m_entries.push_back({row, action});
        m_all.push_back(action);
        m_byId[id] = action;
    }
}

QAction* Actions::action(const char* id) const {
    const auto it = m_byId.find(QString::fromLatin1(id));
    RW_CHECK(it != m_byId.end(), "an action that is asked for is in a table");
    return it->second;
}

KeyReach Actions::reach(const QAction& action) const {
    const auto it = std::ranges::find(m_entries, &action, &Entry::action);
    return it == m_entries.end() ? KeyReach::Window : it->row.reach;
}

void Actions::connectTo(const char* id, QObject* context, std::function<void()> handler) {
    connect(action(id), &QAction::triggered, context, [handler = std::move(handler)] { handler(); });
}

void Actions::fill(QMenuBar* bar) const {
    // Into the menu bar or into a menu.
    const auto addMenu = [this](auto* to, const std::string& name) {
        QMenu* menu = to->addMenu(QString::fromStdString(m_texts.text("menu." + name)));
        menu->setObjectName(QStringLiteral("menu.") + QString::fromStdString(name));
        menu->setToolTipsVisible(true);
        return menu;
    };
    for (std::size_t m = 0; m < kMenuNames.size(); ++m) {
        QMenu* menu = nullptr;
        std::map<std::string, QMenu*> submenus;
        for (const Entry& entry : m_entries) {
            if (entry.row.menu != static_cast<MenuId>(m))
                continue;
            if (!menu)
                menu = addMenu(bar, kMenuNames[m]);
            QMenu* place = menu;
            if (*entry.row.submenu) {
                QMenu*& submenu = submenus[entry.row.submenu];
                if (!submenu)
                    submenu = addMenu(menu, entry.row.submenu);
                place = submenu;
            }
            if (entry.row.beginsGroup && !place->isEmpty())
                place->addSeparator();
            place->addAction(entry.action);
        }
    }
}

void Actions::setTheme(const Theme& theme) {
    for (const Entry& entry : m_entries)
        if (*entry.row.icon)
            entry.action->setIcon(theme.icon(QString::fromLatin1(entry.row.icon)));
}

} // namespace rackwright
