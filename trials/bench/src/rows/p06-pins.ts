import { mkdtemp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Project } from '@pinmark/shared/entities/project'
import { givenProject, readProject } from '@pinmark/testbed/client'
import { drawDesign } from '@pinmark/testbed/test-image'
import type { Browser, Locator, Page } from 'playwright-core'
import { newPage, startBrowser } from '../browser'
import { atMost, figure, ratioAtMost, type Figure, type Judge } from '../figure'
import { addComments } from '../fill'
import { gestureFrames } from '../frame-times'
import { interleave } from '../interleave'
import { startPeer } from '../peers/start-peer'
import type { Bench, Row } from '../row'
import { startSite, type Site } from '../site'

const size = { width: 1440, height: 2400 }
/** The duration of a frame at 60 frames per second is 16.7 ms. The browser's clock adds a little noise. */
const frameMs = 16.8

export const p06: Row = {
  id: 'P6',
  work: 'zoom and pan a design with many pins (frame times in Chromium, drawn without a graphics card)',
  beside: 'Annotorious 3.8.8 with the same image, pins and gestures',
  deadlineSeconds: { quick: 450, full: 900 },
  run: async (bench) => {
    const [site, browser, { buffer: image }] = await Promise.all([
      startSite(bench),
      startBrowser(bench),
      drawDesign(size),
    ])
    const addProject = async (comments: Size) => {
      const { _id } = await givenProject(site.url, site.owner, { image })
      await addComments(site, _id, comments.count, size, comments.drawn)
      return { ...comments, projectId: _id }
    }
    const projects = await Promise.all(sizes.map(addProject))
    const figures: Figure[] = []
    for (const project of projects) figures.push(...(await compare(bench, { site, browser, ...project })))
    return figures
  },
}

interface Size {
  /** Number of comments. */
  count: number
  /** Of those among them with strokes. Annotorious draws pins alone. */
  drawn: number
  judge?: Judge
}

/** Strokes among 1,000 pins are measured without a target: hardly any design gets so many. */
const sizes: Size[] = [
  { count: 1_000, drawn: 0, judge: atMost(frameMs) },
  { count: 201, drawn: 200, judge: atMost(frameMs) },
  { count: 1_000, drawn: 200 },
  { count: 10_000, drawn: 0, judge: ratioAtMost(1) },
]

interface Comparison extends Size {
  site: Site
  browser: Browser
  projectId: string
}

async function compare(
  bench: Bench,
  { site, browser, projectId, count, drawn, judge }: Comparison,
): Promise<Figure[]> {
  const project = await readProject(site.url, projectId)
  const ours = await openPinmark(browser, site.url, { projectId, count })
  const theirs = await openAnnotorious(bench, browser, { site, project, sizes: await shownSizes(ours) })
  const samples = await interleave(bench, {
    ours: () => gesture(ours),
    annotorious: () => gesture(theirs),
  })
  await ours.context().close()
  await theirs.context().close()
  const name = 'Annotorious'
  const pins = `${count.toLocaleString('en-GB')} pins${drawn > 0 ? `, ${drawn} of them drawn on` : ''}`
  const of = (side: 'ours' | 'annotorious', value: 'p50' | 'p95') =>
    samples(side).map((sample) => sample[value])
  return [
    figure({
      what: `${pins}, frame p50`,
      unit: 'ms',
      ours: of('ours', 'p50'),
      peer: { name, values: of('annotorious', 'p50') },
    }),
    figure({
      what: `${pins}, frame p95`,
      unit: 'ms',
      ours: of('ours', 'p95'),
      peer: { name, values: of('annotorious', 'p95') },
      ...(judge && { judge }),
    }),
  ]
}

async function gesture(page: Page) {
  await page.bringToFront()
  const box = await designOn(page).boundingBox()
  if (!box) throw new Error('The design is not on the screen.')
  return gestureFrames(page, { x: Math.max(box.x, 0) + 300, y: Math.max(box.y, 0) + 250 })
}

/** By its attribute, because finding it by role would compute the names of ten thousand buttons. */
function designOn(page: Page): Locator {
  return page.locator('img[alt^="Design"]')
}

/** Opens the project and waits until all of its comments have arrived. */
async function openPinmark(
  browser: Browser,
  url: string,
  { projectId, count }: { projectId: string; count: number },
): Promise<Page> {
  const page = await newPage(browser)
  const arrived = { comments: 0 }
  page.on('requestfinished', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname !== `/projects/${projectId}`) return
    const upTo = Number(searchParams.get('after') ?? 0) + Number(searchParams.get('comments'))
    arrived.comments = Math.max(arrived.comments, upTo)
  })
  await page.goto(`${url}/project/${projectId}`)
  await designOn(page).waitFor()
  while (arrived.comments < count) await page.waitForTimeout(100)
  // Everything is drawn, and postponed work is done.
  await page.waitForTimeout(1_000)
  return page
}

/** The size of the design and of its frame in Pinmark, so that both draw the same number of pixels. */
async function shownSizes(page: Page): Promise<Record<string, string>> {
  const frame = await page.locator('.canvas-scroller').boundingBox()
  const design = await designOn(page).boundingBox()
  if (!frame || !design) throw new Error('The design is not on the screen.')
  return {
    FRAME_WIDTH: String(Math.round(frame.width)),
    FRAME_HEIGHT: String(Math.round(frame.height)),
    DESIGN_WIDTH: String(Math.round(design.width)),
  }
}

async function openAnnotorious(
  bench: Bench,
  browser: Browser,
  { site, project, sizes }: { site: Site; project: Project; sizes: Record<string, string> },
): Promise<Page> {
  const folder = await mkdtemp(join(bench.folder, 'annotorious-'))
  const imageId = project.designs[0]?.versions[0]?.image._id ?? ''
  const design = await fetch(`${site.url}/images/${imageId}/view`)
  await writeFile(join(folder, 'design'), Buffer.from(await design.arrayBuffer()))
  await writeFile(join(folder, 'pins'), JSON.stringify(project.comments.map(({ x, y }) => ({ x, y }))))
  const { url } = await startPeer(bench, 'annotorious-page', { FOLDER: folder, ...sizes })
  const page = await newPage(browser)
  await page.goto(url)
  await page.waitForFunction((title) => document.title === title, `${project.comments.length} pins`)
  await page.waitForTimeout(1_000)
  return page
}
