/** Puts text into the clipboard and answers whether it is there. Plain-HTTP addresses have no clipboard of their own:
 *  there the field's selection is copied in the old way. */
export async function copyText(text: string, field: HTMLInputElement | null): Promise<boolean> {
  if (window.isSecureContext && 'clipboard' in navigator) {
    try {
      await navigator.clipboard.writeText(text)
      return true
    } catch {
      // Not permitted here, in a frame or by a policy: the old way may still work.
    }
  }
  if (!field) return false
  field.focus()
  field.select()
  return document.execCommand('copy')
}
