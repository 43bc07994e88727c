// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Result<T>: a value or an Error. What can happen returns Result; what cannot happen is RW_CHECK (check.h).
// An Error is a message id with arguments that name the thing, the place and the next step.

#include "model/base/message.h"

#include <tl/expected.hpp>

#include <utility>

namespace rackwright {

/// Whose fault it is.
enum class ErrorKind {
    Usage,     ///< wrong words on the command line or in a form
    Input,     ///< a file, table or value from outside is wrong
    System,    ///< disk, folder, lock, network
    Cancelled, ///< asked to stop
    Pending,   ///< needs a solver that this build does not have
    Internal   ///< a failed check of ours
};

/// Why something was not done. `message` names the thing, the place and the next step.
struct Error {
    Message message;
    ErrorKind kind = ErrorKind::Input;
    bool operator==(const Error&) const = default;
};

template <class T>
class [[nodiscard]] Result : public tl::expected<T, Error> {
public:
    using tl::expected<T, Error>::expected;
    Result() = default;
    Result(Error error) : tl::expected<T, Error>(tl::make_unexpected(std::move(error))) {}
};

/// Result of an action that yields nothing.
using Done = Result<std::monostate>;

/// The success of an action.
inline Done done() { return Done(std::monostate{}); }

/// Errors of the three kinds that callers make; Cancelled, Pending and Internal have their own places.
inline Error inputError(Message message) { return Error{std::move(message), ErrorKind::Input}; }
inline Error usageError(Message message) { return Error{std::move(message), ErrorKind::Usage}; }
inline Error systemError(Message message) { return Error{std::move(message), ErrorKind::System}; }

} // namespace rackwright
