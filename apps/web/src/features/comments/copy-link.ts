import { pagePaths } from '@pinmark/shared/paths'

/** The address that opens a project at one comment, with the design and version that the page shows it on. */
export function linkToComment(linkId: string, commentId: string): string {
  const { origin, search } = window.location
  const wanted = new URLSearchParams(search)
  const query = new URLSearchParams({ comment: commentId })
  for (const name of ['design', 'v']) {
    const value = wanted.get(name)
    if (value !== null) query.set(name, value)
  }
  return `${origin}${pagePaths.project(linkId)}?${query.toString()}`
}

/** Puts text into the clipboard and answers whether it is there. Plain-HTTP addresses have no clipboard of their own:
 *  there it is copied in the old way, out of a field that is there for that moment only. */
export async function copyToClipboard(text: string): Promise<boolean> {
  if (window.isSecureContext && 'clipboard' in navigator) {
    try {
      await navigator.clipboard.writeText(text)
      return true
    } catch {
      // Not permitted by a policy: the old way may still work.
    }
  }
  const before = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  field.readOnly = true
  field.className = 'sr-only'
  document.body.append(field)
  field.select()
  const isCopied = document.execCommand('copy')
  field.remove()
  if (before instanceof HTMLElement) before.focus({ preventScroll: true })
  return isCopied
}
