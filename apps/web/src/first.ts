/* Runs before the first paint, while the rest of the page is still on its way. The page allows no inline scripts, so this
   is a file of its own, and it waits for nothing: vite-plugins.ts compiles it into a plain script. Its imports come with
   it, and every byte delays the first paint, so none of them may import a library. */

import { fillPath } from '@pinmark/shared/api/endpoint'
import type { ClientPoint } from '@pinmark/shared/coordinates'
import { publicIdPattern } from '@pinmark/shared/id-patterns'
import { dashboardPath, linkInPage, projectPath, projectsPath } from '@pinmark/shared/paths'
import { applyAppearance } from './lib/appearance'
import { applyExpanded } from './lib/expanded'
import { applyFrameHeight } from './lib/frame-height'
import { firstPageQuery, keepEarlyPress, projectListQuery, type EarlyPress } from './lib/first-script'
import { findGuestSecret, headersWith, readToken } from './lib/identity'
import { isDrag } from './lib/press'

const token = readToken()
applyAppearance()
applyExpanded()
applyFrameHeight()
startAppInTime()
noticeEarlyPress()
// When the page is parsed. `DOMContentLoaded` would wait for the scripts of the app.
document.addEventListener('readystatechange', placePins)
requestData()

/** Reloads the page if a script or a style sheet is lost before the app has started. Browsers request it again only then. */
function reloadOnce() {
  for (const entry of performance.getEntriesByType('navigation'))
    if ('type' in entry && entry.type === 'navigate' && !document.querySelector('#root *')) location.reload()
}

function fetchApp() {
  for (const link of document.querySelectorAll('link[rel="later"]')) link.setAttribute('rel', 'modulepreload')
}

/** Starts the app after the design of the first paint is drawn. */
function startAppInTime() {
  let hasStarted = false
  const startApp = () => {
    if (hasStarted) return
    hasStarted = true
    const script = document.querySelector('script[type="later"]')
    if (script instanceof HTMLScriptElement) {
      import(script.src).catch((error: unknown) => {
        console.error(error)
        reloadOnce()
      })
    }
    fetchApp()
  }
  /** An imported module does not wait for the page's styles, unlike a module in the page, and would measure
   *  unstyled elements. */
  const startOnceStyled = async () => {
    fetchApp()
    const styles = document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')
    const missing = [...styles].filter(({ sheet }) => !sheet)
    await Promise.all(missing.map((link) => new Promise((done) => link.addEventListener('load', done))))
    startApp()
  }
  /** Drawn first, because arriving modules would use the processor before it. The next frame proves that it
   *  is on the screen. */
  const startOnceDrawn = async (design: HTMLImageElement) => {
    await design.decode().catch(() => undefined)
    await new Promise(requestAnimationFrame)
    await new Promise(requestAnimationFrame)
    setTimeout(startApp)
  }
  const startAfterDesign = ({ target, type }: Event) => {
    if (!(target instanceof HTMLImageElement)) {
      // The app offers to load a design again.
      const isOfPicture = target instanceof HTMLLinkElement && target.as === 'image'
      if (type === 'error' && !isOfPicture) reloadOnce()
      return
    }
    if (!target.closest('#first-paint')) return
    // Pages in the background are not drawn.
    if (type === 'load' && !document.hidden) void startOnceDrawn(target)
    else void startOnceStyled()
  }
  document.addEventListener('load', startAfterDesign, true)
  document.addEventListener('error', startAfterDesign, true)
  // Force the app to start even if a style sheet or the design never loads. A design of which the beginning has arrived
  // gets more time: beside 145 KB of scripts, a slow connection would need almost twice as long for it.
  setTimeout(() => {
    const design = document.querySelector<HTMLImageElement>('#first-paint img')
    setTimeout(startApp, design?.naturalWidth && !design.complete ? 7_000 : 0)
  }, 3_000)
}

/** Puts the painted pins on their spots. The page allows no inline styles. */
function placePins() {
  for (const { dataset, style } of document.querySelectorAll<HTMLElement>('[data-at]'))
    style.inset = dataset['at'] ?? ''
}

/** Keeps a press on the first paint for the app, and shows a pin where the app will have it. The app may
 *  replace the paint while the button is down, so the position is that of `pointerdown`. */
function noticeEarlyPress() {
  let begun: { at: ClientPoint; press: EarlyPress; painted: Element } | null = null
  const pin = document.createElement('span')
  pin.className = 'canvas-pin'
  pin.dataset['state'] = 'draft'
  pin.append(Object.assign(document.createElement('b'), { textContent: '+' }))
  document.addEventListener('pointerdown', ({ isPrimary, button, clientX, clientY, target }) => {
    begun = null
    const painted =
      target instanceof HTMLImageElement && target.closest('#first-paint[data-may-comment="true"]')
    if (!painted || !isPrimary || button !== 0) return
    const { left, top, width, height } = target.getBoundingClientRect()
    const press = { x: (clientX - left) / width, y: (clientY - top) / height }
    begun = { at: { x: clientX, y: clientY }, press, painted }
  })
  document.addEventListener('pointerup', ({ clientX, clientY, pointerType }) => {
    if (!begun) return
    const { at, press, painted } = begun
    begun = null
    if (isDrag(at, { x: clientX, y: clientY }, pointerType)) return
    Object.assign(pin.style, { position: 'fixed', left: `${at.x}px`, top: `${at.y}px` })
    painted.append(pin)
    keepEarlyPress(press)
  })
}

/** Requests the data of the page exactly as the app will. The app takes the answer when it has loaded. */
function requestData() {
  const { pathname } = location
  const [, projectId = '', isReport] = linkInPage.exec(pathname) ?? []
  if (pathname === dashboardPath && token) {
    void request(fillPath(projectsPath, { query: projectListQuery }))
  } else if (!isReport && publicIdPattern.test(projectId)) {
    const answer = request(fillPath(projectPath, { params: { projectId }, query: firstPageQuery }))
    if (token) void paintForAccount(answer)
  }
}

function request(path: string): Promise<Response> {
  const response = fetch(path, { headers: headersWith(findGuestSecret()) })
  // A failure is reported when the answer is taken, and not before.
  response.catch(() => undefined)
  window.pinmarkFirst = { path, token, response }
  return response
}

/** The server paints the page for a guest. The head of the owner has one more row without a description. An account that
 *  opens a link is usually the owner, so that row is kept free until the answer shows the rights of this account. */
async function paintForAccount(answer: Promise<Response>) {
  const { dataset } = document.documentElement
  dataset['owner'] = ''
  try {
    const { can } = await answer.then((response) => response.clone().json())
    const rights = { mayChange: can.rename, mayComment: can.comment }
    Object.assign(document.getElementById('first-paint')?.dataset ?? {}, rights)
    delete dataset['owner']
  } catch {
    // No answer, or a refusal: the app shows it.
  }
}
