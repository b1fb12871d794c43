import { givenProject } from '@pinmark/testbed/client'
import { startBrowser } from '../browser'
import { aboveByAtMost, atLeast, atMost, figure, type Figure } from '../figure'
import { addComments } from '../fill'
import { interleave } from '../interleave'
import { categories, scores } from '../lighthouse'
import { sharedPicture } from '../picture'
import type { Bench, Row } from '../row'
import { bytesAlone, firstView, phoneScreen } from '../slow-line'
import { startSite } from '../site'

const lighthouseRuns = { quick: 1, full: 3 }

export const p09: Row = {
  id: 'P9',
  work: 'first view of a shared link at 1.6 Mbit/s, 150 ms, a processor four times as slow',
  beside: "the design's own bytes over the same line",
  deadlineSeconds: { quick: 300, full: 1_200 },
  run: async (bench) => {
    const site = await startSite(bench)
    const browser = await startBrowser(bench)
    const project = await givenProject(site.url, site.owner, { image: await sharedPicture.draw() })
    await addComments(site, project._id, 20, sharedPicture)
    const page = `${site.url}/project/${project._id}`
    // Which file a screen fetches is its own choice: what is measured beside it is that very file.
    const { design } = await firstView(browser, page)
    const { design: onPhone } = await firstView(browser, page, phoneScreen)
    const alone = async (file: string) => ({ seconds: await bytesAlone(browser, file), shift: 0 })
    const samples = await interleave(
      bench,
      {
        ours: () => firstView(browser, page),
        bytes: () => alone(design),
        oursOnPhone: () => firstView(browser, page, phoneScreen),
        bytesOnPhone: () => alone(onPhone),
      },
      // Both screens have had a view already.
      () => alone(onPhone),
    )
    const visible = async (
      where: string,
      file: string,
      sides: ['ours' | 'oursOnPhone', 'bytes' | 'bytesOnPhone'],
    ) =>
      figure({
        what: `the design of ${await kilobytes(file)} KB is visible, ${where}`,
        unit: 's',
        ours: samples(sides[0]).map(({ seconds }) => seconds),
        peer: { name: 'its bytes alone', values: samples(sides[1]).map(({ seconds }) => seconds) },
        judge: aboveByAtMost(1.5, 1.25),
      })
    return [
      await visible('on a wide screen', design, ['ours', 'bytes']),
      await visible('on a phone', onPhone, ['oursOnPhone', 'bytesOnPhone']),
      figure({
        what: 'layout shift, on both',
        unit: 'CLS',
        ours: [...samples('ours'), ...samples('oursOnPhone')].map(({ shift }) => shift),
        peer: null,
        judge: atMost(0),
      }),
      ...(await scoreFigures(bench, page)),
    ]
  },
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
