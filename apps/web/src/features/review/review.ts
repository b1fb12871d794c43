import { isToConfirm } from '@pinmark/shared/comment-filter'
import { publicIdSchema } from '@pinmark/shared/entities/primitives'
import type { ImagePoint, ImageRegion, NaturalSize } from '@pinmark/shared/coordinates'
import type { Comment } from '@pinmark/shared/entities/comment'
import type { Design, Project } from '@pinmark/shared/entities/project'
import { m } from '@pinmark/words/messages'
import type { QueryClient } from '@tanstack/react-query'
import { announce } from '../../lib/announce'
import { readExpanded, setExpanded } from '../../lib/expanded'
import { createStore } from '../../lib/store'
import type { Closable } from '../../lib/closed-link'
import { toast } from '../../ui/toast'
import {
  aim,
  holdRegion,
  idle,
  leaveOn,
  press as pressed,
  toggleRegion,
  type Act,
  type DrawAct,
  type Leave,
  type Placement,
} from './act'
import { changeComment, isDeletedHere, resolveComment } from './data/comment-calls'
import type { Unread } from './data/use-unread'
import { isEmptyDraft } from './drafts/draft'
import { changeDraft, findDraft } from './drafts/draft-store'
import { leaveDraft, moveDraft, startDraft } from './drafts/draft-actions'
import type { PinModel } from './pin-model'
import {
  chooseShowsNext,
  isAllNew,
  listThreads,
  readShowsNext,
  startSettings,
  type ListSettings,
  type ThreadFilter,
} from './thread-list'
import type { ThreadView } from './thread-view'
import type { SinceVisit } from './use-news-since-visit'
import type { VersionChoice } from './use-shown-version'
import type { NextDesign, ShownVersion, Unsent } from './views'
import { formatPercent } from '../../lib/format'

/** How far the sheet of a phone is open. */
export type SheetStop = 'peek' | 'half' | 'full'

export interface ReviewState {
  readonly selectedKey: string | null
  /** The element that had the focus when it was selected. */
  readonly askedFrom: Element | null
  readonly hoveredKey: string | null
  /** What the names of pins say about the words of the design beside them, by key. */
  readonly near: ReadonlyMap<string, string>
  /** Whether the popup of the selected thread is where that of the previous one was, so that its buttons stay under the
   *  pointer. */
  readonly staysPut: boolean
  /** The pin that gets the focus as soon as it is drawn. */
  readonly focusKey: string | null
  /** What the next press on the design means. */
  readonly act: Act
  readonly areCommentsShown: boolean
  readonly list: ListSettings
  /** Threads that the filter `New` still shows, although they were read since it was chosen. */
  readonly keptNew: ReadonlySet<string>
  /** The thread that was last opened by its row. On a phone it replaces the list. */
  readonly lastRowKey: string | null
  /** The resolved comment whose thread asks whether to show the next one each time. */
  readonly askedAfter: string | null
  readonly isBriefEdited: boolean
  /** The comment that was sent last, until its row has been shown. */
  readonly sentKey: string | null
  readonly sheet: SheetStop
  /** Whether the handle of the sheet says that a comment was sent. */
  readonly saysSent: boolean
  /** What is open above the page. */
  readonly opened: Opened | null
  /** Files that are being added to the project. */
  readonly arrival: Arrival | null
}

export type ProjectDialog = 'rename' | 'share' | 'delete' | 'export'
/** A dialog, the overview of all designs, the versions of the design on a phone, or the question whether its build is
 *  removed. */
export type Opened = ProjectDialog | 'overview' | 'versions' | 'build'

/** Files that were dropped, pasted or chosen. `match`: each belongs to the design that its name names; `open`: to the
 *  shown design; `another`: each is a new design; `build`: the only one is the build of the shown version. */
export interface Arrival {
  readonly files: readonly File[]
  readonly purpose: 'match' | 'open' | 'another' | 'build'
}

/** A comment that another part of the page begins. */
export interface BegunComment extends Placement {
  /** Its first words. */
  readonly text: string
}

/** The frame around the design, as far as a review moves it. */
export interface Frame {
  readonly natural: NaturalSize
  readonly scrollerRef: { readonly current: HTMLElement | null }
  readonly centre: () => ImagePoint
  readonly reveal: (
    target: ImagePoint | ImageRegion,
    options?: {
      to?: 'centre' | 'centreIfHidden'
      coveredFromPx?: number
      clearOf?: DOMRectReadOnly | undefined
    },
  ) => boolean
  readonly keepInView: (point: ImagePoint | null) => void
  readonly fitTo: (fit: 'width') => void
  readonly step: (direction: 'in' | 'out') => void
  readonly currentScale: () => number
  /** Zooms until a region fills the frame. */
  readonly zoomToRegion: (region: ImageRegion) => void
}

/** What the page shows now. The verbs read it, and the components render it. `views.ts` derives it. */
export interface Scene {
  readonly project: Project & Closable
  /** The project, limited to the shown version: its counts and rights. */
  readonly part: Project & Closable
  readonly shown: ShownVersion
  /** The choice of the shown version, and what the address names. */
  readonly versions: VersionChoice
  /** A version that arrived since the last visit. */
  readonly sinceVisit: SinceVisit
  /** The threads of all designs and versions. */
  readonly all: readonly ThreadView[]
  /** Those of the shown version. */
  readonly threads: readonly ThreadView[]
  /** Those of them that the list and the image show. */
  readonly listed: readonly ThreadView[]
  readonly list: ThreadList
  /** The stored ones among them: the rows of the list, and what N, P and the arrows of a thread step through. */
  readonly rows: readonly ThreadView[]
  /** Empty while comments are hidden. */
  readonly pins: readonly PinModel[]
  readonly selectedKey: string | null
  readonly selected: ThreadView | null
  /** The selected comment, for its popup. Null while its draft exists: the composer stays until its answer has arrived, also
   *  if the live event came first. */
  readonly thread: Comment | null
  /** Position of the selected comment in the list, from 1; null if the list does not show it. */
  readonly position: { readonly at: number; readonly of: number } | null
  /** The element that had the focus when it was selected. */
  readonly askedFrom: Element | null
  /** The unsent comments and replies of this browser, oldest first. */
  readonly unsent: readonly Unsent[]
  readonly areCommentsShown: boolean
  /** Whether all pages of comments have loaded. */
  readonly isComplete: boolean
  readonly unread: Unread
  /** Null if no other design has comments that the list would show. */
  readonly nextDesign: NextDesign | null
}

/** The settings of the list, and what they can choose. */
export interface ThreadList {
  readonly settings: ListSettings
  readonly counts: Record<ThreadFilter, number>
  readonly people: readonly string[]
}

interface ReviewOptions {
  readonly queryClient: QueryClient
  readonly project: Project
  readonly threads: readonly ThreadView[]
  readonly isOld: boolean
}

/** What a verb needs of the page besides what is shown. */
export interface Surroundings {
  readonly frame: Frame
  readonly isPhone: boolean
  /** The y from which an open sheet covers the window, in CSS pixels. */
  readonly sheetTopPx: (stop: SheetStop) => number
}

export type Session = ReturnType<typeof createReview>

/** The session of an open project: its state, and every verb of a review. The page creates it, and gives it to its parts by
 *  `ReviewProvider`. The verbs stay the same functions, so that no part renders for them. */
export function createReview({ queryClient, project, threads: first, isOld }: ReviewOptions) {
  const startsWithNew = project.can.manage && !project.visit && isAllNew(first)
  const store = createStore<ReviewState>({
    selectedKey: null,
    askedFrom: null,
    staysPut: false,
    hoveredKey: null,
    near: new Map(),
    focusKey: null,
    act: idle,
    areCommentsShown: true,
    // An owner on their first visit starts with `New`, unless that would hide an open comment of their own or leave no
    // room for `To check` or `To confirm`.
    list: { ...startSettings, filter: isOld ? 'all' : startsWithNew ? 'new' : 'open' },
    keptNew: nothing,
    lastRowKey: null,
    askedAfter: null,
    isBriefEdited: false,
    sentKey: null,
    sheet: 'peek',
    saysSent: false,
    opened: null,
    arrival: null,
  })
  /** What the page shows. Known before the first verb can be called. */
  let now: Scene & Surroundings
  /** The place in the list of the last selected comment. One that was just resolved may have left the list. */
  let lastAt = 0
  let filterBeforeSearch: ThreadFilter = startSettings.filter
  /** The design that is being opened at its first comment. */
  let goingTo: string | null = null
  let openedLink: string | null = null
  /** The click that closed a composer with text. */
  let foldedBy: Event | null = null
  let sentTimer: ReturnType<typeof setTimeout> | undefined
  /** The popup of the open thread. */
  let popup: HTMLElement | null = null

  const change = (part: Partial<ReviewState>) => store.set({ ...store.get(), ...part })
  const leave = (reason: Leave) => {
    const { act } = store.get()
    const next = leaveOn(act, reason)
    if (next !== act) change({ act: next })
  }
  const threadOf = (key: string | null) => now.threads.find((thread) => thread.key === key)
  const changeList = (part: Partial<ListSettings>) => change({ list: { ...store.get().list, ...part } })

  /** Selects without moving the view, for a pin under the pointer. */
  function select(key: string | null): void {
    const { selectedKey } = store.get()
    if (key === selectedKey) return
    change({ selectedKey: key, askedFrom: document.activeElement, staysPut: false })
    if (key !== null) leave('select')
    if (selectedKey !== null) leaveDraft(now.project.permanentId, selectedKey)
  }

  /** Selects and brings the pin into view.
   *  @param staysPut leave the popup at its place, and bring the pin beside it */
  function show(key: string, to: 'centreIfHidden' | 'centre' = 'centreIfHidden', staysPut = false): void {
    select(key)
    change({ areCommentsShown: true })
    include(key)
    const target = placeOf(threadOf(key))
    const { sheet } = store.get()
    const covered = now.isPhone && { coveredFromPx: now.sheetTopPx(sheet === 'peek' ? 'half' : sheet) }
    const clearOf = staysPut ? popup?.getBoundingClientRect() : undefined
    const isClear = !target || now.frame.reveal(target, { to, ...covered, clearOf })
    change({ staysPut: clearOf !== undefined && isClear })
  }

  /** Changes the settings of the list so that a thread is shown. */
  function include(key: string): void {
    const thread = threadOf(key)
    const { list, keptNew } = store.get()
    if (!thread?.comment || listThreads([thread], list, keptNew).length > 0) return
    const filter = thread.state === 'resolved' ? 'resolved' : 'open'
    change({ list: { ...startSettings, order: list.order, filter } })
  }

  /** A press on the pin. */
  function openPin(key: string): void {
    if (key === store.get().selectedKey) select(null)
    // On a phone the sheet opens, and the pin has to stay above it.
    else if (now.isPhone) show(key)
    else select(key)
  }

  function closeThread(): void {
    select(null)
    change({ sheet: 'peek' })
  }

  /** The popup of a draft was dismissed. The typed text stays as a draft with its pin.
   *  @param by the click outside that did it, which the design receives too */
  function closeComposer(by: Event | null = null): void {
    const draft = findDraft(now.project.permanentId, store.get().selectedKey ?? '')
    foldedBy = draft && !isEmptyDraft(draft) ? by : null
    select(null)
  }

  const focusDesign = () => now.frame.scrollerRef.current?.focus({ preventScroll: true })

  /** The design gets the focus of the crosshair before that disappears, so that the next popup returns it there. */
  function handFocusOn(): void {
    const { act } = store.get()
    if (act.cross) focusDesign()
    // The composer of a draft that was drawn on opens again, and takes the focus.
    if ('key' in act && act.key !== store.get().selectedKey) change({ focusKey: act.key })
  }

  /** Moves the focus to a pin, or to the design if the pin is not drawn. */
  function focusNear(key: string): void {
    if (now.pins.some((pin) => pin.key === key)) change({ focusKey: key })
    else focusDesign()
  }

  /** A press on the design, or by the crosshair.
   *  @param by its click; a click that has closed a composer with text does not start another comment */
  function press(point: ImagePoint, by?: Event): void {
    if (by && by === foldedBy) return
    const { next, place, move: moved } = pressed(store.get().act, point)
    if (next.cross === null) handFocusOn()
    change({ act: next })
    if (place) draw(place)
    if (moved) {
      const { key, to } = moved
      void move(key, { ...to, point: holdRegion(to.point, to.region, now.frame.natural) })
    }
  }

  /** Starts a comment, at a spot or for a region that was drawn. */
  function draw(placement: Placement): void {
    leave('drag')
    change({ areCommentsShown: true })
    select(startDraft(now.part, { version: now.shown.version._id, ...placement }))
  }

  /** Starts a comment with its first words, and brings its place into view. */
  function beginWith({ text, ...placement }: BegunComment): void {
    draw(placement)
    const { selectedKey } = store.get()
    if (selectedKey !== null) changeDraft(now.project.permanentId, selectedKey, { text })
    now.frame.reveal(placement.region ? { ...placement.point, ...placement.region } : placement.point, {
      to: 'centre',
    })
  }

  /** Moves a pin, or changes the size of a region. A stored comment moves on its own version, or on the shown version if it
   *  comes from an older one. If that fails, also because a newer version has arrived, the pin moves back and a note says
   *  why. */
  async function move(key: string, { point, region }: Placement): Promise<void> {
    leave('drag')
    const { project, shown } = now
    if (findDraft(project.permanentId, key)) return moveDraft(project.permanentId, key, point)
    const made = threadOf(key)?.comment?.version
    const version = shown.version._id
    const place = { x: point.x, y: point.y, ...region }
    try {
      if (made === undefined || made === version) await changeComment(queryClient, project._id, key, place)
      else {
        const { placeComment } = await import('./data/thread-calls')
        await placeComment(queryClient, project._id, key, { ...place, version })
      }
      announce(m.comment_moved())
    } catch (error) {
      toast.showFailure(error)
    }
  }

  /** Shows the crosshair, for a new comment, or for a region with the region tool. */
  function begin(): void {
    change({ act: aim(store.get().act, now.frame.centre()) })
  }

  /** The next press moves the pin. `cross`: where the crosshair starts */
  function beginMove(key: string, cross: ImagePoint): void {
    const comment = threadOf(key)?.comment
    // A region whose spot is gone is shown as a pin, but keeps its last size.
    const placed = comment?.places?.find(({ version }) => version === now.shown.version._id)
    const { w = null, h = null } = { ...comment, ...placed }
    closeThread()
    change({ act: { is: 'move', key, cross, region: w !== null && h !== null ? { w, h } : null } })
  }

  /** The next press moves the lower right corner of a region. */
  function beginResize(key: string, { x, y, w, h }: ImageRegion): void {
    const cross = { x: x + w, y: y + h }
    closeThread()
    change({ act: { is: 'resize', key, cross, corner: { x, y } } })
    now.frame.reveal(cross)
  }

  /** Strokes are drawn on a comment, or on a new one. A draft stays selected, so that its composer opens again afterwards. */
  function beginDraw(tool: DrawAct['tool'], key: string | null, from: DrawAct['from'] = null): void {
    if (!findDraft(now.project.permanentId, key ?? '')) closeThread()
    change({ areCommentsShown: true, act: { is: 'draw', tool, key, from, cross: null } })
  }

  function cancel(reason: 'escape' | 'cancel'): void {
    handFocusOn()
    leave(reason)
  }

  /** Closes one layer. @returns false if there is none */
  function stepBack(): boolean {
    if (store.get().act !== idle) cancel('escape')
    else if (store.get().selectedKey !== null) select(null)
    else if (readExpanded()) toggleExpanded()
    else if (now.isPhone && store.get().sheet !== 'peek') closeThread()
    else return false
    return true
  }

  /** A popup needs its pin, so it closes when pins are hidden. */
  function toggleComments({ isAnnounced = false } = {}): void {
    const areCommentsShown = !store.get().areCommentsShown
    select(null)
    change({ areCommentsShown })
    if (!areCommentsShown) leave('hidden')
    if (isAnnounced) announce(areCommentsShown ? m.comments_shown() : m.comments_hidden())
  }

  /** Lets the design fill the window, or ends this. */
  function toggleExpanded(): void {
    setExpanded(!readExpanded())
    window.scrollTo({ top: 0, behavior: 'instant' })
  }

  function zoom(to: 'in' | 'out' | 'width'): void {
    if (to === 'width') now.frame.fitTo(to)
    else now.frame.step(to)
    announce(m.zoom_announced({ percent: formatPercent(now.frame.currentScale()) }))
  }

  /** Selects the next or previous comment of the list. Behind the last one comes the next design, or else the first one.
   *  @param staysPut by a button of the popup, which stays under the pointer
   *  @returns the key of the selected comment on this design */
  function walk(step: 1 | -1, staysPut = false): string | null {
    const { rows, position, nextDesign } = now
    const isSelected = store.get().selectedKey !== null
    const after = position ? position.at : isSelected ? lastAt : 0
    const before = (position ? position.at - 1 : isSelected ? lastAt : rows.length) - 1
    if (step === 1 && after >= rows.length && nextDesign) {
      goingTo = nextDesign.design._id
      now.versions.go(nextDesign.design)
      return null
    }
    const next = step === 1 ? (rows[after] ?? rows[0]) : (rows[before] ?? rows.at(-1))
    if (next) show(next.key, 'centre', staysPut)
    return next?.key ?? null
  }

  /** Shows the next open comment of the list, if there is one. */
  function showNextOpen(staysPut: boolean): void {
    const { rows, position } = now
    const { selectedKey } = store.get()
    const from = position ? position.at - 1 : lastAt
    const others = [...rows.slice(from), ...rows.slice(0, from)]
    const next = others.find(({ key, state }) => key !== selectedKey && state === 'open')
    if (next) show(next.key, 'centre', staysPut)
  }

  /** Called after a resolve. The first one asks in the thread whether to go on. */
  function goOn({ _id }: Comment, staysPut = false): void {
    const showsNext = readShowsNext()
    if (showsNext === true) showNextOpen(staysPut)
    else if (showsNext === null && now.rows.some(({ key, state }) => key !== _id && state === 'open'))
      change({ askedAfter: _id })
  }

  /** The answer to that question. */
  function answerGoOn(showsNext: boolean): void {
    chooseShowsNext(showsNext)
    change({ askedAfter: null })
    if (showsNext) showNextOpen(true)
  }

  /** Resolves the selected thread, or opens it again. */
  async function resolve(thread: Comment): Promise<void> {
    try {
      await resolveComment(queryClient, now.project, thread)
      if (thread.resolved === null) goOn(thread)
    } catch (error) {
      toast.showFailure(error)
    }
  }

  /** The check of a row: resolves an open comment, which then counts as read, confirms what a tool resolved, or opens a
   *  resolved one again. */
  function resolveRow(key: string): void {
    const thread = threadOf(key)?.comment
    if (!thread) return
    if (now.unread.isNewThread(thread)) now.unread.markRead(thread)
    // Under the filter `New`, the row of the next comment takes its place at once.
    change({ keptNew: new Set([...store.get().keptNew].filter((one) => one !== key)) })
    resolveComment(queryClient, now.project, thread, !thread.resolved || isToConfirm(thread)).catch(
      (error: unknown) => toast.showFailure(error),
    )
  }

  /** Searches all comments from the first letter on, and restores the earlier filter when the search is cleared. */
  function search(words: string): void {
    const { list } = store.get()
    const [was, is] = [list.search.trim() !== '', words.trim() !== '']
    if (is && !was) filterBeforeSearch = list.filter
    const filter = is === was ? list.filter : is ? 'all' : filterBeforeSearch
    changeList({ search: words, filter })
  }

  /** Shows the newest version of a design from its top. */
  function showDesign(design: Design): void {
    now.versions.go(design)
    now.frame.fitTo('width')
    now.frame.scrollerRef.current?.scrollTo({ top: 0, left: 0, behavior: 'instant' })
  }

  /** Shows the next or the previous design. The first follows the last. */
  function stepDesign(step: 1 | -1): void {
    const { designs } = now.project
    const at = designs.findIndex(({ _id }) => _id === now.shown.design._id)
    const next = designs.at((at + step) % designs.length)
    if (!next || designs.length === 1) return
    showDesign(next)
    announce(next.title)
  }

  /** Stores what the page shows from now on, before it is painted. A move or a selection of something that has
   *  disappeared ends. */
  function see(next: Scene & Surroundings): void {
    const before = now as typeof now | undefined
    now = next
    if (next.position) lastAt = next.position.at - 1
    keepNew()
    if (!before || before === next) return
    if (before.shown.version._id !== next.shown.version._id) followVersion(before.shown, next.shown)
    else tellDeleted(before)
    if (!next.part.can.comment) leave('closed')
    const { act } = store.get()
    if ('key' in act && !mayMove(threadOf(act.key))) leave('removed')
  }

  function followVersion(before: ShownVersion, { design, isOld }: ShownVersion): void {
    leave('version')
    change({ focusKey: null })
    const { selectedKey, list } = store.get()
    // A selected draft moves to the newest version with its design. Any other selection ends with its version.
    const isOfDraft = findDraft(now.project.permanentId, selectedKey ?? '') !== undefined
    if (before.design._id !== design._id || isOld || !isOfDraft) select(null)
    if (before.isOld !== isOld)
      change({ list: { ...startSettings, order: list.order, filter: isOld ? 'all' : 'open' } })
  }

  /** Says that another person has deleted the comment that is open, or that is being moved. */
  function tellDeleted(before: Scene): void {
    const { selectedKey, act } = store.get()
    const wasStored = (key: string) => before.threads.some((thread) => thread.key === key && thread.comment)
    const isGone = (key: string | null) =>
      key !== null && wasStored(key) && !threadOf(key) && !isDeletedHere(key)
    const isOpenGone = isGone(selectedKey)
    const isActGone = 'key' in act && isGone(act.key)
    if (isOpenGone) select(null)
    if (isActGone) leave('removed')
    if (isOpenGone || isActGone) toast.show({ text: m.that_comment_deleted() })
  }

  function mayMove(thread: ThreadView | undefined): boolean {
    if (!thread?.comment) return true
    const { deletedAt, can } = thread.comment
    return deletedAt === null && (can.edit || now.part.can.manage)
  }

  function keepNew(): void {
    const { list, keptNew } = store.get()
    const isNew = now.threads.filter((thread) => thread.isNew === true && !keptNew.has(thread.key))
    if (list.filter !== 'new') {
      if (keptNew.size > 0) change({ keptNew: nothing })
    } else if (isNew.length > 0) change({ keptNew: new Set([...keptNew, ...isNew.map(({ key }) => key)]) })
  }

  /** Moves the view after it was laid out: to the comment in the address, and to the first one of the next design. */
  function settle(): void {
    const { threads, rows, isComplete, shown, frame, selected } = now
    const { linkedKey } = now.versions
    frame.keepInView(selected?.point ?? null)
    if (goingTo === shown.design._id) {
      goingTo = null
      const [first] = rows
      if (first) show(first.key, 'centre')
    }
    if (linkedKey === null || linkedKey === openedLink) return
    const isThere = threads.some(({ key }) => key === linkedKey)
    if (!isThere && !isComplete) return
    openedLink = linkedKey
    if (isThere) show(linkedKey, 'centre')
    else if (publicIdSchema.safeParse(linkedKey).success) toast.show({ text: m.that_comment_deleted() })
  }

  /** A comment was sent: its row is shown, or on a phone, where the list is hidden, its handle says so. */
  function showSent(key: string): void {
    change({ sentKey: key })
    if (!now.isPhone) return
    change({ saysSent: true })
    announce(m.sent())
    clearTimeout(sentTimer)
    sentTimer = setTimeout(() => change({ saysSent: false }), sentMs)
  }

  return {
    store,
    popupRef: (element: HTMLElement | null) => {
      popup = element
    },
    see,
    settle,
    /** The page is closed. */
    end: () => leaveDraft(now.project.permanentId, store.get().selectedKey ?? ''),
    select,
    show,
    openPin,
    openRow: (key: string) => {
      change({ lastRowKey: key })
      show(key)
    },
    hover: (key: string | null) => change({ hoveredKey: key }),
    namePins: (near: ReviewState['near']) => change({ near }),
    focus: (key: string | null) => change({ focusKey: key }),
    focusNear,
    focusDesign,
    closeThread,
    closeComposer,
    setSheet: (stop: SheetStop) => (stop === 'peek' ? closeThread() : change({ sheet: stop })),
    press,
    draw,
    beginWith,
    move,
    moveCross: (cross: ImagePoint) => {
      const { act } = store.get()
      if (act.is !== 'draw') change({ act: { ...act, cross } })
    },
    begin,
    beginMove,
    beginResize,
    beginDraw,
    toggleRegionTool: () => change({ act: toggleRegion(store.get().act) }),
    cancel,
    stepBack,
    toggleComments,
    toggleExpanded,
    zoom,
    walk,
    goOn,
    answerGoOn,
    resolve,
    resolveRow,
    include,
    changeList,
    search,
    showSent,
    endSent: () => change({ sentKey: null }),
    editBrief: (isBriefEdited: boolean) => change({ isBriefEdited }),
    showDesign,
    stepDesign,
    zoomToRegion: (region: ImageRegion) => now.frame.zoomToRegion(region),
    open: (opened: Opened) => change({ opened }),
    close: () => change({ opened: null }),
    /** Null when they were added. */
    addFiles: (arrival: Arrival | null) => change({ arrival }),
  }
}

const nothing: ReadonlySet<string> = new Set()

/** How long the handle of the sheet says that a comment was sent. */
const sentMs = 4_000

/** The part of the design that must be in view for a thread: its spot, or its whole region. */
function placeOf(thread: ThreadView | undefined): ImagePoint | ImageRegion | null {
  if (!thread?.point) return null
  return thread.region ? { ...thread.point, ...thread.region } : thread.point
}
