import { useEffect, useEffectEvent } from 'react'

interface Listening {
  /** It listens only while this is true. */
  readonly isOn?: boolean
  /** Before the handlers of the elements below. */
  readonly capture?: boolean
}

/** Listens to an event of the window. The handler sees what was rendered last. */
export function useWindowEvent<Type extends keyof WindowEventMap>(
  type: Type,
  handle: (event: WindowEventMap[Type]) => void,
  { isOn = true, capture = false }: Listening = {},
): void {
  const handleEvent = useEffectEvent(handle)
  useEffect(() => {
    if (!isOn) return undefined
    const listen = (event: WindowEventMap[Type]) => handleEvent(event)
    window.addEventListener(type, listen, capture)
    return () => window.removeEventListener(type, listen, capture)
  }, [type, isOn, capture])
}

/** Closes by Esc what has opened last, wherever the focus is. Nothing below gets the key. */
export function useEscape(onEscape: () => void, isOn = true): void {
  const handleKeyDown = (event: KeyboardEvent) => {
    // A menu closes itself.
    const isInMenu = event.target instanceof Element && event.target.closest('[data-base-ui-portal]')
    if (event.key !== 'Escape' || isInMenu) return
    event.preventDefault()
    event.stopPropagation()
    onEscape()
  }
  useWindowEvent('keydown', handleKeyDown, { isOn, capture: true })
}
