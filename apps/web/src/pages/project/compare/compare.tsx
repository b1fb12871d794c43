import type { Difference } from '@pinmark/shared/entities/comparison'
import type { Design, Version } from '@pinmark/shared/entities/project'
import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { useSheets, pinsIn, usePinned, type Pinned } from './sheets'
import { ThreadPopup } from '../../../features/comments/thread/thread-popup'
import { ReviewProvider, useReview, type Review } from '../../../features/review/use-review'
import { keyName, readSingleKeys } from '../../../lib/shortcuts'
import { readStored, writeStored } from '../../../lib/storage'
import { useIsPhone } from '../../../lib/browser-state'
import { ChangesPanel } from './changes-panel'
import type { BegunComment } from '../../../features/review/review'
import { CompareBar, ModeChoice } from './compare-bar'
import { compareModes, shortModes, type ComparedPair, type CompareMode } from './comparison'
import { commentOn } from './measures'
import { PicturesNote } from './pictures-note'
import { SideStage } from './side-stage'
import { StackStage } from './stack-stage'
import { useChanges } from './changes'
import { useInertPage } from './use-inert-page'
import { placementOf } from '../../../features/review/act'
import './compare.css'

interface CompareProps {
  readonly design: Design
  readonly pair: ComparedPair
  readonly onPair: (pair: ComparedPair) => void
  readonly onClose: () => void
  /** Closes the window and begins a comment on the design. */
  readonly onComment: (comment: BegunComment) => void
}

/** Compares two versions of a design, or a version and its build, in a window of its own: side by side, with a divider, as an overlay, or
 *  as a list of changes. */
export function Compare(props: CompareProps) {
  const titleId = useId()
  const root = useRef<HTMLDivElement>(null)
  useInertPage(root)
  const isPhone = useIsPhone()
  const [chosenMode, chooseMode] = useMode()
  const mode = isPhone && !shortModes(props.pair).includes(chosenMode) ? 'slider' : chosenMode
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
  const { design, pair, titleId, mode, isPhone, pinsChoice } = props
  const review = useReview()
  const { project, all: threads } = review
  const { onPair, onClose, onComment } = props
  // A comment belongs to the version that the page shows, if it takes comments.
  const mayComment = review.part.can.comment && pair.before._id === review.shown.version._id
  const arePinsShown = pinsChoice ?? mode === 'side'
  const { viewport, other, pictures } = useSheets(design, pair, { isPhone })

  const pinned = usePinned(design, pair, threads, project.can)
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
  const isMatched = mode === 'side' || mode === 'changes'
  const changes = useChanges({ project, design, pair, viewport, isOn: isMatched })
  const { stepChange } = changes

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
    const action = wanted ? () => setMode(wanted) : keys[keyName(event)]
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
        <SideStage key="side" {...stage} other={other} match={changes.match} />
      ) : (
        <div className="compare-work" data-panel={mode === 'changes' || undefined}>
          <StackStage {...stage} {...{ mode, changes }} />
          {mode === 'changes' && (
            <ChangesPanel
              {...{ pair, changes }}
              pins={pinsIn(pinned.after)}
              onComment={mayComment ? (difference) => onComment(begunOn(difference, pair)) : undefined}
              onRetry={() => {
                changes.retry()
                focusFrame()
              }}
            />
          )}
        </div>
      )}
      <PicturesNote pair={pair} onRetry={props.onRetry} />
      {isPhone && <ModeChoice isShort pair={pair} mode={mode} onMode={setMode} />}
      {anchor && open?.thread.comment && (
        <ReviewProvider value={withoutSteps(review, () => setOpened(null))}>
          <ThreadPopup
            key={`${open.version._id} ${open.thread.key}`}
            anchor={anchor}
            thread={open.thread.comment}
          />
        </ReviewProvider>
      )}
    </div>
  )
}

/** The session for a thread in this window, where nothing is selected, moved, or stepped through. */
function withoutSteps(review: Review, close: () => void): Review {
  return {
    ...review,
    ...{ part: review.project, askedFrom: document.activeElement, position: null, nextDesign: null },
    ...{ rows: [], pins: [], selected: null },
    ...{ goOn: () => undefined, closeThread: close },
  }
}

/** A comment on the place in the design; for what is only in the build, on the same place there. */
function begunOn(difference: Difference, { before, after }: ComparedPair): BegunComment {
  const { width, height } = before.image
  const scale = difference.before ? 1 : width / after.image.width
  const { x, y, w, h } = difference.before ?? difference.after ?? { x: 0, y: 0, w: 0, h: 0 }
  const left = Math.min(x * scale, width - 1)
  const top = Math.min(y * scale, height - 1)
  const region = { w: Math.min(w * scale, width - left), h: Math.min(h * scale, height - top) }
  return { ...placementOf({ x: left, y: top, ...region }), text: commentOn(difference) }
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
