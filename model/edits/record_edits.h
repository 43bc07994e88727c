// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Edits of what the project records: settings, site fields, requirements, assumptions ("enter a value"), requests for
// information, accepted findings and issued revisions.

#include "model/edits/target.h"
#include "model/project/judgement.h"

namespace rackwright::edits {

/// Sets a setting; an empty value takes it back to its default.
Edit putSetting(std::string key, std::string value, std::string source);

/// Sets a field of the site record; its value must be of the field's kind and in its unit's SI form.
Edit putSiteField(SiteField field);

/// Adds a requirement (id 0) or replaces one.
Edit putRequirement(Requirement requirement);
/// With what a person said of it.
Edit removeRequirement(Id<Requirement> requirement);
/// What a person says of a requirement that no figure decides; met and not met need a name and a day.
Edit judgeRequirement(Id<Requirement> requirement, Judgement judgement, GivenBy by);

/// Enters or changes an assumption: the one of its key when there is one. It takes the next free number when it has
/// none.
Edit putAssumption(Assumption assumption);
Edit removeAssumption(Id<Assumption> assumption);

/// Adds a request (id 0) or replaces one.
Edit putRfi(Rfi rfi);
/// New ones together, as one step.
Edit addRfis(std::vector<Rfi> rfis);
Edit removeRfi(Id<Rfi> rfi);

/// Accepts a finding by person, date and reason; an earlier acceptance of its key is replaced.
Edit acceptFinding(AcceptedFinding finding);
Edit withdrawAcceptance(Id<AcceptedFinding> finding);

/// The letter of the issue that comes next in the project: what the quote's header says where that is a letter behind
/// all issued ones, else the one behind the last.
std::string nextRevision(const Project& project);
/// The newest issue of an option by its name, or of any where that is empty, whose design is kept; else the newest of
/// all; null where there is none.
const IssuedRevision* lastIssue(const Project& project, std::string_view option);

/// A revision is issued on a day that there is.
Done checkIssueDate(const std::string& date);
/// Issues an option as it stands: its design is kept under the next letter with what `revision` says of date, purpose
/// and people, and work goes on under the letter behind it. What was issued is never changed: a revision with an id, or
/// with another letter than the next one, is an Error.
Edit issueRevision(const Project& project, std::uint64_t option, IssuedRevision revision);

} // namespace rackwright::edits
