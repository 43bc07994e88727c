// SPDX-License-Identifier: GPL-3.0-or-later
// Two types of one name in one namespace break the one-definition rule without a word from compiler or linker, and the
// program goes wrong at run time; this test reads every definition and names the pairs.
#include "tests/support/pattern.h"
#include "tests/support/source_tree.h"
#include "tests/support/suite.h"

#include <QTest>

#include <algorithm>
#include <map>
#include <set>

using namespace rackwright;

namespace {

struct TypeDefinition {
    std::string name; ///< with its namespaces
    std::size_t line = 0;
};

enum class ScopeKind { Namespace, Unnamed, Type, Other };

struct Scope {
    ScopeKind kind = ScopeKind::Other;
    std::string name;
};

/// The words before an opening brace without blanks at the ends and without template<...> in front.
std::string bareHead(std::string head) {
    const auto trim = [&head] {
        head.erase(0, head.find_first_not_of(" \t\n"));
        head.erase(head.find_last_not_of(" \t\n") + 1);
    };
    for (trim(); head.starts_with("template"); trim()) {
        int depth = 0;
        std::size_t i = head.find('<');
        for (; i < head.size(); ++i) {
            depth += head[i] == '<' ? 1 : head[i] == '>' ? -1 : 0;
            if (depth == 0)
                break;
        }
        head.erase(0, std::min(i, head.size() - 1) + 1);
    }
    return head;
}

Scope scopeOf(const std::string& words) {
    static const testing::Pattern named("(?:inline\\s+)?namespace(?:\\s+([A-Za-z_][\\w:]*))?");
    static const testing::Pattern type("(?:requires\\b.*\\s)?(?:struct|class|union|enum(?:\\s+(?:class|struct))?)\\s+"
                                 "(?:\\[\\[[^\\]]*\\]\\]\\s*)?([A-Za-z_]\\w*)(?:\\s+final)?(?:\\s*:(?!:)[\\s\\S]*)?");
    static const testing::Pattern linkage("extern\\s+\"\\s*\"");
    const std::string head = bareHead(words);
    if (const auto match = named.whole(head))
        return match->groups[1].empty() ? Scope{ScopeKind::Unnamed, {}}
                                        : Scope{ScopeKind::Namespace, match->groups[1] + "::"};
    if (linkage.isWhole(head))
        return {ScopeKind::Namespace, {}};
    if (const auto match = type.whole(head))
        return {ScopeKind::Type, match->groups[1]};
    return {};
}

/// Types that are defined in named namespaces, neither nested in a type nor local to a function. A specialisation of a
/// template is no new type.
std::vector<TypeDefinition> typesIn(std::string_view text) {
    const std::string code = withoutLiterals(text);
    std::vector<TypeDefinition> types;
    std::vector<Scope> scopes;
    std::size_t headStart = 0;
    for (std::size_t i = 0; i < code.size(); ++i) {
        if (code[i] != '{' && code[i] != '}' && code[i] != ';')
            continue;
        if (code[i] == '{') {
            Scope scope = scopeOf(code.substr(headStart, i - headStart));
            const bool isReachable =
                std::ranges::all_of(scopes, [](const Scope& outer) { return outer.kind == ScopeKind::Namespace; });
            if (scope.kind == ScopeKind::Type && isReachable) {
                std::string name;
                for (const Scope& outer : scopes)
                    name += outer.name;
                types.push_back({name + scope.name, lineOf(code, i)});
            }
            scopes.push_back(std::move(scope));
        } else if (code[i] == '}' && !scopes.empty()) {
            scopes.pop_back();
        }
        headStart = i + 1;
    }
    return types;
}

/// Files of two tests never meet in one program, but each meets the product.
bool isOfATest(const SourceFile& file) { return file.isUnder("tests"); }

using Places = std::map<std::string, std::vector<std::string>>;

/// Names with more than one place, "name: a.h:3, b.cpp:7".
QStringList namesWithSeveralPlaces(const Places& places) {
    QStringList wrong;
    for (const auto& [name, where] : places) {
        if (where.size() < 2)
            continue;
        std::string text = name + ":";
        for (const std::string& place : where)
            text += " " + place;
        wrong << QString::fromStdString(text);
    }
    return wrong;
}

void addTypes(Places& places, const SourceFile& file) {
    for (const TypeDefinition& type : typesIn(file.text))
        places[type.name].push_back(file.path + ":" + std::to_string(type.line));
}

} // namespace

class TestTypeNames : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theReaderSeesDefinitions() {
        const std::string code = "#define BRACE {\n"
                                 "namespace rackwright {\n"
                                 "struct Forward;\n"
                                 "struct One { struct Nested {}; enum class Inner { A }; };\n"
                                 "template <class T>\nclass [[nodiscard]] Two final : public Base<T> { int a; };\n"
                                 "template <>\nstruct Two<int> { };\n"
                                 "enum class Three : std::uint8_t { A };\n"
                                 "namespace { struct Hidden { }; }\n"
                                 "const char* text = \"struct InText {\"; char brace = '{';\n"
                                 "void work() { struct Local { }; if (true) { } }\n"
                                 "struct Maker make();\n"
                                 "// struct InComment {\n"
                                 "namespace testing { struct One { }; }\n"
                                 "} // namespace rackwright\n"
                                 "union Four { int a; };\n"
                                 "class rackwright::One::Nested { };\n";
        std::vector<std::string> names;
        for (const TypeDefinition& type : typesIn(code))
            names.push_back(type.name + " " + std::to_string(type.line));
        QCOMPARE(names, (std::vector<std::string>{"rackwright::One 4", "rackwright::Two 6", "rackwright::Three 9",
                                                  "rackwright::testing::One 15", "Four 17"}));
    }

    void aPairIsNamed() {
        Places places;
        addTypes(places, {"a.h", "namespace rackwright {\nstruct One {};\n}"});
        addTypes(places, {"b.cpp", "namespace rackwright {\n\nclass One {};\nclass Other {};\n}"});
        QCOMPARE(namesWithSeveralPlaces(places), QStringList{QStringLiteral("rackwright::One: a.h:2 b.cpp:3")});
    }

    void everyTypeIsDefinedOnce() {
        Places product;
        std::vector<SourceFile> tests;
        for (SourceFile& file : sourceTree(RW_SOURCE_DIR)) {
            if (!file.isCode())
                continue;
            if (isOfATest(file))
                tests.push_back(std::move(file));
            else
                addTypes(product, file);
        }
        QVERIFY2(product.size() > 300, "the reader has lost its way");
        QStringList wrong = namesWithSeveralPlaces(product);
        for (const SourceFile& test : tests) {
            Places own;
            addTypes(own, test);
            for (const auto& [name, where] : own)
                if (const auto other = product.find(name); other != product.end())
                    wrong << QString::fromStdString(name + ": " + other->second.front() + " " + where.front());
        }
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(QLatin1Char('\n'))));
    }
};

RW_CORE_SUITE(TestTypeNames)
#include "tst_type_names.moc"
