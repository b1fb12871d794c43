import { m } from '@pinmark/words/messages'
import { useEffect, useEffectEvent } from 'react'
import { isPageKey, keyName, readSingleKeys, submitKeys } from '../../lib/shortcuts'
import type { Review } from './use-review'

/** What a key does. @returns false if there is nothing to do, so that the browser may handle the key */
type KeyAction = (review: Review) => unknown

interface Shortcut {
  /** As the help dialog shows them. */
  readonly keys: readonly string[]
  readonly does: () => string
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
    does: () => m.keys_add(),
    run: { c: (review) => review.part.can.comment && review.begin() },
  },
  {
    keys: ['N', 'P'],
    does: () => m.keys_walk(),
    run: { n: (review) => walkAndFocus(review, 1), p: (review) => walkAndFocus(review, -1) },
  },
  {
    keys: ['R'],
    does: () => m.keys_resolve(),
    run: {
      r: ({ selected, resolve }) => selected?.comment?.can.resolve === true && void resolve(selected.comment),
    },
  },
  {
    keys: ['M'],
    does: () => m.keys_move(),
    run: {
      m: ({ selected, pins, beginMove }) => {
        const pin = pins.find(({ key }) => key === selected?.key)
        return selected?.comment?.deletedAt === null && pin?.canMove === true && beginMove(pin.key, pin.point)
      },
    },
  },
  {
    keys: ['Shift C'],
    does: () => m.keys_hide(),
    run: { 'Shift+C': (review) => review.toggleComments({ isAnnounced: true }) },
  },
  {
    keys: ['+', '−'],
    does: () => m.keys_zoom(),
    run: { '+': zoomIn, '=': zoomIn, '-': (review) => review.zoom('out') },
  },
  { keys: ['0'], does: () => m.zoom_fit_width(), run: { '0': (review) => review.zoom('width') } },
  {
    keys: ['[', ']'],
    does: () => m.keys_designs(),
    // Some keyboards have no brackets, or only beside AltGr.
    run: { '[': previousDesign, ']': nextDesign, 'Shift+P': previousDesign, 'Shift+N': nextDesign },
  },
  {
    keys: ['G'],
    does: () => m.keys_overview(),
    run: { g: (review) => review.project.designs.length > 1 && review.open('overview') },
  },
  { keys: ['F2', 'Del'], does: () => m.keys_design() },
  {
    keys: ['V'],
    does: () => m.keys_compare(),
    run: { v: (review) => review.versions.openCompare() },
  },
  { keys: ['F'], does: () => m.keys_expand(), run: { f: (review) => review.toggleExpanded() } },
  { keys: [submitKeys], does: () => m.keys_send() },
  { keys: ['F6'], does: () => m.keys_note() },
  {
    keys: ['Esc'],
    does: () => m.keys_back(),
    // Labels and popups with the focus handle the key before it gets here.
    run: { Escape: (review) => review.stepBack() },
  },
  { keys: ['?'], does: () => m.keys_help() },
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
