// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The registers of the design basis: requirements against what the design gives now, assumptions, requests for
// information, and the settings that change figures.

#include "ui/forms/register_page.h"

namespace rackwright {

class RequirementsPage : public RegisterPage {
    Q_OBJECT
public:
    RequirementsPage(StudioDocument& document, StudioServices& services, QWidget* parent = nullptr);

protected:
    void fill() override;
    void addRow() override { ask({}); }
    void changeRow(QTreeWidgetItem* item) override;
    void removeRow(QTreeWidgetItem* item) override;

private:
    void judgeRow(QTreeWidgetItem* item);
    void ask(Requirement requirement);
};

class AssumptionsPage : public RegisterPage {
    Q_OBJECT
public:
    AssumptionsPage(StudioDocument& document, StudioServices& services, QWidget* parent = nullptr);

protected:
    void fill() override;
    void addRow() override { ask({}); }
    void changeRow(QTreeWidgetItem* item) override;
    void removeRow(QTreeWidgetItem* item) override;

private:
    void ask(Assumption assumption);
};

class RfisPage : public RegisterPage {
    Q_OBJECT
public:
    RfisPage(StudioDocument& document, StudioServices& services, QWidget* parent = nullptr);

protected:
    void fill() override;
    void addRow() override { ask({}); }
    void changeRow(QTreeWidgetItem* item) override;
    void removeRow(QTreeWidgetItem* item) override;

private:
    void ask(Rfi rfi);
    /// A request for each field of the site record that nobody has given and nobody asked about.
    void askSite();
    QString aboutText(const std::string& about) const;
    void close(QTreeWidgetItem* item);

    QToolButton* m_askSite = nullptr;
};

class SettingsPage : public RegisterPage {
    Q_OBJECT
public:
    SettingsPage(StudioDocument& document, StudioServices& services, QWidget* parent = nullptr);

protected:
    void fill() override;
    void changeRow(QTreeWidgetItem* item) override;
    void removeRow(QTreeWidgetItem* item) override;
};

} // namespace rackwright
