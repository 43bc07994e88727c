// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What is written about a project beside its design: site record with requests for information, requirements,
// assumptions, workloads, pools and exclusions. A recipe assumes and asks; it puts no word into anybody's mouth.

#include "model/project/project.h"

#include <string>
#include <string_view>
#include <vector>

namespace rackwright {

/// Adds records to a document that a recipe has made. `done` gives the document back.
class RecordWriter {
public:
    explicit RecordWriter(Document document);

    /// A field of the site record in SI text that somebody gave; a request for it is answered and goes.
    RecordWriter& known(std::string_view key, std::string value, const GivenBy& by, std::string basis = {});
    /// A field that we assume until the customer says otherwise.
    RecordWriter& assumed(std::string_view key, std::string value, std::string note, std::string basis = {});
    /// A field that nobody has given, of those with a question in site_questions.h: it becomes a request for
    /// information.
    RecordWriter& unknown(std::string_view key);
    /// A request for what is no field of the site record.
    RecordWriter& request(std::string about, std::string question, std::string effect);

    /// What somebody asks for: figure, comparison, target and unit are set; it gets the next number.
    RecordWriter& requirement(Requirement row);
    RecordWriter& assumption(std::string statement);
    /// A statement with the range that it stands for, in SI.
    struct AssumedRange {
        double low = 0, typical = 0, high = 0;
        std::string unit;
    };
    RecordWriter& assumption(std::string statement, AssumedRange range);
    /// A figure that the catalogue does not know ("part:x:weight"), as an estimate.
    RecordWriter& enteredValue(std::string key, std::string statement, double low, double typical, double high,
                               std::string unit);
    /// `value` as Setting holds it: SI number, word or text.
    RecordWriter& setting(std::string key, std::string value, std::string source);
    RecordWriter& workload(Workload workload);
    /// Of all devices of a role; none where there are none.
    RecordWriter& storagePool(StoragePool pool, std::string_view role);
    RecordWriter& exclusions(std::vector<std::string> exclusions);

    /// The document with all records; the last call.
    Document done();

private:
    void put(SiteField field);
    Document m_document;
    Project m_project;
    IdSource m_ids;
    std::vector<Workload> m_workloads;
    std::vector<StoragePool> m_pools;
};

} // namespace rackwright
