// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The keys that a sizing question is asked with.

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rackwright {

/// Keys of a question, in the order of a form.
std::span<const std::string_view> sizingKeys();
/// Whether a key is of one job: others have it with their number behind it ("model 2").
bool isSizingKeyOfJob(std::string_view base);
/// Whether a key, or what other people call it, is read; with the number of a job behind it too.
bool isSizingKey(std::string_view name);

/// Words that a key of this base is usually answered with, which a form may offer; empty where any number or name is.
std::vector<std::string> usualWords(std::string_view base);

/// "site_power", "power": the key "site power". What is none stays as it was, in lower case.
std::string sizingKeyOf(std::string_view name);
/// "model" of "model 2".
std::string withoutJobNumber(const std::string& key);
/// " 2" of "model 2", nothing of "model".
std::string jobNumberOf(const std::string& key);

} // namespace rackwright
