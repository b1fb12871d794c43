import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { findBrowser, launchArgs } from '@pinmark/testbed/browser'
import { z } from 'zod'

const program = join(
  dirname(createRequire(import.meta.url).resolve('lighthouse/package.json')),
  'cli/index.js',
)
export const categories = ['performance', 'accessibility', 'best-practices'] as const

const reportSchema = z.object({
  categories: z.record(z.enum(categories), z.object({ score: z.number() })),
})

/** Scores of a page by Lighthouse as a phone on a slow line would open it, 0 to 1.
 *  @throws when it does not come to an end within two minutes */
export async function scores(url: string): Promise<Record<(typeof categories)[number], number>> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      ...[program, url, '--quiet', '--output=json', '--output-path=stdout', '--no-enable-error-reporting'],
      // The live events stay open for good: it would wait for the end of them.
      '--max-wait-for-load=20000',
      `--only-categories=${categories.join(',')}`,
      `--chrome-flags=${['--headless', ...launchArgs].join(' ')}`,
    ],
    {
      env: { ...process.env, CHROME_PATH: await findBrowser() },
      timeout: 120_000,
      maxBuffer: 64 * 2 ** 20,
    },
  )
  const { categories: found } = reportSchema.parse(JSON.parse(stdout))
  return {
    performance: found.performance.score,
    accessibility: found.accessibility.score,
    'best-practices': found['best-practices'].score,
  }
}
