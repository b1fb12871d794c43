import type { Browser } from '@playwright/test'

/** How a version of the landing page differs from the first one. */
interface LandingPage {
  /** Width of the page in CSS pixels; the height follows from the content. */
  width?: number
  /** The button has another text and colour. */
  hasNewButton?: boolean
  /** There is a band between the hero and the cards. */
  hasBand?: boolean
  /** The quote below the cards is gone. */
  hasNoQuote?: boolean
  /** Device pixels per CSS pixel. */
  scale?: number
}

/** Spots of the first version in image pixels, by the element there. */
export const landingSpots = {
  headline: { x: 220, y: 190 },
  button: { x: 180, y: 385 },
  card: { x: 560, y: 700 },
  quote: { x: 300, y: 985 },
} as const

const rendered = new Map<string, Promise<Buffer>>()

/** Renders a page with the elements that designers change between versions, each once. @returns a PNG of the
 *  full page */
export function renderLandingPage(browser: Browser, change: LandingPage = {}): Promise<Buffer> {
  const key = JSON.stringify(change)
  const known = rendered.get(key) ?? render(browser, change)
  rendered.set(key, known)
  return known
}

async function render(browser: Browser, change: LandingPage): Promise<Buffer> {
  const { width = 1200, scale = 1 } = change
  // The language chooses the fonts, and the spots above are those of English.
  const context = await browser.newContext({
    viewport: { width, height: 600 },
    deviceScaleFactor: scale,
    locale: 'en-GB',
  })
  const page = await context.newPage()
  await page.setContent(htmlOf(change))
  const bytes = await page.screenshot({ fullPage: true })
  await context.close()
  return bytes
}

function htmlOf({ hasNewButton, hasBand, hasNoQuote }: LandingPage): string {
  const cards = [
    ['Double cabin', 'Two beds, a window, a basin. Breakfast comes to the door at seven.'],
    ['Single cabin', 'One bed and a reading lamp. The quietest coach, in the middle of the train.'],
    ['Shared six', 'Six bunks with curtains, a socket for each, and a shelf for the boots.'],
  ].map(([title, text], at) => `<article class="c${at}"><h3>${title}</h3><p>${text}</p><hr></article>`)
  return `<!doctype html><style>
    body { margin: 0; font: 18px/1.5 Georgia, serif; color: #16202e; background: #f5f0e4 }
    header { padding: 24px 80px; color: #fff; background: #0f1f38; letter-spacing: 2px }
    .hero { height: 420px; padding: 40px 80px; box-sizing: border-box; color: #fff; background: linear-gradient(#0f1f38, #2d6077) }
    h1 { margin: 0 0 20px; font-size: 54px; line-height: 1.15 } h2 { font-size: 34px }
    .button { display: inline-block; margin-top: 24px; padding: 14px 40px; border-radius: 8px; font: 600 18px/1.4 Arial; background: #e2593f; color: #fff }
    .button.new { background: #1d6b3a }
    .band { height: 260px; padding: 50px 80px; box-sizing: border-box; background: #16202e; color: #ffd58a }
    .cards { display: flex; gap: 24px; padding: 60px 80px; height: 260px } article { flex: 1; padding: 24px; background: #fff; border: 2px solid #c9c2ae }
    .c1 { background: #ffe9cf } .c2 { background: #d9e6e0 } hr { width: 40%; margin: 0; border: 3px solid #e2593f }
    .quote { height: 260px; padding: 50px 80px; box-sizing: border-box; font: italic 30px/1.5 Georgia }
    footer { height: 180px; padding: 40px 80px; color: #cfd8e6; background: #0f1f38 }
  </style><header>NORRA NIGHTS · Routes · Cabins · Help</header>
  <section class="hero"><h1>Close your eyes in the city.<br>Open them by the fjord.</h1><p>Sleeper trains between nine northern cities.</p>
  <a class="button ${hasNewButton ? 'new' : ''}">${hasNewButton ? 'See all trains tonight' : 'Find a cabin'}</a></section>
  ${hasBand ? '<section class="band"><h2>Tonight’s train still has beds.</h2><p>Until half past nine every free cabin goes for its lowest fare.</p></section>' : ''}
  <section class="cards">${cards.join('')}</section>
  ${hasNoQuote ? '' : '<section class="quote">“I woke to a moose, a waterfall and a cinnamon bun, in that order.”<br>Ingrid, Coast Line regular</section>'}
  <footer>Travel · Timetable · Groups<br>Help · Lost property · Contact</footer>`
}
