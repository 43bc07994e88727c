// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// CataloguePanel: search and filter the parts, drag one out. It shows summaries only; details are the inspector's business.

#include "ui/document/studio_services.h"
#include "ui/theme/theme.h"

#include <QAbstractListModel>
#include <QWidget>

#include <optional>

class QLineEdit;
class QListView;
class QToolButton;

namespace rackwright {

class EmptyNote;

/// Parts that match the search and the chosen group, each with a line of its main figures; others behind a line that
/// counts them.
class PartListModel : public QAbstractListModel {
    Q_OBJECT
public:
    /// Heading: true of the line between the chosen group and the others.
    enum Role { IdRole = Qt::UserRole + 1, DetailRole, CategoryRole, OwnRole, HeadingRole };

    PartListModel(const PartLibrary* library, const Texts& texts, QObject* parent = nullptr);

    /// Whether a search lists what it finds in other groups, behind those of the chosen one.
    enum class Others : std::uint8_t { Left, Listed };
    /// No categories: of every group.
    void setFilter(const QString& words, const std::vector<PartCategory>& categories, Others others = Others::Left);
    /// Parts that are listed, without the line between them.
    int count() const { return static_cast<int>(m_parts.size()); }
    bool hasLibrary() const { return m_library; }
    /// Parts of it are marked; what was read of parts is read anew.
    void setOwnParts(const PartOverlay* overlay);
    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QStringList mimeTypes() const override;
    QMimeData* mimeData(const QModelIndexList& indexes) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

private:
    QString detail(const PartSummary& part) const;
    /// Whether it stands in a rack or on the floor; what is built into something else or joins it does not.
    bool takesPlace(const PartSummary& part) const;
    bool isHeading(int row) const { return m_othersFrom && row == *m_othersFrom; }
    const PartSummary& partAt(int row) const;

    const PartLibrary* m_library;
    const PartOverlay* m_own = nullptr;
    const Texts& m_texts;
    std::vector<PartSummary> m_parts;
    std::optional<int> m_othersFrom; ///< row of the line before the parts of other groups
    mutable std::map<std::string, QString> m_details;
    mutable std::map<std::string, bool> m_takesPlace; ///< of parts that were asked about
};

class CataloguePanel : public QWidget {
    Q_OBJECT
public:
    CataloguePanel(StudioServices& services, QWidget* parent = nullptr);

    int count() const;

    /// Brings a part of the catalogue into view and chooses it.
    void showPart(const QString& partId);
    /// The part that is chosen in the list; empty: none.
    QString currentPart() const;
    /// The user's own parts, which are marked in the list.
    void setOwnParts(const PartOverlay* overlay);
    /// Reads the list again after own parts have changed.
    void reload();

Q_SIGNALS:
    /// How many parts are listed now.
    void countChanged(int parts);
    void partChosen(const QString& partId);
    /// Enter or a double click: the part is to be placed without a drag.
    void placeAsked(const QString& partId);

private:
    void applyFilter();
    QToolButton* addChip(const char* id, const Texts& texts);
    QString emptyText() const;

    StudioServices& m_services;
    const PartOverlay* m_own = nullptr;
    QLineEdit* m_search = nullptr;
    QListView* m_list = nullptr;
    PartListModel* m_model = nullptr;
    std::vector<QToolButton*> m_chips; ///< all, then one a group
    EmptyNote* m_empty = nullptr;
};

} // namespace rackwright
