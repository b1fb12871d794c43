import { givenProject } from '@pinmark/testbed/client'
import type { Browser } from 'playwright-core'
import { startBrowser, wideScreen, type Screen } from '../browser'
import { aboveByAtMost, atLeast, atMost, figure, type Figure } from '../figure'
import { addComments } from '../fill'
import { interleave } from '../interleave'
import { categories, scores } from '../lighthouse'
import { sharedPicture } from '../picture'
import type { Bench, Row } from '../row'
import { bytesAlone, firstView, phoneScreen } from '../slow-connection'
import { startSite } from '../site'

const lighthouseRuns = { quick: 1, full: 3 }
const phone = { where: 'on a phone', screen: phoneScreen }
/** Phones have slow connections, so their view is measured there. */
const screens = { quick: [phone], full: [phone, { where: 'on a wide screen', screen: wideScreen }] }

export const p09: Row = {
  id: 'P9',
  work: 'first view of a shared link at 1.6 Mbit/s, 150 ms, a processor four times as slow',
  beside: "the design's own bytes over the same line",
  deadlineSeconds: { quick: 300, full: 1_200 },
  run: async (bench) => {
    const [site, browser, image] = await Promise.all([
      startSite(bench),
      startBrowser(bench),
      sharedPicture.draw(),
    ])
    const project = await givenProject(site.url, site.owner, { image })
    await addComments(site, project._id, 20, sharedPicture)
    const page = `${site.url}/project/${project._id}`
    const figures: Figure[] = []
    for (const { where, screen } of screens[bench.size])
      figures.push(...(await viewFigures(bench, browser, page, where, screen)))
    return [...figures, ...(await scoreFigures(bench, page))]
  },
}

async function viewFigures(
  bench: Bench,
  browser: Browser,
  page: string,
  where: string,
  screen: Screen,
): Promise<Figure[]> {
  // Each screen chooses the file that it fetches. The peer is that file.
  const { design } = await firstView(browser, page, screen)
  const alone = async () => ({ seconds: await bytesAlone(browser, design), shift: 0 })
  // The screen has had its first view, so only the bytes need warming up.
  const samples = await interleave(
    bench,
    { ours: () => firstView(browser, page, screen), bytes: alone },
    alone,
  )
  return [
    figure({
      what: `the design of ${await kilobytes(design)} KB is visible, ${where}`,
      unit: 's',
      ours: samples('ours').map(({ seconds }) => seconds),
      peer: { name: 'its bytes alone', values: samples('bytes').map(({ seconds }) => seconds) },
      judge: aboveByAtMost(1.5, 1.25),
    }),
    figure({
      what: `layout shift, ${where}`,
      unit: 'CLS',
      ours: samples('ours').map(({ shift }) => shift),
      peer: null,
      judge: atMost(0),
    }),
  ]
}

async function kilobytes(url: string): Promise<number> {
  const bytes = (await (await fetch(url)).arrayBuffer()).byteLength
  return Math.round(bytes / 1024)
}

async function scoreFigures(bench: Bench, page: string): Promise<Figure[]> {
  const found: Awaited<ReturnType<typeof scores>>[] = []
  for (let run = 0; run < lighthouseRuns[bench.size]; run += 1) found.push(await scores(bench, page))
  return categories.map((category) =>
    figure({
      what: `Lighthouse 12.8.2, ${category.replace('-', ' ')}`,
      unit: 'of 1',
      ours: found.map((run) => run[category]),
      peer: null,
      judge: atLeast(0.98),
    }),
  )
}
