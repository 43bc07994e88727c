// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as the table of a batch: each row is asked as a formula, as a training case and as a fabric, whichever
// columns it has. What is answered is finite.
#include "model/base/check.h"
#include "model/text/csv.h"
#include "solvers/domains.h"
#include "solvers/families/fabric_quantities.h"
#include "solvers/families/family.h"
#include "solvers/parallelism/training_quantities.h"

#include <cmath>
#include <cstdint>

using namespace rackwright;

namespace {

std::map<std::string, std::string, std::less<>> pairsOf(std::string_view text) {
    std::map<std::string, std::string, std::less<>> pairs;
    while (!text.empty()) {
        const std::string_view part = text.substr(0, text.find(';'));
        text.remove_prefix(std::min(text.size(), part.size() + 1));
        if (const std::size_t equals = part.find('='); equals != std::string_view::npos)
            pairs.emplace(part.substr(0, equals), part.substr(equals + 1));
    }
    return pairs;
}

void askFormula(const CsvTable& table, std::size_t row) {
    static const FormulaRegistry formulas = formulasOfAllDomains();
    const auto solved =
        formulas.solve(table.cell(row, "function"), pairsOf(table.cell(row, "inputs")), NumberText::Plain);
    const double* number = solved ? std::get_if<double>(&solved->answer) : nullptr;
    RW_CHECK(!number || std::isfinite(*number), "an answer is finite");
}

void askFabric(const CsvTable& table, std::size_t row) {
    FamilyRequest request;
    request.family = table.cell(row, "family");
    request.params = pairsOf(table.cell(row, "params"));
    // How a large graph is cut in half is a search with an end of its own.
    constexpr std::size_t kSmall = 64;
    const auto counted = countFabric(request);
    if (!counted || counted->graph.size() > kSmall)
        return;
    if (const auto answers = quantitiesOfFamily(request))
        for (const FabricQuantity& answer : answers->rows)
            RW_CHECK(!answer.value || std::isfinite(*answer.value), "an answer is finite");
}

void askTraining(const CsvTable& table, std::size_t row) {
    CaseCells cells;
    for (const std::string& column : table.header())
        cells.emplace(column, table.cell(row, column));
    const auto answered = answer(table.cell(row, "quantity"), TrainingCase(std::move(cells)));
    RW_CHECK(!answered || std::isfinite(answered->value), "an answer is finite");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto table = CsvTable::read(std::string_view(reinterpret_cast<const char*>(data), size));
    if (!table)
        return 0;
    for (std::size_t row = 0; row < table->size(); ++row) {
        if (table->hasColumn("function") && table->hasColumn("inputs"))
            askFormula(*table, row);
        if (table->hasColumn("family") && table->hasColumn("params"))
            askFabric(*table, row);
        if (table->hasColumn("quantity"))
            askTraining(*table, row);
    }
    return 0;
}
