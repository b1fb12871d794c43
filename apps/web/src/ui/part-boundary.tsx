import { Component, Suspense, type ReactNode } from 'react'
import { isChunkError } from './chunk-error'
import { toastActions } from './toast'

interface PartBoundaryProps {
  children: ReactNode
  /** The part could not be loaded. The caller should stop showing it. */
  onFailed: () => void
}

/** Wraps a lazy component. If it fails to load, the page stays as it is, and a note says so. Every other
 *  error is passed on to the page. */
export class PartBoundary extends Component<PartBoundaryProps, { error: unknown }> {
  override state = { error: null }

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? 'unknown' }
  }

  override componentDidCatch(error: unknown) {
    if (!isChunkError(error)) return
    toastActions.show({
      text: 'This part of the page could not be loaded.',
      tone: 'danger',
      action: { label: 'Reload', onSelect: () => location.reload() },
    })
    this.props.onFailed()
  }

  override render() {
    const { error } = this.state
    if (error === null) return this.props.children
    if (!isChunkError(error)) throw error
    return null
  }
}

/** Wraps a lazy component that the page can do without. */
export function LatePart({ fallback = null, children }: { fallback?: ReactNode; children: ReactNode }) {
  return (
    <PartBoundary onFailed={() => undefined}>
      <Suspense fallback={fallback}>{children}</Suspense>
    </PartBoundary>
  )
}
