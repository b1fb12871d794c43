import { isPageKey, keyName, readSingleKeys, submitKeys } from '../../lib/shortcuts'
import type { Review } from './use-review'
import { useWindowEvent } from '../../ui/use-window-event'

/** What a key does. @returns false if there is nothing to do, so that the browser may handle the key */
type KeyAction = (review: Review) => unknown

const previousDesign: KeyAction = (review) => review.stepDesign(-1)
const nextDesign: KeyAction = (review) => review.stepDesign(1)
const zoomIn: KeyAction = (review) => review.zoom('in')

/** Selects another comment, and focuses its pin. While comments are checked, the answer in the thread has the focus. */
function walkAndFocus(review: Review, step: 1 | -1): void {
  const key = review.walk(step)
  if (review.list.settings.filter !== 'check') review.focus(key)
}

interface Shortcut {
  readonly name: string
  /** As the help dialog shows them. */
  readonly keys: readonly string[]
  /** By `keyName`. None for keys that other parts handle. */
  readonly run?: Readonly<Record<string, KeyAction>>
}

/** The keys that work while the focus is on the page, and not in a field: how the help dialog shows them, and what they
 *  do. The dialog has a sentence for each, which a first view does not load. */
export const shortcuts = [
  { name: 'add', keys: ['C'], run: { c: (review) => review.part.can.comment && review.begin() } },
  {
    name: 'walk',
    keys: ['N', 'P'],
    run: { n: (review) => walkAndFocus(review, 1), p: (review) => walkAndFocus(review, -1) },
  },
  {
    name: 'resolve',
    keys: ['R'],
    run: {
      r: ({ selected, resolve }) => selected?.comment?.can.resolve === true && void resolve(selected.comment),
    },
  },
  {
    name: 'move',
    keys: ['M'],
    run: {
      m: ({ selected, pins, beginMove }) => {
        const pin = pins.find(({ key }) => key === selected?.key)
        return selected?.comment?.deletedAt === null && pin?.canMove === true && beginMove(pin.key, pin.point)
      },
    },
  },
  {
    name: 'hide',
    keys: ['Shift C'],
    run: { 'Shift+C': (review) => review.toggleComments({ isAnnounced: true }) },
  },
  {
    name: 'zoom',
    keys: ['+', '−'],
    run: { '+': zoomIn, '=': zoomIn, '-': (review) => review.zoom('out') },
  },
  { name: 'fit', keys: ['0'], run: { '0': (review) => review.zoom('width') } },
  {
    name: 'designs',
    keys: ['[', ']'],
    // Some keyboards have no brackets, or only beside AltGr.
    run: { '[': previousDesign, ']': nextDesign, 'Shift+P': previousDesign, 'Shift+N': nextDesign },
  },
  {
    name: 'overview',
    keys: ['G'],
    run: { g: (review) => review.project.designs.length > 1 && review.open('overview') },
  },
  { name: 'design', keys: ['F2', 'Del'] },
  { name: 'compare', keys: ['V'], run: { v: (review) => review.versions.openCompare() } },
  { name: 'expand', keys: ['F'], run: { f: (review) => review.toggleExpanded() } },
  { name: 'send', keys: [submitKeys] },
  { name: 'note', keys: ['F6'] },
  {
    name: 'back',
    keys: ['Esc'],
    // Labels and popups with the focus handle the key before it gets here.
    run: { Escape: (review) => review.stepBack() },
  },
  { name: 'help', keys: ['?'] },
] as const satisfies readonly Shortcut[]

const all: readonly Shortcut[] = shortcuts
const actions = new Map(all.flatMap(({ run = {} }) => Object.entries(run)))

/** Handles the keys while the page or the design has the focus: never while typing, in a menu, or together with a modifier
 *  that belongs to the browser. `isOn` is false while a modal is open. Single keys can be switched off; Esc always works. */
export function usePageKeys(review: Review, isOn: boolean): void {
  const handleKeyDown = (event: KeyboardEvent) => {
    if (!isPageKey(event) || (event.key !== 'Escape' && !readSingleKeys())) return
    const action = actions.get(keyName(event))
    if (action && action(review) !== false) event.preventDefault()
  }
  useWindowEvent('keydown', handleKeyDown, { isOn })
}
