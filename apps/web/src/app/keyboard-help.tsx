import { useEffect } from 'react'
import { setKeyboardHelpOpen, useKeyboardHelpOpen } from '../lib/keyboard-help'
import { isPageKey, readSingleKeys } from '../lib/shortcuts'
import { prefetchedComponent } from '../ui/lazy-component'
import { LazyBoundary } from '../ui/lazy-boundary'

const KeyboardHelpDialog = prefetchedComponent(
  async () => (await import('./keyboard-help-dialog')).KeyboardHelpDialog,
)

/** The dialog with the list of keys, fetched when it is first opened. `?` opens it on every page. */
export function KeyboardHelp() {
  const isOpen = useKeyboardHelpOpen()
  useEffect(() => {
    const controller = new AbortController()
    const handleKeyDown = (event: KeyboardEvent) => {
      if (event.key !== '?' || !readSingleKeys() || !isPageKey(event)) return
      event.preventDefault()
      setKeyboardHelpOpen(true)
    }
    document.addEventListener('keydown', handleKeyDown, { signal: controller.signal })
    return () => controller.abort()
  }, [])

  if (!isOpen) return null
  return (
    <LazyBoundary onFailed={() => setKeyboardHelpOpen(false)}>
      <KeyboardHelpDialog />
    </LazyBoundary>
  )
}
