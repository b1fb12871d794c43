// It exists before its first text: screen readers miss a text that arrives together with its region.
const region = document.createElement('div')
// A modal dialog hides everything outside it from screen readers, except elements with `aria-live`.
region.setAttribute('aria-live', 'polite')
region.setAttribute('role', 'status')
region.className = 'sr-only'
document.body.append(region)

/** Announces a text to screen readers (`polite`). The region outlives popups that close at the same moment. */
export function announce(text: string): void {
  if (!region.isConnected) document.body.append(region)
  const line = document.createElement('p')
  line.textContent = text
  region.replaceChildren(line)
}
