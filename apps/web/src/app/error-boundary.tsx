import { m } from '@pinmark/words/messages'
import { Component, type ErrorInfo, type ReactNode } from 'react'
import { Button } from '../ui/button'
import { isChunkError, resetFailedComponents } from '../ui/lazy'
import { useTitle } from '../lib/title'
import { StatePage } from '../ui/state-page'

interface ErrorBoundaryProps {
  children: ReactNode
  /** Retries when it changes, because another page may work. */
  resetKey?: string
}

interface ErrorBoundaryState {
  error: unknown
  resetKey: string | undefined
}

/** Shown when a page fails: a message, and what to do next. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { error: null, resetKey: this.props.resetKey }

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? 'unknown' }
  }

  static getDerivedStateFromProps({ resetKey }: ErrorBoundaryProps, state: ErrorBoundaryState) {
    return resetKey === state.resetKey ? null : { error: null, resetKey }
  }

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo) {
    console.error(error, componentStack)
    resetFailedComponents()
  }

  override render() {
    const { error } = this.state
    return error === null ? this.props.children : <FailedPage isMissingPart={isChunkError(error)} />
  }
}

/** Screen readers announce it, because what had the focus is gone. */
function FailedPage({ isMissingPart }: { isMissingPart: boolean }) {
  const title = isMissingPart ? m.page_not_loaded() : m.unknown_error()
  useTitle(title)
  return (
    <div role="alert" className="grid">
      <StatePage
        title={title}
        text={isMissingPart ? m.page_part_missing() : m.page_stopped()}
        action={
          <Button variant="primary" onClick={() => location.reload()}>
            {m.action_reload()}
          </Button>
        }
      />
    </div>
  )
}
