// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/share/share_menu.h"

#include "model/file/disk.h"
#include "model/text/csv.h"
#include "ui/text/to_text.h"
#include "ui/theme/theme.h"

#include <QAbstractItemView>
#include <QBuffer>
#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QMenu>
#include <QMimeData>
#include <QTableView>

#include <algorithm>
#include <utility>

namespace rackwright {

namespace {

QString htmlOf(const std::vector<QStringList>& rows) {
    QString html = QStringLiteral("<table>");
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const QString tag = i == 0 ? QStringLiteral("th") : QStringLiteral("td");
        html += QStringLiteral("<tr>");
        for (const QString& cell : rows[i])
            html += QStringLiteral("<%1>%2</%1>").arg(tag, cell.toHtmlEscaped());
        html += QStringLiteral("</tr>");
    }
    return html + QStringLiteral("</table>");
}

// Tabs part the cells on the clipboard, so none stands within one.
QString tabbedOf(const std::vector<QStringList>& rows) {
    QString text;
    for (QStringList row : rows) {
        for (QString& cell : row)
            cell.replace(QLatin1Char('\t'), QLatin1Char(' ')).replace(QLatin1Char('\n'), QLatin1Char(' '));
        text += row.join(QLatin1Char('\t')) + QLatin1Char('\n');
    }
    return text;
}

bool isNumber(const QString& cell) {
    bool isOne = false;
    (void)cell.toDouble(&isOne);
    return isOne;
}

QByteArray csvText(const std::vector<QStringList>& rows) {
    std::string text;
    for (const QStringList& row : rows) {
        for (qsizetype i = 0; i < row.size(); ++i)
            text.append(i > 0 ? "," : "")
                .append(isNumber(row[i]) ? csvCell(row[i].toStdString()) : csvTextCell(row[i].toStdString()));
        text += "\r\n";
    }
    return QByteArray::fromStdString(text);
}

QByteArray pngOf(const QImage& image) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG");
    return bytes;
}

} // namespace

bool offers(const Shareable& what, ShareKind kind) {
    switch (kind) {
    case ShareKind::CopyTable:
        return bool(what.table);
    case ShareKind::CopyPicture:
    case ShareKind::SavePng:
        return bool(what.picture);
    case ShareKind::SaveCsv:
        return what.csv || what.table;
    case ShareKind::SaveSvg:
        return bool(what.svg);
    }
    return false;
}

void shareNow(const Shareable& what, ShareKind kind, StudioServices& services, QWidget* view,
              const std::function<void(const QString&)>& say) {
    const auto save = [&](const char* ending, const QByteArray& bytes) {
        const Texts& words = services.texts();
        const QString filter =
            QStringLiteral("%1 (*.%2)").arg(QString::fromLatin1(ending).toUpper(), QLatin1String(ending));
        const QString path = services.dialogs().saveFile(view, toText(words.text("share.save")), filter,
                                                         what.name + QLatin1Char('.') + QLatin1String(ending));
        if (path.isEmpty())
            return;
        const std::string_view content(bytes.constData(), static_cast<std::size_t>(bytes.size()));
        const Done written = writeAtomically(path.toStdString(), content);
        say(toText(words.sentence(written ? Message("share.saved").with("file", path.toStdString())
                                          : written.error().message)));
    };
    switch (kind) {
    case ShareKind::CopyTable: {
        const std::vector<QStringList> rows = what.table();
        auto* data = new QMimeData;
        data->setText(tabbedOf(rows));
        data->setHtml(htmlOf(rows));
        QGuiApplication::clipboard()->setMimeData(data);
        return;
    }
    case ShareKind::CopyPicture:
        QGuiApplication::clipboard()->setImage(what.picture());
        return;
    case ShareKind::SaveCsv:
        return save("csv", what.csv ? what.csv() : csvText(what.table()));
    case ShareKind::SavePng:
        return save("png", pngOf(what.picture()));
    case ShareKind::SaveSvg:
        return save("svg", what.svg());
    }
}

void addShareEntries(QMenu& menu, Shareable what, StudioServices& services, QWidget* view,
                     std::function<void(const QString&)> say) {
    struct Entry {
        const char* id;
        ShareKind kind;
    };
    static constexpr Entry entries[] = {{"share.copy-table", ShareKind::CopyTable},
                                        {"share.copy-picture", ShareKind::CopyPicture},
                                        {"share.save-csv", ShareKind::SaveCsv},
                                        {"share.save-png", ShareKind::SavePng},
                                        {"share.save-svg", ShareKind::SaveSvg}};
    for (const Entry& entry : entries) {
        if (!offers(what, entry.kind))
            continue;
        QAction* action = menu.addAction(toText(services.texts().text(entry.id)));
        action->setObjectName(QLatin1String(entry.id));
        QObject::connect(action, &QAction::triggered, view, [what, kind = entry.kind, &services, view, say] {
            shareNow(what, kind, services, view, say);
        });
    }
}

std::vector<QStringList> tableOf(const QAbstractItemView& view) {
    const QAbstractItemModel& model = *view.model();
    const auto* table = qobject_cast<const QTableView*>(&view);
    std::vector<QStringList> rows;
    QStringList header;
    for (int c = 0; c < model.columnCount(); ++c)
        if (!table || !table->isColumnHidden(c))
            header << model.headerData(c, Qt::Horizontal).toString();
    rows.push_back(header);
    for (int r = 0; r < model.rowCount(); ++r) {
        QStringList row;
        for (int c = 0; c < model.columnCount(); ++c)
            if (!table || !table->isColumnHidden(c))
                row << model.index(r, c).data().toString();
        rows.push_back(row);
    }
    return rows;
}

QImage pictureOf(QWidget& widget) {
    const double ratio = std::max(2.0, widget.devicePixelRatioF());
    QImage image(widget.size() * ratio, QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(ratio);
    image.fill(Theme::current().surface());
    widget.render(&image, QPoint(), QRegion(), QWidget::DrawChildren);
    return image;
}

} // namespace rackwright
