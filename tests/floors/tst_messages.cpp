// SPDX-License-Identifier: GPL-3.0-or-later
// The message catalogue and the code agree: each id in code has a text, each text is used, each place has its argument.
#include "model/text/csv.h"
#include "tests/support/pattern.h"
#include "tests/support/source_tree.h"
#include "tests/support/suite.h"
#include "ui/text/message_catalogue.h"

#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <set>

using namespace rackwright;

namespace {

struct MessageUse {
    std::string id;
    std::string file;
    std::size_t line = 0;
    std::set<std::string> arguments; ///< of the chain of with() behind it
    bool isDirect = false;           ///< Message("id").with(...): the chain is all there is
};

std::size_t afterBlanks(std::string_view code, std::size_t at) {
    return std::min(code.find_first_not_of(" \t\n", at), code.size());
}

/// After the bracket that closes the one at `open`; literals may hold brackets.
std::size_t afterBracket(std::string_view code, std::size_t open) {
    const auto literals = literalsOf(code.substr(open));
    std::size_t next = 0;
    int depth = 0;
    for (std::size_t i = open; i < code.size(); ++i) {
        while (next < literals.size() && literals[next].at + open < i)
            ++next;
        if (next < literals.size() && literals[next].at + open == i) {
            i = literals[next].end + open - 1;
            continue;
        }
        depth += code[i] == '(' || code[i] == '{' ? 1 : code[i] == ')' || code[i] == '}' ? -1 : 0;
        if (depth == 0)
            return i + 1;
    }
    return code.size();
}

/// Names in the chain `.with("name", ...)` at `at`.
std::set<std::string> chainedArguments(std::string_view code, std::size_t at) {
    std::set<std::string> names;
    for (at = afterBlanks(code, at); code.substr(at).starts_with(".with("); at = afterBlanks(code, at)) {
        const std::size_t open = at + 5;
        const std::size_t mark = afterBlanks(code, open + 1);
        if (code[mark] == '"')
            names.emplace(code.substr(mark + 1, code.find('"', mark + 1) - mark - 1));
        at = afterBracket(code, open);
    }
    return names;
}

/// Every Message("id") of the code and every Message name("id").
std::vector<MessageUse> usesIn(const SourceFile& file) {
    static const testing::Pattern pattern("\\bMessage(?:\\s+\\w+)?\\s*[({]\\s*\"([^\"]*)\"\\s*[)}]");
    const std::string code = withoutComments(file.text);
    std::vector<MessageUse> uses;
    for (const testing::Match& each : pattern.all(code)) {
        const std::string& whole = each.groups[0];
        const bool isTemporary = whole.starts_with("Message(") || whole.starts_with("Message{");
        uses.push_back({each.groups[1], file.path, lineOf(code, each.position),
                        chainedArguments(code, each.position + whole.size()), isTemporary});
    }
    return uses;
}

/// Every name that any with() of the file gives, for messages that are put together over several statements.
std::set<std::string> argumentsOf(const SourceFile& file) {
    static const testing::Pattern pattern("\\bwith\\(\\s*\"([^\"]*)\"");
    const std::string code = withoutComments(file.text);
    std::set<std::string> names;
    for (const testing::Match& each : pattern.all(code))
        names.insert(each.groups[1]);
    return names;
}

/// Ids of a table of messages that stand twice or not in order, with their lines.
QStringList misplacedIds(const SourceFile& file) {
    QStringList wrong;
    const auto table = CsvTable::read(file.text);
    if (!table)
        return {QString::fromStdString(file.path + " is no table")};
    std::string last;
    for (std::size_t row = 0; row < table->size(); ++row) {
        const std::string& id = table->cell(row, "id");
        const std::string place = file.path + ":" + std::to_string(table->line(row)) + " " + id;
        if (id == last)
            wrong << QString::fromStdString(place + " stands twice");
        else if (id < last)
            wrong << QString::fromStdString(place + " stands behind " + last);
        last = std::max(last, id);
    }
    return wrong;
}

/// "bill.open-lines" of "bill.open-lines.one.unpriced", the form of a text for a count of one; empty for all other ids.
std::string formedFrom(const MessageCatalogue& catalogue, const std::string& id) {
    const std::size_t mark = id.rfind(".one.");
    if (mark == std::string::npos || !catalogue.find(id.substr(0, mark)))
        return {};
    const auto places = placesOf(*catalogue.find(id.substr(0, mark)));
    return std::ranges::count(places, id.substr(mark + 5)) ? id.substr(0, mark) : std::string();
}

bool isOurCode(const SourceFile& file) { return file.isCode() && !file.isUnder("tests"); }

} // namespace

class TestMessages : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        const auto catalogue = MessageCatalogue::builtIn("en");
        QVERIFY(catalogue);
        m_catalogue = *catalogue;
        for (SourceFile& file : sourceTree(RW_SOURCE_DIR))
            if (isOurCode(file))
                m_files.push_back(std::move(file));
    }
    // The program refuses a catalogue with an id twice; here the lines are named. Sorted, two branches that add the
    // same id meet in a conflict.
    void everyIdStandsOnceAndInOrder() {
        QStringList wrong;
        for (const SourceFile& file : sourceTree(RW_SOURCE_DIR))
            if (file.path.starts_with("resources/messages/"))
                wrong << misplacedIds(file);
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(QLatin1Char('\n'))));
        const SourceFile faulty{"m.csv", "id,text\na.b,x\na.b,y\na.a,\"z,\n\"\na.c,q\n"};
        QCOMPARE(misplacedIds(faulty), (QStringList{QStringLiteral("m.csv:3 a.b stands twice"),
                                                    QStringLiteral("m.csv:4 a.a stands behind a.b")}));
    }
    void theReaderSeesUses() {
        const SourceFile file{"a.cpp",
                              "return inputError(Message(\"a.b\")\n .with(\"x\", f(\")\", 1)).with(\"y\", 2));\n"
                              "// Message(\"no.such\")\nMessage m(\"c.d\"); m.with(\"z\", 3);"};
        const auto uses = usesIn(file);
        QCOMPARE(uses.size(), std::size_t(2));
        QVERIFY((uses[0].arguments == std::set<std::string>{"x", "y"}));
        QVERIFY(uses[0].isDirect && !uses[1].isDirect);
        QVERIFY((argumentsOf(file) == std::set<std::string>{"x", "y", "z"}));
    }
    void everyIdInCodeHasAText() {
        QStringList wrong;
        for (const SourceFile& file : m_files)
            for (const MessageUse& use : usesIn(file))
                if (!use.id.ends_with('.') && !m_catalogue.find(use.id))
                    wrong << QString::fromStdString(use.file + ":" + std::to_string(use.line) + " " + use.id);
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(QLatin1Char('\n'))));
    }
    // resources/terms names the trade's terms, the messages that use each, and the words that stood there once.
    void theTradesTermsAreUsed() {
        std::ifstream file(RW_SOURCE_DIR "/resources/terms/trade_terms.csv", std::ios::binary);
        const std::string content{std::istreambuf_iterator<char>(file), {}};
        const auto table = CsvTable::read(content);
        QVERIFY(table && table->size() >= 80);
        const auto lower = [](const std::string& text) { return QString::fromStdString(text).toLower(); };
        QStringList wrong;
        std::vector<std::pair<std::string, QString>> texts;
        for (const SourceFile& source : sourceTree(RW_SOURCE_DIR))
            if (source.path == "README.md" || source.isUnder("resources/manual") ||
                source.isUnder("resources/messages"))
                texts.emplace_back(source.path, lower(source.text));
        QVERIFY(texts.size() > 15);
        QString last;
        for (std::size_t row = 0; row < table->size(); ++row) {
            const QString term = lower(table->cell(row, "term"));
            if (term <= last)
                wrong << term + QStringLiteral(" stands out of order");
            last = term;
            const QString messages = QString::fromStdString(table->cell(row, "messages"));
            if (messages.isEmpty())
                wrong << term + QStringLiteral(" names no message");
            for (const QString& id : messages.split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
                const std::string* text = m_catalogue.find(id.toStdString());
                if (!text || !lower(*text).contains(term))
                    wrong << id + QStringLiteral(" does not say: ") + term;
            }
            const QString instead = QRegularExpression::escape(lower(table->cell(row, "instead_of")));
            if (instead.isEmpty())
                continue;
            const QRegularExpression old(QStringLiteral("(?<![\\w-])%1(?![\\w-])").arg(instead));
            for (const auto& [path, text] : texts)
                if (old.match(text).hasMatch())
                    wrong << QString::fromStdString(path) + QStringLiteral(" says ") + instead +
                                 QStringLiteral(" where the trade says ") + term;
        }
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(QLatin1Char('\n'))));
    }
    // References are handed on as ids, not as messages.
    void everyReferenceHasAText() {
        static const testing::Pattern reference("(calc-)?reference\\.[a-z0-9-]+");
        int count = 0;
        QStringList wrong;
        for (const SourceFile& file : m_files)
            for (const Literal& literal : literalsOf(withoutComments(file.text)))
                if (reference.isWhole(literal.text)) {
                    ++count;
                    if (!m_catalogue.find(literal.text))
                        wrong << QString::fromStdString(file.path + " " + literal.text);
                }
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(QLatin1Char('\n'))));
        QVERIFY(count > 100);
    }
    void everyPlaceHasItsArgument() {
        QStringList wrong;
        // Readers of files hand messages to Problem, which adds file, table, row and field.
        std::set<std::string> added;
        for (const SourceFile& file : m_files)
            if (file.path.starts_with("model/file/problem."))
                added.merge(argumentsOf(file));
        for (const SourceFile& file : m_files) {
            const std::set<std::string> all = argumentsOf(file);
            for (const MessageUse& use : usesIn(file)) {
                const std::string* text = m_catalogue.find(use.id);
                if (!text)
                    continue;
                // A chain that is empty may be filled by the function that the message is handed to.
                const bool isWhole = use.isDirect && !use.arguments.empty();
                std::set<std::string> given = isWhole ? use.arguments : all;
                if (file.isUnder("model/file"))
                    given.insert(added.begin(), added.end());
                for (const std::string& place : placesOf(*text))
                    if (!given.contains(place))
                        wrong << QString::fromStdString(use.file + ":" + std::to_string(use.line) + " " + use.id +
                                                        " has no argument for {" + place + "}");
            }
        }
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(QLatin1Char('\n'))));
    }
    // The form for a count of one stands beside the text whose place it is made for, and has no other places.
    void formsOfOneAreOfTheirText() {
        QStringList wrong;
        for (const std::string& id : m_catalogue.ids()) {
            if (id.find(".one.") == std::string::npos)
                continue;
            const std::string from = formedFrom(m_catalogue, id);
            const auto known = from.empty() ? std::vector<std::string>() : placesOf(*m_catalogue.find(from));
            for (const std::string& place : placesOf(*m_catalogue.find(id)))
                if (!std::ranges::count(known, place))
                    wrong << QString::fromStdString(id + " {" + place + "}");
            if (from.empty())
                wrong << QString::fromStdString(id);
        }
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(QLatin1Char('\n'))));
    }
    void everyTextIsUsed() {
        std::set<std::string> literals;
        std::vector<std::string> beginnings; // "grade." + name
        static const testing::Pattern beginning("[a-z][a-z0-9-]*(\\.[a-z0-9-]+)*\\.");
        for (const SourceFile& file : m_files)
            for (const Literal& literal : literalsOf(withoutComments(file.text))) {
                literals.insert(literal.text);
                if (beginning.isWhole(literal.text))
                    beginnings.push_back(literal.text);
            }
        QStringList unused;
        for (const std::string& id : m_catalogue.ids()) {
            const bool isComposed =
                std::ranges::any_of(beginnings, [&id](const std::string& start) { return id.starts_with(start); });
            if (!literals.contains(id) && !isComposed && formedFrom(m_catalogue, id).empty())
                unused << QString::fromStdString(id);
        }
        QVERIFY2(unused.isEmpty(), qPrintable(unused.join(QLatin1Char('\n'))));
    }

private:
    MessageCatalogue m_catalogue;
    std::vector<SourceFile> m_files;
};

RW_CORE_SUITE(TestMessages)
#include "tst_messages.moc"
