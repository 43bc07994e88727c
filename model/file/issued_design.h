// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The design that an issued revision keeps: the text form of its one option with all that the project shares, packed by
// zlib (RFC 1950) and written in base64 (RFC 4648), so that it lies in a field of its row in every form of a file.

#include "model/base/result.h"
#include "model/project/project.h"

#include <string>

namespace rackwright {

/// What an issue keeps of an option. `nextId` is behind all ids of the project.
std::string keptDesign(const Project& project, const Option& option, std::uint64_t nextId);

/// The design as it was issued, with the list of the issues up to it. An Error where it was not kept, or where what is
/// kept is not what the hash of the revision names.
Result<Document> issuedDesign(const Project& project, const IssuedRevision& revision);

} // namespace rackwright
