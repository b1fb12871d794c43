import { freePort } from '@pinmark/testbed/free-port'
import { z } from 'zod'
import { startBrowser } from './browser'
import { Forked } from './processes/fork'
import type { Bench } from './row'

export const categories = ['performance', 'accessibility', 'best-practices'] as const

export const askedScoresSchema = z.object({
  url: z.string(),
  /** The remote debugging address of the browser. */
  port: z.number(),
})
export const scoresSchema = z.record(z.enum(categories), z.number())

/** Lighthouse scores of a page on a phone with a slow connection, 0 to 1, in a separate browser. */
export async function scores(
  bench: Pick<Bench, 'afterwards'>,
  url: string,
): Promise<z.infer<typeof scoresSchema>> {
  const port = await freePort()
  const browser = await startBrowser(bench, [`--remote-debugging-port=${port}`])
  const lighthouse = Forked.start(bench, 'processes/lighthouse-process.ts')
  const found = await lighthouse.ask({ url, port }, scoresSchema)
  // Without this, the process would search for open handles for some seconds.
  await lighthouse.end()
  await browser.close()
  return found
}
