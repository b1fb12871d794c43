import { Random } from '@pinmark/testbed/random'
import type { Scope } from '@pinmark/testbed/scope'
import type { Browser } from 'playwright-core'
import { runSite, type Finished } from './run-site'
import { sites } from './sites'

export interface Control {
  /** What the agent does wrong. */
  without: string
  figure: string
  /** Whether the trial has noticed. */
  isNoticed: boolean
}

/** Runs the loop with agents that do not do what was asked. Each of their comments has to count as wrong, and no spot may
 *  be judged as changed. */
export async function runControls(
  scope: Scope,
  { url, browser, seed }: { url: string; browser: Browser; seed: number },
): Promise<Control[]> {
  const [site] = sites
  if (!site) throw new Error('There is no site.')
  const run = (edits: 'nothing' | 'elsewhere') =>
    runSite(scope, { url, browser, site, random: new Random(seed) }, edits)
  return [
    controlOf('an agent that pushes the page as it was', await run('nothing')),
    controlOf('an agent that edits another element', await run('elsewhere')),
  ]
}

function controlOf(without: string, { scored }: Finished): Control {
  const wanted = scored.filter(({ isWanted }) => isWanted)
  const wrong = wanted.filter(({ isRight }) => !isRight).length
  const judged = scored.filter(({ isJudgedChanged }) => isJudgedChanged).length
  return {
    without,
    figure: `${wrong} of ${wanted.length} comments counted as wrong, ${judged} of ${scored.length} spots judged as changed`,
    isNoticed: wanted.length > 0 && wrong === wanted.length && judged === 0,
  }
}
