import { useEffect, useEffectEvent } from 'react'
import { isPageKey, keyName, readSingleKeys } from '../../lib/shortcuts'
import type { Review } from './use-review'

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

/** What the keys do while the focus is on the page, and not in a field. By `keyName`. The help dialog lists them. */
const actions: Readonly<Record<string, KeyAction>> = {
  c: (review) => review.part.can.comment && review.begin(),
  n: (review) => walkAndFocus(review, 1),
  p: (review) => walkAndFocus(review, -1),
  r: ({ selected, resolve }) => selected?.comment?.can.resolve === true && void resolve(selected.comment),
  m: ({ selected, pins, beginMove }) => {
    const pin = pins.find(({ key }) => key === selected?.key)
    return selected?.comment?.deletedAt === null && pin?.canMove === true && beginMove(pin.key, pin.point)
  },
  'Shift+C': (review) => review.toggleComments({ isAnnounced: true }),
  '+': zoomIn,
  '=': zoomIn,
  '-': (review) => review.zoom('out'),
  '0': (review) => review.zoom('width'),
  // Some keyboards have no brackets, or only beside AltGr.
  '[': previousDesign,
  ']': nextDesign,
  'Shift+P': previousDesign,
  'Shift+N': nextDesign,
  g: (review) => review.project.designs.length > 1 && review.open('overview'),
  v: (review) => review.versions.openCompare(),
  f: (review) => review.toggleExpanded(),
  // Labels and popups with the focus handle the key before it gets here.
  Escape: (review) => review.stepBack(),
}

/** Handles the keys while the page or the design has the focus: never while typing, in a menu, or together with a modifier
 *  that belongs to the browser. `isOn` is false while a modal is open. Single keys can be switched off; Esc always works. */
export function usePageKeys(review: Review, isOn: boolean): void {
  const handleKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (!isPageKey(event) || (event.key !== 'Escape' && !readSingleKeys())) return
    const action = actions[keyName(event)]
    if (action && action(review) !== false) event.preventDefault()
  })
  useEffect(() => {
    if (!isOn) return undefined
    const controller = new AbortController()
    window.addEventListener('keydown', (event) => handleKeyDown(event), { signal: controller.signal })
    return () => controller.abort()
  }, [isOn])
}
