// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/help_dialogs.h"

#include "ui/text/to_text.h"
#include "ui/theme/theme.h"

#include <QAction>
#include <QDialogButtonBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <array>

namespace rackwright {

namespace {

struct Component {
    const char* name;
    const char* licence;
    const char* origin;
};
// What is linked or built in; the licences are those of the Debian packages.
constexpr std::array<Component, 9> kComponents = {{{"Qt 6", "LGPL-3.0", "qt.io"},
                                                   {"QCustomPlot", "GPL-3.0-or-later", "qcustomplot.com"},
                                                   {"Roboto", "Apache-2.0", "fonts.google.com/specimen/Roboto"},
                                                   {"SQLite", "public domain", "sqlite.org"},
                                                   {"Eigen", "MPL-2.0", "eigen.tuxfamily.org"},
                                                   {"qpdf", "Apache-2.0", "qpdf.sourceforge.io"},
                                                   {"libxlsxwriter", "BSD-2-Clause", "libxlsxwriter.github.io"},
                                                   {"simdjson", "Apache-2.0", "simdjson.org"},
                                                   {"tl::expected", "CC0-1.0", "github.com/TartanLlama/expected"}}};

QTreeWidget* table(const QString& name, const QStringList& header) {
    auto* tree = new QTreeWidget;
    tree->setObjectName(name);
    tree->setAccessibleName(header.front());
    tree->setRootIsDecorated(false);
    tree->setHeaderLabels(header);
    tree->ensurePolished(); // rows get their height from the style
    tree->setUniformRowHeights(true);
    tree->setAllColumnsShowFocus(true);
    return tree;
}

QDialogButtonBox* closeButton(QDialog* dialog, const Texts& texts) {
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    buttons->button(QDialogButtonBox::Close)->setText(toText(texts.text("dialog.close")));
    QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::reject);
    return buttons;
}

} // namespace

AboutDialog::AboutDialog(const Texts& texts, QWidget* parent) : QDialog(parent) {
    setObjectName(QStringLiteral("about"));
    setWindowTitle(toText(texts.text("action.help.about")));
    resize(560, 460);
    auto* name = new QLabel(QStringLiteral("Rackwright ") + QStringLiteral(RACKWRIGHT_VERSION));
    name->setObjectName(QStringLiteral("about.version"));
    name->setFont(studioFont(20, QFont::Bold));
    auto* promise = new QLabel(toText(texts.text("start.promise")));
    promise->setProperty("subdued", true);
    auto* licence = new QLabel(toText(texts.text("about.licence")));
    licence->setWordWrap(true);
    auto* parts = table(QStringLiteral("about.parts"),
                        {toText(texts.text("about.component")), toText(texts.text("about.its-licence")),
                         toText(texts.text("about.origin"))});
    for (const Component& each : kComponents)
        new QTreeWidgetItem(parts, {QString::fromLatin1(each.name), QString::fromLatin1(each.licence),
                                    QString::fromLatin1(each.origin)});
    parts->header()->resizeSection(0, 150);
    parts->header()->resizeSection(1, 150);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(20, 20, 20, 16);
    column->setSpacing(10);
    column->addWidget(name);
    column->addWidget(promise);
    column->addWidget(licence);
    column->addWidget(parts, 1);
    column->addWidget(closeButton(this, texts));
}

ShortcutsDialog::ShortcutsDialog(const Actions& actions, const Texts& texts, QWidget* parent) : QDialog(parent) {
    setObjectName(QStringLiteral("shortcuts"));
    setWindowTitle(toText(texts.text("action.help.shortcuts")));
    resize(480, 560);
    auto* filter = new QLineEdit;
    filter->setObjectName(QStringLiteral("shortcuts.filter"));
    filter->setAccessibleName(toText(texts.text("shortcuts.filter")));
    filter->setPlaceholderText(toText(texts.text("shortcuts.filter")));
    auto* list = table(QStringLiteral("shortcuts.list"),
                       {toText(texts.text("shortcuts.command")), toText(texts.text("shortcuts.keys"))});
    for (const QAction* action : actions.all())
        if (!action->shortcut().isEmpty())
            new QTreeWidgetItem(list, {toText(texts.text("action." + action->objectName().toStdString())),
                                       action->shortcut().toString(QKeySequence::NativeText)});
    list->header()->resizeSection(0, 300);
    connect(filter, &QLineEdit::textChanged, list, [list](const QString& words) {
        for (int i = 0; i < list->topLevelItemCount(); ++i) {
            QTreeWidgetItem* item = list->topLevelItem(i);
            item->setHidden(!(item->text(0) + QLatin1Char(' ') + item->text(1)).contains(words, Qt::CaseInsensitive));
        }
    });
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 16, 16, 16);
    column->setSpacing(10);
    column->addWidget(filter);
    column->addWidget(list, 1);
    column->addWidget(closeButton(this, texts));
}

} // namespace rackwright
