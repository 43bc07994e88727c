// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Ids: 64-bit, typed by the row they name, from one counter per project that never goes back.

#include <compare>
#include <cstdint>
#include <functional>

namespace rackwright {

/// The key of a row, typed by it so that a rack's id is no device's.
template <class Row>
struct Id {
    std::uint64_t value = 0; ///< 0 names nothing
    constexpr explicit operator bool() const { return value != 0; }
    friend constexpr auto operator<=>(Id, Id) = default;
};

/// Fresh ids for one edit. The session makes it from the project's counter and keeps the counter it ends at, also when
/// the edit is undone.
class IdSource {
public:
    explicit IdSource(std::uint64_t next) : m_next(next) {}
    /// A new id, never given before.
    template <class Row>
    Id<Row> take() {
        return Id<Row>{m_next++};
    }
    /// The number that the next take() gives.
    std::uint64_t next() const { return m_next; }

private:
    std::uint64_t m_next;
};

} // namespace rackwright

template <class Row>
struct std::hash<rackwright::Id<Row>> {
    std::size_t operator()(rackwright::Id<Row> id) const noexcept { return std::hash<std::uint64_t>{}(id.value); }
};
