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

/** The same for text that is still on its way: Safari takes what a press asked for only when it is told at once that it
 *  will come.
 *  @throws what `text` throws */
export async function copyWhenThere(text: Promise<string>): Promise<boolean> {
  if (window.isSecureContext && 'ClipboardItem' in window && 'write' in navigator.clipboard) {
    try {
      const type = 'text/plain'
      const content = text.then((words) => new Blob([words], { type }))
      await navigator.clipboard.write([new ClipboardItem({ [type]: content })])
      return true
    } catch {
      // Not permitted, or the text did not come: the old way finds out.
    }
  }
  return copyToClipboard(await text)
}
