// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A design as the CSV files of NetBox's bulk import, and such files as a new design. What is written and read comes out
// byte by byte as it was. NetBox knows no circuits above panels, no pathways and no cooling loops: those stay out.

#include "solvers/engine/context.h"

#include <functional>
#include <string>
#include <vector>

namespace rackwright {

/// A file of an exchange set by its name in the folder.
struct ExchangeFile {
    std::string name;
    std::string text; ///< UTF-8
    bool operator==(const ExchangeFile&) const = default;
};

/// The slug under which a set names a part of the catalogue by its id.
std::string netboxSlug(const std::string& id);
/// Names of the files of a set, in the order in which NetBox takes them.
std::vector<std::string> netboxFileNames();
/// The name under which somebody else may have put a file of the set: "racks.csv" of "netbox-06-racks.csv".
std::string netboxPlainName(const std::string& name);
/// All of them. Cables bear their medium and order length as planned, or as a person decided.
std::vector<ExchangeFile> netboxSet(const Context& context);

struct NetboxReading {
    /// The part of the catalogue with an id; null where there is none. It is taken where its ports, supplies and sizes
    /// are those of the set, else the part is made of what the set says.
    std::function<PartPtr(const std::string& id)> partOf;
    std::string source; ///< the set, as the source of what parts are made of
};
struct NetboxDesign {
    Document document;
    std::size_t racks = 0, devices = 0, cables = 0, parts = 0;
    std::size_t known = 0;        ///< of the parts: those of the catalogue
    std::vector<Message> leftOut; ///< what NetBox holds and a design cannot, with counts
};
/// A new project of a set; files that are not there count as empty, but for sites, racks and devices. On an Error
/// `file` names the file that it is in; its message names the line and what to do.
Result<NetboxDesign> readNetboxSet(const std::vector<ExchangeFile>& files, const NetboxReading& reading,
                                   std::string& file);

} // namespace rackwright
