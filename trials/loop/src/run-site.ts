import type { Random } from '@pinmark/testbed/random'
import type { Scope } from '@pinmark/testbed/scope'
import type { Browser } from 'playwright-core'
import { work, type AgentHabits } from './agent'
import { cpuMsOfAll } from './cpu-time'
import { confirmAll } from './designer'
import { choosePins, review } from './reviewer'
import { scoreOf, type Scored } from './score'
import type { Site } from './sites'
import { givenStudio, readStudio, type Studio } from './studio'
import { looksOf } from './truth'

export interface Finished {
  site: string
  scored: Scored[]
  /** The agent's part, from its first call to its last. */
  seconds: number
  /** Of all processes meanwhile: the agent, the command line with its browser, the server and its database. */
  cpuSeconds: number
  /** How many the designer found under “To confirm”, and confirmed with one press each. */
  confirmed: number
  /** The list had exactly what the agent resolved, and nothing is left of it. */
  isConfirmed: boolean
}

/** The share of its comments that an agent works on in this push. */
const doneOfTen = 6

/** The whole loop of one site: pins, edits, a new version, judgements, confirmation.
 *  @param edits as in `AgentHabits` */
export async function runSite(
  scope: Scope,
  { url, browser, site, random }: { url: string; browser: Browser; site: Site; random: Random },
  edits: AgentHabits['edits'] = 'asked',
): Promise<Finished> {
  const studio = await givenStudio(scope, url, site)
  const page = await browser.newPage({ viewport: { width: site.widthPx, height: 900 } })
  try {
    await page.goto(studio.address)
    const pins = await choosePins(page, site, random)
    const wanted = new Set(chooseSome(pins, random).map(({ text }) => text))
    const before = await looksOf(page, pins)
    await review(browser, { address: `${url}/project/${studio.project.link}`, site, pins })

    const [start, cpuStart] = [performance.now(), cpuMsOfAll()]
    const agent = await work(studio, { leaves: (text) => !wanted.has(text), edits })
    const [seconds, cpuSeconds] = [(performance.now() - start) / 1_000, (cpuMsOfAll() - cpuStart) / 1_000]

    await page.reload()
    const looks = { before, after: await looksOf(page, pins) }
    const project = await readStudio(studio)
    const scored = scoreOf({ wishes: pins, wanted, looks, agent, project })
    return { site: site.id, scored, seconds, cpuSeconds, ...(await confirm(browser, studio, agent.done)) }
  } finally {
    await page.close()
  }
}

async function confirm(browser: Browser, studio: Studio, done: readonly number[]) {
  const numbers = await confirmAll(browser, studio)
  const { comments } = await readStudio(studio)
  const isListed = String(numbers.toSorted(byNumber)) === String(done.toSorted(byNumber))
  const isOver = comments.every(({ number, resolved }) =>
    done.includes(number) ? resolved !== null && resolved.via === undefined : resolved === null,
  )
  return { confirmed: numbers.length, isConfirmed: isListed && isOver }
}

const byNumber = (one: number, other: number) => one - other

function chooseSome<T>(all: readonly T[], random: Random): T[] {
  const left = [...all]
  const chosen: T[] = []
  while (chosen.length < doneOfTen) chosen.push(...left.splice(random.whole(0, left.length - 1), 1))
  return chosen
}
