import { imagePath } from '@pinmark/shared/image-path'
import { designLabel } from '@pinmark/shared/design-label'
import type { Design, Project, Version } from '@pinmark/shared/entities/project'
import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import type { PinModel } from '../../../features/canvas/pins/pin-model'
import { useViewport } from '../../../features/canvas/zoom/use-viewport'
import { sideMarginPx } from '../../../features/canvas/zoom/zoom'
import { ThreadPopup } from '../../../features/comments/thread/thread-popup'
import type { ThreadView } from '../../../features/comments/thread-view'
import { readSingleKeys } from '../../../lib/shortcuts'
import { readStored, writeStored } from '../../../lib/storage'
import { useIsPhone } from '../../../lib/use-media'
import { pinOfThread } from '../pin-of-thread'
import { newestOf, threadsOn } from '../threads-on'
import { ChangesPanel } from './changes-panel'
import { haveNothingInCommon, shownChanges } from './changes'
import { CompareBar, ModeChoice } from './compare-bar'
import { compareModes, sheetOf, type ComparedPair, type CompareMode } from './comparison'
import { PicturesNote } from './pictures-note'
import { SideStage } from './side-stage'
import { StackStage } from './stack-stage'
import { useChanges } from './use-changes'
import { useRowMatch } from './use-row-match'
import type { RowMatch } from './match-rows'
import { useInertPage } from './use-inert-page'
import './compare.css'

interface CompareProps {
  readonly project: Project
  readonly design: Design
  readonly pair: ComparedPair
  /** The threads of all designs and versions. */
  readonly threads: readonly ThreadView[]
  readonly unread: Parameters<typeof ThreadPopup>[0]['unread']
  readonly onPair: (pair: ComparedPair) => void
  readonly onClose: () => void
}

/** Compares two versions of a design in a window of its own: side by side, with a divider, as an overlay, or
 *  as a list of changes. */
export function Compare(props: CompareProps) {
  const titleId = useId()
  const root = useRef<HTMLDivElement>(null)
  useInertPage(root)
  const isPhone = useIsPhone()
  const [chosenMode, chooseMode] = useMode()
  const mode = isPhone && chosenMode !== 'overlay' ? 'slider' : chosenMode
  const [pinsChoice, setPinsChoice] = useState<boolean | null>(null)
  const [attempt, setAttempt] = useState(0)

  const focusStage = () => {
    const first = root.current?.querySelector<HTMLElement>('[data-autofocus]')
    const start = first ?? root.current?.querySelector<HTMLElement>('.canvas-scroller')
    start?.focus({ preventScroll: true })
  }
  // The pressed button disappears, so the keys of this window would no longer work.
  useEffect(focusStage, [mode, attempt])

  return (
    <div
      ref={root}
      role="dialog"
      aria-modal
      aria-labelledby={titleId}
      className="compare"
      // A press on an element that takes no focus would move the focus to the page below, which does not handle the
      // keys of this window.
      tabIndex={-1}
      onFocus={({ target, currentTarget }) => target === currentTarget && focusStage()}
    >
      <CompareBody
        // Remounted with another number of sheets, because a viewport measures the frames that exist when it
        // is mounted, and to fetch failed pictures again.
        key={`${mode === 'side' ? 'side' : 'stack'} ${attempt}`}
        {...props}
        {...{ titleId, mode, isPhone, pinsChoice }}
        onRetry={() => setAttempt(attempt + 1)}
        onMode={chooseMode}
        onPins={setPinsChoice}
      />
    </div>
  )
}

interface CompareBodyProps extends CompareProps {
  readonly titleId: string
  readonly mode: CompareMode
  readonly isPhone: boolean
  /** Null until the user chooses; then the mode decides whether pins are shown. */
  readonly pinsChoice: boolean | null
  readonly onMode: (mode: CompareMode) => void
  readonly onPins: (areShown: boolean) => void
  readonly onRetry: () => void
}

function CompareBody(props: CompareBodyProps) {
  const { project, design, pair, threads, unread, titleId, mode, isPhone, pinsChoice } = props
  const { onPair, onClose } = props
  const arePinsShown = pinsChoice ?? mode === 'side'
  const { viewport, other, pictures, match } = useSheets(design, pair, { isPhone, mode })

  const pinned = usePinned(design, pair, threads)
  const [opened, setOpened] = useState<{ key: string; versionId: string } | null>(null)
  const isOpened = ({ thread, version }: Pinned) =>
    thread.key === opened?.key && version._id === opened.versionId
  const openable = mode === 'side' ? [...pinned.before, ...pinned.after] : pinned.after
  const open = arePinsShown ? openable.find(isOpened) : undefined
  const openView = open?.version === pair.after && mode === 'side' ? other : viewport
  const point = open?.thread.point
  const { anchorOf } = openView
  const anchor = useMemo(() => (point ? anchorOf(point) : null), [anchorOf, point])

  /** Before a focused element disappears: the keys of this window work only while the focus is in it. */
  const focusFrame = () => viewport.scrollerRef.current?.focus({ preventScroll: true })
  const changes = useChangesShown({ project, design, pair, match, isOn: mode === 'changes' })
  const [changeAt, setChangeAt] = useState<number | null>(null)
  const showChange = (number: number) => {
    setChangeAt(number)
    const change = changes.shown.find((one) => one.number === number)
    if (change) viewport.reveal(change.area, { to: 'centre' })
  }
  const stepChange = (step: 1 | -1) => {
    const of = changes.shown.length
    if (of > 0) showChange((((changeAt ?? (step === 1 ? 0 : of + 1)) - 1 + step + of) % of) + 1)
  }

  const setMode = (next: CompareMode) => {
    setOpened(null)
    props.onMode(next)
  }

  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Escape') {
      event.preventDefault()
      if (opened === null) onClose()
      else setOpened(null)
      return
    }
    const typesInto = 'input:not([type=range]), textarea, select'
    if (!readSingleKeys() || (event.target instanceof Element && event.target.closest(typesInto))) return
    const wanted = isPhone ? undefined : compareModes[Number(event.key) - 1]
    const action = wanted ? () => setMode(wanted) : keys[event.key.toLowerCase()]
    if (!action) return
    event.preventDefault()
    action()
  }
  const keys: Record<string, (() => void) | undefined> = {
    n: mode === 'changes' ? () => stepChange(1) : undefined,
    p: mode === 'changes' ? () => stepChange(-1) : undefined,
    '+': () => viewport.step('in'),
    '=': () => viewport.step('in'),
    '-': () => viewport.step('out'),
    '0': () => viewport.fitTo('width'),
  }

  const stage = {
    pair,
    viewport,
    pictures,
    pins: arePinsShown ? { before: pinsIn(pinned.before), after: pinsIn(pinned.after) } : noPins,
    selectedKey: opened?.key ?? null,
    onOpenPin: (key: string, { _id: versionId }: Version) =>
      setOpened(key === opened?.key && versionId === opened.versionId ? null : { key, versionId }),
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- The keys are for all of the window.
    <div className="contents" onKeyDown={handleKeyDown}>
      <CompareBar
        {...{ titleId, design, pair, mode, viewport, arePinsShown, onPair, onClose }}
        onMode={setMode}
        onTogglePins={() => props.onPins(!arePinsShown)}
      />
      {mode === 'side' ? (
        <SideStage key="side" {...stage} other={other} match={match} />
      ) : (
        <div className="compare-work" data-panel={mode === 'changes' || undefined}>
          <StackStage
            {...stage}
            mode={mode}
            changes={changes.state === 'ready' ? changes.shown : []}
            changeAt={changeAt}
            onChange={showChange}
          />
          {mode === 'changes' && (
            <ChangesPanel
              {...{ pair, srcOf, changeAt }}
              state={changes.state}
              changes={changes.shown}
              left={changes.left}
              pins={pinsIn(pinned.after)}
              onChange={showChange}
              onStep={stepChange}
              onRetry={() => {
                changes.retry()
                focusFrame()
              }}
            />
          )}
        </div>
      )}
      <PicturesNote pair={pair} srcOf={srcOf} onRetry={props.onRetry} />
      {isPhone && <ModeChoice isShort mode={mode} onMode={setMode} />}
      {anchor && open?.thread.comment && (
        <ThreadPopup
          key={`${open.version._id} ${open.thread.key}`}
          anchor={anchor}
          askedFrom={document.activeElement}
          project={project}
          thread={open.thread.comment}
          position={null}
          canStep={false}
          unread={unread}
          onStep={() => undefined}
          onResolved={() => setOpened(null)}
          onDeleted={() => setOpened(null)}
          onClose={() => setOpened(null)}
        />
      )}
    </div>
  )
}

const noPins = { before: [], after: [] }

const modeKey = 'pinmark.compare-mode'

/** The last used mode of this browser. */
function useMode() {
  const [mode, setMode] = useState<CompareMode>(
    () => compareModes.find((one) => one === readStored(modeKey)) ?? 'side',
  )
  return [
    mode,
    (next: CompareMode) => {
      writeStored(modeKey, next)
      setMode(next)
    },
  ] as const
}

/** The pictures, and the sheets they are on. */
function useSheets(
  design: Design,
  { before, after }: ComparedPair,
  { isPhone, mode }: { isPhone: boolean; mode: CompareMode },
) {
  const sheet = useMemo(() => sheetOf({ before, after }), [before, after])
  const margin = isPhone ? sideMarginPx.phone : sideMarginPx.wide
  const viewport = useViewport(sheet, margin)
  const other = useViewport(sheet, margin)
  const pictureOf = (version: Version, height: number) => ({
    src: srcOf(version),
    alt: designLabel(design.title, version.number),
    height: (height / sheet.height) * 100,
  })
  const pictures = {
    before: pictureOf(before, sheet.beforeHeight),
    after: pictureOf(after, sheet.afterHeight),
  }
  const match = useRowMatch(
    { src: pictures.before.src, height: sheet.beforeHeight },
    { src: pictures.after.src, height: sheet.afterHeight },
    mode === 'side' || mode === 'changes',
  )
  return { viewport, other, pictures, match }
}

function srcOf({ image }: Version): string {
  return imagePath(image._id, 'view')
}

interface Pinned {
  readonly version: Version
  readonly thread: ThreadView
  readonly pin: PinModel | null
}

/** The comments on both versions, each with its pin on the sheet. */
function usePinned(design: Design, { before, after }: ComparedPair, threads: readonly ThreadView[]) {
  return useMemo(
    () => ({
      before: pinnedOn(before, { design, threads, width: after.image.width }),
      after: pinnedOn(after, { design, threads, width: after.image.width }),
    }),
    [design, before, after, threads],
  )
}

interface PinnedOptions {
  readonly design: Design
  readonly threads: readonly ThreadView[]
  /** Size of the sheet. */
  readonly width: number
}

function pinnedOn(version: Version, { design, threads, width }: PinnedOptions): readonly Pinned[] {
  const isOld = version !== newestOf(design)
  const scale = width / version.image.width
  return threadsOn(threads, { design, version, isOld, isOnly: false }).flatMap((thread) => {
    if (!thread.comment) return []
    const { point, region } = thread
    const onSheet = {
      ...thread,
      point: point && { x: point.x * scale, y: point.y * scale },
      region: region && { w: region.w * scale, h: region.h * scale },
    }
    return [{ version, thread: onSheet, pin: pinOfThread(onSheet, version) }]
  })
}

function pinsIn(pinned: readonly Pinned[]): readonly PinModel[] {
  return pinned.flatMap(({ pin }) => (pin ? [pin] : []))
}

interface ChangesOptions {
  readonly project: Project
  readonly design: Design
  readonly pair: ComparedPair
  readonly match: RowMatch | null
  readonly isOn: boolean
}

function useChangesShown({ project, design, pair, match, isOn }: ChangesOptions) {
  const { data, isError, refetch } = useChanges(project._id, design._id, pair, isOn)
  const found = useMemo(() => data && shownChanges(data.changes, pair, match), [data, pair, match])
  const isDifferent = data !== undefined && haveNothingInCommon(data.changes, pair)
  return {
    state: isError ? 'failed' : !found ? 'loading' : isDifferent ? 'different' : 'ready',
    shown: found?.shown ?? [],
    left: found?.left ?? 0,
    retry: () => void refetch(),
  } as const
}
