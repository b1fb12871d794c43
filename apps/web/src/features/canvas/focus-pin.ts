/** Gives the focus to a pin, or to the group it is in. Answers whether it was found. */
export function focusPin(scroller: HTMLElement | null, key: string): boolean {
  const name = CSS.escape(key)
  const button =
    scroller?.querySelector<HTMLElement>(`[data-pin="${name}"]`) ??
    scroller?.querySelector<HTMLElement>(`[data-members~="${name}"]`)
  button?.focus({ preventScroll: true })
  return button !== undefined && button !== null
}
