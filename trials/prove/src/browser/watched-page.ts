import type { Browser, BrowserContextOptions, Page } from 'playwright-core'

/** Runs in every document before its own scripts. It records calls of payloads and reports of the page's policy. */
const sentry = `
  window.ran = () => { void window.pinmarkIncident('a script ran') }
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile }) => {
    void window.pinmarkIncident('the policy had to stop ' + effectiveDirective + ' ' + blockedURI + ' ' + sourceFile)
  })
`
/** Elements and attributes that a page of Pinmark never has, and addresses that no link leads to. */
const foreignElements = `[...document.querySelectorAll('*')].flatMap((element) => [
  ...(/^(iframe|object|embed|base)$/i.test(element.localName) ? ['an element ' + element.localName] : []),
  ...element.getAttributeNames().filter((name) => /^on/i.test(name)).map((name) => 'an attribute ' + name),
  ...(element.localName === 'script' && new URL(element.src, location.href).origin !== location.origin ? ['a script'] : []),
  ...(element.localName === 'meta' && /refresh/i.test(element.httpEquiv) ? ['a page that sends elsewhere'] : []),
  ...(element.localName === 'a' && !/^https?:$/.test(element.protocol) ? ['a link to ' + element.protocol] : []),
])`

/** A page in its own browser context. `incidents` records everything that should never happen in it. */
export async function watchedPage(browser: Browser, options: BrowserContextOptions, incidents: string[]) {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  await context.exposeBinding('pinmarkIncident', ({ frame }, what: string) => {
    incidents.push(`${what} (${new URL(frame.url()).pathname})`)
  })
  await context.addInitScript(sentry)
  context.on('dialog', (dialog) => {
    incidents.push(`a dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  context.on('page', (opened) => incidents.push(`a window was opened: ${opened.url()}`))
  context.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url())
    if (protocol.startsWith('http') && hostname !== '127.0.0.1')
      incidents.push(`a request to ${request.url().slice(0, 80)}`)
  })
  return { page, close: () => context.close() }
}

/** Looks through all of a page as it stands now. */
export async function searchPage(page: Page, incidents: string[]): Promise<void> {
  const found = await page.evaluate<string[]>(foreignElements)
  incidents.push(...found.map((what) => `${what} (${new URL(page.url()).pathname})`))
}
