import { useEffect, useEffectEvent } from 'react'
import { isPageKey, keyName, readSingleKeys, submitKeys } from '../../lib/shortcuts'
import type { Review } from './use-review'

/** What a key does. @returns false if there is nothing to do, so that the browser may handle the key */
type KeyAction = (review: Review) => unknown

interface Shortcut {
  /** As the help dialog shows them. */
  readonly keys: readonly string[]
  readonly does: string
  /** By `keyName`. None for keys that other parts handle. */
  readonly run?: Readonly<Record<string, KeyAction>>
}

const previousDesign: KeyAction = (review) => review.stepDesign(-1)
const nextDesign: KeyAction = (review) => review.stepDesign(1)
const zoomIn: KeyAction = (review) => review.zoom('in')

/** Selects another comment, and focuses its pin. While comments are checked, the answer in the thread has the focus. */
function walkAndFocus(review: Review, step: 1 | -1): void {
  const key = review.walk(step)
  if (review.list.settings.filter !== 'check') review.focus(key)
}

/** The keys that work while the focus is on the page, and not in a field: how the help dialog shows them, and what they
 *  do. */
export const shortcuts: readonly Shortcut[] = [
  {
    keys: ['C'],
    does: 'Add a comment: arrows move 10 px, Shift and arrows 1 px, Enter drops the pin',
    run: { c: (review) => review.part.can.comment && review.begin() },
  },
  {
    keys: ['N', 'P'],
    does: 'Next, previous comment of the list; after the last one the next design',
    run: { n: (review) => walkAndFocus(review, 1), p: (review) => walkAndFocus(review, -1) },
  },
  {
    keys: ['R'],
    does: 'Resolve or reopen the selected comment',
    run: {
      r: ({ selected, resolve }) => selected?.comment?.can.resolve === true && void resolve(selected.comment),
    },
  },
  {
    keys: ['M'],
    does: 'Move the pin of the selected comment',
    run: {
      m: ({ selected, pins, beginMove }) => {
        const pin = pins.find(({ key }) => key === selected?.key)
        return selected?.comment?.deletedAt === null && pin?.canMove === true && beginMove(pin.key, pin.point)
      },
    },
  },
  {
    keys: ['Shift C'],
    does: 'Hide or show comments',
    run: { 'Shift+C': (review) => review.toggleComments({ isAnnounced: true }) },
  },
  {
    keys: ['+', '−'],
    does: 'Zoom in, zoom out',
    run: { '+': zoomIn, '=': zoomIn, '-': (review) => review.zoom('out') },
  },
  { keys: ['0'], does: 'Fit width', run: { '0': (review) => review.zoom('width') } },
  {
    keys: ['[', ']'],
    does: 'Previous, next design; also Shift P, Shift N',
    // Some keyboards have no brackets, or only beside AltGr.
    run: { '[': previousDesign, ']': nextDesign, 'Shift+P': previousDesign, 'Shift+N': nextDesign },
  },
  {
    keys: ['G'],
    does: 'All designs; Alt and an arrow move one',
    run: { g: (review) => review.project.designs.length > 1 && review.open('overview') },
  },
  { keys: ['F2', 'Del'], does: 'Rename, delete the focused design' },
  {
    keys: ['V'],
    does: 'Compare versions; then 1 to 4 choose how, arrows move the divider',
    run: { v: (review) => review.versions.openCompare() },
  },
  { keys: ['F'], does: 'Expand the design', run: { f: (review) => review.toggleExpanded() } },
  { keys: [submitKeys], does: 'Send what is written' },
  { keys: ['F6'], does: 'Go to the newest note and its buttons, such as Undo' },
  {
    keys: ['Esc'],
    does: 'Step back, one layer at a time',
    // Labels and popups with the focus handle the key before it gets here.
    run: { Escape: (review) => review.stepBack() },
  },
  { keys: ['?'], does: 'This list' },
]

const actions = new Map(shortcuts.flatMap(({ run = {} }) => Object.entries(run)))

/** Handles the keys while the page or the design has the focus: never while typing, in a menu, or together with a modifier
 *  that belongs to the browser. `isOn` is false while a modal is open. Single keys can be switched off; Esc always works. */
export function usePageKeys(review: Review, isOn: boolean): void {
  const handleKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (!isPageKey(event) || (event.key !== 'Escape' && !readSingleKeys())) return
    const action = actions.get(keyName(event))
    if (action && action(review) !== false) event.preventDefault()
  })
  useEffect(() => {
    if (!isOn) return undefined
    const controller = new AbortController()
    window.addEventListener('keydown', (event) => handleKeyDown(event), { signal: controller.signal })
    return () => controller.abort()
  }, [isOn])
}
