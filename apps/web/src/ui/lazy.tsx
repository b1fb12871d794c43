import { withWords } from '@pinmark/words/load'
import { m } from '@pinmark/words/messages'
import { Component, createElement, lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react'
import { onceFirstPaintIsGone } from './first-paint'
import { readToasts, toast } from './toast'

/** A component whose code is fetched when it is first rendered, or earlier by `preload`, which resolves when it
 *  has loaded.
 *  @param isFirst it is part of a first view, whose words are there already */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { isFirst = false } = {},
) {
  let loaded: ComponentType<Props> | null = null
  const preload = async () => (loaded ??= await (isFirst ? load() : withWords(load())))
  const suspend = () =>
    lazy(async () => {
      try {
        return { default: await preload() }
      } catch (error) {
        failed.add(() => void (suspended = suspend()))
        throw error
      }
    })
  let suspended = suspend()
  function LazyComponent(props: Props): ReactNode {
    // A loaded component renders at once. React's `lazy` would show its fallback for 300 ms first. A popup that
    // opens so long after the tap does not open a phone's keyboard, and misses the first letters typed.
    const [component] = useState<ComponentType<Props>>(() => loaded ?? suspended)
    return createElement(component, props)
  }
  return Object.assign(LazyComponent, { preload })
}

/** Resets of components that failed to load. React keeps the failure of a `lazy`, so each needs a new one. Chromium
 *  requests a file that has failed only after a reload, which the note offers. */
const failed = new Set<() => void>()

/** The components that failed to load are requested again when they are rendered next. Call it only after their
 *  boundary has shown the error: React renders a failed component again before that, and would request it
 *  without end. */
export function resetFailedComponents(): void {
  for (const reset of failed) reset()
  failed.clear()
}

/** A lazy component that is fetched when the page is idle, so that it opens at once, also after the network is
 *  lost. */
export function prefetchedComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  options?: { isFirst: boolean },
) {
  const component = lazyComponent(load, options)
  whenIdle(() => {
    // A component that fails to load now is requested again when it is rendered, and an error is shown then.
    component.preload().catch(() => undefined)
  })
  return component
}

/** Gives the components of an entry module (`*.lazy.ts`), which is one file, because a dozen small ones cost a browser and
 *  the server more than their bytes: `const Thread = parts((file) => file.Thread)`. With `isPrefetched`, they are fetched
 *  when the page is idle; otherwise when one of them is first rendered. */
export function lazyParts<Parts>(load: () => Promise<Parts>, { isPrefetched = true } = {}) {
  const create = isPrefetched ? prefetchedComponent : lazyComponent
  return <Props extends object>(
    pick: (parts: Parts) => ComponentType<Props>,
    options?: { isFirst: boolean },
  ) => create(async () => pick(await load()), options)
}

/** Runs the task when the page has loaded and the browser is idle. */
export function whenIdle(task: () => void): void {
  // Nothing is prefetched while the first paint is shown.
  const start = () =>
    onceFirstPaintIsGone(() => {
      if (typeof requestIdleCallback === 'function') requestIdleCallback(task, { timeout: 1_000 })
      else setTimeout(task, withoutIdleMs)
    })
  if (document.readyState === 'complete') start()
  else window.addEventListener('load', start, { once: true })
}

/** Safari has no `requestIdleCallback`. */
const withoutIdleMs = 200

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
  const text = m.part_not_loaded()
  if (readToasts().some((note) => note.text === text)) return
  toast.show({
    text,
    tone: 'danger',
    action: { label: m.action_reload(), onSelect: () => location.reload() },
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

/** Recognises that a part of the app could not be loaded: the connection broke, or a newer version has replaced it.
 *  Each browser has its own message. */
export function isChunkError(error: unknown): boolean {
  return (
    error instanceof Error &&
    /dynamically imported module|importing a module script|unable to preload css/i.test(error.message)
  )
}
