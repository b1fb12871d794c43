import type { Page } from '@playwright/test'
import { drawDesign } from '@pinmark/testbed/test-image'
import { boxOf, design, findMarker, frame, openProject, pin, pinTip } from '../support/project-page'
import { expect, test as base } from '../support/test'
import { touchScreen } from '../support/touch'

/** A design that is wide and grainy enough for a narrow picture. */
const marker = { x: 900, y: 300 }
const drawn = { width: 1440, height: 600, marker, markerSide: 40, grain: 1 }

const test = base.extend({
  project: async ({ newProject }, use) => {
    const project = await newProject({ image: (await drawDesign(drawn)).buffer })
    await project.addComment(marker)
    await use(project)
  },
})

/** The pictures of designs that the page requests from now on, by the last segment of their address. */
function picturesAskedFor(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (one) => {
    const [, name] = /\/images\/[^/]+\/(\w+)$/.exec(one.url()) ?? []
    if (name) asked.push(name)
  })
  return asked
}

const shownPicture = (page: Page) =>
  design(page).evaluate((image: HTMLImageElement) => image.currentSrc.split('/').at(-1))

const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 3, hasTouch: true, isMobile: true }
const screens = [
  { what: 'a phone', screen: phone, picture: 'narrow' },
  {
    what: 'a large phone',
    screen: { ...phone, viewport: { width: 440, height: 956 } },
    picture: 'narrow',
  },
  {
    what: 'a phone with fewer pixels',
    screen: { ...phone, viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75 },
    picture: 'narrow',
  },
  {
    what: 'a phone with more pixels than the narrow picture',
    screen: { ...phone, deviceScaleFactor: 4 },
    picture: 'view',
  },
  {
    what: 'a phone on its side',
    screen: { ...phone, viewport: { width: 844, height: 390 } },
    picture: 'view',
  },
  { what: 'a desktop', screen: { viewport: { width: 1440, height: 900 } }, picture: 'view' },
  {
    what: 'a desktop with two pixels a point',
    screen: { viewport: { width: 1440, height: 900 }, deviceScaleFactor: 2 },
    picture: 'view',
  },
]

for (const { what, screen, picture } of screens) {
  test.describe(what, () => {
    test.use(screen)

    test(`fetches one picture of the design for its first view: ${picture}`, async ({ page, project }) => {
      const asked = picturesAskedFor(page)

      await openProject(page, project._id)
      await expect(pin(page, 1)).toBeVisible()

      expect(await shownPicture(page)).toBe(picture)
      expect(asked).toEqual([picture])
    })
  })
}

test.describe('on a phone', () => {
  test.use(phone)

  test('its owner, who waits for the app, fetches one picture too', async ({ ownerPage: page, project }) => {
    const asked = picturesAskedFor(page)

    await openProject(page, project._id)

    expect(asked).toEqual([await shownPicture(page)])
  })

  test('a slightly wider design has one picture for all screens', async ({ page, newProject }) => {
    const { buffer: image } = await drawDesign({ width: 1200, height: 800, grain: 1 })
    const project = await newProject({ image })
    const asked = picturesAskedFor(page)

    await openProject(page, project._id)

    expect(asked).toEqual(['view'])
  })

  test('a pinch loads the exact pixels without a flash, and the pin stays on its pixel', async ({
    page,
    project,
  }) => {
    const asked = picturesAskedFor(page)
    await openProject(page, project._id)
    await expectPinOnMarker(page)
    // A string, because a compiled function would need the compiler's helpers.
    await page.evaluate(`
      window.blankFrames = 0
      const shown = document.querySelector('.canvas-scroller img[alt^="Design"]')
      const look = () => {
        if (!shown.isConnected || !shown.complete || shown.naturalWidth === 0) window.blankFrames += 1
        requestAnimationFrame(look)
      }
      look()`)

    await pinch(page, { times: 4 })

    await expect.poll(() => shownPicture(page)).toBe('view')
    expect(asked).toEqual(['narrow', 'view'])
    await expectPinOnMarker(page)
    expect(await page.evaluate('window.blankFrames')).toBe(0)
    expect(
      await design(page).evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]),
    ).toEqual([drawn.width, drawn.height])

    // Zooms out to the full width: the loaded picture stays.
    for (let step = 0; step < 6; step += 1) await page.keyboard.press('-')
    expect(await shownPicture(page)).toBe('view')
    expect(asked).toEqual(['narrow', 'view'])
  })

  test('a rotated phone gets the exact pixels', async ({ projectPage: page }) => {
    expect(await shownPicture(page)).toBe('narrow')

    await page.setViewportSize({ width: 844, height: 390 })

    await expect.poll(() => shownPicture(page)).toBe('view')
  })

  test('if the exact pixels fail to load, the design stays, and they load when the network returns', async ({
    projectPage: page,
  }) => {
    let refused = 0
    await page.route('**/images/*/view', (route) => {
      refused += 1
      return route.abort()
    })

    await pinch(page, { times: 4 })
    await expect.poll(() => refused).toBeGreaterThan(0)

    expect(await shownPicture(page)).toBe('narrow')
    await expectPinOnMarker(page)
    await expect(frame(page).getByRole('alert')).toHaveCount(0)
    await page.unroute('**/images/*/view')
    await expect.poll(() => shownPicture(page), { timeout: 20_000 }).toBe('view')
  })
})

async function pinch(page: Page, { times }: { times: number }): Promise<void> {
  const screen = await touchScreen(page)
  const at = await findMarker(page)
  const before = (await boxOf(design(page))).width
  const fingers = (apartPx: number) => [
    { x: at.x - apartPx / 2, y: at.y + 8 },
    { x: at.x + apartPx / 2, y: at.y + 8 },
  ]
  await screen.drag(fingers(40), fingers(40 * times))
  await expect.poll(async () => (await boxOf(design(page))).width).toBeGreaterThan((before * times) / 1.5)
}

/** Hides the pin to see the pixel below it. */
async function expectPinOnMarker(page: Page): Promise<void> {
  await expect(async () => {
    const tip = await pinTip(pin(page, 1))
    await pin(page, 1).evaluate((button) => (button.style.opacity = '0'))
    const centre = await findMarker(page)
    await pin(page, 1).evaluate((button) => (button.style.opacity = ''))
    expect(Math.abs(tip.x - centre.x), 'x').toBeLessThanOrEqual(1)
    expect(Math.abs(tip.y - centre.y), 'y').toBeLessThanOrEqual(1)
  }).toPass({ timeout: 20_000 })
}
