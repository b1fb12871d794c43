// @ts-check
/* Runs before the first paint, while the rest of the page is still on its way. It is a file of its own because the page
   allows no inline scripts, and plain JavaScript because it is served as it stands. The keys are those of
   src/lib/theme.ts and src/lib/session.ts; src/lib/first-answer.ts takes what is fetched here. */

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

  const token = read('pinmark.token')

  let hasStarted = false
  const startApp = () => {
    if (hasStarted) return
    hasStarted = true
    const script = document.querySelector('script[type="later"]')
    if (script instanceof HTMLScriptElement) void import(script.src)
    for (const link of document.querySelectorAll('link[rel="later"]'))
      link.setAttribute('rel', 'modulepreload')
  }
  /** @param {Event} event */
  const startAfterDesign = ({ target }) => {
    if (target instanceof Element && target.closest('#first-paint')) startApp()
  }
  // Where the server painted the design, the app waits until that is there, though not for long.
  document.addEventListener('load', startAfterDesign, true)
  document.addEventListener('error', startAfterDesign, true)
  setTimeout(startApp, 3_000)
  // It painted for a guest. Only the app knows what somebody with an account may do.
  if (token) {
    document.addEventListener('DOMContentLoaded', () => {
      document.getElementById('first-paint')?.remove()
      startApp()
    })
  }

  const [, projectId] = /^\/project\/([\w-]{22})\/?$/.exec(location.pathname) ?? []
  if (!projectId) return
  const guest = read('pinmark.guest')
  const path = `/projects/${projectId}?image=none&comments=200`
  const response = fetch(path, {
    headers: {
      ...(token && { Authorization: `Bearer ${token}` }),
      ...(guest && /^[\w-]{22,64}$/.test(guest) && { 'X-Guest-Secret': guest }),
    },
  })
  // Whoever takes it hears of a failure; until then nobody does.
  response.catch(() => undefined)
  Object.assign(window, { pinmarkFirst: { path, token, response } })
})()
