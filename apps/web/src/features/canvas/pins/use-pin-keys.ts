import { useState, type FocusEvent, type KeyboardEvent } from 'react'

const steps: Record<string, 1 | -1> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

/** All pins are one stop of the Tab key: the one that had the focus last. The arrow keys go to the others, in the order of
 *  their numbers. */
export function usePinKeys() {
  const [tabKey, setTabKey] = useState<string | null>(null)
  return {
    /** Null until a pin or a cluster had the focus. */
    tabKey,
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      const key = keyOf(target)
      if (key !== null) setTabKey(key)
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const step = steps[event.key]
      const { target, currentTarget } = event
      if (step === undefined || event.defaultPrevented || event.altKey || !(target instanceof Element)) return
      const pins = [...currentTarget.querySelectorAll<HTMLElement>('[data-pin], [data-cluster]')]
      const at = pins.findIndex((pin) => pin === target)
      if (at === -1) return
      event.preventDefault()
      pins[at + step]?.focus()
    },
  }
}

/** The key of a pin, or of a cluster, which is the key of its first pin. */
function keyOf(element: Element): string | null {
  return element.getAttribute('data-pin') ?? element.getAttribute('data-cluster')
}
