import lighthouse from 'lighthouse'
import { askedScoresSchema, categories, scoresSchema } from '../lighthouse'
import { answerEach } from './answer'

/** The live events stay open: Lighthouse would wait for their end. It opens the page at full speed and
 *  reckons the slow line out, so that this is many times what the page needs. */
const longestWaitMs = 4_000

answerEach(askedScoresSchema, async ({ url, port }) => {
  const result = await lighthouse(url, {
    port,
    logLevel: 'error',
    onlyCategories: [...categories],
    maxWaitForLoad: longestWaitMs,
    // For the report alone, and it waits for the end of the live events once more.
    disableFullPageScreenshot: true,
  })
  const found = result?.lhr.categories ?? {}
  return scoresSchema.parse(Object.fromEntries(categories.map((name) => [name, found[name]?.score])))
})
