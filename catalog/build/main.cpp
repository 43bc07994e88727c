// SPDX-License-Identifier: GPL-3.0-or-later
// rackwright_catalog_build TABLES OUTPUT REPORT: compiles the reviewed tables into the catalogue and writes the load
// report. A tool of the build: what it refuses it prints as "file:line:column: id argument=value" and leaves no output.

#include "catalog/load/checks.h"
#include "catalog/load/content_reader.h"
#include "catalog/store/catalog_sql.h"
#include "model/text/csv.h"
#include "model/units/number_text.h"

#include <QCoreApplication>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>

namespace {

using namespace rackwright;
namespace fs = std::filesystem;

struct ArgumentWords {
    std::string operator()(const std::string& text) const { return text; }
    std::string operator()(std::int64_t number) const { return std::to_string(number); }
    std::string operator()(double number) const { return shortestDigits(number); }
    std::string operator()(const UnitNumber& number) const {
        return roundedDigits(number.value, 6) + " " + number.unit;
    }
    std::string operator()(const MoneyNumber& money) const {
        return std::to_string(money.minor) + " " + money.currency;
    }
    std::string operator()(const WordList& list) const {
        std::string words;
        for (const std::string& word : list.words)
            words += (words.empty() ? "" : ", ") + word;
        return words;
    }
};

std::string words(const Message& message) {
    std::string text = message.id;
    for (const Argument& argument : message.arguments)
        text += " " + argument.name + "=\"" + std::visit(ArgumentWords{}, argument.value) + "\"";
    return text;
}

void print(const Place& place, const Message& reason) {
    std::cerr << place.file << ":" << place.line << ":" << place.column << ": " << words(reason) << "\n";
}

bool isRefused(const ContentReading& reading, const Violations& violations) {
    bool refused = !reading.problems.empty();
    for (const LoadProblem& problem : reading.problems)
        print(problem.place, problem.reason);
    for (const Violation& violation : violations)
        if (!violation.isExplained) {
            print(violation.place, violation.reason);
            refused = true;
        }
    for (const Explanation& explanation : idleExplanations(reading.content, violations)) {
        print(explanation.place,
              Message("catalog.explanation.idle").with("text", std::string_view(explanation.violation.subject)));
        refused = true;
    }
    return refused;
}

void writeReport(const CatalogContent& content, const Violations& violations, std::ostream& out) {
    out << csvLine({"file", "row", "kind", "target", "values", "recalled", "estimates", "assertions"});
    for (const LoadRow& row : content.loadRows)
        out << csvLine({row.file, row.row, row.kind, row.target, std::to_string(row.values),
                        std::to_string(row.recalled), std::to_string(row.estimates), std::to_string(row.assertions)});
    for (const Violation& violation : violations)
        out << csvLine({violation.place.file, std::to_string(violation.place.line), "explained " + violation.check,
                        violation.subject, csvTextCell(violation.explanation), "", "", ""});
}

} // namespace

int main(int argc, char** argv) {
    const QCoreApplication application(argc, argv);
    if (argc != 4) {
        std::cerr << "usage: rackwright_catalog_build TABLES OUTPUT REPORT\n";
        return 2;
    }
    const fs::path output(argv[2]);
    std::error_code ignored;
    fs::remove(output, ignored);
    const ContentReading reading = readContent(argv[1]);
    const Violations violations = judge(reading.content);
    if (isRefused(reading, violations))
        return 1;
    const fs::path unfinished = output.string() + ".part";
    fs::remove(unfinished, ignored);
    {
        const auto connection = SqlConnection::open(unfinished.string(), SqlAccess::ReadWrite);
        const Done written =
            connection ? writeCatalog(**connection, reading.content, violations) : Done(connection.error());
        if (!written) {
            std::cerr << words(written.error().message) << "\n";
            return 1;
        }
    }
    std::ofstream report(argv[3], std::ios::binary);
    writeReport(reading.content, violations, report);
    report.close();
    std::error_code failed;
    fs::rename(unfinished, output, failed);
    return failed || !report ? 1 : 0;
}
