import type { KeyboardEvent } from 'react'

/** Ctrl+Enter, or Cmd+Enter on Apple devices. */
export function isSubmitKey(event: KeyboardEvent): boolean {
  return event.key === 'Enter' && (event.ctrlKey || event.metaKey)
}

const isApple = /mac|iphone|ipad/i.test(navigator.userAgent)

/** The name of the keys for `isSubmitKey`, as this machine's keyboard labels them. */
export const submitKeys = isApple ? '⌘ Enter' : 'Ctrl Enter'
