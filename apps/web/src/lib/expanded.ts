import { linkInPage } from '@pinmark/shared/paths'

const key = 'pinmark.expanded'

/** Kept here if the browser refuses to store it. */
let unstored: string | null = null
const listeners = new Set<() => void>()

/** Whether the design of this page's project fills the window. Each tab stores it for the project that was expanded
 *  last: every other one opens with its head. It imports no library, because `first.ts` applies it before the first
 *  paint. */
export function readExpanded(): boolean {
  const stored = readProject()
  return stored !== null && stored === projectOfPage()
}

export function setExpanded(is: boolean): void {
  const project = is ? projectOfPage() : null
  try {
    sessionStorage.setItem(key, project ?? '')
  } catch {
    unstored = project
  }
  applyExpanded()
  for (const listener of listeners) listener()
}

export function subscribeExpanded(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Styles of the page and of its first paint depend on it. */
export function applyExpanded(): void {
  document.documentElement.toggleAttribute('data-expanded', readExpanded())
}

function readProject(): string | null {
  try {
    return unstored ?? sessionStorage.getItem(key)
  } catch {
    // The browser's settings forbid it.
    return unstored
  }
}

function projectOfPage(): string | null {
  return linkInPage.exec(window.location.pathname)?.[1] ?? null
}
