// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a view hands out of itself: copy as table or picture, save as CSV, PNG or SVG. A view offers what it has and gets
// the same menu everywhere; failures are told by the caller's `say`.

#include "ui/document/studio_services.h"

#include <QImage>
#include <QStringList>

#include <functional>
#include <vector>

class QAbstractItemView;
class QMenu;

namespace rackwright {

/// What can be handed out; an empty function is not offered.
struct Shareable {
    QString name;                                     ///< stem of the file that is proposed
    std::function<std::vector<QStringList>()> table{}; ///< the header first
    std::function<QByteArray()> csv{};                ///< instead of one made of `table`
    std::function<QImage()> picture{};
    std::function<QByteArray()> svg{};
};

enum class ShareKind { CopyTable, CopyPicture, SaveCsv, SavePng, SaveSvg };
bool offers(const Shareable& what, ShareKind kind);
/// Hands out what is asked for now; `view` is the parent of the file dialog.
void shareNow(const Shareable& what, ShareKind kind, StudioServices& services, QWidget* view,
              const std::function<void(const QString&)>& say);

/// Adds the entries of `what` to a menu. Their object names are "share.copy-table", "share.copy-picture",
/// "share.save-csv", "share.save-png" and "share.save-svg".
void addShareEntries(QMenu& menu, Shareable what, StudioServices& services, QWidget* view,
                     std::function<void(const QString&)> say);

/// All rows of a table or tree as it stands, in its columns' order.
std::vector<QStringList> tableOf(const QAbstractItemView& view);
/// The widget as it looks, twice as fine as the screen at least.
QImage pictureOf(QWidget& widget);

} // namespace rackwright
