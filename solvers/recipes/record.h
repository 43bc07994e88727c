// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a recipe writes about a project beside its design: site record with requests for information, requirements,
// assumptions, workloads, storage pools and the quote header.

#include "model/project/project.h"

#include <string>
#include <string_view>
#include <vector>

namespace rackwright {

/// Adds records to a document that a recipe has made. `done` gives the document back.
class RecordWriter {
public:
    explicit RecordWriter(Document document);

    /// A field of the site record in SI text, given by the customer.
    RecordWriter& known(std::string_view key, std::string value, std::string basis = {});
    /// A field that we assume until the customer says otherwise.
    RecordWriter& assumed(std::string_view key, std::string value, std::string note, std::string basis = {});
    /// A field that nobody has given: it becomes a request for information.
    RecordWriter& unknown(std::string_view key, std::string question, std::string effect);

    RecordWriter& requirement(std::string text, std::string figure, Comparison comparison, double target,
                              std::string unit, Need need = Need::Must);
    RecordWriter& assumption(std::string statement);
    /// A figure that the catalogue does not know ("part:x:weight"), as an estimate.
    RecordWriter& enteredValue(std::string key, std::string statement, double low, double typical, double high,
                               std::string unit);
    RecordWriter& setting(std::string key, std::string value, std::string source);
    RecordWriter& workload(Workload workload);
    /// Of all devices of a role; none where there are none.
    RecordWriter& storagePool(StoragePool pool, std::string_view role);
    RecordWriter& quote(std::string number, std::vector<std::string> exclusions);

    Document done();

private:
    Document m_document;
    Project m_project;
    IdSource m_ids;
    std::vector<Workload> m_workloads;
    std::vector<StoragePool> m_pools;
};

} // namespace rackwright
