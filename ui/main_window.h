// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// MainWindow: the studio around one open project: start page, workspaces, docks, headline strip, menus and status bar.
// It lays out and connects; what a view shows or does is the view's own business.

#include "model/design/floor_space.h"
#include "model/edits/room_moves.h"
#include "ui/actions/actions.h"
#include "ui/actions/command_palette.h"
#include "ui/document/document_keeper.h"
#include "ui/document/studio_document.h"
#include "ui/document/studio_services.h"

#include <QMainWindow>
#include <QPointer>

#include <optional>
#include <vector>

class QActionGroup;
class QButtonGroup;
class QComboBox;
class QHBoxLayout;
class QLabel;
class QMenu;
class QProgressDialog;
class QPushButton;
class QStackedWidget;
class QToolBar;
class QToolButton;

namespace rackwright {

class BillFeed;
class BoundedScroll;
class CataloguePanel;
class EvidencePanel;
class FindingsPanel;
class HeadlineStrip;
class InspectorPanel;
class KeyPlacing;
class PanelDock;
class PanelRail;
class PartOverlay;
class PlanWorkspace;
class RackWorkspace;
class ReportWorkspace;
class StartPage;
class StatusLine;
class WorkspaceView;
struct WorkspaceFeature;
enum class ShareKind;

/// How the layout is kept among the preferences.
inline constexpr int kWindowLayoutVersion = 1;
inline constexpr auto kWindowGeometryKey = "window/geometry";
inline constexpr auto kWindowLayoutKey = "window/layout";

class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    explicit MainWindow(StudioServices& services, QWidget* parent = nullptr);
    ~MainWindow() override;

    /// Opens a design file; the window shows an error, and what was open stays open.
    void openFile(const std::filesystem::path& path);
    /// Opens a project of no file under a name that is proposed when it is saved.
    void openNew(Document document, const QString& name, DocumentKeeper::Origin origin = DocumentKeeper::Origin::Made);

    StudioDocument& document() { return m_document; }
    DocumentKeeper& keeper() { return m_keeper; }
    /// As the program begins: one question at a time, own parts that cannot be read first, then what keeps the file
    /// from opening, then work that was left behind. An empty path opens none.
    void begin(const std::filesystem::path& file);
    /// Says that own parts cannot be read, and offers what can be had in their place; then, or when all is well at
    /// once, does `next`.
    void askAboutOwnParts(std::function<void()> next = {});
    Actions& actions() { return m_actions; }
    QWidget* workspace(const QString& id) const;
    void showWorkspace(const QString& id);
    PanelDock* dock(const QString& id) const;

    /// No solve, drawing, reading or writing is under way.
    bool isIdle() const;

public Q_SLOTS:
    /// Shows how a figure came about.
    void explain(const QString& figureLabel);
    /// Selects subjects and shows them in the middle of the plan.
    void reveal(const std::vector<rackwright::Subject>& subjects);
    void say(const QString& text);

protected:
    void closeEvent(QCloseEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void buildToolBars();
    void setTight(bool isTight);
    /// As many words in the tool bar as it has room for.
    void fitBar();
    /// Its width with a button for each workspace.
    int barWithButtons() const;
    void keepCorners();
    /// The catalogue and the inspector behind tabs of one column, or one at each side.
    void setNarrow(bool isNarrow);
    /// The panels below put away behind their names in the status bar, or back in their place.
    void setShort(bool isShort);
    /// The same for the panels at the sides.
    void setSlim(bool isSlim);
    void boundPage();
    void foldPanels();
    void unfoldPanels();
    void tabSides();
    void untabSides();
    void buildWorkspaces();
    void buildDocks();
    void buildStatusBar();
    void connectActions();
    void gatherDesignCommands();
    PanelDock* addDock(const char* id, QWidget* content, Qt::DockWidgetArea area);
    void addWorkspace(const WorkspaceFeature& feature);
    /// The workspace of a kind.
    template <class Kind>
    Kind* the() const {
        return findChild<Kind*>();
    }
    void showStart();
    void showStudio();
    void refreshState();
    void refreshViewActions();
    void placeDocks();
    void placeBelow();
    /// Hides what only drawings need beside a document, and brings it back after it.
    void makeRoomFor(const QString& workspace);
    void takeBackDocks(const QStringList& butNot = {});
    /// Cards keep their distance from an edge of the window where no dock stands.
    void keepEdges();
    /// The workspace in front; null on the start page.
    WorkspaceView* shownView() const;
    void share(ShareKind kind);
    void commitTyping();
    void refreshOptions();
    /// Says what stays in the status bar until it could be read.
    void tell(const Message& message);
    /// The same of what was not done; the next change of the design ends it.
    void refuse(const Error& error);
    void saveLayout();
    void resetLayout();
    /// Goes to a step of the history, and shows the room in which that changed something.
    void goToStep(std::size_t step);
    void showRoomOfChanges(const Design& before);
    void deleteSelection();
    void duplicateSelection();
    /// Plant of this design that the clipboard holds as it was copied; null where it holds something else.
    const edits::ClipRows* plantOnClipboard() const;
    /// Where a clip that stands on the floor is wanted in a room: by the pointer, or beside what was copied.
    Point wantedPlace(const edits::ClipFootprints& prints, const Room& room) const;
    Result<Edit> plantEdit(const edits::ClipRows& rows, bool isPasted) const;
    void sayCopiedPlant(std::size_t count);
    /// Another room for what is chosen, with all that hangs on it.
    void moveSelectionToRoom();
    void connectClipboard();
    void connectOptions();
    /// False when nothing of the selection can be copied.
    bool copySelection();
    void cutSelection();
    void pasteClipboard();
    /// The cut that is on the clipboard, while the design has nothing of it: it is put back as what it was.
    const edits::CutRows* cutOnClipboard() const;
    Result<Edit> pasteEdit(const Document& clip, const edits::CutRows* cut) const;
    Result<Edit> pasteOnFloor(const Document& clip, const edits::CutRows* cut, Point wanted) const;
    /// Where things of a clip find a place in a room, as near as may be to the wanted one.
    Result<Point> placeInRoom(const Document& clip, Id<Room> room, Point wanted) const;
    /// Where copies of things go on along their row.
    Result<Point> placeInRow(const Document& clip, Id<Room> room, Point step) const;
    /// Where copies of what is drawn go.
    Result<Point> placeOfDrawn(const Document& clip, Id<Room> room, Point aside) const;
    Result<Point> orNoPlace(std::optional<Point> by, const edits::ClipFootprints& prints, Id<Room> room,
                            bool wouldCloseWays) const;
    void sayMoved(Id<Room> room);
    void sayWherePasted();
    RackClearance floorClearance() const;
    std::vector<FloorClearance> needsOf(const Document& clip) const;
    void refreshClipboard();
    void replaceSelection();
    /// Begins to place a part by keyboard where one works.
    void placePart(const QString& partId);
    /// Null where the services keep no own parts.
    PartOverlay* ownParts() const;
    void restoreOwnParts();
    void editPart(const QString& partId);
    void configurePart(const QString& partId);
    void comparePart(const QString& partId);
    void importParts();
    void openSample(const std::filesystem::path& path);
    void openRecipe(const QString& name);
    void newDesign();
    void sizeFromWorkload();
    void exportProposal();
    void printDocuments();
    void showManual(const QString& page);
    /// The page of the manual for what has the focus.
    QString manualPageHere() const;
    void applyAppearance();
    /// Writes the preferences, and says so when that cannot be done.
    void keepPreferences();
    /// Looks for work that was left behind as soon as nothing is under way and nothing asked.
    void lookWhenSettled();
    void askAboutLeftBehind(const std::vector<LeftBehind>& found);
    void recoverLeftBehind(const std::vector<LeftBehind>& found, const LeftBehind& chosen);
    /// What is left behind is offered in the status bar and the menu.
    void offerLeftBehind(std::vector<LeftBehind> found);
    void showBusy();
    void askForFile();
    void addRecentMenu();
    void listRecentFiles();
    void save();
    void saveAs();
    QString proposedFile() const;
    /// As the title names it.
    QString shownFileName() const;
    /// Does `next` at once, or after the person saved or gave up unsaved changes; `stay` when all remains as it is.
    void leaveDocument(std::function<void()> next, std::function<void()> stay = {});
    void saveAndLeave(std::function<void()> next, std::function<void()> stay);
    void showFailure(const std::filesystem::path& path, const Error& error,
                     DocumentKeeper::During during = DocumentKeeper::During::Opening);
    std::vector<PaletteEntry> paletteEntries(const QString& words);
    /// In a workspace, or where its kind of subject has its place when none is named.
    void showWhereWorkedOn(Subject subject, const QString& workspaceId);
    QString text(const std::string& id) const;

    StudioServices& m_services;
    StudioDocument m_document;
    DocumentKeeper m_keeper;
    Actions m_actions;
    QActionGroup* m_designCommands = nullptr; ///< off on the start page
    QHBoxLayout* m_edges = nullptr;           ///< around the pages
    BoundedScroll* m_page = nullptr;          ///< what the page in front may claim
    QStackedWidget* m_pages = nullptr;        ///< start page, studio
    StartPage* m_start = nullptr;
    QStackedWidget* m_workspaces = nullptr;
    QToolBar* m_bar = nullptr;
    QToolBar* m_headlineBar = nullptr;
    QHBoxLayout* m_segments = nullptr;
    QButtonGroup* m_segmentGroup = nullptr;
    QToolButton* m_workspaceMenu = nullptr;  ///< in place of the segments where they have no room
    QAction* m_segmentsInBar = nullptr;      ///< shows and hides them
    QAction* m_workspaceMenuInBar = nullptr; ///< and the menu
    QComboBox* m_options = nullptr;
    QToolButton* m_search = nullptr;
    QPushButton* m_export = nullptr;
    int m_barWithWords = 0; ///< its width where it had no room for all of its words
    bool m_isTight = false; ///< the tool bar
    bool m_isDense = false;
    bool m_isNarrow = false;
    bool m_isShort = false;
    bool m_isSlim = false;         ///< narrower than a panel beside a drawing
    bool m_hasTabbedSides = false; ///< for want of width, not because a person wanted it
    HeadlineStrip* m_headlines = nullptr;
    PlanWorkspace* m_plan = nullptr;
    RackWorkspace* m_racks = nullptr;
    ReportWorkspace* m_report = nullptr;
    BillFeed* m_bill = nullptr;
    CataloguePanel* m_catalogue = nullptr;
    KeyPlacing* m_placing = nullptr;
    FindingsPanel* m_findings = nullptr;
    EvidencePanel* m_evidence = nullptr;
    InspectorPanel* m_inspector = nullptr;
    std::vector<PanelDock*> m_docks;
    PanelRail* m_rail = nullptr;
    struct SetAside {
        PanelDock* dock;
        int width;
    };
    std::vector<SetAside> m_setAside; ///< docks that come back with the next drawing
    QMenu* m_recent = nullptr;
    StatusLine* m_status = nullptr;
    QLabel* m_solveState = nullptr;
    QLabel* m_fileState = nullptr;
    QLabel* m_keptState = nullptr;
    QPushButton* m_recover = nullptr; ///< in the status bar while something is left behind
    std::vector<LeftBehind> m_leftBehind;
    bool m_isRecoveryAsked = false; ///< by the person, so that an answer comes in any case
    std::filesystem::path m_asked;  ///< the file that was asked for last
    QPointer<QProgressDialog> m_busy;
    QLabel* m_pointer = nullptr;
    QLabel* m_zoom = nullptr;
    struct Cut {
        edits::CutRows rows;
        std::uint64_t option = 0;
        QByteArray clip; ///< what the clipboard got of it
    };
    std::optional<Cut> m_cut;
    /// What was copied last: plant of this design is pasted with the circuits and loops among it.
    struct Copied {
        edits::ClipRows rows;
        std::uint64_t option = 0;
        QByteArray clip;
    };
    std::optional<Copied> m_copied;
    bool m_canPaste = false; ///< the clipboard holds rows of a design
    QByteArray m_defaultLayout;
    QByteArray m_layout; ///< of the studio, while the start page hides it
};

} // namespace rackwright
