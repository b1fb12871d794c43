/** Focuses a pin, or the cluster that contains it. Returns whether it was found. */
export function focusPin(scroller: HTMLElement | null, key: string): boolean {
  const name = CSS.escape(key)
  const button =
    scroller?.querySelector<HTMLElement>(`[data-pin="${name}"]`) ??
    scroller?.querySelector<HTMLElement>(`[data-members~="${name}"]`)
  button?.focus({ preventScroll: true })
  return button !== undefined && button !== null
}
