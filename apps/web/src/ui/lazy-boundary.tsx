import { Component, Suspense, type ReactNode } from 'react'
import { isChunkError } from './chunk-error'
import { resetFailedComponents } from './lazy-component'
import { readToasts, toastActions } from './toast'

interface ChunkErrorBoundaryProps {
  children: ReactNode
  /** The component could not be loaded. The caller should stop rendering it. */
  onFailed: (() => void) | undefined
}

/** Wraps a lazy component. If it fails to load, the page stays as it is, and a note says so. Every other
 *  error is passed on to the page. */
export class ChunkErrorBoundary extends Component<ChunkErrorBoundaryProps, { error: unknown }> {
  override state = { error: null }

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? 'unknown' }
  }

  override componentDidCatch(error: unknown) {
    if (!isChunkError(error)) return
    resetFailedComponents()
    showFailure()
    this.props.onFailed?.()
  }

  override render() {
    const { error } = this.state
    if (error === null) return this.props.children
    if (!isChunkError(error)) throw error
    return null
  }
}

/** One note for all parts, because several are in one file. */
function showFailure(): void {
  const text = 'This part of the page could not be loaded.'
  if (readToasts().some((note) => note.text === text)) return
  toastActions.show({
    text,
    tone: 'danger',
    action: { label: 'Reload', onSelect: () => location.reload() },
  })
}

interface LazyBoundaryProps extends Partial<ChunkErrorBoundaryProps> {
  fallback?: ReactNode
}

/** Wraps a lazy component that the page can do without. */
export function LazyBoundary({ fallback = null, onFailed, children }: LazyBoundaryProps) {
  return (
    <ChunkErrorBoundary onFailed={onFailed}>
      <Suspense fallback={fallback}>{children}</Suspense>
    </ChunkErrorBoundary>
  )
}
