let region: HTMLElement | null = null

/** Says something politely to screen readers. The region outlives popups that close in the same moment. */
export function announce(text: string): void {
  if (!region?.isConnected) {
    region = document.createElement('div')
    region.setAttribute('role', 'status')
    region.className = 'sr-only'
    document.body.append(region)
  }
  const line = document.createElement('p')
  line.textContent = text
  region.replaceChildren(line)
}
