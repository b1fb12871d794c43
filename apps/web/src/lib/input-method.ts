/** The key code of every key that an input method handles. Safari reports the key that ends a composition only by this
 *  code, because it ends the composition first.
 *  @see https://bugs.webkit.org/show_bug.cgi?id=165004 */
const inputMethodKeyCode = 229

/** Keeps the keys of an input method from every handler of the page, also from those of libraries: the Enter or Esc that
 *  ends the composition of a character must neither save nor close anything. Call it before any other listener is
 *  added. */
export function withholdInputMethodKeys(): void {
  window.addEventListener(
    'keydown',
    (event) => {
      // oxlint-disable-next-line typescript/no-deprecated -- Safari says it in no other way.
      if (event.isComposing || event.keyCode === inputMethodKeyCode) event.stopImmediatePropagation()
    },
    { capture: true },
  )
}
