/** Copies text to the clipboard and returns whether it succeeded. Plain-HTTP pages have no clipboard API.
 *  There the selection of the field is copied by `execCommand`. */
export async function copyText(text: string, field: HTMLInputElement | null): Promise<boolean> {
  if (window.isSecureContext && 'clipboard' in navigator) {
    try {
      await navigator.clipboard.writeText(text)
      return true
    } catch {
      // A frame or a policy forbids it. `execCommand` may still work.
    }
  }
  if (!field) return false
  field.focus()
  field.select()
  return document.execCommand('copy')
}
