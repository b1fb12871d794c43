// @ts-check
/* Runs before the first paint, while the rest of the page is still on its way. It is a file of its own because the page
   allows no inline scripts, and plain JavaScript because it is served as it stands. The keys are those of
   src/lib/theme.ts, src/lib/backing.ts, src/pages/project/use-expanded.ts, src/lib/link-token.ts and src/lib/session.ts; src/lib/first-answer.ts takes what is
   fetched here, src/ui/first-paint.ts what was pressed. */

;(() => {
  /** @param {string} key */
  const read = (key) => {
    try {
      return localStorage.getItem(key)
    } catch {
      // Storage is forbidden: there is nothing in it.
      return null
    }
  }

  const theme = read('pinmark.theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme

  const backing = read('pinmark.backing')
  if (backing === 'checker' || backing === 'dark') document.documentElement.dataset.backing = backing

  if (read('pinmark.expanded') !== null) document.documentElement.dataset.expanded = ''

  const token = read('pinmark.token')

  const fetchApp = () => {
    for (const link of document.querySelectorAll('link[rel="later"]'))
      link.setAttribute('rel', 'modulepreload')
  }
  let hasStarted = false
  const startApp = () => {
    if (hasStarted) return
    hasStarted = true
    const script = document.querySelector('script[type="later"]')
    if (script instanceof HTMLScriptElement) void import(script.src)
    fetchApp()
  }
  /** A module that is imported does not wait for the styles of the page, as one that stands in the page does, and would
   * measure what has none. */
  const startOnceStyled = async () => {
    fetchApp()
    /** @type {NodeListOf<HTMLLinkElement>} */
    const styles = document.querySelectorAll('link[rel="stylesheet"]')
    const missing = [...styles].filter(({ sheet }) => !sheet)
    await Promise.all(missing.map((link) => new Promise((done) => link.addEventListener('load', done))))
    startApp()
  }
  /** Drawn first: modules that arrive would have the processor before it. The frame that it is drawn in is on the screen
   * by the next one.
   * @param {HTMLImageElement} design */
  const startOnceDrawn = async (design) => {
    await design.decode().catch(() => undefined)
    await new Promise(requestAnimationFrame)
    await new Promise(requestAnimationFrame)
    setTimeout(startApp)
  }
  /** @param {Event} event */
  const startAfterDesign = ({ target, type }) => {
    if (!(target instanceof HTMLImageElement) || !target.closest('#first-paint')) return
    // Pages in the background are not drawn.
    if (type === 'load' && !document.hidden) void startOnceDrawn(target)
    else void startOnceStyled()
  }
  // Where the server painted the design, the app waits until that is drawn.
  document.addEventListener('load', startAfterDesign, true)
  document.addEventListener('error', startAfterDesign, true)
  // Force the app to start after 3 s even if a style sheet never loads.
  setTimeout(startApp, 3_000)
  // It painted for a guest. Only the app knows what an account may do.
  if (token) {
    document.addEventListener('DOMContentLoaded', () => {
      document.getElementById('first-paint')?.remove()
      void startOnceStyled()
    })
  }

  // A press on the painted design is kept for the app, and shown where the app will have its pin. The app may take the
  // place of the paint while the button is down, so the place is that of `pointerdown`.
  /** @type {{ clientX: number, clientY: number, press: Window['pinmarkPress'], painted: Element } | null} */
  let begun = null
  const pin = document.createElement('span')
  pin.className = 'canvas-pin'
  pin.dataset.state = 'draft'
  pin.append(Object.assign(document.createElement('b'), { textContent: '+' }))
  document.addEventListener('pointerdown', ({ isPrimary, button, clientX, clientY, target }) => {
    begun = null
    const painted =
      target instanceof HTMLImageElement && target.closest('#first-paint[data-may-comment="true"]')
    if (!painted || !isPrimary || button !== 0) return
    const { left, top, width, height } = target.getBoundingClientRect()
    const press = { x: (clientX - left) / width, y: (clientY - top) / height }
    begun = { clientX, clientY, press, painted }
  })
  document.addEventListener('pointerup', ({ clientX, clientY, pointerType }) => {
    if (!begun) return
    const { press, painted, ...start } = begun
    begun = null
    // The same as in src/lib/press.ts.
    if (Math.hypot(clientX - start.clientX, clientY - start.clientY) > (pointerType === 'touch' ? 10 : 4))
      return
    Object.assign(pin.style, { position: 'fixed', left: `${start.clientX}px`, top: `${start.clientY}px` })
    painted.append(pin)
    window.pinmarkPress = press
    window.dispatchEvent(new Event('pinmark:press'))
  })

  const [, projectId] = /^\/project\/([\w-]{22})\/?$/.exec(location.pathname) ?? []
  if (!projectId) return
  const guest = read('pinmark.guest')
  const link = read(`pinmark.link.${projectId}`)
  const path = `/projects/${projectId}?image=none&comments=200`
  const response = fetch(path, {
    headers: {
      ...(token && { Authorization: `Bearer ${token}` }),
      ...(guest && /^[\w-]{22,64}$/.test(guest) && { 'X-Guest-Secret': guest }),
      ...(link && { 'X-Link-Token': link }),
    },
  })
  // A failure is reported when the answer is taken, and not before.
  response.catch(() => undefined)
  Object.assign(window, { pinmarkFirst: { path, token, response } })
})()
