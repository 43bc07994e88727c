// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Edits of the project itself and of its options: name, copy, rename, remove, reorder, activate. A copy shares all rows
// with its original until one of them changes.

#include "model/edits/target.h"

namespace rackwright::edits {

Edit renameProject(std::string name, std::string description);
/// The company profile that documents use, by name; empty: none.
Edit setProfile(std::string profile);

/// A copy of an option behind the others; an empty name takes the next free one.
Edit copyOption(const Project& project, std::uint64_t option, std::string name);
/// What an option of another document brings of what its project says beside the designs.
enum class OptionBrings : std::uint8_t {
    Facts, ///< pinned prices, cost lines and entered facts of parts
    Record ///< these, and the settings, assumptions and requests for information that it was made with
};
/// An option of another document as an option of this project, behind the others: its rows under new ids, its parts
/// embedded, and what the project has none of by its key. Site and requirements are the project's. An empty name takes
/// the next free one.
Edit addOption(const Document& source, std::uint64_t option, std::string name,
               OptionBrings brings = OptionBrings::Facts);
Edit renameOption(const Project& project, std::uint64_t option, std::string name, std::string description);
/// The last option stays; when the active one goes, the first becomes active.
Edit removeOption(const Project& project, std::uint64_t option);
Edit moveOption(const Project& project, std::uint64_t option, std::size_t position);
Edit activateOption(const Project& project, std::uint64_t option);

} // namespace rackwright::edits
