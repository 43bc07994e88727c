// SPDX-License-Identifier: GPL-3.0-or-later
// Nothing of its own: the target of the precompiled headers that all tests share.
