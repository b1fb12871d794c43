/** The first paint of a project by the server: `app/first-paint.tsx`. */
const firstPaint = () => document.getElementById('first-paint')

/** Whether it is still shown instead of the app. */
export function isFirstPaintThere(): boolean {
  return firstPaint() !== null
}

const firstPage = location.pathname
/** The preloaded pictures of the first page. */
const preloadedPictures = [...document.querySelectorAll<HTMLLinkElement>('link[rel="preload"][as="image"]')]
  .filter(({ media }) => media === '' || matchMedia(media).matches)
  .map(({ href }) => new URL(href).pathname)

/** Paths of the pictures that the server preloaded for this page, `/project/…`; none for later pages. */
export function preloadedPicturesOf(page: string): readonly string[] {
  return page === firstPage ? preloadedPictures : []
}

/** Removes the first paint as soon as the styles show the app in its place. */
export function endFirstPaintInTime(root: Element): void {
  const painted = firstPaint()
  if (!painted) return
  const end = () => {
    if (root.childElementCount === 0 || getComputedStyle(painted).display !== 'none') return
    observer.disconnect()
    painted.remove()
  }
  const observer = new MutationObserver(end)
  observer.observe(root, { childList: true, subtree: true })
}

/** Runs the task after the app has replaced the first paint; at once without a first paint. */
export function onceFirstPaintIsGone(task: () => void): void {
  const painted = firstPaint()
  if (!painted?.parentNode) return task()
  const observer = new MutationObserver(() => {
    if (painted.isConnected) return
    observer.disconnect()
    task()
  })
  observer.observe(painted.parentNode, { childList: true })
}
