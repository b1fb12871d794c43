import { givenProject } from '@pinmark/testbed/client'
import { newPage, startBrowser } from '../browser'
import { atMost, figure } from '../figure'
import { dragFrames } from '../frame-times'
import { addVersion, twoVersions } from '../given-versions'
import type { Row } from '../row'
import { startSite } from '../site'

/** The duration of a frame at 60 frames per second is 16.7 ms. The browser's clock adds a little noise. */
const frameMs = 16.8
const openingMs = 300
/** CSS px from the upper end of the divider, which is as long as the design. */
const grip = 200

export const p12: Row = {
  id: 'P12',
  work: 'compare two versions of 1440 x 3200 px: open the window, and drag the divider',
  beside: 'nothing: 60 frames a second and 300 ms are the targets',
  deadlineSeconds: { quick: 300, full: 600 },
  run: async (bench) => {
    const [site, browser, { before, after }] = await Promise.all([
      startSite(bench),
      startBrowser(bench),
      twoVersions(),
    ])
    const { _id } = await givenProject(site.url, site.owner, { image: before })
    await addVersion(site, _id, after)
    const page = await newPage(browser)
    await page.goto(`${site.url}/project/${_id}`)
    const window = page.getByRole('dialog', { name: /^Compare versions of/ })
    const opened = async () => {
      const start = performance.now()
      await page.keyboard.press('v')
      await window.getByRole('img').first().waitFor()
      return performance.now() - start
    }
    const closed = async () => {
      await page.keyboard.press('Escape')
      await window.waitFor({ state: 'detached' })
    }
    // Loads the older picture and the code of the window.
    await page.getByRole('button', { name: 'Version 2' }).waitFor()
    await page.keyboard.press('v')
    await window.getByRole('img').first().waitFor()
    await page.waitForFunction(() =>
      [...document.querySelectorAll<HTMLImageElement>('[role=dialog] img')].every(({ complete }) => complete),
    )
    await closed()

    const opening: number[] = []
    const p50: number[] = []
    const p95: number[] = []
    for (let round = 1; round <= bench.rounds; round += 1) {
      opening.push(await opened())
      await page.keyboard.press('2')
      const divider = page.getByRole('slider', { name: /^Divider between/ })
      const box = await divider.boundingBox()
      if (!box) throw new Error('The divider is not on the screen.')
      const frames = await dragFrames(page, { x: box.x + box.width / 2, y: box.y + grip })
      p50.push(frames.p50)
      p95.push(frames.p95)
      await page.keyboard.press('1')
      await closed()
      bench.onProgress(`round ${round} of ${bench.rounds}`)
    }
    return [
      figure({
        ...{ what: 'open it, pictures loaded', unit: 'ms', ours: opening, peer: null },
        judge: atMost(openingMs),
      }),
      figure({ what: 'drag the divider, frame p50', unit: 'ms', ours: p50, peer: null }),
      figure({
        ...{ what: 'drag the divider, frame p95', unit: 'ms', ours: p95, peer: null },
        judge: atMost(frameMs),
      }),
    ]
  },
}
