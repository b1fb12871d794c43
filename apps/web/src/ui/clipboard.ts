import { m } from '@pinmark/words/messages'
import { toast } from './toast'

/** Copies text to the clipboard and returns whether it succeeded. Plain-HTTP pages have no clipboard API.
 *  There the text is copied by `execCommand` from `shownIn`, or else from a temporary field. */
export async function copyToClipboard(text: string, shownIn?: HTMLInputElement | null): Promise<boolean> {
  if (window.isSecureContext && 'clipboard' in navigator) {
    try {
      await navigator.clipboard.writeText(text)
      return true
    } catch {
      // A frame or a policy forbids it. `execCommand` may still work.
    }
  }
  if (shownIn) {
    shownIn.focus()
    shownIn.select()
    return document.execCommand('copy')
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

/** The same for text that arrives later. Safari copies only if the press itself announces the text. @throws
 *  what `text` throws */
export async function copyWhenThere(text: Promise<string>): Promise<boolean> {
  if (window.isSecureContext && 'ClipboardItem' in window) {
    try {
      const type = 'text/plain'
      const content = text.then((words) => new Blob([words], { type }))
      await navigator.clipboard.write([new ClipboardItem({ [type]: content })])
      return true
    } catch {
      // It is missing or forbidden, or the text did not arrive. `execCommand` decides.
    }
  }
  return copyToClipboard(await text)
}

/** Returns a function that copies an address and says so. If the browser forbids it, the note shows the address. */
export function useCopyLink(): (address: Promise<string>) => Promise<void> {
  return async (address) => {
    const isCopied = await copyWhenThere(address)
    toast.show(
      isCopied
        ? { text: m.link_copied() }
        : { text: m.link_copy_by_hand({ address: await address }), durationMs: 20_000 },
    )
  }
}
