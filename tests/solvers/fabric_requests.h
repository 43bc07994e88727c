// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Requests for families as tables write them, and what is read from the answers: shared by the tests of the fabric
// solver.

#include "solvers/families/fabric_quantities.h"

#include <QFile>

#include <algorithm>

namespace rackwright::fixture {

/// A file of the fabric test data.
inline std::string contents(const std::string& name) {
    QFile file(QStringLiteral(RW_TEST_DATA "/fabric/") + QString::fromStdString(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
}

/// "k=4;endpoint_gbps=400"; a key without a value is a flag.
inline FamilyRequest request(std::string family, const std::string& params) {
    FamilyRequest made{std::move(family), {}, {}, {}, {}};
    for (std::size_t at = 0; at < params.size();) {
        const std::size_t end = std::min(params.find(';', at), params.size());
        const std::string part = params.substr(at, end - at);
        const std::size_t equals = part.find('=');
        made.params[part.substr(0, equals)] = equals == std::string::npos ? "" : part.substr(equals + 1);
        at = end + 1;
    }
    return made;
}

inline std::optional<double> valueOf(const FabricQuantities& answers, const std::string& quantity) {
    for (const FabricQuantity& row : answers.rows)
        if (row.quantity == quantity)
            return row.value;
    return std::nullopt;
}

/// An argument of a message as text; of a list its words with a blank between.
inline std::string argument(const Message& message, const std::string& name) {
    for (const Argument& a : message.arguments)
        if (a.name == name) {
            if (const auto* text = std::get_if<std::string>(&a.value))
                return *text;
            if (const auto* number = std::get_if<std::int64_t>(&a.value))
                return std::to_string(*number);
            if (const auto* list = std::get_if<WordList>(&a.value)) {
                std::string all;
                for (const std::string& word : list->words)
                    all.append(all.empty() ? "" : " ").append(word);
                return all;
            }
        }
    return {};
}

} // namespace rackwright::fixture
