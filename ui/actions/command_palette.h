// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// CommandPalette: one line that finds commands, parts, racks and findings by any of their words. It lists what its
// sources give and runs what is chosen.

#include <QDialog>
#include <QString>

#include <functional>
#include <vector>

class QLineEdit;
class QListWidget;

namespace rackwright {

class Texts;

/// One thing to find: its group ("Command", "Rack"), name, a note at the right (shortcut, place), and what choosing
/// does.
struct PaletteEntry {
    QString group;
    QString name;
    QString note;
    std::function<void()> choose;
    bool isOff = false; ///< cannot be done now: the note says why, and so does choosing it
};

class CommandPalette : public QDialog {
    Q_OBJECT
public:
    /// Gives entries for what was typed; asked again with each key.
    using EntriesFor = std::function<std::vector<PaletteEntry>(const QString& words)>;

    CommandPalette(EntriesFor entriesFor, const Texts& texts, QWidget* parent);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void refresh();
    void chooseCurrent();

    EntriesFor m_entriesFor;
    std::vector<PaletteEntry> m_entries;
    QLineEdit* m_words = nullptr;
    QListWidget* m_list = nullptr;
};

/// How well a name answers what was typed: 0 it is that, 1 it begins with it, 2 each word typed begins one of its
/// words, 3 it holds it elsewhere.
int answerRank(const QString& name, const QString& words);

/// The same for the other words that people have for a thing, phrases parted by commas; after names as good.
int rankByWords(const QString& phrases, const QString& words, const QString& fillers);

/// Whether every word typed occurs in `text`, whatever their order and case. Words of `fillers` ("for", "the") need
/// not, where others are typed.
bool holdsWords(const QString& text, const QString& words, const QString& fillers = {});

} // namespace rackwright
