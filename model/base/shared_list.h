// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// SharedList: a list that never changes again, shared by all who hold a copy. Two that are one list are known to be
// equal without a look at their rows.

#include <memory>
#include <utility>
#include <vector>

namespace rackwright {

/// An immutable list whose copies share the rows.
template <class T>
class SharedList {
public:
    SharedList() = default;
    explicit SharedList(std::vector<T> rows) : m_rows(std::make_shared<const std::vector<T>>(std::move(rows))) {}

    std::size_t size() const { return rows().size(); }
    bool empty() const { return rows().empty(); }
    const T& operator[](std::size_t index) const { return rows()[index]; }
    auto begin() const { return rows().begin(); }
    auto end() const { return rows().end(); }
    /// Whether both are one list; false of two lists with equal rows.
    bool isSharedWith(const SharedList& other) const { return m_rows && m_rows == other.m_rows; }

private:
    const std::vector<T>& rows() const {
        static const std::vector<T> none;
        return m_rows ? *m_rows : none;
    }
    std::shared_ptr<const std::vector<T>> m_rows;
};

} // namespace rackwright
